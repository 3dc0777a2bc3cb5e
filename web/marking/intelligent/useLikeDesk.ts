/** Sheets of like answers in one marker's hands: claimed, marked group by group, given back as done. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttemptId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { submitItems } from '#shared/marking/intelligent/intelligent.calls.ts'
import { claimBundle, finishBundle } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { ask } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { newAttempt } from '../outbox.ts'
import { groupsIn, joined, movedOut } from './likeGroups.ts'
import type { LikeGroup } from './likeGroups.ts'

export const useLikeDesk = ({ paperId, questionId }: { paperId: PaperId; questionId: QuestionId }) => {
  const [groups, setGroups] = useState<readonly LikeGroup[]>()
  const [question, setQuestion] = useState<ClaimedBundle['question']>()
  const [left, setLeft] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const given = useRef(new Map<string, MarkValue>())
  /** What has a mark, be its group open again or not. */
  const marked = useRef(new Set<string>())
  /** Sent again after a fault an attempt is the same one: the server then knows it. */
  const attempts = useRef(new Map<string, AttemptId>())
  const asking = useRef(false)

  const take = useCallback(async (): Promise<void> => {
    if (asking.current) return
    asking.current = true
    try {
      const got = await ask(claimBundle, { paperId, questionId }, { quiet: true })
      setQuestion(got.question)
      setLeft(got.left)
      setGroups(groupsIn(got))
      setError(null)
    } catch (thrown) {
      setGroups([])
      if (!(thrown instanceof Refusal && thrown.status === markingProblems.nothingLeft.status)) setError(thrown)
    } finally {
      asking.current = false
    }
  }, [paperId, questionId])
  useEffect(() => void take(), [take])

  const isOpen = (g: LikeGroup): boolean => g.answers.some((a) => !given.current.has(a.studentId))

  const give = async (group: LikeGroup, value: MarkValue): Promise<void> => {
    const { bundle } = group
    const items = group.answers.map(({ studentId, imageVersion }) => {
      const key = `${studentId}|${JSON.stringify(value)}`
      const attemptId = attempts.current.get(key) ?? newAttempt()
      attempts.current.set(key, attemptId)
      return { studentId, imageVersion, attemptId, value }
    })
    const { refused } = await ask(submitItems, {
      paperId,
      questionId,
      bundleId: bundle.bundleId,
      role: bundle.role,
      epoch: bundle.epoch,
      items,
    })
    const fresh = group.answers.filter((a) => !marked.current.has(a.studentId))
    setLeft((n) => Math.max(0, n - fresh.length))
    for (const { studentId } of group.answers) {
      marked.current.add(studentId)
      given.current.set(studentId, value)
      attempts.current.delete(`${studentId}|${JSON.stringify(value)}`)
    }
    // What was refused is another's now, or has another picture: it comes again, to its marker.
    const [first] = refused
    if (first) toast('error', refused.length === 1 ? first.message : `${refused.length}份没有给上分：${first.message}`)
    const own = (groups ?? []).filter((g) => g.bundle.bundleId === bundle.bundleId)
    if (own.some(isOpen)) return
    await ask(finishBundle, { paperId, bundleId: bundle.bundleId, epoch: bundle.epoch }, { quiet: true }).catch(
      (thrown: unknown) => {
        if (!(thrown instanceof Refusal)) throw thrown
      },
    )
    await take()
  }
  /** The marks stand until others are given in their place. */
  const reopen = (group: LikeGroup): void => {
    for (const { studentId } of group.answers) given.current.delete(studentId)
  }
  return {
    groups,
    question,
    left,
    error,
    again: take,
    give,
    reopen,
    moveOut: (key: string, ids: ReadonlySet<string>) => setGroups((g) => g && movedOut(g, key, ids)),
    join: (key: string) => setGroups((g) => g && joined(g, key, isOpen)),
  }
}
