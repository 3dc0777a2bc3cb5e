import type * as calls from '#shared/scan/uploading/uploader.calls.ts'
import { exportUploadersJob } from '#shared/scan/scan.jobs.ts'
import { uploaderColumns } from '#shared/scan/uploading/uploader.rules.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { objectKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { classNamesOf, examOf, examTeachersOf } from '#functions/exam/exam.public.ts'
import { managedPaper } from '../managed.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const seenExam = async (examId: string): Promise<Exam> =>
  (await examOf(examId)) ?? refuse(commonProblems.notFound)

export const managedExam = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = await seenExam(examId)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return exam
}

export const paperIdsOf = ({ papers }: Exam) => papers.map((p) => p.paperId)

export const uploaderTemplate = async (
  input: InputOf<typeof calls.uploaderTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.uploaderTemplate>> => {
  const exam = await managedExam(input.examId, caller)
  const { papers } = exam
  const [teachers, classes] = await Promise.all([examTeachersOf(exam.examId), classNamesOf(exam.examId)])
  const key = objectKey(exam.examId, exam.owner, 'scan', 'templates', `${newId('file')}.xlsx`)
  const bytes = await bookOf([
    {
      name: '上传人',
      rows: [[...uploaderColumns], [papers[0]?.courseName ?? '', teachers[0]?.teacherName ?? '', '']],
    },
    { name: '可填科目', rows: [['科目'], ...papers.map((p) => [p.courseName])] },
    { name: '可填上传人', rows: [['上传人'], ...teachers.filter((t) => t.userId).map((t) => [t.teacherName])] },
    { name: '可填班级', rows: [['班级'], ...classes.map((c) => [c.className])] },
  ])
  await putObject(key, bytes)
  return { url: await signedUrl(key, { name: `上传人模板-${exam.examName}.xlsx` }) }
}

export const exportUploaders = async (
  input: InputOf<typeof calls.exportUploaders>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportUploaders>> => {
  const { exam, paper } = await managedPaper(input.paperId, caller)
  const of = { examId: exam.examId, paperIds: [paper.paperId] }
  return startJob(exportUploadersJob, of, caller, { about: paperTitle(exam, paper) })
}

export const exportAllUploaders = async (
  input: InputOf<typeof calls.exportAllUploaders>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportAllUploaders>> => {
  const exam = await managedExam(input.examId, caller)
  return startJob(exportUploadersJob, { examId: exam.examId, paperIds: paperIdsOf(exam) }, caller, {
    about: exam.examName,
  })
}
