/** What other rooms may ask of schools. */
import type { ClassId, SchoolId } from '#shared/kit/ids.ts'
import { isAway } from '#shared/school/roster/school.rules.ts'
import { scopeOf, seesArea, seesClass, seesGrade, seesSchool, seesStudent } from '#shared/school/roster/scope.rules.ts'
import type {
  Area,
  Course,
  Grade,
  Leader,
  School,
  SchoolClass,
  Student,
  Teacher,
} from '#shared/school/roster/school.types.ts'
import { settingSchemas } from '#shared/school/roster/setting.types.ts'
import type { Setting, SettingPage, SettingValues } from '#shared/school/roster/setting.types.ts'
import { memo } from '#functions/kit/memo.ts'
import { now } from '#functions/kit/ports.ts'
import type { Resolver } from '#functions/kit/serve.ts'
import type { QueryOptions } from '#functions/kit/table.query.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { placeOf, scopeFor } from './scope.ts'
import { areas, classes, courses, grades, leaders, schools, settings, students, teachers } from './school.store.ts'

/** Teaching classes as they are in force on a day: for exams. */
export { teachingOn } from './teachingClass.read.ts'

/** What a caller sees of classes and people: for rooms that hold it against what is theirs. */
export { scopeFor } from './scope.ts'

const live = <T extends { deletedAt?: number | undefined }>(row: T | null | undefined): T | null =>
  row && row.deletedAt === undefined ? row : null

export const schoolOf = async (schoolId: string): Promise<School | null> => live(await schools.get({ schoolId }))
/** Those of them that are open, in one batched reading; in no order. */
export const schoolsOf = async (schoolIds: readonly SchoolId[]): Promise<School[]> =>
  (await schools.getMany(schoolIds.map((schoolId) => ({ schoolId })))).filter((s) => live(s) !== null)
/** What these schools are called, closed ones too. */
export const schoolsNamed = async (schoolIds: readonly string[]): Promise<Map<string, string>> => {
  const found = await schools.getMany([...new Set(schoolIds)].map((schoolId) => ({ schoolId })))
  return new Map(found.map((s) => [s.schoolId, s.schoolName]))
}
export const gradeOf = async (gradeId: string): Promise<Grade | null> =>
  live((await grades.queryIndex('gsi1', `grade#${gradeId}`, { limit: 1 }))[0])
export const classOf = async (classId: string): Promise<SchoolClass | null> =>
  live((await classes.queryIndex('gsi1', `class#${classId}`, { limit: 1 }))[0])
export const gradesOf = async (schoolId: string): Promise<Grade[]> =>
  (await grades.query(`school#${schoolId}`, { prefix: 'grade#' })).filter((g) => live(g) !== null)
export const classesOf = async (schoolId: string, gradeId?: string): Promise<SchoolClass[]> =>
  (await classes.query(`school#${schoolId}`, { prefix: 'class#' }))
    .filter((c) => live(c) !== null && (gradeId === undefined || c.gradeId === gradeId))
    .sort((a, b) => a.sort - b.sort)
export const coursesOf = async (schoolId: string): Promise<Course[]> =>
  (await courses.query(`school#${schoolId}`, { prefix: 'course#' }))
    .filter((c) => live(c) !== null)
    .sort((a, b) => a.courseSort - b.courseSort)
export const teachersOf = async (schoolId: string): Promise<Teacher[]> =>
  (await teachers.query(`school#${schoolId}`, { prefix: 'teacher#' })).filter((t) => live(t) !== null)
/** All students of a grade, those who are away too. */
export const studentsOfGrade = async (gradeId: string): Promise<Student[]> =>
  (await students.queryIndex('gsi2', `grade#${gradeId}`)).filter((s) => live(s) !== null)
/** The students of a class. */
export const studentsOfClass = async (of: { gradeId: string; classId: string }): Promise<Student[]> =>
  (await students.queryIndex('gsi2', `grade#${of.gradeId}`, { prefix: `${of.classId}#` })).filter(
    (s) => live(s) !== null,
  )
/** The students of a grade whom an exam expects: those who are not away. */
export const studentsExpected = async (gradeId: string): Promise<Student[]> => {
  const at = now()
  return (await studentsOfGrade(gradeId)).filter((s) => !isAway(s, at))
}
export const studentsOfSchool = async (schoolId: string): Promise<Student[]> =>
  (await students.query(`students#${schoolId}`)).filter((s) => live(s) !== null)
/** Live rows in their order, a thousand at a time: nothing comes between a key and itself with a zero. */
async function* pagesBy(
  read: (options: QueryOptions) => Promise<Student[]>,
  keyOf: (s: Student) => string,
): AsyncGenerator<Student[]> {
  const limit = 1000
  for (let from = ' '; ;) {
    const page = await read({ from, limit })
    yield page.filter((s) => live(s) !== null)
    if (page.length < limit) return
    from = `${keyOf(page.at(-1)!)}\u0000`
  }
}
/** The students of a school by number, in pages: where memory must not hold them all. */
export const schoolPages = (schoolId: string): AsyncGenerator<Student[]> =>
  pagesBy(
    (options) => students.query(`students#${schoolId}`, options),
    (s) => s.studentNumber,
  )
/** The students of a grade by class and number, in pages. */
export const gradePages = (gradeId: string): AsyncGenerator<Student[]> =>
  pagesBy(
    (options) => students.queryIndex('gsi2', `grade#${gradeId}`, options),
    (s) => `${s.classId}#${s.studentNumber}`,
  )
