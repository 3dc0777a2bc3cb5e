/** The joint exams of the end-to-end tests: one that has begun in three schools, and one that is released. */
import { publishScores } from '#shared/analysis/publication.calls.ts'
import { apply, ownApplications } from '#shared/exam/joint/application.calls.ts'
import { createJointExam, examDetail, examPaper, examStudents, savePaper } from '#shared/exam/exam.calls.ts'
import { saveExamGroup } from '#shared/exam/joint/group.calls.ts'
import { answerPart, listOwnParts, remindSchools } from '#shared/exam/joint/part.calls.ts'
import { csvLine } from '#shared/kit/csv.ts'
import { importScores } from '#shared/marking/imports/import.calls.ts'
import { importHead } from '#shared/marking/imports/import.rules.ts'
import { signInAs } from '#infra/demo/client.ts'
import type { Client } from '#infra/demo/client.ts'
import { demoQuestions } from '#infra/demo/examPaper.ts'
import { demoPassword } from '#infra/demo/organisation.ts'
import type { DemoSchool, Organisation } from '#infra/demo/organisation.ts'

const courseName = '语文'

/** An exam of the schools, with the questions of its one paper. */
const makeExam = async (organiser: Client, schools: readonly DemoSchool[], examName: string) => {
  const { examId, uuid } = await organiser.ask(createJointExam, {
    schoolIds: schools.map((s) => s.schoolId as never),
    stage: schools[0]!.stage,
    enrolmentYear: schools[0]!.grades[0]!.enrolmentYear,
    courseNames: [courseName],
    examName,
    examType: 7,
    // Before the school's own exams, whose results are the latest on its homes.
    examDate: Date.UTC(2026, 8, 10),
  })
  await organiser.job(uuid)
  const { papers } = await organiser.ask(examDetail, { examId })
  const { paperId } = papers[0]!
  const questions = demoQuestions(examName, 'short')
  const { version } = await organiser.ask(examPaper, { paperId })
  await organiser.ask(savePaper, { paperId, questions, version })
  return { examId, paperId, questions }
}

/** One school takes part and declares a teacher, one has been reminded, one is silent. */
const begin = async (organiser: Client, schools: readonly DemoSchool[]) => {
  const { examId, paperId } = await makeExam(organiser, schools, '全市高一期中联考')
  const [, second, third] = schools as [DemoSchool, DemoSchool, DemoSchool]
  const { version } = (await second.admin.ask(listOwnParts, {})).find((p) => p.examId === examId)!
  await second.admin.ask(answerPart, { examId, accepts: true, reason: '', version })
  const { list } = await second.admin.ask(ownApplications, { examId, kind: 'teacher', pageNumber: 1, pageSize: 10 })
  await second.admin.ask(apply, {
    examId,
    kind: 'teacher',
    personIds: [list[0]!.personId],
    paperIds: [paperId],
    note: '',
  })
  await organiser.ask(remindSchools, { examId, schoolIds: [third.schoolId as never], text: '请确认本校名单' })
  return { examId, paperId }
}

/** Its scores come by a file, as the demo's do. */
const release = async (organiser: Client, schools: readonly DemoSchool[]) => {
  const { examId, paperId, questions } = await makeExam(organiser, schools, '全市高一第一次联考')
  const { list } = await organiser.ask(examStudents, { examId, pageNumber: 1, pageSize: 100 })
  const lines = list.map((c, i) => {
    const cells = questions.map((q, n) => (q.answer ? (n % 5 < i % 5 ? '' : q.answer) : String(4 + (i % 8))))
    return csvLine([c.studentNumber, c.studentName, '', ...cells])
  })
  const name = `${courseName}成绩.csv`
  const bytes = Buffer.from(`\uFEFF${csvLine(importHead(questions))}${lines.join('')}`)
  const [file] = await organiser.upload('scores', [{ name, bytes }])
  const imported = await organiser.ask(importScores, { paperId, key: file!.key, fileName: name, mode: 'all' })
  await organiser.job(imported.uuid)
  const published = await organiser.ask(publishScores, { paperId })
  await organiser.job(published.uuid)
  return { examId, paperId }
}

/** By the calls that people make. */
export const takeJointExams = async (address: string, { joint: schools }: Organisation) => {
  const organiser = await signInAs(address, 'demo13', demoPassword)
  await organiser.ask(saveExamGroup, { groupName: '三校', schoolIds: schools.map((s) => s.schoolId as never) })
  const [begun, released] = await Promise.all([begin(organiser, schools), release(organiser, schools)])
  const of = schools.map(({ schoolId, schoolName, admin }) => {
    const account = { accountName: admin.user.accountName, password: demoPassword }
    return { schoolId, schoolName, account }
  })
  return { begun, released, schools: of }
}
