/** What an erasure must know before anything of the student is gone. */
import type { Known } from '#shared/kit/anonymous.ts'
import type { ErasePaper } from '#shared/school/school.jobs.ts'
import type { School, Student } from '#shared/school/roster/school.types.ts'
import { areaTenant, schoolTenant } from '#shared/kit/ids.ts'
import type { Tenant } from '#shared/kit/ids.ts'
import type { Sittings } from '#functions/kit/holding.ts'
import { acts } from './roster/school.store.ts'
import { personals, textsOf } from './people/personal.store.ts'

export type ErasePlan = {
  known: Known
  /** Texts that no file may hold. */
  texts: string[]
  userId?: string | undefined
  papers: ErasePaper[]
  exams: number
  /** Whose folders files of the school's roster may lie in. */
  tenants: Tenant[]
}

/** Under which names and numbers the student was ever kept, and the papers sat. */
export const planErasure = async (sittings: Sittings, school: School, student: Student): Promise<ErasePlan> => {
  const { studentId, schoolId } = student
  const [sat, done, sealed] = await Promise.all([
    sittings.sittingsOf(studentId),
    acts.query(`acts#${schoolId}`),
    personals.get({ schoolId, kind: 'student', personId: studentId }),
  ])
  const moved = done.flatMap((a) => (a.moves ?? []).filter((m) => m.studentId === studentId))
  const names = new Set([student.studentName, ...sat.map((c) => c.studentName)])
  const numbers = new Set([
    student.studentNumber,
    ...sat.map((c) => c.studentNumber),
    ...moved.map((m) => m.studentNumber),
  ])
  const examIds = [...new Set(sat.map((c) => c.examId))]
  const papers: ErasePaper[] = []
  for (const examId of examIds)
    for (const { paperId, owner, cardId } of await sittings.papersSat(examId))
      papers.push({ paperId, examId, owner, ...(cardId ? { cardId } : {}) })
  const personal = await textsOf(sealed)
  return {
    known: { studentId, names: [...names], numbers: [...numbers] },
    texts: [...names, ...numbers, ...Object.values(personal).filter((t) => t !== undefined)],
    userId: student.userId,
    papers,
    exams: examIds.length,
    tenants: [
      schoolTenant(schoolId),
      areaTenant(school.areaId),
      ...(school.cityId ? [areaTenant(school.cityId)] : []),
      'p',
    ],
  }
}
