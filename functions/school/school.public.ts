/** What other rooms may ask of schools. */
import { schoolTenant } from '#shared/kit/ids.ts'
import type { Course, Grade, School, SchoolClass, Student, Teacher } from '#shared/school/school.types.ts'
import type { Caller, Resolver } from '#functions/kit/serve.ts'
import { areas, classes, courses, grades, schools, students, teachers } from './school.store.ts'

const live = <T extends { deletedAt?: number | undefined }>(row: T | null | undefined): T | null =>
  row && row.deletedAt === undefined ? row : null

export const schoolOf = async (schoolId: string): Promise<School | null> => live(await schools.get({ schoolId }))
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
export const studentsOfGrade = async (gradeId: string): Promise<Student[]> =>
  (await students.queryIndex('gsi2', `grade#${gradeId}`)).filter((s) => live(s) !== null)
export const studentsOfSchool = async (schoolId: string): Promise<Student[]> =>
  (await students.query(`students#${schoolId}`)).filter((s) => live(s) !== null)
export const studentOf = async (studentId: string): Promise<Student | null> =>
  live((await students.queryIndex('gsi1', `student#${studentId}`, { limit: 1 }))[0])

/** Own school; an area's people reach the schools of their area; the platform's staff all. */
export const maySeeSchool = async (schoolId: string, caller: Caller): Promise<boolean> => {
  if (caller.userType === -1) return true
  if (caller.tenant === schoolTenant(schoolId)) return true
  const school = await schoolOf(schoolId)
  if (!school) return false
  if (caller.tenant === 'p') return [1, 18, 19].includes(caller.userType)
  return caller.tenant === `a:${school.areaId}`
}

const through =
  (schoolIdOf: (id: string) => Promise<string | undefined>): Resolver =>
  async (ids, caller) => {
    for (const id of ids) {
      const schoolId = await schoolIdOf(id)
      if (schoolId === undefined || !(await maySeeSchool(schoolId, caller))) return false
    }
    return ids.length > 0
  }

/** A school that does not exist is nobody's, not even for the platform's staff. */
export const schoolResolver: Resolver = through(async (id) => (await schoolOf(id))?.schoolId)
export const areaResolver: Resolver = async (ids, caller) => {
  for (const areaId of ids) {
    if (!live(await areas.get({ areaId }))) return false
    if (caller.userType !== -1 && caller.tenant !== 'p' && caller.tenant !== `a:${areaId}`) return false
  }
  return ids.length > 0
}
export const gradeResolver: Resolver = through(async (id) => (await gradeOf(id))?.schoolId)
/** Deleted classes too, so that a deletion can be taken back. */
export const classResolver: Resolver = through(
  async (id) => (await classes.queryIndex('gsi1', `class#${id}`, { limit: 1 }))[0]?.schoolId,
)
export const studentResolver: Resolver = async (ids, caller) => {
  for (const id of ids) {
    const student = await studentOf(id)
    if (!student) return false
    // A student is seen by himself and by the school's staff, never by another student.
    if (caller.userType === 4 || caller.userType === 5) {
      if (caller.studentId !== id) return false
    } else if (!(await maySeeSchool(student.schoolId, caller))) return false
  }
  return ids.length > 0
}
