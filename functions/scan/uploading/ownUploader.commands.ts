/** A school of a joint exam says itself who of its people scans; that they reach its own classes alone is `managed.ts`'. */
import { barOfSchool } from '#shared/exam/joint/part.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type * as calls from '#shared/scan/uploading/ownUploader.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { papersOf, schoolPartOf } from '#functions/exam/exam.public.ts'
import { ownSchoolIn } from '#functions/exam/joint/part.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { actBy, giveClasses, uploaders, uploadersOf, withAct } from './uploader.store.ts'

/** The school, and the papers that it takes. @throws Refused notFound */
const takenIn = async (examId: string, caller: Caller) => {
  const of = await ownSchoolIn(examId, caller)
  const taken = new Set<string>(of.school.papers.map((p) => p.paperId))
  const all = new Map((await papersOf(examId)).map((p) => [p.paperId as string, p]))
  // In the exam's order.
  return { ...of, papers: of.exam.papers.flatMap((p) => (taken.has(p.paperId) ? (all.get(p.paperId) ?? []) : [])) }
}

/** @throws Refused notFound */
export const ownUploaders = async (
  { examId }: InputOf<typeof calls.ownUploaders>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.ownUploaders>> => {
  const { school, papers } = await takenIn(examId, caller)
  const [teachers, scanning] = await Promise.all([
    teachersOf(school.schoolId),
    inTurns(papers, 8, async ({ paperId }) => new Set((await uploadersOf(paperId)).map((u) => u.userId))),
  ])
  return teachers
    .map(({ teacherId, teacherName, userId }) => ({
      teacherId,
      teacherName,
      hasAccount: userId !== undefined,
      papers: papers.map(({ paperId, courseName }, i) => ({
        paperId,
        courseName,
        scans: userId !== undefined && scanning[i]!.has(userId),
      })),
    }))
    .sort((a, b) => a.teacherName.localeCompare(b.teacherName, 'zh-CN'))
}

/** Said twice it is one. @throws Refused notFound, schoolBarred, noUploader */
export const setOwnUploader = async (
  { examId, teacherId, paperIds }: InputOf<typeof calls.setOwnUploader>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setOwnUploader>> => {
  const { school, papers } = await takenIn(examId, caller)
  const why = barOfSchool(await schoolPartOf(examId, school.schoolId))
  if (why !== null) return refuse(scanProblems.schoolBarred, { why })
  const wanted = new Set<string>(paperIds)
  if ([...wanted].some((id) => !papers.some((p) => p.paperId === id))) return refuse(commonProblems.notFound)
  const teacher = (await teachersOf(school.schoolId)).find((t) => t.teacherId === teacherId)
  if (!teacher) return refuse(commonProblems.notFound)
  const { userId, teacherName } = teacher
  if (userId === undefined) return refuse(scanProblems.noUploader)
  let changed = 0
  for (const paper of papers) {
    const at = { paperId: paper.paperId, userId }
    const there = await uploaders.get(at)
    const scans = there !== null && there.deletedAt === undefined
    if (scans === wanted.has(paper.paperId)) continue
    changed++
    // No class named is every class: to a guest those of the own school.
    if (!scans) await giveClasses(paper, { teacherId, teacherName, userId }, [], false, caller)
    else
      await uploaders.edit(at, (u) =>
        u && u.deletedAt === undefined
          ? withAct(u, actBy(caller, 'remove', school.schoolName), { deletedAt: now(), deletedBy: caller.userId })
          : null,
      )
  }
  return { changed }
}
