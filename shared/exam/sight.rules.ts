/**
 * Who sees which exam, which of its papers and which classes in them (spec 2 §5), for the server's resolvers and lists
 * and for screens. What a viewer is entrusted with today comes as his scope (`shared/school/roster/scope.rules.ts`); whom he
 * taught comes from the exam's own copy, so that results stay with those who taught when it was sat.
 *
 * An exam is its owner's: nobody of another school or area sees it, whatever the scope. Within the owner: the creator
 * and the administration manage it; whoever sees the whole school, or leads the exam's grade, sees all of it (grade
 * director); a subject director sees the papers of the subject; a teacher the classes that he heads and those in which
 * he taught the paper's course; a student what he sat.
 */
import type { Scope } from '#shared/school/roster/scope.types.ts'
import { mayManage } from './exam.rules.ts'
import type { Exam, ExamTeacher } from './exam.types.ts'

type Place = Pick<Exam, 'owner' | 'creatorId'>
type Viewer = { userId: string; userType: number; tenant: string }

export type ExamSight = {
  /** Creates, edits, scans, publishes. */
  manages: boolean
  /** Every paper and every class in it. */
  all: boolean
  /** Courses whose papers are seen in all classes. */
  directed: ReadonlySet<string>
  taught: ExamTeacher['teaches']
  /** Sat it: sees that it is there, and the own result. */
  sat: boolean
}

/**
 * What is asked of the store beside the scope: the grade of the viewer's school that sits, the exam's copy of what the
 * viewer teaches, and whether he sat it.
 */
export type OwnPart = { gradeId?: string | undefined; taught?: ExamTeacher['teaches'] | undefined; sat?: boolean }

const subjectsIn = (scope: Scope, gradeId: string | undefined): string[] =>
  scope.subjects.filter((s) => s.gradeId === undefined || s.gradeId === gradeId).map((s) => s.courseId)

/** Null: nothing of the exam, not even that it is there. */
export const examSight = (
  viewer: Viewer,
  scope: Scope,
  exam: Place,
  { gradeId, taught = [], sat = false }: OwnPart = {},
) => {
  const sight: ExamSight = { manages: mayManage(exam, viewer), all: false, directed: new Set(), taught: [], sat: false }
  if (sight.manages) return { ...sight, all: true }
  if (exam.owner !== viewer.tenant || scope.where.kind === 'nowhere') return null
  if (scope.within === 'all' || (gradeId !== undefined && scope.grades.has(gradeId))) return { ...sight, all: true }
  if (scope.within === 'self') return sat ? { ...sight, sat } : null
  if (scope.within !== 'entrusted') return null
  const directed = new Set(subjectsIn(scope, gradeId))
  // What somebody taught counts for those only whom an assignment to classes opens anything.
  const own = scope.byClasses ? taught : []
  return directed.size > 0 || own.length > 0 ? { ...sight, directed, taught: own } : null
}

/** What somebody teaches of a course: a head teacher's row, and one without a course, counts for every course. */
const counts = (t: ExamTeacher['teaches'][number], courseId: string | undefined): boolean =>
  t.isHead || t.courseId === undefined || courseId === undefined || t.courseId === courseId

/** Whether the viewer may open the paper. Who is given work on a paper of another course reaches it by that work. */
export const seesPaper = (sight: ExamSight, courseId: string): boolean =>
  sight.all || sight.sat || sight.directed.has(courseId) || sight.taught.some((t) => counts(t, courseId))

/** Whether an exam with papers of these courses is anything to the viewer. */
export const seesExam = (sight: ExamSight, courseIds: readonly string[]): boolean =>
  courseIds.some((courseId) => seesPaper(sight, courseId))

/** The classes whose people and results are seen, of one course or of any: null is all of them. */
export const classesSeen = (sight: ExamSight, courseId?: string): string[] | null => {
  if (sight.all || (courseId === undefined ? sight.directed.size > 0 : sight.directed.has(courseId))) return null
  return [...new Set(sight.taught.filter((t) => counts(t, courseId)).map((t) => t.classId))]
}

/** What of one paper is seen: asked for before every answer that names a candidate or shows what one has written. */
export type PaperSight = {
  manages: boolean
  /** Classes whose people, answers and pictures are seen; null is all of them. */
  classIds: readonly string[] | null
  /** Classes whose people and pictures may be taken out to files: a manager's all, an uploader's own, else none. */
  takesOut: readonly string[] | null
  /** Of those who sat it: the only candidate that is seen. */
  studentId?: string
}

const union = (a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null =>
  a === null || b === null ? null : [...new Set([...a, ...b])]

/**
 * The one answer to who sees which classes of a paper. `allotted` are the classes that the viewer was given to upload:
 * none of them named is all of them, undefined is no uploader (spec 2 §6: workers see only what is assigned to them).
 * Null: nothing of the paper.
 */
export const paperSight = (
  viewer: { studentId?: string | undefined },
  sight: ExamSight | null,
  courseId: string,
  allotted?: readonly string[],
): PaperSight | null => {
  const uploads = allotted === undefined ? [] : allotted.length === 0 ? null : allotted
  if (!sight || !seesPaper(sight, courseId))
    return allotted === undefined ? null : { manages: false, classIds: uploads, takesOut: uploads }
  if (sight.manages) return { manages: true, classIds: null, takesOut: null }
  if (sight.sat)
    return { manages: false, classIds: [], takesOut: [], ...(viewer.studentId ? { studentId: viewer.studentId } : {}) }
  return { manages: false, classIds: union(classesSeen(sight, courseId), uploads), takesOut: uploads }
}

export const seesCandidate = (
  { classIds, studentId }: PaperSight,
  of: { classId: string; studentId: string },
): boolean => classIds === null || classIds.includes(of.classId) || studentId === of.studentId
