/**
 * What scripts count for, by the classes that are seen. Counters go by administrative classes; where a paper's course walks
 * and a caller sees it by who learns it where, the candidates are looked up: they are one teacher's, never a paper's.
 */
import type { Candidate, Exam, ExamClass } from '#shared/exam/exam.types.ts'
import { classInPaper, seesCandidate } from '#shared/exam/sight.rules.ts'
import type { PaperSight } from '#shared/exam/sight.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import type { Counts } from '#functions/kit/projection.ts'
import { candidatesOfClasses, classNamesOf, teachingClassesOf } from '#functions/exam/exam.public.ts'
import { partNamed, scriptCounts, scriptUnit } from './counts.ts'
import type { Seen } from './managed.ts'
import { Barred } from '#functions/kit/refusal.ts'

export type Script = { candidate: Candidate; counts: Counts }
type Of = { exam: Exam; paperId: PaperId; sight: Pick<PaperSight, 'classIds' | 'homeIds'> }
type ClassName = Pick<ExamClass, 'classId' | 'className'>

/** Classes that are seen only as far as the paper's course is learned in them. */
const taughtIn = ({ classIds, homeIds }: Of['sight']): readonly string[] =>
  (classIds ?? []).filter((id) => homeIds?.includes(id) !== true)

/**
 * The scripts that are seen, or of them those of a class, by number; null where counters tell them. Of a class that is not
 * seen these are the ones who are in both. @throws Barred where none is
 */
export const walkedScripts = async ({ exam, paperId, sight }: Of, classId?: string): Promise<Script[] | null> => {
  const ids = sight.classIds === null ? [classId ?? []].flat() : taughtIn(sight)
  if (ids.length === 0) return null
  const walking = await teachingClassesOf({ examId: exam.examId, paperId })
  if (walking.length === 0) return null
  if (sight.classIds === null && !walking.some((c) => c.classId === classId)) return null
  const people = (await candidatesOfClasses(exam.examId, sight.classIds ?? ids)).filter(
    (c) =>
      takesPaper(c, paperId) &&
      seesCandidate({ ...sight, paperId }, c) &&
      (classId === undefined || c.classId === classId || classInPaper(c, paperId) === classId),
  )
  if (classId !== undefined && people.length === 0 && sight.classIds?.includes(classId) === false) throw new Barred(403)
  const told = await scriptCounts.told(paperId, people.map(scriptUnit))
  return people.map((candidate) => ({ candidate, counts: told.get(scriptUnit(candidate))?.counts ?? {} }))
}

/** The classes of a paper that are seen, by name; the teaching ones after the administrative ones. */
export const classesSeenIn = async ({ exam, paper, sight }: Seen): Promise<ClassName[]> => {
  const { classIds } = sight
  const homes = await classNamesOf(exam.examId)
  if (classIds === null) return homes
  const walking = taughtIn(sight).length > 0 ? await teachingClassesOf(paper) : []
  const named = walking.map(({ classId, className }) => ({ classId, className }))
  return [...homes, ...named].filter((c) => classIds.includes(c.classId))
}

/** What the scripts of these classes count for, each class by itself. */
export const classScripts = async (
  { exam, paper: { paperId }, sight }: Seen,
  classes: readonly ClassName[],
): Promise<(ClassName & { of: (key: string) => number })[]> => {
  const walked = await walkedScripts({ exam, paperId, sight })
  if (walked)
    return classes.map((c) => {
      const isHome = sight.homeIds?.includes(c.classId) === true
      const own = walked.filter(({ candidate: x }) => (isHome ? x.classId : classInPaper(x, paperId)) === c.classId)
      return { ...c, of: (key) => own.reduce((n, { counts }) => n + (counts[key] ?? 0), 0) }
    })
  const parts = classes.map(({ classId }) => ({ of: classId, part: partNamed(classId) }))
  const counts = await scriptCounts.readParts(paperId, parts)
  return classes.map((c, i) => ({ ...c, of: (key) => counts[i]!.get(`${partNamed(c.classId)}.${key}`) ?? 0 }))
}
