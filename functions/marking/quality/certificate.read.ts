/** What each marker of a paper has done, as a certificate says it. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Actor } from '#shared/kit/actor.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { msEach, noWork } from '#shared/marking/quality/pace.rules.ts'
import { ownerSchool } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import { workedBy } from '../counts.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { staffOf } from '../groups/group.read.ts'
import { paperMarker } from '../paperMarks.ts'
import { countedWhole } from '../progress.read.ts'

export type Certificate = {
  teacherName: string
  /** Of an exam of several schools the marker's own one. */
  schoolName: string
  examName: string
  courseName: string
  /** Who says so: the school whose exam it is; of an area's exam nothing is said. */
  issuer: string
  /** What certifies a teacher says so; another user has a name alone. */
  isTeacher: boolean
  /** The first day on which marks of it were given and the last; null where it is not known. */
  days: { from: number; to: number } | null
  numbers: string[]
  marked: number
  /** Hours, where they are known. */
  hours: number | null
  at: number
}

export const certificatesOf = async (desk: StaffedDesk, asker: Actor, of?: string): Promise<Certificate[]> => {
  const { paper, exam } = desk
  // First: the rows read below are what it brings in line.
  const { given } = await countedWhole(desk, { tenant: exam.owner, userId: asker.userId })
  const teachers = new Map(desk.teachers.flatMap((t) => (t.userId ? [[t.userId as string, t.teacherName]] : [])))
  const [worked, owner, staff] = await Promise.all([
    workedBy(paper.paperId),
    ownerSchool(exam),
    isJoint(exam) ? staffOf(desk) : [],
  ])
  // Who is no teacher of the exam is known where it is who made it, or who asks.
  const names = new Map<string, string>([
    [exam.creatorId, exam.creatorName],
    [asker.userId, asker.userName],
    ...teachers,
  ])
  const schools = new Map(staff.flatMap((t) => (t.userId ? [[t.userId as string, t.schoolName ?? '']] : [])))
  const questions = subjectiveOf(paper.questions)
  const issuer = owner?.schoolName ?? ''
  const at = now()
  const by = Map.groupBy(
    given.filter((g) => g.userId !== paperMarker && (of === undefined || g.userId === of)),
    (g) => g.userId,
  )
  return [...by]
    .flatMap(([userId, own]) => {
      const teacherName = names.get(userId)
      // Nothing is certified of who is called by no name.
      if (teacherName === undefined) return []
      const marked = own.reduce((n, g) => n + g.marked, 0)
      const { days, ...time } = worked.get(userId) ?? { ...noWork, days: [] }
      const each = msEach(time)
      return {
        teacherName,
        isTeacher: teachers.has(userId),
        schoolName: schools.get(userId) ?? issuer,
        examName: exam.examName,
        courseName: paper.courseName,
        issuer,
        days: days.length > 0 ? { from: days[0]!, to: days.at(-1)! } : null,
        numbers: questions.filter((q) => own.some((g) => g.questionId === q.questionId)).map((q) => q.number),
        marked,
        hours: each === null ? null : (each * marked) / 3_600_000,
        at,
      }
    })
    .sort((a, b) => a.teacherName.localeCompare(b.teacherName, 'zh-CN'))
}
