import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { isSame, mergedRows } from './mergedRows.ts'
import { useLatest } from '../parts/useLatest.ts'

type Saved<Row> = { rows: readonly Row[]; version: number }
type Merged<Row> = ReturnType<typeof mergedRows<Row>>

/**
 * Rows that are edited whole and saved whole, over what the server has (`given`, one object while it is the same). While
 * nothing is edited they follow it; what a refused save finds there comes in beside what is edited (`note` says how),
 * and the next save is over that. `put` makes rows those that are edited.
 */
export const useSavedRows = <Row,>(
  given: Saved<Row>,
  edited: readonly Row[],
  of: { keyOf: (row: Row) => string; said: (merged: Merged<Row>) => string; put: (rows: readonly Row[]) => void },
) => {
  const [saved, setSaved] = useState(given)
  const [seen, setSeen] = useState(given.version)
  const [refused, setRefused] = useState(false)
  const [merged, setMerged] = useState('')
  const latest = useLatest(of)
  const dirty = edited !== saved.rows
  useEffect(() => {
    if (given.version === seen || (dirty && !refused)) return
    setSeen(given.version)
    setRefused(false)
    // What was saved here comes back as it was sent: the rows stay those that are edited, and an undo is no empty step.
    if (!dirty && isSame(edited, given.rows)) return setSaved({ rows: edited, version: given.version })
    setSaved(given)
    if (!dirty) return latest.current.put(given.rows)
    const found = mergedRows(saved.rows, edited, given.rows, latest.current.keyOf)
    setMerged(latest.current.said(found))
    latest.current.put(found.rows)
  }, [given, seen, dirty, refused, saved, edited, latest])
  /** `send` is given the version that is edited over. Rejects as it does. */
  const save = async (send: (version: number) => Promise<{ version: number }>): Promise<void> => {
    const sent = edited
    try {
      const { version } = await send(saved.version)
      setSaved({ rows: sent, version })
      setRefused(false)
      setMerged('')
    } catch (error) {
      setRefused(true)
      throw error
    }
  }
  const note = merged !== '' && (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>{merged}</MessageBarBody>
    </MessageBar>
  )
  return { dirty, note, save }
}
