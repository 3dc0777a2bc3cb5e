import { examProblems } from '#shared/exam/exam.problems.ts'
import type { tagImportPreview, tagPreview } from '#shared/exam/roster/tag.calls.ts'
import { planTags } from '#shared/exam/roster/tag.rules.ts'
import { planTagSheet, tagSheet } from '#shared/exam/roster/tagSheet.rules.ts'
import type { Candidate, Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { applyRoster } from './roster.commands.ts'
import { partOf, rosterOf } from './roster.plan.ts'
import { sheetIn, wishMeant, writeBook } from './candidateTable.ts'
import { ownExam } from '../tools/teacher.commands.ts'

/** A school's own exam with all its candidates. @throws Refused notFound, ownOnly */
export const ownRoster = async (examId: string): Promise<{ exam: Exam; school: ExamSchool; roster: Candidate[] }> => {
  const { exam, schoolId } = await ownExam(examId)
  const school = await partOf(exam, schoolId)
  return { exam, school, roster: await rosterOf(school) }
}

type Wished = InputOf<typeof tagPreview>
type WishedSheet = InputOf<typeof tagImportPreview>
type Planned = ReturnType<typeof planTags>

const planned = (of: Awaited<ReturnType<typeof ownRoster>>, { put, meant, problems }: Planned) => {
  if (problems.length > 0) return refuse(examProblems.badTags, { detail: bracketed(problems) })
  if (put.length === 0) return refuse(examProblems.tagsSame)
  return { ...of, put, meant }
}

/** @throws Refused notFound, ownOnly, badTags, tagsSame */
export const plannedTags = async (wished: Wished, caller: Caller) => {
  const of = await ownRoster(wished.examId)
  const wish = await wishMeant(wished.wish, caller, examProblems.badTags)
  return planned(of, planTags({ ...wished, wish }, of.roster))
}

/** @throws Refused notFound, ownOnly, badTags, tagsSame */
export const plannedTagSheet = async (wished: WishedSheet, caller: Caller) => {
  const of = await ownRoster(wished.examId)
  return planned(of, planTagSheet(await sheetIn(wished, caller, examProblems.badTags), of.roster))
}

type Told = { field: string; after: string }
const applyTags = (
  { exam, school, roster, put }: ReturnType<typeof planned>,
  told: Told,
  version: number,
  caller: Caller,
): Promise<{ version: number; uuid?: JobId }> => {
  const { candidateCount, classCount } = exam
  const none = { gone: [], classes: [], goneClasses: [], teachers: [] }
  const touched = new Set(put.map((c) => c.studentId))
  const plan = {
    school,
    put,
    was: roster.filter((c) => touched.has(c.studentId)),
    ...none,
    candidateCount,
    classCount,
    told,
  }
  return applyRoster({ exam, plan }, version, caller, 'exam.tags')
}

/** @throws Refused notFound, ownOnly, badTags, tagsSame, stale */
export const setTag = async (wished: Wished & { version: number }, caller: Caller) => {
  const of = await plannedTags(wished, caller)
  const told = { field: `标签“${wished.tag}”`, after: `${wished.adds ? '添加' : '移除'}${of.put.length}人` }
  return applyTags(of, told, wished.version, caller)
}

/** @throws Refused notFound, ownOnly, badTags, tagsSame, stale */
export const importTags = async (wished: WishedSheet & { version: number }, caller: Caller) => {
  const of = await plannedTagSheet(wished, caller)
  return applyTags(of, { field: '标签', after: `按表格修改${of.put.length}人` }, wished.version, caller)
}

/** @throws Refused notFound, ownOnly */
export const writeTags = async (examId: string): Promise<{ url: string; fileName: string }> => {
  const { exam, roster } = await ownRoster(examId)
  return writeBook(exam, `${exam.examName}考生标签.xlsx`, [{ name: '标签', rows: tagSheet(roster) }])
}
