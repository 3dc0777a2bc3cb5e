import { isDeepStrictEqual } from 'node:util'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { managerTypes } from '#shared/exam/exam.rules.ts'
import type { ExamTemplate } from '#shared/exam/exam.types.ts'
import { mostTemplates } from '#shared/exam/creation/template.calls.ts'
import type { saveExamTemplate } from '#shared/exam/creation/template.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { ExamTemplateId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { deleteOrUndo, refuseStale, within } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { classesOf, coursesOf } from '#functions/school/roster/school.public.ts'
import { examTemplates } from '../exam.store.ts'
import { exampleOf } from './like.ts'
import { templateOf } from './template.read.ts'

/** A template is its creator's and the school's administration's. */
export const mayChange = ({ creatorId }: Pick<ExamTemplate, 'creatorId'>, { userId, userType }: Caller): boolean =>
  userType === -1 || creatorId === userId || (managerTypes as readonly number[]).includes(userType)

const liveOf = async (schoolId: string): Promise<ExamTemplate[]> =>
  (await examTemplates.query(`templates#${schoolId}`, { consistent: true })).filter((t) => t.deletedAt === undefined)

/** What its form says of it. */
const saidOf = ({
  templateName,
  examType,
  gradeType,
  courseIds,
  classIds,
  like,
}: Pick<ExamTemplate, 'templateName' | 'examType' | 'gradeType' | 'courseIds' | 'classIds' | 'like'>) => ({
  templateName,
  examType,
  gradeType,
  courseIds,
  classIds,
  like,
})

const recordOf = (
  act: 'exam.saveTemplate' | 'exam.deleteTemplate' | 'exam.restoreTemplate',
  before: ExamTemplate | undefined,
  after: ExamTemplate,
  caller: Caller,
) =>
  auditRecord(caller, act, after.examTemplateId, {
    ...(before ? { before } : {}),
    after,
    told: { name: after.templateName },
    tenant: schoolTenant(after.schoolId),
  })

type Wish = InputOf<typeof saveExamTemplate>

/** @throws Refused templateNotFound, templateOfOther, tooManyTemplates, notFound, stale */
export const saveTemplate = async (
  { examTemplateId, version, ...wish }: Wish,
  caller: Caller,
): Promise<AnswerOf<typeof saveExamTemplate>> => {
  const { schoolId } = wish
  const before = examTemplateId ? await templateOf({ schoolId, examTemplateId }) : null
  if (before && !mayChange(before, caller)) return refuse(examProblems.templateOfOther)
  const [courses, classes] = await Promise.all([coursesOf(schoolId), classesOf(schoolId)])
  const known = new Set<string>([...courses.map((c) => c.courseId), ...classes.map((c) => c.classId)])
  // What has left the school since stays in a template that had it: it is told where the template is used.
  const named = new Set<string>([...(before?.courseIds ?? []), ...(before?.classIds ?? [])])
  if ([...wish.courseIds, ...(wish.classIds ?? [])].some((id) => !known.has(id) && !named.has(id)))
    return refuse(commonProblems.notFound)
  if (wish.like && wish.like.examId !== before?.like?.examId) await exampleOf(wish.like.examId, schoolId, caller)
  const { classIds, ...rest } = wish
  const said = { ...rest, courseIds: [...new Set(wish.courseIds)], ...(classIds?.length ? { classIds } : {}) }
  if (before) {
    const { like: _like, classIds: _classes, ...kept } = before
    const next: ExamTemplate = { ...kept, ...said, version }
    if (!(await audited([examTemplates.saving(next)], recordOf('exam.saveTemplate', before, next, caller))))
      return refuseStale(examTemplates, before)
    return { ...next, version: version + 1 }
  }
  const there = await liveOf(schoolId)
  // Sent again, the answer was lost.
  const same = there.find((t) => t.creatorId === caller.userId && isDeepStrictEqual(saidOf(t), saidOf(said)))
  if (same) return same
  if (there.length >= mostTemplates) return refuse(examProblems.tooManyTemplates, { n: mostTemplates })
  const first: ExamTemplate = {
    ...said,
    schema: 1,
    examTemplateId: newId<ExamTemplateId>('examTemplate'),
    creatorId: caller.userId,
    creatorName: caller.userName,
    createdAt: now(),
    version: 1,
  }
  await audited([examTemplates.creating(first)], recordOf('exam.saveTemplate', undefined, first, caller))
  return first
}

/** Into the bin, or out of it. @throws Refused templateNotFound, templateOfOther, tooManyTemplates, stale */
export const removeTemplate = async (
  of: { schoolId: string; examTemplateId: string },
  undo: boolean,
  caller: Caller,
): Promise<{ version: number }> => {
  const before = (await examTemplates.get(of)) ?? refuse(examProblems.templateNotFound)
  if (!mayChange(before, caller)) return refuse(examProblems.templateOfOther)
  const write = (saving: WriteItem, next: ExamTemplate): Promise<boolean> =>
    audited([saving], recordOf(undo ? 'exam.restoreTemplate' : 'exam.deleteTemplate', before, next, caller))
  const room = { most: mostTemplates, there: () => liveOf(before.schoolId), problem: examProblems.tooManyTemplates }
  return deleteOrUndo(examTemplates, before, { undo, by: caller.userId }, undo ? within(room, write) : write)
}
