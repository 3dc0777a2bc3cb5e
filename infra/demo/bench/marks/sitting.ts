/** Papers open for marking, and markers who hold a bundle each: rows as the platform would have written them. */
import type { BundleId } from '#shared/kit/ids.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { seat } from '#functions/marking/marking.fixtures.ts'
import { answers, arrangements, bundles, heads } from '#functions/marking/marking.store.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/session.ts'
import { asFunction } from '#functions/kit/testing.ts'

/** A marker's mark as a request: the attempt is filled in for each. */
export type Marker = {
  caller: Caller
  token: string
  input: Record<string, unknown>
  studentIds: Candidate['studentId'][]
}

/** One paper whose teachers hold a claimed bundle of `each` answers. */
export const sitMarkers = async (markers: number, each: number): Promise<Marker[]> => {
  const sitting = await seat(markers * each, {}, markers)
  const { paperId, examId, owner } = sitting.paper
  const { questionId } = sitting.essay
  const held = sitting.teachers.map((t, i) => ({
    schema: 1 as const,
    bundleId: newId<BundleId>('bundle'),
    paperId,
    questionId,
    role: 'first' as const,
    studentIds: sitting.students.slice(i * each, (i + 1) * each),
    excluded: [],
    state: 'claimed' as const,
    holder: t.userId,
    claimedUntil: now() + 6 * 3_600_000,
    epoch: 1,
    version: 1,
  }))
  await asFunction('marking-api', async () => {
    await arrangements.put({ schema: 1, paperId, examId, owner, state: 'open', questions: [], version: 1 })
    await bundles.putMany(held)
  })
  await asFunction('marking-work', async () => {
    await heads.putMany(
      sitting.students.map((studentId) => ({
        ...{ schema: 1 as const, paperId, studentId, examId, owner, imageVersion: 1 },
        ...{ state: 'present' as const, complete: true, version: 1 },
      })),
    )
    await answers.putMany(
      sitting.students.map((studentId) => ({ schema: 1 as const, paperId, studentId, questionId, imageVersion: 1 })),
    )
  })
  return held.map(({ bundleId, role, epoch, studentIds }, i) => ({
    caller: sitting.teachers[i]!.caller,
    token: sitting.teachers[i]!.token,
    studentIds,
    input: { paperId, questionId, bundleId, role, epoch, imageVersion: 1, value: { kind: 'score', score: 700 } },
  }))
}
