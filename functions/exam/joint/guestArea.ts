/** An area whose schools sit the joint exam of another: by which it finds the exam, and what it is told of it. */
import { lastHeldFirst } from '#shared/exam/exam.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import { mostNamedSchools } from '#shared/exam/joint/area.calls.ts'
import type { listAreaParts } from '#shared/exam/joint/area.calls.ts'
import type { AnswerOf } from '#shared/kit/call.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { areaOf } from '#functions/school/roster/school.public.ts'
import { examsByIds, examSchoolsOf } from '../exam.public.ts'
import { areaPart } from '../sight.public.ts'
import { examAreas } from './joint.store.ts'

type Placed = { owner: Exam['owner']; school: Pick<ExamSchool, 'examId' | 'area'> }

/** The row by which a school's area finds the exam of another; null where it is the organiser's own. */
const areaRow = ({ owner, school: { examId, area } }: Placed) =>
  area && owner.startsWith('a:') && owner !== `a:${area.areaId}`
    ? { schema: 1 as const, examId, areaId: area.areaId }
    : null

/** Written again it is the same. */
export const layArea = async (of: Placed): Promise<void> => {
  const row = areaRow(of)
  if (row) await examAreas.put(row)
}

/** Takes away the areas of which no school is left. */
export const dropAreas = async ({ examId }: Pick<Exam, 'examId'>, schools: readonly ExamSchool[]): Promise<void> => {
  const there = new Set<string>(schools.flatMap((s) => s.area?.areaId ?? []))
  const laid = await examAreas.query(`exam#${examId}`, { prefix: 'area#', consistent: true })
  await inTurns(
    laid.filter((a) => !there.has(a.areaId)),
    8,
    (a) => examAreas.remove(a),
  )
}

/** So many of an area's last exams of others are shown. */
const mostShown = 30

/** The joint exams of other areas that schools of the caller's own sit, the last held first. */
export const areaParts = async ({ tenant }: Pick<Caller, 'tenant'>): Promise<AnswerOf<typeof listAreaParts>> => {
  if (!tenant.startsWith('a:')) return []
  const areaId = tenant.slice('a:'.length)
  const sat = await examAreas.queryIndex('gsi1', `guest-area#${areaId}`, { reverse: true, limit: mostShown })
  const found = (await examsByIds(sat.map((a) => a.examId))).filter(
    (e) => e.deletedAt === undefined && e.owner !== tenant,
  )
  const told = await inTurns(found.sort(lastHeldFirst), 4, async (exam) => {
    const [schools, organiser, shown] = await Promise.all([
      examSchoolsOf(exam.examId),
      areaOf(exam.owner.slice('a:'.length)),
      exam.status === examStatus.released ? areaPart(exam, areaId) : null,
    ])
    const own = schools.filter((s) => s.area?.areaId === areaId)
    if (own.length === 0) return []
    const { examId, examName, examDate, gradeName, status } = exam
    return {
      ...{ examId, examName, examDate, gradeName, status },
      organiser: organiser?.areaName ?? '组织方',
      courses: exam.papers.map((p) => p.courseName),
      schools: own.length,
      names: own.slice(0, mostNamedSchools).map((s) => s.schoolName),
      candidateCount: own.reduce((n, s) => n + s.candidateCount, 0),
      readable: shown !== null,
    }
  })
  return told.flat()
}
