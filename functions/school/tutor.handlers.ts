import { changeTutees, listTutors } from '#shared/school/tutor.calls.ts'
import type { TutorRow } from '#shared/school/tutor.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { cleanNumber } from '#shared/school/roster.rules.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { classesOf, settingOf, studentOf, studentOfNumber, teacherOf, teachersOf } from './roster/school.public.ts'
import { teachers } from './roster/school.store.ts'
import { changePerson } from './told.ts'

const studentsBy = async (ids: readonly string[]): Promise<Map<string, Student>> => {
  const found = new Map<string, Student>()
  for (let at = 0; at < ids.length; at += 50)
    for (const s of await Promise.all(ids.slice(at, at + 50).map((id) => studentOf(id))))
      if (s) found.set(s.studentId, s)
  return found
}

export const tutorHandlers = [
  implement(listTutors, async ({ input }) => {
    const [own, ownClasses] = await Promise.all([teachersOf(input.schoolId), classesOf(input.schoolId)])
    const names = new Map(ownClasses.map((c) => [c.classId as string, c.className]))
    const tutors = own.filter((t) => (t.tutees ?? []).length > 0)
    const known = await studentsBy([...new Set(tutors.flatMap((t) => t.tutees ?? []))])
    return tutors
      .map((t): TutorRow => ({
        teacherId: t.teacherId,
        teacherName: t.teacherName,
        count: (t.tutees ?? []).length,
        version: t.version,
        tutees: (t.tutees ?? []).flatMap((id) => {
          const s = known.get(id)
          if (!s || (input.gradeId !== undefined && s.gradeId !== input.gradeId)) return []
          return [{ ...s, className: names.get(s.classId) ?? '' }]
        }),
      }))
      .filter((t) => input.gradeId === undefined || t.tutees.length > 0)
  }),

  implement(changeTutees, async ({ input, caller }) => {
    const { schoolId, teacherId, version } = input
    const row = (await teacherOf(schoolId, teacherId)) ?? refuse(commonProblems.notFound)
    const { enabled, maxTutees } = await settingOf(schoolId, 'tutorSetting')
    if (!enabled && input.add.length > 0) return refuse(schoolProblems.tutorsOff)
    const added: Student[] = []
    for (const text of new Set(input.add.map(cleanNumber)))
      added.push((await studentOfNumber(schoolId, text)) ?? refuse(schoolProblems.numberUnknown, { number: text }))
    const kept = (row.tutees ?? []).filter((id) => !input.remove.includes(id))
    const tutees = [...new Set([...kept, ...added.map((s) => s.studentId)])]
    if (tutees.length > maxTutees && tutees.length > kept.length)
      return refuse(schoolProblems.tutorFull, { max: maxTutees })
    const { tutees: _before, ...rest } = row
    const next = { ...rest, ...(tutees.length > 0 ? { tutees } : {}), version }
    const done = await changePerson([teachers.saving(next)], caller, 'school.changeTutees', {
      schoolId,
      personId: teacherId,
      name: row.teacherName,
      before: { 指导学生: `${(row.tutees ?? []).length}人` },
      after: { 指导学生: `${tutees.length}人` },
    })
    return done ? { count: tutees.length, version: version + 1 } : refuseStale(teachers, row)
  }),
]
