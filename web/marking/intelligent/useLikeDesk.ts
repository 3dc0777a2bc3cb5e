/** Sheets of like answers in one marker's hands: claimed, marked group by group, given back as done. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttemptId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { submitItems } from '#shared/marking/intelligent/intelligent.calls.ts'
import { claimBundle, finishBundle } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { MarkRole, MarkValue } from '#shared/marking/marking.types.ts'
import { ask } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { newAttempt } from '../desk/outbox.ts'
import { claimKey, groupsIn, joined, lookKey, movedOut } from './likeGroups.ts'
import type { LikeGroup } from './likeGroups.ts'

type Desk = { paperId: PaperId; questionId: QuestionId; role: MarkRole }

export const useLikeDesk = ({ paperId, questionId, role }: Desk) => {
  const [groups, setGroups] = useState<readonly LikeGroup[]>()
  const [question, setQuestion] = useState<ClaimedBundle['question']>()
  const [left, setLeft] = useState(0)
  const [error, setError] = useState<unknown>(null)
  /** What was given under a claim, refused or not: what is left then comes with another claim. */
  const given = useRef(new Set<string>())
  /** What has a mark, be its group open again or not. */
  const marked = useRef(new Set<string>())
  /** Sent again after a fault an attempt is the same one: the server then knows it. */
  const attempts = useRef(new Map<string, AttemptId>())
  const asking = useRef(false)
  const inHand = useRef<LikeGroup['bundle']>(undefined)
  const givenKey = (g: LikeGroup, studentId: string): string => `${claimKey(g.bundle)}|${studentId}`
  const isOpen = useCallback((g: LikeGroup) => g.answers.some((a) => !given.current.has(givenKey(g, a.studentId))), [])

  const take = useCallback(async (): Promise<void> => {
    if (asking.current) return
    asking.current = true
    try {
      const got = await ask(claimBundle, { paperId, questionId, role }, { quiet: true })
      setQuestion(got.question)
      setLeft(got.left)
      inHand.current = got.bundle
      // A group of a former sheet that was taken back is still to be given.
      setGroups((before = []) => [
        ...before.filter((g) => g.bundle.bundleId !== got.bundle.bundleId && isOpen(g)),
        ...groupsIn(got),
      ])
      setError(null)
    } catch (thrown) {
      inHand.current = undefined
      setGroups((before = []) => before.filter(isOpen))
      if (!(thrown instanceof Refusal && thrown.status === markingProblems.nothingLeft.status)) setError(thrown)
    } finally {
      asking.current = false
    }
  }, [paperId, questionId, role, isOpen])
  useEffect(() => void take(), [take])

  const give = async (group: LikeGroup, value: MarkValue): Promise<void> => {
    const former = inHand.current?.bundleId !== group.bundle.bundleId
    // Claimed again since, its marks are given under the later claim.
    const bundle = former ? group.bundle : inHand.current!
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
    const without = new Set<string>(refused.map((r) => r.studentId))
    const fresh = group.answers.filter((a) => !without.has(a.studentId) && !marked.current.has(lookKey(a)))
    setLeft((n) => Math.max(0, n - fresh.length))
    for (const a of fresh) marked.current.add(lookKey(a))
    for (const { studentId } of group.answers) {
      given.current.add(givenKey(group, studentId))
      attempts.current.delete(`${studentId}|${JSON.stringify(value)}`)
    }
    // What was refused is another's now, or has another picture: it comes again, to its marker.
    const [first] = refused
    if (first) toast('error', refused.length === 1 ? first.message : `${refused.length}份没有给上分：${first.message}`)
    if (former) {
      setGroups((all) => all?.filter((g) => g.key !== group.key))
      if (!inHand.current) await take()
      return
    }
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
    for (const { studentId } of group.answers) given.current.delete(givenKey(group, studentId))
    // Its sheet may be done and another in hand: it comes back before it.
    setGroups((all = []) => (all.some((g) => g.key === group.key) ? all : [group, ...all]))
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
