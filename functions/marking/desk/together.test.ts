/** A group's questions are handed out together: the same answers of each, under a claim and with a mark of their own. */
import { beforeAll, expect, it, vi } from 'vitest'
import type { AttemptId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { markingGroups, saveMarkingGroup } from '#shared/marking/groups/group.calls.ts'
import { claimBundle, finishBundle, markingTasks, submitMark } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { saveRubric } from '#shared/marking/rubric/rubric.calls.ts'
import { papers } from '#functions/exam/exam.store.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { fenceMs } from './desk.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { answers } from '../marking.store.ts'
import { forgetAll, open, points } from '../marking.steps.fixtures.ts'
import { bundlesOf } from '../queue.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

type Teacher = Sitting['teachers'][0]
type Group = { of: Sitting; questions: QuestionId[]; a: Teacher; b: Teacher }

const arranged = (of: Sitting, questionIds: QuestionId[], lead: QuestionId, markers: Teacher[]) =>
  asFunction('marking-api', async () => {
    const { paperId } = of.paper
    const { version } = (await send(handler, markingGroups, { paperId }, of.manager.token)).data
    const by = markers.map((m) => m.userId)
    const saved = { paperId, lead, questionIds, markers: by, leaders: [], version }
    expect((await send(handler, saveMarkingGroup, saved, of.manager.token)).status).toBe(0)
    forgetAll()
  })

/** An open paper of three essays on one crop, which are one group of two markers. */
const opened = async (count: number, essay: object = {}): Promise<Group> => {
  const of = await seat(count, essay, 2)
  const { paperId } = of.paper
  const more = ['3', '4'].map((number) => ({ ...of.essay, questionId: newId<QuestionId>('question'), number }))
  await asFunction('exam-api', () =>
    papers.edit({ paperId }, (p) => ({ ...p!, questions: [...p!.questions, ...more] })),
  )
  const questions = [of.essay.questionId, ...more.map((q) => q.questionId)]
  scan.readings.set(
    paperId,
    of.students.map((id) => {
      const reading = scan.readingOf(of, id)
      return { ...reading, blocks: reading.blocks.map((x) => ({ ...x, questionIds: questions })) }
    }),
  )
  const [a, b] = of.teachers as [Teacher, Teacher]
  await arranged(of, questions, questions[0]!, [a, b])
  await open(of)
  actAs('marking-api')
  return { of, questions, a, b }
}
const take = ({ of, questions }: Group, who: Teacher, more: object = {}) =>
  send(
    handler,
    claimBundle,
    { paperId: of.paper.paperId, questionId: questions[0]!, together: true, ...more },
    who.token,
  )
const all = (got: ClaimedBundle) => [got, ...(got.joined ?? [])]
const mark = (
  { of }: Group,
  who: Teacher,
  part: Omit<ClaimedBundle, 'left'>,
  studentId: StudentId,
  more: object = {},
) =>
  send(
    handler,
    submitMark,
    {
      ...{ paperId: of.paper.paperId, questionId: part.question.questionId, studentId, imageVersion: 1 },
      ...{ bundleId: part.bundle.bundleId, role: part.bundle.role, epoch: part.bundle.epoch },
      ...{ attemptId: newId<AttemptId>('attempt'), value: points(500), over: null, ...more },
    },
    who.token,
  )
const numbers = (got: ClaimedBundle) => all(got).map((p) => p.question.number)
const students = (part: Pick<ClaimedBundle, 'answers'>) => part.answers.map((x) => x.studentId)

it('hands out the same answers of all its questions, to one marker, and the next ones beside them', async () => {
  const group = await opened(45)
  const first = (await take(group, group.a)).data
  expect(numbers(first)).toEqual(['2', '3', '4'])
  for (const part of first.joined!) expect(students(part)).toEqual(students(first))
  // Asked again without a word of them, as after a reload, they are the same claims.
  const again = (await take(group, group.a)).data
  expect(all(again).map((p) => [p.bundle.bundleId, p.bundle.epoch])).toEqual(
    all(first).map((p) => [p.bundle.bundleId, p.bundle.epoch]),
  )
  const besides = all(first).map((p) => p.bundle.bundleId)
  const next = (await take(group, group.a, { besides })).data
  expect(students(next).filter((s) => students(first).includes(s))).toEqual([])
  expect(numbers(next)).toEqual(['2', '3', '4'])
  // Another marker is handed none of these.
  const other = (await take(group, group.b)).data
  const held = new Set([...students(first), ...students(next)])
  expect(
    all(other)
      .flatMap(students)
      .filter((s) => held.has(s)),
  ).toEqual([])
  const tasks = (await send(handler, markingTasks, {}, group.b.token)).data!
  const together = { lead: group.questions[0], numbers: ['2', '3', '4'] }
  expect(tasks.map((t) => t.together)).toEqual([together, together, together])
})

it('stores each mark by itself: of one that is another’s, or was split off, the others stand', async () => {
  const group = await opened(3)
  const { of, questions, a, b } = group
  const { paperId } = of.paper
  // The second question’s bundle is in another hand: the others are marked all the same.
  const apart = (await send(handler, claimBundle, { paperId, questionId: questions[1]! }, b.token)).data
  expect(apart.joined).toBeUndefined()
  const got = (await take(group, a)).data
  expect(numbers(got)).toEqual(['2', '4'])
  const [studentId] = students(got) as [StudentId]
  for (const part of all(got)) expect((await mark(group, a, part, studentId)).status).toBe(0)
  const back = usePorts({ pause: async (ms) => void (ms === fenceMs) })
  // The third goes to the other marker alone, while this one has it in hand.
  await arranged(of, [questions[2]!], questions[0]!, [b])
  const [, late] = students(got) as [StudentId, StudentId]
  const statuses = []
  for (const part of all(got)) statuses.push((await mark(group, a, part, late)).status)
  back()
  expect(statuses).toEqual([0, refused.notMarker.status])
  const row = async (questionId: QuestionId) => (await answers.get({ paperId, studentId: late, questionId }))?.first
  expect((await row(questions[0]!))?.by).toBe(a.userId)
  expect(await row(questions[2]!)).toBeUndefined()
  // What was given of it before stands.
  expect((await answers.get({ paperId, studentId, questionId: questions[2]! }))?.first?.by).toBe(a.userId)
})

it('tells a second computer what the first gave, question by question', async () => {
  const group = await opened(2)
  const got = (await take(group, group.a)).data
  const other = (await take(group, group.a)).data
  const [studentId] = students(got) as [StudentId]
  expect((await mark(group, group.a, all(got)[1]!, studentId)).status).toBe(0)
  const statuses = []
  for (const part of all(other))
    statuses.push((await mark(group, group.a, part, studentId, { value: points(300) })).status)
  expect(statuses).toEqual([0, refused.elsewhere.status, 0])
})

it('goes on with the questions of which something is left, and finishes each', async () => {
  const group = await opened(2)
  const { of, questions, a } = group
  const { paperId } = of.paper
  const alone = (await send(handler, claimBundle, { paperId, questionId: questions[0]! }, a.token)).data
  for (const s of students(alone)) expect((await mark(group, a, alone, s)).status).toBe(0)
  await send(handler, finishBundle, { paperId, bundleId: alone.bundle.bundleId, epoch: alone.bundle.epoch }, a.token)
  const rest = (await take(group, a)).data
  expect(numbers(rest)).toEqual(['3', '4'])
  for (const part of all(rest)) {
    for (const s of students(part)) expect((await mark(group, a, part, s)).status).toBe(0)
    const { bundleId, epoch } = part.bundle
    expect((await send(handler, finishBundle, { paperId, bundleId, epoch }, a.token)).data.done).toBe(true)
  }
  expect((await take(group, a)).status).toBe(refused.nothingLeft.status)
})

it('is one question after the other where one of them is given by points', async () => {
  const group = await opened(45)
  const { of, questions, a, b } = group
  // Which questions are given by points was looked at just before: who sets a rubric is believed at once.
  expect(numbers((await take(group, b)).data)).toEqual(['2', '3', '4'])
  const at = { paperId: of.paper.paperId, questionId: questions[1]! }
  const set = { ...at, kind: 'add' as const, points: [{ name: '列式', score: 1000 }], version: 0 }
  expect((await send(handler, saveRubric, set, of.manager.token)).status).toBe(0)
  forgetAll()
  const got = (await take(group, a)).data
  expect([numbers(got), got.joined]).toEqual([['2'], undefined])
})

it('is whole under every single fault of its claim: asked again, no answer is in two hands or none', async () => {
  const dry = await opened(3)
  const counted = withFaults(() => null)
  await take(dry, dry.a)
  counted.stop()
  for (const { at: index, kind, told } of faultCases([...counted.calls], { every: 6 })) {
    const group = await opened(3)
    const fault = withFaults((call) => (call.index === index ? kind : null))
    await take(group, group.a).catch(() => null)
    fault.stop()
    forgetAll()
    const got = (await take(group, group.a)).data
    expect([told, numbers(got)]).toEqual([told, ['2', '3', '4']])
    const rows = await bundlesOf(group.of.paper.paperId)
    for (const questionId of group.questions) {
      const own = rows.filter((x) => x.questionId === questionId)
      expect([told, own.map((x) => [x.state, x.holder, x.studentIds.length])]).toEqual([
        told,
        [['claimed', group.a.userId, 3]],
      ])
    }
  }
}, 600_000)
