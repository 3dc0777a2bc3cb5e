import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { classInPaper } from '#shared/exam/sight.rules.ts'
import type { ClassId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { arrangements } from '../marking.store.ts'

/** Of which class or school answers are that are handed out by it. */
export type Cut = { classId?: ClassId; schoolId?: SchoolId; apart?: true }

/** Where marking goes by class or by school, answers are cut into bundles by it. Undefined: by chance. */
export const cutsOf = async (
  paper: Paper,
  studentIds: readonly StudentId[],
): Promise<((studentId: string) => Cut | undefined) | undefined> => {
  if (studentIds.length === 0) return undefined
  const { classRule, ownSchools } = (await arrangements.get({ paperId: paper.paperId })) ?? {}
  // Of several schools no marker is handed the own one, or no other: classes are nothing beside that.
  if (isJoint(paper) ? !ownSchools : classRule === undefined) return undefined
  const people = await candidatesByIds(paper, studentIds)
  const by = new Map(
    people.map((c): [string, Cut] => [
      c.studentId,
      ownSchools ? { schoolId: c.schoolId, apart: true } : { classId: classInPaper(c, paper.paperId) as ClassId },
    ]),
  )
  return (studentId) => by.get(studentId)
}
