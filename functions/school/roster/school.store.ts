/** Areas, schools and their people. A school's roster is one partition a kind; a grade's students are one partition. */
import { anonymous, anonymousText } from '#shared/kit/anonymous.ts'
import type { Known } from '#shared/kit/anonymous.ts'
import {
  Area,
  Course,
  Grade,
  Leader,
  RosterAct,
  School,
  SchoolClass,
  Student,
  Teacher,
  TeachingClass,
  TeachingMember,
  TeachingTerm,
} from '#shared/school/roster/school.types.ts'
import { Setting } from '#shared/school/roster/setting.types.ts'
import { stays, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_SCHOOL'

export const areas = rows({
  table,
  schema: Area,
  hangsOn: stays('others hang on it'),
  personal: 'nothing',
  key: (of: { areaId: string }) => ({ pk: `area#${of.areaId}`, sk: 'area' }),
  index: (a) => ({
    gsi1pk: 'areas',
    gsi1sk: a.areaCode,
    ...(a.cityId ? { gsi2pk: `counties#${a.cityId}`, gsi2sk: a.areaCode } : {}),
  }),
})

export const schools = rows({
  table,
  schema: School,
  hangsOn: stays('others hang on it'),
  personal: 'staff',
  key: (of: { schoolId: string }) => ({ pk: `school#${of.schoolId}`, sk: 'school' }),
  // All of a city's counties lie together: no area is asked by itself.
  index: (s) => ({
    gsi1pk: `area#${s.areaId}`,
    gsi1sk: s.schoolId,
    ...(s.cityId ? { gsi2pk: `city#${s.cityId}`, gsi2sk: s.schoolId } : {}),
  }),
})

export const grades = rows({
  table,
  schema: Grade,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `school#${schoolId}`, prefix: 'grade#' })),
  personal: 'nothing',
  key: (of: { schoolId: string; gradeId: string }) => ({ pk: `school#${of.schoolId}`, sk: `grade#${of.gradeId}` }),
  index: (g) => ({ gsi1pk: `grade#${g.gradeId}`, gsi1sk: 'grade' }),
})

export const classes = rows({
  table,
  schema: SchoolClass,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `school#${schoolId}`, prefix: 'class#' })),
  personal: 'nothing',
  key: (of: { schoolId: string; classId: string }) => ({ pk: `school#${of.schoolId}`, sk: `class#${of.classId}` }),
  index: (c) => ({ gsi1pk: `class#${c.classId}`, gsi1sk: 'class' }),
})

export const courses = rows({
  table,
  schema: Course,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `school#${schoolId}`, prefix: 'course#' })),
  personal: 'nothing',
  key: (of: { schoolId: string; courseId: string }) => ({ pk: `school#${of.schoolId}`, sk: `course#${of.courseId}` }),
  index: (c) => ({ gsi1pk: `course#${c.courseId}`, gsi1sk: 'course' }),
})

export const teachers = rows({
  table,
  schema: Teacher,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `school#${schoolId}`, prefix: 'teacher#' })),
  personal: 'staff',
  key: (of: { schoolId: string; teacherId: string }) => ({
    pk: `school#${of.schoolId}`,
    sk: `teacher#${of.teacherId}`,
  }),
  index: (t) => ({ gsi1pk: `teacher#${t.teacherId}`, gsi1sk: 'teacher' }),
})

export const leaders = rows({
  table,
  schema: Leader,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `school#${schoolId}`, prefix: 'leader#' })),
  personal: 'staff',
  key: (of: { schoolId: string; userId: string }) => ({ pk: `school#${of.schoolId}`, sk: `leader#${of.userId}` }),
})

const cleanAct = (act: RosterAct, known: Known): RosterAct => {
  const clean = anonymous(act, known)
  // Only a move of one alone is called by his name.
  const named = act.moves?.length === 1 && act.moves[0]!.studentId === known.studentId
  const title = named ? anonymousText(act.title, known) : act.title
  return title === clean.title ? clean : { ...clean, title }
}

/** What was done to many at once, by time. */
export const acts = rows({
  table,
  schema: RosterAct,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `acts#${schoolId}` })),
  personal: { clean: cleanAct },
  key: (of: { schoolId: string; actId: string }) => ({ pk: `acts#${of.schoolId}`, sk: of.actId }),
})

/** Keyed by number within the school, so that a number is unique by the table itself. */
export const students = rows({
  table,
  schema: Student,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `students#${schoolId}` })),
  personal: 'room',
  key: (of: { schoolId: string; studentNumber: string }) => ({
    pk: `students#${of.schoolId}`,
    sk: of.studentNumber,
  }),
  index: (s) => ({
    gsi1pk: `student#${s.studentId}`,
    gsi1sk: 'student',
    gsi2pk: `grade#${s.gradeId}`,
    gsi2sk: `${s.classId}#${s.studentNumber}`,
  }),
})

/** A report's part on marking was never written; what it explains its figures by stands in its place. */
const definitionsForMarking = (stored: Record<string, unknown>): Record<string, unknown> => {
  const values = stored['values'] as { sections?: unknown } | undefined
  if (stored['page'] !== 'reportTemplate' || !Array.isArray(values?.sections)) return stored
  const sections = values.sections.map((s: unknown) => (s === 'marking' ? 'definitions' : s))
  return { ...stored, values: { ...values, sections } }
}

/** Settings pages: the school's own, and a grade's. */
export const settings = rows({
  table,
  schema: Setting,
  upcast: definitionsForMarking,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `settings#${schoolId}` })),
  personal: 'nothing',
  key: (of: { schoolId: string; page: string; gradeId: string }) => ({
    pk: `settings#${of.schoolId}`,
    sk: `${of.page}#${of.gradeId}`,
  }),
})

/** Of a school one partition holds the terms, classes and members of teaching classes; a grade's term is a stretch of each. */
export const teachingPlace = (schoolId: string): string => `teaching#${schoolId}`
export const teachingTerms = rows({
  table,
  schema: TeachingTerm,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `teaching#${schoolId}`, prefix: 'term#' })),
  personal: 'nothing',
  key: (of: { schoolId: string; gradeId: string; term: string }) => ({
    pk: `teaching#${of.schoolId}`,
    sk: `term#${of.gradeId}#${of.term}`,
  }),
})

export const teachingClasses = rows({
  table,
  schema: TeachingClass,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `teaching#${schoolId}`, prefix: 'class#' })),
  personal: 'nothing',
  key: (of: { schoolId: string; gradeId: string; term: string; classId: string }) => ({
    pk: `teaching#${of.schoolId}`,
    sk: `class#${of.gradeId}#${of.term}#${of.classId}`,
  }),
})

/** One a course, by its key; all of a student's are found by the student, and go with him. */
export const teachingMembers = rows({
  table,
  schema: TeachingMember,
  hangsOn: under('person', ({ personId }) => ({ index: 'gsi1', pk: `member#${personId}` })),
  personal: 'nothing',
  key: (of: { schoolId: string; gradeId: string; term: string; courseId: string; studentId: string }) => ({
    pk: `teaching#${of.schoolId}`,
    sk: `member#${of.gradeId}#${of.term}#${of.courseId}#${of.studentId}`,
  }),
  index: (m) => ({ gsi1pk: `member#${m.studentId}`, gsi1sk: `${m.term}#${m.courseId}` }),
})
