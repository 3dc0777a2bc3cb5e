/**
 * Who sees which exam, which of its papers and which classes in them (spec 2 §5), for the server's resolvers and lists
 * and for screens. What a viewer is entrusted with today comes as his scope (`shared/school/roster/scope.rules.ts`); whom he
 * taught comes from the exam's own copy, so that results stay with those who taught when it was sat.
 *
 * An exam is its owner's: no user of another school or area sees it, at any scope, but for the schools that sit an
 * area's exam: each sees of it the own classes, as its people would of an own exam, and manages nothing; and another area
 * sees those of its schools. Within the owner: the creator
 * and the administration manage it; a user who sees the whole school, or leads the exam's grade, sees all of it (grade
 * director); a subject director sees the papers of the subject; a teacher the classes that he heads and those in which
 * he taught the paper's course; a student what he sat.
 */
import type { PaperId } from '#shared/kit/ids.ts'
import type { Scope } from '#shared/school/roster/scope.types.ts'
import { mayManage } from './exam.rules.ts'
import type { ExamViewer } from './exam.rules.ts'
import type { Candidate, Exam, ExamTeacher, JointShows } from './exam.types.ts'

type Place = Pick<Exam, 'owner' | 'creatorId'> & { readonly examId?: string }

export type ExamSight = {
  /** Creates, edits, scans, publishes. */
  manages: boolean
  /** Every paper, and every class in it that is `within`. */
  all: boolean
  /** The classes of the schools that sit another's exam: no other is seen. null: the exam is the viewer's own. */
  within: readonly string[] | null
  /** Those schools: a school itself, or those of an area. */
  schoolIds?: readonly string[]
  /** Courses whose papers are seen in all classes. */
  directed: ReadonlySet<string>
  taught: ExamTeacher['teaches']
  /** Sat it: sees that it is there, and the own result. */
  sat: boolean
}

/** The part of the viewer's school, or of an area's schools, in an exam that is another's. */
export type GuestPart = {
  schoolIds: readonly string[]
  classIds: readonly string[]
  /** The exam's course by the school's own; an area's people direct none. */
  courses: ReadonlyMap<string, string>
}

/**
 * What is asked of the store beside the scope: the grade of the viewer's school that sits, the exam's copy of what the
 * viewer teaches, whether he sat it, and what his school is of another's exam.
 */
export type OwnPart = {
  gradeId?: string | undefined
  taught?: ExamTeacher['teaches'] | undefined
  sat?: boolean
  guest?: GuestPart | undefined
}

const subjectsIn = (scope: Scope, { gradeId, guest }: OwnPart): string[] =>
  scope.subjects
    .filter((s) => s.gradeId === undefined || s.gradeId === gradeId)
    .flatMap((s) => (guest ? (guest.courses.get(s.courseId) ?? []) : s.courseId))

/** Null: nothing of the exam, not even that it is there. */
export const examSight = (viewer: ExamViewer, scope: Scope, exam: Place, part: OwnPart = {}): ExamSight | null => {
  const { gradeId, taught = [], sat = false } = part
  const manages = mayManage(exam, viewer)
  // A manager's is never a guest's: what a school sits of another's exam it manages nothing of.
  const guest = manages || exam.owner === viewer.tenant ? null : part.guest
  if (guest === undefined) return null
  const within = guest?.classIds ?? null
  const schools = guest ? { schoolIds: guest.schoolIds } : {}
  const sight: ExamSight = { manages, all: false, within, ...schools, directed: new Set(), taught: [], sat: false }
  if (manages) return { ...sight, all: true }
  if (scope.where.kind === 'nowhere') return null
  if (scope.within === 'all' || (gradeId !== undefined && scope.grades.has(gradeId))) return { ...sight, all: true }
  if (scope.within === 'self') return sat ? { ...sight, sat } : null
  if (scope.within !== 'entrusted') return null
  const directed = new Set(subjectsIn(scope, guest ? part : { gradeId }))
  // What a teacher taught counts for those only whom an assignment to classes opens anything.
  const own = scope.byClasses ? taught : []
  return directed.size > 0 || own.length > 0 ? { ...sight, directed, taught: own } : null
}

/** What a teacher teaches of a course: a head teacher's row, and one without a course, counts for every course. */
const counts = (t: ExamTeacher['teaches'][number], courseId: string | undefined): boolean =>
  t.isHead || t.courseId === undefined || courseId === undefined || t.courseId === courseId

/** Whether the viewer may open the paper. Who is given work on a paper of another course reaches it by that work. */
export const seesPaper = (sight: ExamSight, courseId: string): boolean =>
  sight.all || sight.sat || sight.directed.has(courseId) || sight.taught.some((t) => counts(t, courseId))

