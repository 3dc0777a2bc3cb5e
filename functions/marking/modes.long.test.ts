/**
 * A joint exam marked in every way in which marks become a score, by simulated markers of known severity: all is settled,
 * both computations agree, and the quality screens name who is too hard.
 */
import { createHash } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AreaId, AttemptId, SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { claimBundle, finishBundle, submitMark } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { answerState, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'
import { markingQuality, markingReport } from '#shared/marking/quality/quality.calls.ts'
import { checkSample, drawSamples, sampledQuality } from '#shared/marking/quality/sample.calls.ts'
import { saveGroupQuality } from '#shared/marking/quality/seed.calls.ts'
import { saveStandard } from '#shared/marking/quality/standard.calls.ts'
import { finishTrial, trialDesk, trialMark } from '#shared/marking/quality/trial.calls.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { exams, examTeachers, papers } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { recountHere } from './counts.ts'
import { journalScoresOfStudents } from './journal/journal.ts'
import { handler } from './marking.api.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { forgetAll, open, points, until } from './marking.steps.fixtures.ts'
import { answers, arrangements } from './marking.store.ts'
import { headsOf, scriptsOf, tableOf } from './scripts.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

/** By what names it: a normal number (the sum of twelve, less six). */
const normal = (name: string): number => {
  const digest = createHash('sha256').update(name).digest()
  return Array.from({ length: 12 }, (_, i) => digest.readUInt16LE(2 * i) / 65_536).reduce((a, b) => a + b, -6)
}

/** How each question's marks become a score: its rule, by the name it has here. */
const modes = {
  single: {},
  double: { markers: 2, tolerance: 200 },
  third: { markers: 2, tolerance: 100, settle: { beyond: 'thirdFinal' } },
  shared: { settle: { sample: 30 } },
  blockOne: {},
  blockTwo: {},
  trial: {},
} satisfies Record<string, Pick<PaperQuestion, 'markers' | 'tolerance' | 'settle'>>
type Mode = keyof typeof modes

/** Hundredths by which each marker's marks lie off, of ten points: the first is two points too hard. */
const severities = [-200, 0, 0, 0]
type Eye = { eye: string; severity: number }
type Marker = Eye & { token: string; userId: string }

/** An area's exam of one school, marked by four declared teachers of another. */
const jointExam = async (candidates: number) => {
  const sitting = await seat(candidates, { markStep: 50 }, 0, ['1班'], Object.keys(modes).length - 1)
  const { examId, paperId, courseId } = sitting.paper
  const owner = `a:${newId<AreaId>('area')}` as const
  const organiser = await testCaller({ userType: 18, tenant: owner as never })
  const markers: Marker[] = []
  const schoolId = newId<SchoolId>('school')
  for (const severity of severities) {
    const teacherId = newId<TeacherId>('teacher')
    const { caller, token } = await testCaller({ userType: 3, tenant: schoolTenant(schoolId), teacherId })
    const row = { schema: 1 as const, examId, teacherId, userId: caller.userId, teacherName: `教师${severity}` }
    await asFunction('exam-api', () =>
      examTeachers.put({
        ...row,
        teaches: [{ classId: newId('class') as never, courseId, isHead: false }],
        marks: [paperId],
      }),
    )
    markers.push({ token, userId: caller.userId, severity, eye: String(markers.length) })
  }
  const rules = Object.values(modes)
  await asFunction('exam-api', async () => {
    await exams.edit({ examId }, (e) => ({ ...e!, owner: owner as never }))
    await papers.edit({ paperId }, (p) => {
      const essays = subjectiveOf(p!.questions).map((q, i) => ({ ...q, ...rules[i] }))
      return { ...p!, owner: owner as never, questions: [...p!.questions.slice(0, 1), ...essays] }
    })
  })
  const paper = (await paperOf(paperId))!
  const essays = subjectiveOf(paper.questions)
  const ids = essays.map((q) => q.questionId)
  scan.readings.set(
    paperId,
    sitting.students.map((id) => {
      const reading = scan.readingOf(sitting, id)
      return { ...reading, blocks: reading.blocks.map((x) => ({ ...x, questionIds: ids })) }
    }),
  )
  const of: Sitting = {
    ...sitting,
    paper,
    tenant: owner as never,
    manager: { userId: organiser.caller.userId, token: organiser.token },
  }
  const question = (mode: Mode): PaperQuestion => essays[Object.keys(modes).indexOf(mode)]!
  const all = markers.map((m) => m.userId as never)
  const block = [question('blockOne').questionId, question('blockTwo').questionId]
  await asFunction('marking-api', () =>
    arrangements.put({
      ...{ schema: 1 as const, paperId, examId, owner: owner as never, state: 'draft' as const, version: 1 },
      questions: ids.map((questionId) => ({ questionId, markers: all, arbitrators: [] })),
      blocks: [{ questionIds: block, groupName: '阅读组' }],
    }),
  )
  await open(of)
  return { of, markers, question, essays }
}
type Exam = Awaited<ReturnType<typeof jointExam>>

/** What a marker gives an answer: its worth, what the marker's eye adds, and the severity, on the grid. */
const look = ({ of }: Pick<Exam, 'of'>, studentId: string, number: string, { eye, severity }: Eye): number => {
  // By what stays from run to run: ids do not.
  const answer = `${of.students.findIndex((s) => s === studentId)} ${number}`
  const worth = 550 + 150 * normal(answer) + 50 * normal(`${answer} ${eye}`) + severity
  return Math.min(1000, Math.max(0, Math.round(worth / 50) * 50))
}

const give = async (exam: Exam, who: Marker, part: Omit<ClaimedBundle, 'left'>): Promise<void> => {
  const { paperId } = exam.of.paper
  const { bundleId, role, epoch } = part.bundle
  const { questionId, number } = part.question
  for (const { studentId, imageVersion, mine } of part.answers) {
    if (mine) continue
    const attemptId = newId<AttemptId>('attempt')
    const value = points(look(exam, studentId, number, who))
    const mark = { paperId, questionId, studentId, bundleId, role, epoch, imageVersion, attemptId, value, over: null }
    expect((await send(handler, submitMark, mark, who.token)).status).toBe(0)
  }
  expect((await send(handler, finishBundle, { paperId, bundleId, epoch }, who.token)).data.done).toBe(true)
}
/** A bundle of what waits; false where there is none for this marker. Together: of all questions of its group. */
const turn = async (exam: Exam, who: Marker, q: PaperQuestion, more: { role?: MarkRole; together?: true } = {}) => {
  const asked = { paperId: exam.of.paper.paperId, questionId: q.questionId, ...more }
  const got = await send(handler, claimBundle, asked, who.token)
  if (got.status !== 0) return 0
  const parts = [got.data, ...(got.data.joined ?? [])]
  for (const part of parts) await give(exam, who, part)
  return parts.length
}
/** Markers take turns until nothing is left for any. */
const inTurns = async (exam: Exam, q: PaperQuestion, more: { together?: true } = {}): Promise<number[]> => {
  const taken: number[] = []
  for (let idle = 0; idle < exam.markers.length;)
    for (const who of exam.markers) {
      const n = await turn(exam, who, q, more)
      idle = n > 0 ? 0 : idle + 1
      if (n > 0) taken.push(n)
    }
  return taken
}
const settled = async ({ of }: Exam, q: PaperQuestion): Promise<number> => {
  const { paperId } = of.paper
  const rows = await answers.getMany(of.students.map((studentId) => ({ paperId, studentId, questionId: q.questionId })))
  return rows.filter((item) => answerState(q, item).kind === 'scored').length
}
/** Marks on as the stream queues what the marks ask for, an arbitrator beside the markers, until each answer has its score. */
const toTheEnd = async (exam: Exam, mode: Mode, more: { together?: true } = {}): Promise<void> => {
  const q = exam.question(mode)
  const { token, userId } = exam.of.manager
  const leader: Marker = { token, userId, eye: 'leader', severity: 0 }
  await until(async () => {
    forgetAll()
    await inTurns(exam, q, more)
    while ((await turn(exam, leader, q, { role: 'final' })) > 0);
    expect(await settled(exam, q)).toBe(exam.of.students.length)
  })
}

it('is settled whole in every mode, and the marker who is too hard is found in each', async () => {
  const exam = await jointExam(160)
  const { of, question, markers } = exam
  const { paperId } = of.paper
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: object) =>
    send(handler, call, { paperId, ...input } as never, of.manager.token)
  const versionNow = async () => (await arrangements.get({ paperId }))!.version
  const rule = { expert: 0, own: 0, warn: 2, stop: 3, samples: 0 }
  const saveRule = async (mode: Mode, more: object) => {
    const lead = question(mode).questionId
    const saved = await ask(saveGroupQuality, { lead, trial: 'none', ...rule, ...more, version: await versionNow() })
    expect([mode, saved.status, saved.message]).toEqual([mode, 0, ''])
    forgetAll()
  }

  // A group whose questions are shown together, which seeds would give away.
  await saveRule('blockOne', {})
  expect(new Set(await inTurns(exam, question('blockOne'), { together: true }))).toEqual(new Set([2]))
  for (const mode of ['single', 'double', 'third', 'shared', 'blockOne', 'blockTwo'] as const)
    await toTheEnd(exam, mode)

  // A trial before live work: who is two points too hard fails it, and marks nothing of the question.
  const trial = question('trial')
  const chosenFor = of.students.slice(0, 10)
  await saveRule('trial', { trial: 'preparing', within: 30, bias: 10 })
  for (const studentId of chosenFor) {
    const score = look(exam, studentId, trial.number, { eye: 'expert', severity: 0 })
    const chosen = { questionId: trial.questionId, studentId, imageVersion: 1, use: 'trial', score, reason: '专家评定' }
    expect((await ask(saveStandard, { ...chosen, version: 0 })).status).toBe(0)
  }
  await saveRule('trial', { trial: 'begun', within: 30, bias: 10 })
  // A crop of this file's readings is called by its student; no answer of a trial is.
  const studentOf = (url: string): string => /st_[0-9a-z]{26}/.exec(decodeURIComponent(url))![0]
  for (const who of markers) {
    const at = { paperId, questionId: trial.questionId }
    const desk = (await send(handler, trialDesk, at, who.token)).data
    for (const a of desk.answers) {
      const score = look(exam, studentOf(a.images[0]!.url), trial.number, who)
      const mark = { ...at, key: a.key, score, attemptId: newId<AttemptId>('attempt') }
      expect((await send(handler, trialMark, mark, who.token)).status).toBe(0)
    }
    const { state } = (await send(handler, finishTrial, at, who.token)).data
    expect([who.severity, state]).toEqual([who.severity, who.severity === -200 ? 'failed' : 'passed'])
  }
  await toTheEnd(exam, 'trial')

  // The leader looks again at what the markers gave, and gives what the answers are worth.
  const drawn = (
    await ask(drawSamples, { questionId: question('single').questionId, at: 1, userId: markers[0]!.userId })
  ).data
  for (const s of drawn.list) {
    const right = look(exam, s.studentId, question('single').number, { eye: 'leader', severity: 0 })
    const at = { questionId: question('single').questionId, studentId: s.studentId, role: s.role, markId: s.markId }
    const other = right === s.score ? {} : { score: right, reason: '复核改分' }
    expect((await ask(checkSample, { ...at, ...other, attemptId: newId<AttemptId>('attempt') })).status).toBe(0)
  }

  // Both computations say the same.
  const table = tableOf(of.paper, await scriptsOf(of.paper, await headsOf(of.paper)))
  expect(table.complete).toBe(true)
  await until(async () => expect((await journalScoresOfStudents(of.paper, of.students)).scores).toEqual(table.scores))

  // What was given is found: the first marker is named, with a figure about the truth; the trial kept that marker off.
  await recountHere(of.paper)
  forgetAll()
  const quality = (await ask(markingQuality, {})).data
  const figure = (mode: Mode, who: Marker) =>
    quality.markers.find((m) => m.userId === who.userId && m.questionId === question(mode).questionId)
  for (const mode of ['single', 'double', 'third', 'shared', 'blockOne', 'blockTwo'] as const) {
    const [hard, ...others] = markers.map((who) => figure(mode, who)!)
    expect([mode, hard!.verdict]).toEqual([mode, 'strict'])
    expect(hard!.severity!.value).toBeGreaterThan(-340)
    expect(hard!.severity!.value).toBeLessThan(-90)
    expect(others.map((m) => m.verdict)).not.toContain('strict')
  }
  expect(figure('trial', markers[0]!)).toBeUndefined()
  expect(markers.slice(1).map((who) => figure('trial', who)!.verdict)).toEqual(['even', 'even', 'even'])
  const samples = (await ask(sampledQuality, { questionId: question('single').questionId })).data
  const sampled = samples.markers.find((m) => m.userId === markers[0]!.userId)!
  expect(sampled.sampled).toBe(drawn.list.length)
  expect(sampled.compared!.off).toBeLessThan(-100)
  const report = (await ask(markingReport, {})).data
  expect(report.sentence).toContain('教师-200')
  expect(report.number?.value).toBe(1)
})
