/**
 * A joint exam of many schools and nine subjects, from its creation to its publication. Creating it is measured at full
 * size where everything is run (`--all`, or `QINGHE_JOINT=100000`): 100 000 candidates of 200 schools, otherwise a fifth
 * of both. Scores are written by bulk and published for fewer; `QINGHE_JOINT_SCORED=100000` does all of them, which takes
 * hours: every script is told to the journal by the stream. What it took is printed: `--silent=false` shows it.
 */
import { getHeapStatistics } from 'node:v8'
import { beforeAll, expect, it } from 'vitest'
import * as examCalls from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { ExamId, JobId } from '#shared/kit/ids.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import {
  candidatesIn,
  examClassesOf,
  examOf,
  examSchoolsOf,
  papersOf,
  rosterSlices,
} from '#functions/exam/exam.public.ts'
import { stepsOfPaper } from '#functions/exam/step.public.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { groupOf, scriptCounts } from '#functions/marking/counts.ts'
import { anArea, classSize, nine, publishJoint } from './joint.fixtures.ts'
import { fewQuestions, isAbsent, writeScripts } from './province.fixtures.ts'
import { classFiguresOf, headOf, reportOf } from './snapshot.ts'

const everything = process.env['QINGHE_LONG_ALL'] === '1'
const candidates = Number(process.env['QINGHE_JOINT'] ?? (everything ? 100_000 : 20_000))
const schools = candidates / 500
/** Of these every subject is scored and published. */
const filled = Number(process.env['QINGHE_JOINT_SCORED'] ?? (everything ? 5000 : 480))
const filledSchools = Math.max(4, filled / 500)
const scored = {
  schools: filledSchools,
  candidates: filled,
  classes: filledSchools * Math.ceil(filled / filledSchools / classSize),
}

type Area = Awaited<ReturnType<typeof anArea>>
const told: Record<string, { seconds: number; cpu: number; calls: number; heapMb: number }> = {}
/** A phase with what it took: seconds, this process's own processor seconds, its requests to the stores, and its heap after it. */
const phase = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const before = process.cpuUsage()
  const counted = withFaults(() => null)
  try {
    return await run()
  } finally {
    counted.stop()
    told[name] = {
      seconds: Math.round((performance.now() - began) / 100) / 10,
      cpu: (({ user, system }) => Math.round((user + system) / 1e5) / 10)(process.cpuUsage(before)),
      calls: counted.calls.length,
      heapMb: Math.round(getHeapStatistics().used_heap_size / 1e6),
    }
  }
}

const create = async (of: Area): Promise<ExamId> => {
  const wish = {
    schoolIds: of.schoolIds,
    stage: 2,
    enrolmentYear: of.enrolmentYear,
    courseNames: nine,
    examName: '九科联考',
    examType: 9,
    examDate: Date.UTC(2026, 10, 20),
  }
  const { data } = await send(examHandler, examCalls.createJointExam, wish, of.bureau.token)
  const { examId, uuid } = data as { examId: ExamId; uuid: JobId }
  for (;;) {
    const job = await jobRecords.get({ jobId: uuid })
    if (job?.status === jobStatus.failed) throw new Error(job.message)
    const exam = await examOf(examId)
    if (job?.status === jobStatus.done) return examId
    // Until its job is nearly done it is not there at all; never a part of it.
    if (exam) expect(exam.schoolCount).toBe(of.schoolIds.length)
    await new Promise((done) => setTimeout(done, 500))
  }
}

beforeAll(() => actAs('exam-api'))

it('is made of every school, class, candidate and subject', async () => {
  const of = await phase('rosters written', () => anArea(schools, candidates))
  const examId = await phase(`exam of ${schools} schools, 9 subjects, ${candidates} candidates made`, () => create(of))
  const exam = (await examOf(examId))!
  expect(exam).toMatchObject({ schoolCount: schools, candidateCount: candidates, classCount: candidates / 50 })
  // The exam's own row holds nothing that grows with them.
  expect(JSON.stringify(exam).length).toBeLessThan(4096)
  await phase('schools, classes and steps listed', async () => {
    expect(await examSchoolsOf(examId)).toHaveLength(schools)
    expect((await examClassesOf(examId)).reduce((n, c) => n + c.candidateCount, 0)).toBe(candidates)
    for (const { paperId } of exam.papers) expect(await stepsOfPaper({ examId, paperId })).toHaveLength(schools)
  })
  await phase('rosters read by slices', async () => {
    const ids = new Set<string>()
    for await (const { slice } of rosterSlices(exam, 1000)) {
      const some = await candidatesIn(examId, slice)
      expect(some).toHaveLength(slice.students)
      for (const c of some) ids.add(c.studentId)
    }
    expect(ids.size).toBe(candidates)
  })
  console.table(told)
})

it(
  'is scored and published in every subject',
  async () => {
    const of = await anArea(scored.schools, scored.candidates)
    const examId = await create(of)
    for (const paper of await papersOf(examId)) {
      const wish = { paperId: paper.paperId, questions: fewQuestions(), version: paper.version }
      expect((await send(examHandler, examCalls.savePaper, wish, of.bureau.token)).status).toBe(0)
    }
    const exam = (await examOf(examId))!
    const papers = await papersOf(examId)
    await phase(`${scored.candidates} candidates scored in 9 subjects`, async () => {
      let i = 0
      for await (const { candidates: some } of rosterSlices(exam, 1000)) {
        const from = i
        i += some.length
        const rows = some.map(({ studentId }, k) => ({ i: from + k, studentId }))
        for (const paper of papers)
          await asFunction('marking-work', () => writeScripts(paper, of.bureau.caller.userId, rows))
      }
    })
    const absent = Array.from({ length: scored.candidates }, (_, i) => i).filter(isAbsent).length
    await phase('told to the journal', async () => {
      for (const paper of papers)
        for (;;) {
          const counts = await asFunction('analysis-work', () => scriptCounts.read(groupOf(paper)))
          const seen = (counts.get('present') ?? 0) + (counts.get('absent') ?? 0)
          if (seen === scored.candidates && !counts.get('unfinished')) break
          await new Promise((done) => setTimeout(done, 1000))
        }
    })
    const manager = of.bureau
    await phase('9 subjects published', async () => {
      for (const paper of papers) {
        const v = await asFunction('analysis-work', () => publishJoint({ paper, exam, manager }))
        await asFunction('analysis-work', async () => {
          const [head, report] = await Promise.all([headOf(paper, v), reportOf(paper, v)])
          expect(report.overall).toMatchObject({
            registered: scored.candidates,
            present: scored.candidates - absent,
          })
          // Every school's class is a group of its own, named with its school; together they are all candidates.
          expect(head.classes).toHaveLength(scored.classes)
          expect(new Set(head.classes.map((c) => c.className)).size).toBe(scored.classes)
          const own = await classFiguresOf(paper, v, head, null)
          expect(own.reduce((n, c) => n + c.present, 0)).toBe(report.overall.present)
        })
        const steps = await stepsOfPaper(paper)
        expect(steps.map((s) => s.step)).toEqual(steps.map(() => paperStep.released))
      }
    })
    expect((await examOf(examId))?.status).toBe(examStatus.released)
    console.table(told)
  },
  12 * 3_600_000,
)
