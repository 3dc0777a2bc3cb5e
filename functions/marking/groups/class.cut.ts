import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { classInPaper } from '#shared/exam/sight.rules.ts'
import type { ClassId, StudentId } from '#shared/kit/ids.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { arrangements } from '../marking.store.ts'

/** Of which class answers are, where their marking goes by it: they are cut into bundles by it. Undefined: by chance. */
export const classesToCut = async (
  paper: Paper,
  studentIds: readonly StudentId[],
): Promise<((studentId: string) => ClassId | undefined) | undefined> => {
  // Of several schools no marker is handed the own one: classes are nothing beside that.
  if (studentIds.length === 0 || isJoint(paper)) return undefined
  if ((await arrangements.get({ paperId: paper.paperId }))?.classRule === undefined) return undefined
  const people = await candidatesByIds(paper, studentIds)
  const by = new Map(people.map((c) => [c.studentId as string, classInPaper(c, paper.paperId) as ClassId]))
  return (studentId) => by.get(studentId)
}
