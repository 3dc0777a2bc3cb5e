import * as calls from '#shared/school/classes/teachingClass.calls.ts'
import type { TeachingStudentRow } from '#shared/school/classes/teachingClass.calls.ts'
import { termName, termOf } from '#shared/school/roster/school.rules.ts'
import { seesTeachingClass } from '#shared/school/roster/scope.rules.ts'
import type { TeachingClass } from '#shared/school/roster/school.types.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { classesOf, coursesOf, gradeOf, schoolOf, studentsOfGrade, teachersOf } from '../roster/school.public.ts'
import { placeOf, scopeFor } from '../roster/scope.ts'
import * as commands from './teachingClass.commands.ts'
import { classesOfTerm, membersOfTerm, termInForce, termsOf } from '../roster/teachingClass.read.ts'

/** The classes of a grade's term that the caller sees, with the names that go with them. */
const seenIn = async (gradeId: string, asked: string | undefined, caller: Caller) => {
  const grade = (await gradeOf(gradeId)) ?? refuse(commonProblems.notFound)
  const school = (await schoolOf(grade.schoolId)) ?? refuse(commonProblems.notFound)
  const [scope, courses, teachers, term] = await Promise.all([
    scopeFor(caller),
    coursesOf(school.schoolId),
    teachersOf(school.schoolId),
    termInForce(grade, asked ?? termOf(now(), school.turnMonth)),
  ])
  const all = term === null ? [] : await classesOfTerm(grade, term)
  const at = placeOf(school, { gradeId: grade.gradeId, classId: '' as TeachingClass['classId'] })
  const seen = all.filter((c) => seesTeachingClass(scope, at, { ...c, viewer: caller.teacherId }))
  const teacherNames = new Map(teachers.map((t) => [t.teacherId as string, t.teacherName]))
  const sorts = new Map(courses.map((c, i) => [c.courseId as string, i]))
  return {
    grade,
    school,
    scope,
    term,
    walking: new Set<string>(all.map((c) => c.courseId)),
    courseNames: new Map(courses.map((c) => [c.courseId as string, c.courseName])),
    namesOf: (c: Pick<TeachingClass, 'teacherIds'>) => c.teacherIds.flatMap((id) => teacherNames.get(id) ?? []),
    classes: seen.sort(
      (a, b) =>
        (sorts.get(a.courseId) ?? 99) - (sorts.get(b.courseId) ?? 99) ||
        a.className.localeCompare(b.className, 'zh-CN', { numeric: true }),
    ),
  }
}

export const teachingClassHandlers = [
  implement(calls.listTeachingClasses, async ({ input: { gradeId, term: asked, courseId }, caller }) => {
    const { grade, term, classes, courseNames, namesOf } = await seenIn(gradeId, asked, caller)
    if (term === null) return []
    const counts = Map.groupBy(await membersOfTerm(grade, term, courseId), (m) => m.classId as string)
    return classes
      .filter((c) => courseId === undefined || c.courseId === courseId)
      .map((c) => ({
        ...c,
        courseName: courseNames.get(c.courseId) ?? '',
        teachers: namesOf(c),
        studentCount: counts.get(c.classId)?.length ?? 0,
      }))
  }),

  implement(calls.teachingTerms, async ({ input: { gradeId } }) => {
    const grade = (await gradeOf(gradeId)) ?? refuse(commonProblems.notFound)
    const today = await commands.termToday(grade)
    const [terms, inForce] = await Promise.all([termsOf(grade), termInForce(grade, today)])
    return { terms: terms.map(({ term }) => ({ term, name: termName(term) })), today, inForce }
  }),

  implement(calls.listTeachingStudents, async ({ input, caller }) => {
    const { courseId, classId, placed, name } = input
    const { grade, school, scope, term, classes, walking, courseNames, namesOf } = await seenIn(
      input.gradeId,
      input.term,
      caller,
    )
    if (term === null) return page<TeachingStudentRow>([], input)
    const [members, students, homes] = await Promise.all([
      membersOfTerm(grade, term, courseId),
      studentsOfGrade(grade.gradeId),
      classesOf(school.schoolId, grade.gradeId),
    ])
    const byId = new Map(classes.map((c) => [c.classId as string, c]))
    const people = new Map(students.map((s) => [s.studentId as string, s]))
    const homeNames = new Map(homes.map((c) => [c.classId as string, c.className]))
    const of = ({ studentId, studentName, studentNumber, classId: home }: (typeof students)[number]) => ({
      studentId,
      studentName,
      studentNumber,
      homeName: homeNames.get(home) ?? '',
    })
    const inClass = members.flatMap((m): TeachingStudentRow[] => {
      const [own, student] = [byId.get(m.classId), people.get(m.studentId)]
      if (!own || !student) return []
      const names = { courseName: courseNames.get(m.courseId) ?? '', className: own.className, teachers: namesOf(own) }
      return [{ ...of(student), courseId: m.courseId, classId: m.classId, ...names }]
    })
    const there = new Set(members.map((m) => `${m.courseId}/${m.studentId}`))
    const at = placeOf(school, { gradeId: grade.gradeId, classId: '' as TeachingClass['classId'] })
    const inNone = students.flatMap((s) =>
      (s.courseIds ?? []).flatMap((id): TeachingStudentRow[] => {
        const asked =
          walking.has(id) && (courseId === undefined || id === courseId) && !there.has(`${id}/${s.studentId}`)
        // Of none it is no teacher's own: who sees the whole course sees them.
        if (!asked || !seesTeachingClass(scope, at, { courseId: id, teacherIds: [], viewer: undefined })) return []
        return [{ ...of(s), courseId: id, courseName: courseNames.get(id) ?? '', className: '', teachers: [] }]
      }),
    )
    const wanted = name?.trim()
    const sort = input.sort ?? 'studentNumber'
    const key = sort.replace(/^-/, '') as 'studentName' | 'studentNumber' | 'homeName' | 'courseName' | 'className'
    const rows = (placed === undefined ? [...inNone, ...inClass] : placed ? inClass : inNone)
      .filter((r) => classId === undefined || r.classId === classId)
      .filter((r) => !wanted || r.studentName.includes(wanted) || r.studentNumber.startsWith(wanted))
      .sort(
        (a, b) =>
          (sort.startsWith('-') ? -1 : 1) * a[key].localeCompare(b[key], 'zh-CN', { numeric: true }) ||
          a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true }),
      )
    return page(rows, input)
  }),

  implement(calls.createTeachingClass, ({ input, caller }) => commands.createTeachingClass(input, caller)),
  implement(calls.updateTeachingClass, ({ input, caller }) => commands.updateTeachingClass(input, caller)),
  implement(calls.deleteTeachingClass, ({ input, caller }) => commands.deleteTeachingClass(input, caller)),
  implement(calls.placeStudents, ({ input, caller }) => commands.placeStudents(input, caller)),
  implement(calls.importTeaching, ({ input, caller }) => commands.importTeaching(input, caller)),
  implement(calls.teachingTemplate, ({ caller }) => commands.teachingTemplate(caller)),
]
