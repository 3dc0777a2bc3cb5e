import { useCallback, useEffect, useRef, useState } from 'react'
import { jointBoard } from '#shared/exam/joint/board.calls.ts'
import { mergedSchools } from '#shared/exam/joint/board.rules.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { ask } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'

export type Board = OutputOf<typeof jointBoard>

const everyMs = 5_000

/** Another key counts anew, and no school's change says so. */
const keysOf = (of: Board): string => of.papers.map((p) => `${p.paperId} ${p.keyVersion} ${p.counting}`).join()

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The board of an exam, whole at first and by changes from then on; nothing is asked while the page is out of sight. `again`
 * asks at once: after an act of one's own.
 */
export const useBoard = (examId: ExamId | undefined) => {
  const [board, setBoard] = useState<Board | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const known = useRef<Board | null>(null)
  const look = useCallback(async () => {
    if (examId === undefined) return
    const before = known.current
    try {
      const since = before ? { since: before.at } : {}
      const quiet = before !== null
      const changes = await ask(jointBoard, { examId, ...since }, { quiet })
      const anew = before && keysOf(before) !== keysOf(changes)
      const answer = anew ? await ask(jointBoard, { examId }, { quiet }) : changes
      const schools = [...mergedSchools(anew ? [] : (before?.schools ?? []), answer)]
      // A school has left: what is known is no longer what there is.
      const papers = sameJson(before?.papers, answer.papers) ? before!.papers : answer.papers
      known.current = schools.length === answer.total ? { ...answer, schools, papers } : null
      setError(null)
      if (known.current) setBoard(known.current)
    } catch (wrong) {
      // What is known stays in sight; the next look may pass.
      if (!before && wrong instanceof Error) setError(wrong)
    }
  }, [examId])
  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async (): Promise<void> => {
      if (!document.hidden) await look()
      if (!over) timer = setTimeout(() => void turn(), everyMs)
    }
    void turn()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [look])
  return { board, error, again: look }
}
