/**
 * What each call of the main job costs in read and write units of the database, as DynamoDB itself counts them: a small
 * exam goes from its creation to a student's own result, and what the call's function used is noted. Reads that a
 * function remembers for some seconds are not in the figures: each call is asked twice where that changes nothing.
 */
import { ownResult, summary, transcript } from '#shared/analysis/analysis.calls.ts'
import { publishPreview, publishScores } from '#shared/analysis/publication.calls.ts'
import { examDetail, examStudents, listExams } from '#shared/exam/exam.calls.ts'
import type { AnyCall, SentOf } from '#shared/kit/call.ts'
import { composeId } from '#shared/kit/ids.ts'
import {
  claimBundle,
  finishBundle,
  markingProgressCall,
  markingTasks,
  submitMark,
} from '#shared/marking/marking.calls.ts'
import { doubtList, setAbsent, sheetStatistic } from '#shared/scan/scan.calls.ts'
import { listStudents } from '#shared/school/people/student.calls.ts'
import { initialsOf } from '#functions/school/people/pinyin.ts'
import type { Cloud } from '../../local/Cloud.ts'
import type { Units } from '../../local/stores/access/guard.ts'
import { signInAs } from '../client.ts'
import type { Client } from '../client.ts'
import { beginExam, handIn, printBlank, settleAll, sitExam, writePaper } from '../exam.ts'
import { markAll, openForMarking } from '../mark.ts'
import { demoPassword } from '../organisation.ts'
import type { Organisation } from '../organisation.ts'

export type UnitTable = Record<string, Units>

/** How many of the two classes' students hand sheets in. */
const sat = 4

export const measureUnits = async ({
  cloud,
  organisation,
}: {
  cloud: Cloud
  organisation: Organisation
}): Promise<UnitTable> => {
  const table: UnitTable = {}
  const school = organisation.schools[0]!
  const used = async <T>(name: string, functionId: string, run: () => Promise<T>): Promise<T> => {
    const before = cloud.unitsOf(functionId)
    const result = await run()
    const after = cloud.unitsOf(functionId)
    table[name] = { read: after.read - before.read, write: after.write - before.write }
    return result
  }
  /** A call that changes nothing: asked before, so that what is remembered is there. */
  const look = async <C extends AnyCall>(name: string, room: string, client: Client, call: C, input: SentOf<C>) => {
    await client.ask(call, input)
    return used(name, `${room}-api`, () => client.ask(call, input))
  }
  const { admin } = school
  await used('sign in, its key included', 'identity-api', () =>
    signInAs(cloud.address, admin.user.accountName, demoPassword),
  )

  const exam = await beginExam(school, { seed: 'units', name: '用量', examType: 3, examDate: Date.UTC(2026, 10, 12) })
  await writePaper(exam, 'short')
  const { examId, paperId } = exam
  const page = { pageNumber: 1, pageSize: 20 }
  await look('list of exams', 'exam', admin, listExams, page)
  await look('an exam', 'exam', admin, examDetail, { examId })
  await look('candidates, 20 of 60', 'exam', admin, examStudents, { examId, ...page })
  const students = { schoolId: school.schoolId as never, gradeId: school.grades[0]!.gradeId as never, ...page }
  await look('students, 20 of a grade', 'school', admin, listStudents, students)

  const printed = await printBlank(exam)
  const others = exam.candidates.splice(sat)
  const scanned = await sitExam(exam, printed, { range: 'ordinary', maxDpi: 150, habits: 0, absent: 0 })
  const handed = await handIn(exam, scanned, false)
  await admin.job(handed.uuid)
  const absentees = { paperId, studentIds: others.map((c) => c.studentId as never), absent: true, reason: '缺考' }
  await used(`${others.length} candidates absent`, 'scan-api', () => admin.ask(setAbsent, absentees))
  await settleAll(exam, handed)
  await look('queue of doubts', 'scan', admin, doubtList, { paperId, ...page })
  await look('sheet ledger', 'scan', admin, sheetStatistic, { paperId })

  await openForMarking(exam)
  const markers = await Promise.all(
    school.teachers
      .filter((t) => t.courseName === school.courses[0]!.courseName)
      .map((t) => signInAs(cloud.address, t.accountName, demoPassword)),
  )
  const [marker] = markers as [Client]
  const question = exam.questions.find((q) => q.unitType > 3)!
  await look("a marker's tasks", 'marking', marker, markingTasks, {})
  const claimed = await used('claim of a bundle', 'marking-api', () =>
    marker.ask(claimBundle, { paperId, questionId: question.questionId }),
  )
  const { bundleId, role, epoch } = claimed.bundle
  for (const [i, answer] of claimed.answers.entries()) {
    const mark = {
      ...{ paperId, questionId: question.questionId, bundleId, role, epoch },
      studentId: answer.studentId,
      imageVersion: answer.imageVersion,
      attemptId: composeId('attempt', Date.now(), new Uint8Array(10).fill(i)),
      value: { kind: 'score' as const, score: 0 },
    }
    // The last one stands: by then all that is remembered is.
    await used('a mark', 'marking-api', () => marker.ask(submitMark, mark))
  }
  await used('end of a bundle', 'marking-api', () => marker.ask(finishBundle, { paperId, bundleId, epoch }))
  await markAll(exam, markers, admin)
  await look('marking progress', 'marking', admin, markingProgressCall, { paperId })

  await cloud.waitIdle()
  const { digest } = await look('preview of the scores', 'analysis', admin, publishPreview, { paperId })
  await used(`publication of ${exam.candidates.length + others.length} results: the job`, 'analysis-work', async () => {
    const started = await used('publication: the call', 'analysis-api', () =>
      admin.ask(publishScores, { paperId, digest }),
    )
    await admin.job(started.uuid)
    await cloud.waitIdle()
  })
  await look('transcript', 'analysis', admin, transcript, { paperId, ...page })
  await look('summary', 'analysis', admin, summary, { paperId })
  const accountName = `${await initialsOf(school.schoolName)}${exam.candidates[0]!.studentNumber}`
  const student = await signInAs(cloud.address, accountName, demoPassword)
  await look('own result', 'analysis', student, ownResult, { paperId })
  return table
}

export type Table = Readonly<Record<string, Readonly<Record<string, number>>>>
const named: Readonly<Record<string, string>> = { read: 'read units', write: 'write units' }

/** Rows of `now` that cost over half more than the frozen ones (or `most` times as much), or that are not frozen; rows that are gone. */
export const dearer = (frozen: Table, now: Table, most = 1.5): string[] => {
  const changed = Object.entries(now).flatMap(([name, units]) => {
    const before = frozen[name]
    if (!before) return [`${name}: not frozen`]
    return Object.entries(units)
      .filter(([kind, n]) => n > (before[kind] ?? 0) * most)
      .map(([kind, n]) => `${name}: ${n} ${named[kind] ?? kind} instead of ${before[kind] ?? 0}`)
  })
  return [...changed, ...Object.keys(frozen).flatMap((name) => (name in now ? [] : [`${name}: no longer measured`]))]
}
