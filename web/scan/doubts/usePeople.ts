import { useCallback, useEffect, useState } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { scriptList } from '#shared/scan/scan.calls.ts'
import type { ScriptRow } from '#shared/scan/scan.calls.ts'
import { ask } from '#web/kit/ask.ts'

type People = { list: readonly ScriptRow[]; large: boolean }

/**
 * Candidates to be found by name or number: read once, since settling a page changes no name. `gave` notes that one has
 * a page from now on, or has it no more: the next page without a name is not offered to whom it cannot be.
 */
export const usePeople = (
  paperId: PaperId,
): People & { gave: (studentId: string, page: number | undefined, has: boolean) => void } => {
  const [people, setPeople] = useState<People>({ list: [], large: false })
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
  const gave = useCallback((studentId: string, page: number | undefined, has: boolean): void => {
    if (page === undefined) return
    setPeople(({ list, large }) => ({
      large,
      list: list.map((p) =>
        p.studentId === studentId ? { ...p, pages: [...p.pages.filter((n) => n !== page), ...(has ? [page] : [])] } : p,
      ),
    }))
  }, [])
  return { ...people, gave }
}
