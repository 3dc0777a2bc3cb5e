/**
 * The schools and people that a typed text means, of those that the caller may see. Whom a caller sees is the scope's to
 * say, here as in the lists; a school's students are found by number and by the index of their names, never read whole.
 */
import { rosterReaders, seesClass, seesStudent } from '#shared/school/roster/scope.rules.ts'
import type { School, Student, Teacher } from '#shared/school/roster/school.types.ts'
import { admits } from '#shared/kit/userType.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { matches } from './findPeople.ts'
import { codeOwners } from './names.ts'
import { studentsBeginning } from '../imports/roster.list.ts'
import { classesOf, schoolOf, studentsNumberedIn, teachersOf } from '../roster/school.public.ts'
import { placeOf, scopeFor } from '../roster/scope.ts'
import { seenSchools } from '../seen.ts'

/** By what registers call it. */
export const schoolOfCode = async (code: string): Promise<School | null> => {
  const schoolId = (await codeOwners([code])).get(code)
  return schoolId === undefined ? null : schoolOf(schoolId)
}

export type FoundStudent = { student: Student; className: string; schoolName?: string }
export type FoundPeople = {
  schools: { schoolId: School['schoolId']; schoolName: string; areaName: string }[]
  students: FoundStudent[]
  teachers: Teacher[]
}

const noPeople: FoundPeople = { schools: [], students: [], teachers: [] }

/** Of one's own school: students by number, name, pinyin or initials, teachers by name. */
const inSchool = async (caller: Caller, school: School, text: string, most: number): Promise<FoundPeople> => {
  const [scope, ownClasses, ownTeachers] = await Promise.all([
    scopeFor(caller),
    classesOf(school.schoolId),
    teachersOf(school.schoolId),
  ])
  const names = new Map(ownClasses.map((c) => [c.classId as string, c.className]))
  const seen = new Set<string>(ownClasses.filter((c) => seesClass(scope, placeOf(school, c))).map((c) => c.classId))
  const wanted = (s: Student): boolean =>
    scope.within === 'all' || seesStudent(scope, { ...placeOf(school, s), studentId: s.studentId })
  const colleague = (t: Teacher): boolean =>
    scope.within === 'all' || t.teacherId === caller.teacherId || t.teaches.some((x) => seen.has(x.classId))
  const found = await studentsBeginning(school.schoolId, text, most, wanted)
  return {
    schools: [],
    students: found.map((student) => ({ student, className: names.get(student.classId) ?? '' })),
    teachers: ownTeachers
      .filter((t) => matches(text, { pinyin: t.pinyin, names: [t.teacherName] }))
      .filter(colleague)
      .slice(0, most),
  }
}

/** Of many schools: the schools by name or code, a student by the whole number. */
const inSchools = async (caller: Caller, text: string, most: number): Promise<FoundPeople> => {
  const seen = await seenSchools(caller)
  const upper = text.toUpperCase()
  const schools = seen.filter((s) => s.schoolName.includes(text) || (s.schoolCode ?? '').startsWith(upper))
  const numbered = /^\d{4,18}$/.test(text) ? await studentsNumberedIn(seen, text) : []
  const names = new Map(seen.map((s) => [s.schoolId as string, s.schoolName]))
  const students = await Promise.all(
    numbered.slice(0, most).map(async (student) => ({
      student,
      className: (await classesOf(student.schoolId)).find((c) => c.classId === student.classId)?.className ?? '',
      schoolName: names.get(student.schoolId) ?? '',
    })),
  )
  return {
    schools: schools.slice(0, most).map(({ schoolId, schoolName, areaName }) => ({ schoolId, schoolName, areaName })),
    students,
    teachers: [],
  }
}

export const peopleFound = async (caller: Caller, text: string, most: number): Promise<FoundPeople> => {
  if (!admits(rosterReaders, caller.userType)) return noPeople
  if (!caller.tenant.startsWith('s:')) return inSchools(caller, text, most)
  const school = caller.schoolId ? await schoolOf(caller.schoolId) : null
  return school ? inSchool(caller, school, text, most) : noPeople
}
