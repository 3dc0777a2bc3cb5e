/** What each marker of a paper has done, as a certificate says it. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Actor } from '#shared/kit/actor.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { msEach } from '#shared/marking/quality/pace.rules.ts'
import { ownerSchool } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import { groupOf, scriptCounts, workedBy } from '../counts.ts'
import type { StaffedDesk } from '../desk.ts'
import { markerNames } from '../markerNames.ts'
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
  from: number
  to: number
  numbers: string[]
  marked: number
  /** Hours, where they are known. */
  hours: number | null
  at: number
}

export const certificatesOf = async (desk: StaffedDesk, asker: Actor, of?: string): Promise<Certificate[]> => {
  const { paper, exam, arrangement } = desk
  // First: the rows read below are what it brings in line.
  const { given } = await countedWhole(desk, { tenant: exam.owner, userId: asker.userId })
  const [worked, owner, rows, staff] = await Promise.all([
    workedBy(paper.paperId),
    ownerSchool(exam),
    scriptCounts.listApart(groupOf(paper)),
    isJoint(exam) ? staffOf(desk) : [],
  ])
  const lastAt = new Map(rows.map(({ name, at }) => [name, at]))
  const schools = new Map(staff.flatMap((t) => (t.userId ? [[t.userId as string, t.schoolName ?? '']] : [])))
  const nameOf = markerNames(desk, asker)
  const questions = subjectiveOf(paper.questions)
  const issuer = owner?.schoolName ?? ''
  const at = now()
  const by = Map.groupBy(
    given.filter((g) => g.userId !== paperMarker && (of === undefined || g.userId === of)),
    (g) => g.userId,
  )
  return [...by]
    .map(([userId, own]) => {
      const marked = own.reduce((n, g) => n + g.marked, 0)
      const each = msEach(worked.get(userId) ?? { ms: 0, steps: 0 })
      const to = lastAt.get(userId) ?? at
      return {
        teacherName: nameOf(userId),
        schoolName: schools.get(userId) ?? issuer,
        examName: exam.examName,
        courseName: paper.courseName,
        issuer,
        from: Math.min(arrangement.openedAt ?? to, to),
        to,
        numbers: questions.filter((q) => own.some((g) => g.questionId === q.questionId)).map((q) => q.number),
        marked,
        hours: each === null ? null : (each * marked) / 3_600_000,
        at,
      }
    })
    .sort((a, b) => a.teacherName.localeCompare(b.teacherName, 'zh-CN'))
}
