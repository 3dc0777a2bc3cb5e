import { useEffect, useState } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { scriptList } from '#shared/scan/scan.calls.ts'
import type { ScriptRow } from '#shared/scan/scan.calls.ts'
import { ask } from '#web/kit/ask.ts'

/** Candidates to be found by name or number: read once, since settling a page changes no name. */
export const usePeople = (paperId: PaperId): { list: readonly ScriptRow[]; large: boolean } => {
  const [people, setPeople] = useState<{ list: readonly ScriptRow[]; large: boolean }>({ list: [], large: false })
  useEffect(() => {
    let gone = false
    void ask(scriptList, { paperId, pageSize: 1000 }, { quiet: true })
      .then(({ list, next }) => {
        if (!gone) setPeople({ list, large: next !== undefined })
      })
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [paperId])
  return people
}
