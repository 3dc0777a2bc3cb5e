/**
 * Who sees which area, school, grade, class, course and student (spec 1 §6, spec 2 §5), by user type and by what a
 * person is entrusted with. The server's resolvers and lists and the screens ask here and nowhere else.
 *
 * A scope is where (everywhere, an area, a school) and how much of it. Where comes from the tenant alone: nothing that
 * is assigned reaches over it. How much comes from the type; only the types that are listed as `entrusted` see more by
 * an assignment, and only by the kinds of assignment listed for them.
 */
import type { UserType } from '#shared/kit/userType.ts'
import type { Leader, Teacher } from './school.types.ts'
import type { Scope, Self, Viewer, Where } from './scope.types.ts'

export type { Scope, Self, Viewer } from './scope.types.ts'

/** What a person is entrusted with. All of it lies in the person's own school. */
export type Entrusted = Partial<Pick<Teacher, 'teaches' | 'gradeIds' | 'subjects' | 'tutees'>> &
  Partial<Pick<Leader, 'gradeIds' | 'subjects'>>

type Kind = 'teaches' | 'gradeIds' | 'subjects' | 'tutees'
type Within =
  /** All of the school: leaders, its administration, the operators. */
  | { kind: 'all' }
  /** What is entrusted by these kinds of assignment. */
  | { kind: 'entrusted'; by: readonly Kind[] }
  /** The student himself, his class and grade by name. */
  | { kind: 'self' }
  /** That the school is there, and nothing in it. */
  | { kind: 'name' }
  | { kind: 'nothing' }

const all: Within = { kind: 'all' }
const name: Within = { kind: 'name' }
const nothing: Within = { kind: 'nothing' }
const self: Within = { kind: 'self' }

/** How much of its schools a type sees. Spec 2 §5: 1, 18, 19 and 9, 10, 15 are grade directors of everything there. */
export const withinOf: Record<UserType, Within> = {
  [-1]: all,
  1: all,
  2: all,
  3: { kind: 'entrusted', by: ['teaches', 'gradeIds', 'subjects', 'tutees'] },
  4: self,
  5: self,
  6: nothing,
  7: nothing,
  8: { kind: 'entrusted', by: ['subjects'] },
  9: all,
  10: all,
  11: { kind: 'entrusted', by: ['gradeIds'] },
  12: { kind: 'entrusted', by: ['subjects'] },
  13: all,
  14: all,
  15: all,
  16: name,
  17: nothing,
  18: all,
  19: all,
  20: { kind: 'entrusted', by: ['subjects'] },
  21: name,
  22: name,
  23: name,
  24: name,
  26: name,
  27: name,
  28: name,
}

/** Of the platform's own people these reach every school. */
const platformTypes = [1, 18, 19]

const whereOf = ({ userType, tenant }: Viewer): Where => {
  if (userType === -1) return { kind: 'everywhere' }
  if (tenant === 'p') return platformTypes.includes(userType) ? { kind: 'everywhere' } : { kind: 'nowhere' }
  if (tenant.startsWith('a:')) return { kind: 'area', areaId: tenant.slice(2) }
  return tenant.startsWith('s:') ? { kind: 'school', schoolId: tenant.slice(2) } : { kind: 'nowhere' }
}

/** Whether what a viewer sees depends on what he is entrusted with (so that it must be read first). */
export const needsEntrusted = (viewer: Viewer): boolean =>
  withinOf[viewer.userType as UserType]?.kind === 'entrusted' && viewer.tenant.startsWith('s:')

export const scopeOf = (viewer: Viewer, entrusted: Entrusted = {}, own: Self | null = null): Scope => {
  const within = withinOf[viewer.userType as UserType] ?? nothing
  const where: Where = within.kind === 'nothing' ? { kind: 'nowhere' } : whereOf(viewer)
  const classes = new Map<string, Set<string> | 'all'>()
  const scope: Scope = {
    where,
    within: within.kind,
    grades: new Set(),
    classes,
    subjects: [],
    byClasses: within.kind === 'entrusted' && within.by.includes('teaches'),
    students: new Set(),
    self: within.kind === 'self' && own && own.studentId === viewer.studentId ? own : null,
  }
  // Assignments are a school's: to an area's person they mean nothing.
  if (within.kind !== 'entrusted' || where.kind !== 'school') return scope
  const given = <K extends Kind>(kind: K): NonNullable<Entrusted[K]> | [] =>
    within.by.includes(kind) ? (entrusted[kind] ?? []) : []
  for (const t of given('teaches')) {
    const known = classes.get(t.classId)
    // A row without a course counts for every course, as in the exams.
    if (t.isHead || !t.courseId || known === 'all') classes.set(t.classId, 'all')
    else classes.set(t.classId, new Set([...(known ?? []), t.courseId]))
  }
  return {
    ...scope,
    grades: new Set(given('gradeIds')),
    subjects: given('subjects'),
    students: new Set(given('tutees')),
  }
}

/** An area, or where a school lies. */
export type AreaPlace = { areaId: string; cityId?: string | undefined }
export type SchoolPlace = AreaPlace & { schoolId: string }
export type GradePlace = SchoolPlace & { gradeId: string }
export type ClassPlace = GradePlace & { classId: string }

/** A city reaches its own schools and those of its counties, a county its own alone. */
export const liesIn = ({ areaId, cityId }: AreaPlace, area: string): boolean => areaId === area || cityId === area

