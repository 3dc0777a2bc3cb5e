/** The base info of a joint exam's candidates from a file, and the workbook that one begins with. */
import { baseInfoHeads, rosterNumber } from '#shared/exam/baseInfo.rules.ts'
import type * as calls from '#shared/exam/baseInfo.calls.ts'
import { importBaseInfoJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { examNumber } from '#shared/exam/exam.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { asideKey, keepLife, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { listLimits } from '#functions/kit/xlsx.rows.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { examSchoolsOf } from './exam.public.ts'
import { candidates } from './exam.store.ts'
import { organised } from './part.commands.ts'

/** What stands before a school's own numbers in a joint exam. */
const placeOf = (exam: Pick<Exam, 'schoolCount' | 'places'>, { ordinal }: Pick<ExamSchool, 'ordinal'>): string =>
  examNumber('', ordinal, exam.places?.schools ?? exam.schoolCount)

/** A school's candidates, each with the number that its own roster has. */
export const numberedRoster = async (
  exam: Exam,
  school: ExamSchool,
): Promise<{ candidate: Candidate; own: string }[]> => {
  const prefix = placeOf(exam, school)
  const all = await candidates.query(`cand#${exam.examId}#${school.schoolId}`, { consistent: true })
  return all.map((candidate) => ({ candidate, own: rosterNumber(candidate, prefix) }))
}

/** @throws Refused notFound, areaOnly, rosterFixed, foreignUpload */
export const importBaseInfo = async (
  { examId, key, fileName, mode }: InputOf<typeof calls.importBaseInfo>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.importBaseInfo>> => {
  const exam = await organised(examId, caller)
  if (tenantOfUpload(key) !== caller.tenant) return refuse(examProblems.foreignUpload)
  if (exam.furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
  await keepLife(key)
  if (mode !== 'check') {
    const told = { name: fileName }
    const record = auditRecord(caller, 'exam.importBaseInfo', examId, { after: { key }, told, tenant: exam.owner })
    if (!(await audited([], record))) throw new Error('the import could not be put on record')
  }
  return startJob(importBaseInfoJob, { examId, key, fileName, mode }, caller, { about: exam.examName })
}

/** Of the school that is named, or of as many as a file may hold. @throws Refused notFound, areaOnly */
export const baseInfoTemplate = async (
  { examId, schoolId }: InputOf<typeof calls.baseInfoTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.baseInfoTemplate>> => {
  const exam = await organised(examId, caller)
  const all = (await examSchoolsOf(examId)).filter((s) => schoolId === undefined || s.schoolId === schoolId)
  const { school, className, name, own, number, room, seat } = baseInfoHeads
  const rows: string[][] = [[school, className, name, own, number, room, seat]]
  for (const s of all) {
    if (rows.length + s.candidateCount > listLimits.rows) continue
    for (const { candidate: c, own: rosters } of await numberedRoster(exam, s))
      rows.push([s.schoolName, c.className, c.studentName, rosters, c.studentNumber, c.room ?? '', c.seat ?? ''])
  }
  const fileName = `${exam.examName}考生信息.xlsx`
  const key = asideKey(newId<string>('file'), exam.owner, 'exam', examId, 'baseInfo.xlsx')
  await putObject(key, await bookOf([{ name: '考生信息', rows }]), { type: 'application/octet-stream' })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}
