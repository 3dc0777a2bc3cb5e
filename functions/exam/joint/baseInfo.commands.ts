/** The base info of a joint exam's candidates from a file, and the workbook that one begins with. */
import { baseInfoHeads, rosterNumber } from '#shared/exam/joint/baseInfo.rules.ts'
import type { Numbered } from '#shared/exam/joint/baseInfo.rules.ts'
import type * as calls from '#shared/exam/joint/baseInfo.calls.ts'
import { importBaseInfoJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { examNumber } from '#shared/exam/exam.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { asideKey, keepLife, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { listLimits } from '#functions/kit/xlsx.rows.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { examSchoolsOf } from '../exam.public.ts'
import { candidates, numbersHeld } from '../exam.store.ts'
import { schoolCopy } from '../roster/school.copy.ts'
import { organised } from './part.commands.ts'

/** What stands before a school's own numbers in a joint exam. */
const placeOf = (exam: Pick<Exam, 'schoolCount' | 'places'>, { ordinal }: Pick<ExamSchool, 'ordinal'>): string =>
  examNumber('', ordinal, exam.places?.schools ?? exam.schoolCount)

/** A school's candidates, each with the number that its own roster has. */
export const numberedRoster = async (exam: Exam, school: ExamSchool): Promise<Numbered[]> => {
  const prefix = placeOf(exam, school)
  const all = await candidates.query(`cand#${exam.examId}#${school.schoolId}`, { consistent: true })
  return all.map((candidate) => ({ candidate, own: rosterNumber(candidate, prefix) }))
}

/** A school's students who are no candidates, each as it would be one. */
export const joiningRoster = async (exam: Exam, school: ExamSchool): Promise<Numbered[]> => {
  const prefix = placeOf(exam, school)
  const { schoolId, gradeId, ordinal } = school
  const [copy, there] = await Promise.all([
    schoolCopy(exam, { schoolId, gradeId, ordinal }),
    candidates.query(`cand#${exam.examId}#${schoolId}`, { consistent: true }),
  ])
  const sits = new Set<string>(there.map((c) => c.studentId))
  return copy.candidates
    .filter((c) => !sits.has(c.studentId))
    .map((candidate) => ({ candidate, own: rosterNumber(candidate, prefix) }))
}

/** Who held them and failed, or was given up, holds them no longer. */
const mustBeFree = async (held: { jobId: string } | null): Promise<void> => {
  const job = held && (await jobNow(held.jobId))
  if (job && job.status < jobStatus.failed) return refuse(examProblems.baseInfoBusy)
}

/** Of two files at once neither knows the numbers of the other: one is taken at a time. @throws Refused baseInfoBusy */
export const holdNumbers = async (examId: ExamId, jobId: string): Promise<void> => {
  await numbersHeld.edit({ examId }, async (there) => {
    if (there?.jobId === jobId) return null
    await mustBeFree(there)
    return { schema: 1, examId, jobId, version: there?.version ?? 0 }
  })
}
export const freeNumbers = async (examId: ExamId, jobId: string): Promise<void> => {
  if ((await numbersHeld.get({ examId }))?.jobId === jobId) await numbersHeld.remove({ examId })
}

/** @throws Refused notFound, areaOnly, rosterFixed, foreignUpload, baseInfoBusy */
export const importBaseInfo = async (
  { examId, key, fileName, mode }: InputOf<typeof calls.importBaseInfo>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.importBaseInfo>> => {
  const exam = await organised(examId, caller)
  if (tenantOfUpload(key) !== caller.tenant) return refuse(examProblems.foreignUpload)
  if (exam.furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
  await keepLife(key)
  if (mode !== 'check') {
    await mustBeFree(await numbersHeld.get({ examId }))
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
