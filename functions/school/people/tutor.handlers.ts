import { changeTutees, listTutors } from '#shared/school/people/tutor.calls.ts'
import type { TutorRow } from '#shared/school/people/tutor.calls.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { classesOf, studentOf, teachersOf } from '../roster/school.public.ts'
import * as commands from './tutor.commands.ts'

const studentsBy = async (ids: readonly string[]): Promise<Map<string, Student>> => {
  const found = new Map<string, Student>()
  for (const s of await inTurns(ids, 50, (id) => studentOf(id))) if (s) found.set(s.studentId, s)
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

  implement(changeTutees, ({ input, caller }) => commands.changeTutees(input, caller)),
]
