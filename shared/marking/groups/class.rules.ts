/** Whose answers a marker is handed where that goes by class, and of which classes none could mark them. Pure. */
import type { ExamTeacher, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ClassId, UserId } from '#shared/kit/ids.ts'
import { headedClasses, taughtClasses } from '#shared/kit/people.ts'
import { rolesPossible } from '../marking.rules.ts'
import type { Arrangement, MarkRole } from '../marking.types.ts'
import type { ClassPool, ClassRule } from './class.types.ts'
import { blockName } from './group.rules.ts'

type Teaches = ExamTeacher['teaches']
type Ruled = Pick<Arrangement, 'classRule' | 'classes'>
/** The classes that count as a marker's own, and what follows from it. */
export type ClassBound = { rule: ClassRule; own: ReadonlySet<string> }

/** Where markers were named for a class they are its own; else who teaches it the course. */
export const markersOfClass = (
  { classes = [] }: Ruled,
  classId: string,
  teachers: readonly Pick<ExamTeacher, 'userId' | 'teaches'>[],
  courseId: string,
): UserId[] =>
  classes.find((c) => c.classId === classId)?.markers ??
  teachers.flatMap((t) => (t.userId && taughtClasses<string>(t.teaches, courseId).includes(classId) ? [t.userId] : []))

/**
 * What binds a marker in a role; null where nothing does. Who arbitrates decides of every class by class; none decides of
 * the own where that is barred. A head teacher's class is the own one as well, where that is barred.
 */
export const boundOf = (
  { classRule, classes = [] }: Ruled,
  marker: { userId: string; teaches: Teaches },
  courseId: string,
  role: MarkRole,
): ClassBound | null => {
  if (classRule === undefined || (classRule === 'own' && role === 'final')) return null
  if (classRule === 'never')
    return {
      rule: classRule,
      own: new Set<string>([...headedClasses(marker.teaches), ...taughtClasses(marker.teaches, courseId)]),
    }
  const named = new Set<string>(classes.map((c) => c.classId))
  const taught = taughtClasses<string>(marker.teaches, courseId).filter((id) => !named.has(id))
  const given = classes.flatMap((c) => (c.markers.some((u) => u === marker.userId) ? [c.classId as string] : []))
  return { rule: classRule, own: new Set([...taught, ...given]) }
}

/** Of an answer whose class is not known none is handed by class. */
export const mayMarkClass = (bound: ClassBound | null | undefined, classId: string | undefined): boolean =>
  !bound ||
  (bound.rule === 'own' ? classId !== undefined && bound.own.has(classId) : !(classId && bound.own.has(classId)))

/** Whether a marker was named for a class, by class. */
export const marksAClass = ({ classRule, classes = [] }: Ruled, userId: string): boolean =>
  classRule === 'own' && classes.some((c) => c.markers.some((u) => u === userId))

/** With other markers of a class; none: who teaches it. */
export const withPool = ({ classes = [] }: Ruled, classId: ClassId, markers: readonly UserId[]): ClassPool[] => {
  const others = classes.filter((c) => c.classId !== classId)
  return markers.length > 0 ? [...others, { classId, markers: [...new Set(markers)] }] : others
}

export type SittingClass = { classId: ClassId; className: string; candidates: number }
export type ClassFacts = {
  classes: readonly SittingClass[]
  teachers: readonly Pick<ExamTeacher, 'userId' | 'teaches'>[]
  courseId: string
  /** Who marks a question; named or not. */
  markersOf: (questionId: string) => readonly UserId[]
}

/** Who may mark a question's answers of a class. */
export const ableIn = (of: Ruled, questionId: string, classId: string, facts: ClassFacts): UserId[] => {
  const { teachers, courseId, markersOf } = facts
  const by = new Map(teachers.map((t) => [t.userId as string | undefined, t.teaches]))
  return [...new Set(markersOf(questionId))].filter((userId) =>
    mayMarkClass(boundOf(of, { userId, teaches: by.get(userId) ?? [] }, courseId, 'first'), classId),
  )
}

/** What lacks most of these questions; null where each has enough. */
const lackOf = (count: number, all: readonly { number: string; needs: number; has: number }[]): string | null => {
  const lacking = all.filter((l) => l.has < l.needs)
  const [worst] = [...lacking].sort((a, b) => a.has - b.has)
  if (!worst) return null
  const numbers = lacking.length === count ? '' : blockName(lacking.map((l) => l.number))
  return worst.has === 0
    ? `${numbers}没有老师可以评`
    : `${numbers}一份要${worst.needs}人评，只有${worst.has}位老师可以评`
}

/** Classes of which an answer has fewer markers than it needs, each with what it lacks: the worst question's. */
export const shortClasses = (
  of: Ruled,
  questions: readonly PaperQuestion[],
  facts: ClassFacts,
): { classId: ClassId; className: string; text: string }[] => {
  if (of.classRule === undefined) return []
  return facts.classes.flatMap(({ classId, className }) => {
    const text = lackOf(
      questions.length,
      questions.map((q) => ({
        number: q.number,
        needs: rolesPossible(q).length,
        has: ableIn(of, q.questionId, classId, facts).length,
      })),
    )
    return text === null ? [] : [{ classId, className, text }]
  })
}

export type SchoolFacts = {
  schools: readonly { schoolId: string; schoolName: string }[]
  /** Who marks a question; named or not. */
  markersOf: (questionId: string) => readonly UserId[]
  schoolOf: (userId: string) => string | undefined
}

/** The same of schools, where each marks its own: as classes are told, since that is where it stands on the screen. */
export const shortSchools = (
  questions: readonly PaperQuestion[],
  { schools, markersOf, schoolOf }: SchoolFacts,
): { className: string; text: string }[] => {
  const by = questions.map((q) => ({
    q,
    needs: rolesPossible(q).length,
    has: Map.groupBy(new Set(markersOf(q.questionId)), schoolOf),
  }))
  return schools.flatMap(({ schoolId, schoolName }) => {
    const text = lackOf(
      questions.length,
      by.map(({ q, needs, has }) => ({ number: q.number, needs, has: has.get(schoolId)?.length ?? 0 })),
    )
    return text === null ? [] : [{ className: schoolName, text }]
  })
}

/** 1班没有老师可以评；2班…, and how many more. */
export const shortSaid = (short: readonly { className: string; text: string }[], unit = '个班'): string =>
  `${short
    .slice(0, 3)
    .map((s) => `${s.className}${s.text}`)
    .join('；')}${short.length > 3 ? `等${short.length}${unit}` : ''}`
