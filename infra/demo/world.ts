/**
 * The demo's joint exams: six schools of an area, one grade, nine subjects, three times. The scores were found elsewhere
 * and come in by the file that a bureau hands in; all of it goes by the calls and jobs that people use.
 */
import { publishScores, publishState } from '#shared/analysis/publication.calls.ts'
import { createJointExam, examDetail, examPaper, examStudents, savePaper } from '#shared/exam/exam.calls.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { csvLine } from '#shared/kit/csv.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { createTotal } from '#shared/exam/tools/total.calls.ts'
import { importScores } from '#shared/marking/imports/import.calls.ts'
import { importHead } from '#shared/marking/imports/import.rules.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { jobDone, signInAs } from './client.ts'
import type { Client } from './client.ts'
import { relatePoints } from './exam.ts'
import { demoPassword, organiserAccount } from './organisation.ts'
import type { DemoSchool } from './organisation.ts'
import { answersOf, markingOf, worldCourses, worldExams, worldPaper, worldStudent } from './world.model.ts'
import type { WorldStudent } from './world.model.ts'

export type WorldExam = { examId: ExamId; name: string; papers: { paperId: PaperId; courseName: string }[] }

/** What the schools differ by, in standard deviations of a student: the first one is a good one. */
const schoolLevels = [0.45, 0.15, 0, -0.1, -0.25, -0.45]
/** The ability about which a roster's students lie. */
const middling = 0.61
/** Papers that are written, read and published side by side. */
const together = 3

type Seat = { studentNumber: string; studentName: string; schoolName: string; className: string; student: WorldStudent }

/** Every candidate of an exam with who sits there: in an exam of several schools the school's place precedes the number. */
const seatsOf = async (organiser: Client, examId: ExamId, schools: readonly DemoSchool[]): Promise<Seat[]> => {
  const known = new Map<string, { schoolName: string; student: WorldStudent }>(
    schools.flatMap(({ schoolName, grades }, s) =>
      grades[0]!.students.map(({ number, className, ability }) => {
        // A number begins with a year, and the world is the same in every one.
        const key = `${schoolName}:${className}:${number.slice(4)}`
        const student = worldStudent(key, schoolLevels[s] ?? 0, 2 * (ability - middling))
        return [`${s + 1}${number}`, { schoolName, student }] as const
      }),
    ),
  )
  const seats: Seat[] = []
  for (let pageNumber = 1, total = Infinity; seats.length < total; pageNumber++) {
    const { list, total: all } = await organiser.ask(examStudents, { examId, pageNumber, pageSize: 500 })
    total = all
    for (const { studentNumber, studentName, className } of list) {
      const who = known.get(studentNumber)
      if (!who) throw new Error(`no student has the number ${studentNumber}`)
      seats.push({ studentNumber, studentName, className, ...who })
    }
  }
  return seats
}

/** The file that comes in for a paper. Of the last school's last candidate nothing has come yet in the newest exam's last subject. */
const scoreFile = (
  exam: number,
  course: string,
  questions: readonly PaperQuestion[],
  seats: readonly Seat[],
): Buffer => {
  const late = exam === worldExams.length - 1 && course === worldCourses.at(-1) ? seats.at(-1) : undefined
  const lines = seats
    .filter((seat) => seat !== late)
    .map(({ studentNumber, studentName, schoolName, className, student }) => {
      const marking = markingOf(`${schoolName}${className}`, course)
      const said = answersOf(student, { exam, course, questions, marking })
      return csvLine([
        studentNumber,
        studentName,
        said.absent ? '缺考' : '',
        ...(said.absent ? questions.map(() => '') : said.cells),
      ])
    })
  return Buffer.from(`\uFEFF${csvLine(importHead(questions))}${lines.join('')}`)
}

/** A paper from its questions to its published scores. */
const bringPaper = async (
  organiser: Client,
  { paperId, courseName }: WorldExam['papers'][number],
  exam: number,
  seats: readonly Seat[],
): Promise<void> => {
  const questions = worldPaper(`world:${exam}`, courseName)
  const { version } = await organiser.ask(examPaper, { paperId })
  await organiser.ask(savePaper, { paperId, questions, version })
  // Of the newest exam every report has something to say.
  if (exam === worldExams.length - 1) await relatePoints({ admin: organiser, paperId })
  const name = `${courseName}成绩.csv`
  const [file] = await organiser.upload('scores', [{ name, bytes: scoreFile(exam, courseName, questions, seats) }])
  const imported = await organiser.ask(importScores, { paperId, key: file!.key, fileName: name, mode: 'all' })
  await organiser.job(imported.uuid, 600)
  await jobDone(organiser, () => organiser.ask(publishScores, { paperId }), 600)
}

/** A total of all papers is published by itself with the last of them. */
const totalPublished = async (organiser: Client, paperId: PaperId): Promise<void> => {
  for (;;) {
    const { current, pending } = await organiser.ask(publishState, { paperId })
    if (current !== null) return
    if (pending?.failed) throw new Error(`the total was not published: ${pending.message}`)
    await new Promise((done) => setTimeout(done, 250))
  }
}

/** Makes the exams one after the other, as they were held. */
export const seedWorld = async (
  address: string,
  schools: readonly DemoSchool[],
  say: (line: string) => void,
): Promise<WorldExam[]> => {
  const organiser = await signInAs(address, organiserAccount, demoPassword)
  const made: WorldExam[] = []
  for (const [exam, { name, date }] of worldExams.entries()) {
    const { examId, uuid } = await organiser.ask(createJointExam, {
      schoolIds: schools.map((s) => s.schoolId as never),
      stage: schools[0]!.stage,
      enrolmentYear: schools[0]!.grades[0]!.enrolmentYear,
      courseNames: [...worldCourses],
      examName: name,
      examType: 9,
      examDate: date,
    })
    await organiser.job(uuid, 600)
    const { papers } = await organiser.ask(examDetail, { examId })
    const seats = await seatsOf(organiser, examId, schools)
    const total = await organiser.ask(createTotal, { examId, name: '总分', all: papers.map((p) => p.paperId) })
    await inTurns(papers, together, (paper) => bringPaper(organiser, paper, exam, seats))
    await totalPublished(organiser, total.paperId)
    say(`${name}：${schools.length} 所学校，${papers.length} 科，${seats.length} 名考生`)
    made.push({ examId, name, papers })
  }
  return made
}