export const studentOf = async (studentId: string): Promise<Student | null> =>
  live((await students.queryIndex('gsi1', `student#${studentId}`, { limit: 1 }))[0])

export const areaOf = async (areaId: string): Promise<Area | null> => live(await areas.get({ areaId }))
export const teacherOf = async (schoolId: string, teacherId: string): Promise<Teacher | null> =>
  live(await teachers.get({ schoolId, teacherId }))

/** Every school of the platform: known for a minute. */
export const allSchools = memo(60, async (): Promise<SchoolId[]> => {
  const every = await areas.queryIndex('gsi1', 'areas')
  const found = await inTurns(every, 10, (a) => schools.queryIndex('gsi1', `area#${a.areaId}`))
  return found.flat().flatMap((s) => (live(s) === null ? [] : [s.schoolId]))
})

/** The students of a number, in all schools: one batched reading a hundred schools, since the number is the key. */
export const studentsOfNumber = async (studentNumber: string): Promise<Student[]> =>
  (await students.getMany((await allSchools()).map((schoolId) => ({ schoolId, studentNumber })))).filter(
    (s) => live(s) !== null,
  )

/** The students of a number in these schools. */
export const studentsNumberedIn = async (
  of: readonly Pick<School, 'schoolId'>[],
  studentNumber: string,
): Promise<Student[]> =>
  (await students.getMany(of.map(({ schoolId }) => ({ schoolId, studentNumber })))).filter((s) => live(s) !== null)

/** The student of a number in one school. */
export const studentOfNumber = async (schoolId: SchoolId, studentNumber: string): Promise<Student | null> =>
  live(await students.get({ schoolId, studentNumber }))

export const leadersOf = async (schoolId: string): Promise<Leader[]> =>
  (await leaders.query(`school#${schoolId}`, { prefix: 'leader#' })).filter((l) => live(l) !== null)

const every = async (ids: readonly string[], sees: (id: string) => Promise<boolean>): Promise<boolean> => {
  for (const id of ids) if (!(await sees(id))) return false
  return ids.length > 0
}

/**
 * Own school; an area's people reach the schools of their area, and a city's those of its counties; the platform's staff all. A school that does not exist is
 * out of every caller's scope, the platform's staff too.
 */
export const schoolResolver: Resolver = async (ids, caller) => {
  const wanted = [...new Set(ids)] as SchoolId[]
  const found = await schoolsOf(wanted)
  const scope = scopeOf(caller)
  return wanted.length > 0 && found.length === wanted.length && found.every((s) => seesSchool(scope, s))
}

export const areaResolver: Resolver = (ids, caller) =>
  every(ids, async (areaId) => {
    const area = live(await areas.get({ areaId }))
    return area !== null && seesArea(scopeOf(caller), area)
  })

export const gradeResolver: Resolver = async (ids, caller) => {
  const scope = await scopeFor(caller)
  return every(ids, async (id) => {
    // A deleted one too: its deletion is taken back.
    const grade = (await grades.queryIndex('gsi1', `grade#${id}`, { limit: 1 }))[0]
    const school = grade && (await schoolOf(grade.schoolId))
    if (!grade || !school) return false
    const at = { ...placeOf(school, { ...grade, classId: '' as ClassId }) }
    if (seesGrade(scope, at, [])) return true
    const own = await classesOf(school.schoolId, grade.gradeId)
    return seesGrade(
      scope,
      at,
      own.map((c) => c.classId),
    )
  })
}

/** Deleted classes too, so that a deletion can be taken back. */
export const classResolver: Resolver = async (ids, caller) => {
  const scope = await scopeFor(caller)
  return every(ids, async (id) => {
    const row = (await classes.queryIndex('gsi1', `class#${id}`, { limit: 1 }))[0]
    const school = row && (await schoolOf(row.schoolId))
    return school ? seesClass(scope, placeOf(school, row)) : false
  })
}

/** A student is seen by himself and by those of the school's staff who have to do with him, never by another student. */
export const studentResolver: Resolver = async (ids, caller) => {
  const scope = await scopeFor(caller)
  return every(ids, async (studentId) => {
    const student = await studentOf(studentId)
    const school = student && (await schoolOf(student.schoolId))
    return school ? seesStudent(scope, { ...placeOf(school, student), studentId }) : false
  })
}

export type SettingNow<P extends SettingPage> = {
  values: SettingValues<P>
  from: 'default' | 'school' | 'grade'
  own: Setting | null
}

/** A settings page as it is in force: the grade's, else the school's, else the defaults. */
export const settingNow = async <P extends SettingPage>(
  schoolId: string,
  page: P,
  gradeId?: string,
): Promise<SettingNow<P>> => {
  const places = gradeId ? [gradeId, ''] : ['']
  const found = await settings.getMany(places.map((place) => ({ schoolId, page, gradeId: place })))
  const own = found.find((s) => s.gradeId === (gradeId ?? '')) ?? null
  const row = own ?? found[0]
  return {
    values: settingSchemas[page].parse(row?.values ?? {}) as SettingValues<P>,
    from: !row ? 'default' : row.gradeId === '' ? 'school' : 'grade',
    own,
  }
}
/** What other rooms ask: the values alone. */
export const settingOf = async <P extends SettingPage>(
  schoolId: string,
  page: P,
  gradeId?: string,
): Promise<SettingValues<P>> => (await settingNow(schoolId, page, gradeId)).values
