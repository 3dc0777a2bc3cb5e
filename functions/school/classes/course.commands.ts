import { hasGraduated, termOf } from '#shared/school/roster/school.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { Course } from '#shared/school/roster/school.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { deleteOrUndo, saveOver } from '#functions/kit/stale.ts'
import { courseName, freeingName, takingName } from '../people/names.ts'
import { coursesOf, gradesOf, schoolOf, teachersOf } from '../roster/school.public.ts'
import { classesOfTerm, termInForce } from '../roster/teachingClass.read.ts'
import { courses } from '../roster/school.store.ts'
import { changeThing } from '../people/told.ts'
import type * as courseCalls from '#shared/school/classes/course.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

type Of = Pick<Course, 'schoolId' | 'courseId'>

const there = async (of: Of): Promise<Course> => (await courses.get(of)) ?? refuse(commonProblems.notFound)

const thing = (c: Course) => ({ schoolId: c.schoolId, object: c.courseId, name: c.courseName })

const taken = async (row: Course, name: string): Promise<boolean> =>
  (await coursesOf(row.schoolId)).some((c) => c.courseId !== row.courseId && c.courseName === name)

export const updateCourse = async (
  input: InputOf<typeof courseCalls.updateCourse>,
  caller: Caller,
): Promise<AnswerOf<typeof courseCalls.updateCourse>> => {
  const row = await there(input)
  if (row.deletedAt !== undefined) return refuse(commonProblems.notFound)
  const { courseName: name = row.courseName, courseSort = row.courseSort, knowledgeOf = row.knowledgeOf ?? '' } = input
  const { knowledgeOf: _before, ...rest } = row
  const next: Course = {
    ...rest,
    courseName: name,
    courseSort,
    ...(knowledgeOf === '' ? {} : { knowledgeOf }),
    version: input.version,
  }
  const renamed = name !== row.courseName
  if (renamed && (await taken(row, name))) return refuse(schoolProblems.courseTaken, { name })
  const names = renamed ? [freeingName(courseName(row)), takingName(courseName(next), row.courseId)] : []
  const told = (c: Course) => ({ 名称: c.courseName, 排序: c.courseSort })
  const of = { ...thing(row), before: told(row), after: told(next) }
  return saveOver(courses, next, (saving) => changeThing([saving, ...names], caller, 'school.updateCourse', of))
}

/** Whether it is taught in a teaching class of any grade in this term. */
const isWalked = async ({ schoolId, courseId }: Course): Promise<boolean> => {
  const turnMonth = (await schoolOf(schoolId))?.turnMonth
  const term = termOf(now(), turnMonth)
  const found = await Promise.all(
    (await gradesOf(schoolId)).map(async (grade) => {
      if (hasGraduated(grade, now(), turnMonth)) return []
      const { gradeId } = grade
      const inForce = await termInForce({ schoolId, gradeId }, term)
      return inForce === null ? [] : classesOfTerm({ schoolId, gradeId }, inForce)
    }),
  )
  return found.flat().some((c) => c.courseId === courseId)
}

export const deleteCourse = async (
  input: InputOf<typeof courseCalls.deleteCourse>,
  caller: Caller,
): Promise<AnswerOf<typeof courseCalls.deleteCourse>> => {
  const row = await there(input)
  const { courseName: name } = row
  return deleteOrUndo(courses, row, input, async (saving) => {
    if (!input.undo && (await teachersOf(row.schoolId)).some((t) => t.teaches.some((x) => x.courseId === row.courseId)))
      return refuse(schoolProblems.courseInUse, { name })
    if (!input.undo && (await isWalked(row))) return refuse(schoolProblems.courseWalks, { name })
    if (input.undo && (await taken(row, name))) return refuse(schoolProblems.courseTaken, { name })
    const guard = input.undo ? takingName(courseName(row), row.courseId) : freeingName(courseName(row))
    const act = input.undo ? 'school.restoreCourse' : 'school.deleteCourse'
    return changeThing([saving, guard], caller, act, thing(row))
  })
}