/** An area as a whole: its schools may be listed and added to. */
export const seesArea = ({ where }: Scope, area: AreaPlace): boolean =>
  where.kind === 'everywhere' || (where.kind === 'area' && liesIn(area, where.areaId))

export const seesSchool = ({ where }: Scope, school: SchoolPlace): boolean => {
  switch (where.kind) {
    case 'everywhere':
      return true
    case 'area':
      return liesIn(school, where.areaId)
    case 'school':
      return where.schoolId === school.schoolId
    case 'nowhere':
      return false
    default:
      return where satisfies never
  }
}

const seesAll = (scope: Scope, school: SchoolPlace): boolean => scope.within === 'all' && seesSchool(scope, school)

const directs = (scope: Scope, gradeId: string): boolean =>
  scope.subjects.some((s) => s.gradeId === undefined || s.gradeId === gradeId)

/** That the grade is there and something in it; `classIds` are its classes. */
export const seesGrade = (scope: Scope, grade: GradePlace, classIds: readonly string[]): boolean =>
  seesSchool(scope, grade) &&
  (scope.within === 'all' ||
    scope.grades.has(grade.gradeId) ||
    directs(scope, grade.gradeId) ||
    classIds.some((c) => scope.classes.has(c)) ||
    scope.self?.gradeId === grade.gradeId)

export const seesClass = (scope: Scope, at: ClassPlace): boolean =>
  seesSchool(scope, at) && (seesStudentsOf(scope, at) || scope.self?.classId === at.classId)

/** All the students of a class, by name. */
export const seesStudentsOf = (scope: Scope, at: ClassPlace): boolean =>
  seesSchool(scope, at) &&
  (scope.within === 'all' ||
    scope.grades.has(at.gradeId) ||
    scope.classes.has(at.classId) ||
    directs(scope, at.gradeId))

/** The students of a teaching class of a course, by name: who leads, who directs the course there, and who teaches it. */
export const seesTeachingClass = (
  scope: Scope,
  at: GradePlace,
  of: { courseId: string; teacherIds: readonly string[]; viewer: string | undefined },
): boolean =>
  seesSchool(scope, at) &&
  (scope.within === 'all' ||
    scope.grades.has(at.gradeId) ||
    scope.subjects.some((s) => s.courseId === of.courseId && (s.gradeId === undefined || s.gradeId === at.gradeId)) ||
    (scope.byClasses && of.viewer !== undefined && of.teacherIds.includes(of.viewer)))

export const seesStudent = (scope: Scope, at: ClassPlace & { studentId: string }): boolean =>
  seesSchool(scope, at) &&
  (seesStudentsOf(scope, at) || scope.students.has(at.studentId) || scope.self?.studentId === at.studentId)

/**
 * That the school teaches it; a person sees the own ones. `own` is what the school has: an assignment to a grade or a
 * class that is not in it opens nothing.
 */
export const seesCourse = (
  scope: Scope,
  at: SchoolPlace & { courseId: string },
  own: { gradeIds: readonly string[]; classIds: readonly string[] },
): boolean =>
  seesSchool(scope, at) &&
  (scope.within === 'all' ||
    scope.within === 'self' ||
    own.gradeIds.some((g) => scope.grades.has(g)) ||
    scope.subjects.some((s) => s.courseId === at.courseId) ||
    own.classIds.some((c) => {
      const taught = scope.classes.get(c)
      return taught === 'all' || (taught?.has(at.courseId) ?? false)
    }))

/** Who manages a school's roster (spec 3 §1: types 2 and 13), with the operators and the academic office. */
export const rosterManagers = [1, 2, 13, 15, 18]
/** Who may look at it, each as far as the scope goes. */
export const rosterReaders = [...rosterManagers, 8, 9, 10, 11, 12, 14, 20, 3, 19]
/** The platform's own people who keep schools. */
export const operators = [1, 18, 19]
/** What only some may do, by act; -1 always may. */
export const acts = {
  roster: { types: rosterManagers, why: '只有学校管理员和教务管理员可以修改，您只能查看' },
  staff: { types: [1, 2], why: '只有学校管理员可以开通领导和管理账号' },
  password: { types: [1, 2, 18], why: '只有学校管理员和运营人员可以重置密码' },
  settings: { types: [1, 2], why: '只有学校管理员可以修改学校参数' },
  school: { types: [1], why: '只有平台管理员可以添加学校' },
  keys: { types: [1], why: '只有平台管理员可以查看和更换学校密钥' },
  personal: { types: [1, 2, 13, 15, 18], why: '只有管理员可以查看完整的敏感信息' },
  erase: { types: [1, 2], why: '只有学校管理员可以彻底清除学生数据' },
} as const satisfies Record<string, { types: readonly number[]; why: string }>
export type Act = keyof typeof acts

/** Why a user of this type may not do it; null when he may. */
export const whyBarred = (act: Act, userType: number | undefined): string | null =>
  userType === -1 || (userType !== undefined && (acts[act].types as readonly number[]).includes(userType))
    ? null
    : acts[act].why

/** May change the roster of this school. */
export const managesRoster = (scope: Scope, viewer: Viewer, school: SchoolPlace): boolean =>
  whyBarred('roster', viewer.userType) === null && seesAll(scope, school)