/** Whether the paper is the viewer's own to answer for: taught or directed, not only seen beside others. */
export const ownsPaper = (sight: ExamSight, courseId: string): boolean =>
  sight.directed.has(courseId) || sight.taught.some((t) => t.courseId === courseId)

/** Whether an exam with papers of these courses is anything to the viewer. */
export const seesExam = (sight: ExamSight, courseIds: readonly string[]): boolean =>
  courseIds.some((courseId) => seesPaper(sight, courseId))

/** The classes whose people and results are seen, of one course or of any: null is all of them. */
export const classesSeen = (sight: ExamSight, courseId?: string): readonly string[] | null => {
  if (sight.all || (courseId === undefined ? sight.directed.size > 0 : sight.directed.has(courseId)))
    return sight.within
  return [...new Set(sight.taught.filter((t) => counts(t, courseId)).map((t) => t.classId))]
}

/** What of one paper is seen: asked for before every answer that names a candidate or shows what one has written. */
export type PaperSight = {
  manages: boolean
  /** Of which paper: who walks learns it in another class than the administrative one. */
  paperId?: string
  /** Classes whose people, answers and pictures are seen; null is all of them. */
  classIds: readonly string[] | null
  /** Administrative ones among them that are seen whole, wherever theirs learn the course: headed, to upload, the own school's. */
  homeIds: readonly string[] | null
  /** Classes whose people and pictures may be taken out to files: a manager's all, an uploader's own, else none. */
  takesOut: readonly string[] | null
  /** Of those who sat it: the only candidate that is seen. */
  studentId?: string
  /** Of schools that sit another's exam, where all their classes of the paper are seen. */
  schoolIds?: readonly string[]
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
  { courseId, ...of }: { paperId?: string; courseId: string },
  allotted?: readonly string[],
): PaperSight | null => {
  const uploads = allotted === undefined ? [] : allotted.length === 0 ? null : allotted
  const given = { ...of, manages: false, classIds: uploads, homeIds: uploads, takesOut: uploads }
  if (!sight || !seesPaper(sight, courseId)) return allotted === undefined ? null : given
  if (sight.manages) return { ...of, manages: true, classIds: null, homeIds: null, takesOut: null }
  if (sight.sat)
    return {
      ...given,
      classIds: [],
      homeIds: [],
      takesOut: [],
      ...(viewer.studentId ? { studentId: viewer.studentId } : {}),
    }
  const classes = classesSeen(sight, courseId)
  const whole = classes === sight.within
  const headed = whole ? classes : sight.taught.filter((t) => t.isHead || !t.courseId).map((t) => t.classId)
  const schools = sight.schoolIds !== undefined && whole ? { schoolIds: sight.schoolIds } : {}
  return { ...given, classIds: union(classes, uploads), homeIds: union(headed, uploads), ...schools }
}

/** Whose results are seen: students and figures by classes, and figures of schools as a whole. null is all of them. */
export type ResultSight = {
  classIds: readonly string[] | null
  /** Administrative ones among them that are seen whole. */
  homeIds: readonly string[] | null
  schoolIds: readonly string[] | null
}

/**
 * Whose results of a paper are seen. A school that sits a joint exam sees itself, an area of its schools what each of them
 * sees; others by name, and their students, as far as the organiser shows them; and that only to those who see all of the
 * own school.
 */
export const resultSight = (sight: PaperSight | null, shows: JointShows | undefined): ResultSight => {
  if (!sight) return { classIds: [], homeIds: [], schoolIds: [] }
  const { classIds, homeIds, schoolIds } = sight
  if (classIds === null || (schoolIds !== undefined && shows?.transcripts))
    return { classIds: null, homeIds: null, schoolIds: null }
  if (schoolIds === undefined) return { classIds, homeIds, schoolIds: [] }
  return { classIds, homeIds, schoolIds: shows?.reports ? null : schoolIds }
}

/** The classes of a candidate: the administrative one, and the teaching classes of his papers. */
export const classesOfCandidate = ({ classId, teaching = {} }: Pick<Candidate, 'classId' | 'teaching'>): string[] => [
  classId,
  ...Object.values(teaching),
]

/** Where a candidate learns a paper's course: in the teaching class, and who is in none in the administrative one. */
export const classInPaper = (
  { classId, teaching }: Pick<Candidate, 'classId' | 'teaching'>,
  paperId?: string,
): string => teaching?.[paperId as PaperId] ?? classId

/** Who teaches a class in the paper's course sees those who learn it there; who heads one, its own in every paper. */
export const seesCandidate = (
  { classIds, homeIds, studentId, paperId }: Pick<PaperSight, 'classIds' | 'homeIds' | 'studentId' | 'paperId'>,
  of: Pick<Candidate, 'classId' | 'teaching' | 'studentId'>,
): boolean =>
  classIds === null ||
  homeIds?.includes(of.classId) === true ||
  classIds.includes(classInPaper(of, paperId)) ||
  studentId === of.studentId
