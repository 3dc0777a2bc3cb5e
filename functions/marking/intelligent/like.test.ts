/** Like answers on sheets: grouped by their pictures, handed out as bundles, each mark as by hand. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId, JobId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import * as calls from '#shared/marking/intelligent/intelligent.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { papers } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { putObject } from '#functions/kit/objects.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { answers, bundles, images } from '../marking.store.ts'
import { claim, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { works } from '../marking.work.ts'
import { bundlesOf, queueStudents } from '../queue.ts'
import { handOut } from './sheet.commands.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

const [width, height] = [300, 80]
/** Strokes as boxes: x, y, width, height. */
const written: Record<string, readonly (readonly [number, number, number, number])[]> = {
  T: [
    [0, 0, 30, 5],
    [13, 0, 5, 40],
  ],
  L: [
    [0, 0, 5, 40],
    [0, 36, 28, 5],
  ],
  O: [
    [0, 0, 28, 5],
    [0, 36, 28, 5],
    [0, 0, 5, 40],
    [24, 0, 5, 40],
  ],
  '': [],
}
const crop = (text: string, at: number): Promise<Buffer> => {
  const data = new Uint8Array(width * height).fill(245)
  for (const [x, y, w, h] of written[text]!)
    for (let v = y; v < y + h; v++)
      for (let u = x; u < x + w; u++) data[(v + 18 + (at % 5)) * width + u + 60 + ((at * 7) % 90)] = 40
  return sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const seated = async (texts: readonly string[], question: Parameters<typeof seat>[1] = {}, teachers = 3) => {
  const of = await seat(texts.length, { unitType: 4, fullScore: 300, ...question }, teachers)
  const readings = of.students.map((s) => scan.readingOf(of, s))
  scan.readings.set(of.paper.paperId, readings)
  await asFunction('scan-work', async () => {
    for (const [i, text] of texts.entries())
      await putObject(readings[i]!.blocks[0]!.key, await crop(text, i), { type: 'image/jpeg' })
  })
  return of
}
const at = (of: Sitting) => ({ paperId: of.paper.paperId, questionId: of.essay.questionId })

const turn = async (of: Sitting, on: boolean, token = of.manager.token) => {
  forgetAll()
  const { version } = (await send(handler, calls.listQuestion, { paperId: of.paper.paperId }, of.manager.token)).data!
  return send(handler, calls.setIntelligenceStatus, { ...at(of), on, version }, token)
}
const group = async (of: Sitting): Promise<void> => {
  forgetAll()
  await driveJob(works, {
    job: 'marking.groupLike',
    jobId: newId<JobId>('job'),
    tenant: of.tenant,
    startedBy: of.manager.userId,
    input: at(of),
    out: {},
  })
  forgetAll()
}
const give = (
  of: Sitting,
  token: string,
  got: ClaimedBundle,
  ids: readonly StudentId[],
  value: MarkValue,
  attempts?: AttemptId[],
) =>
  send(
    handler,
    calls.submitItems,
    {
      ...at(of),
      bundleId: got.bundle.bundleId,
      role: got.bundle.role,
      epoch: got.bundle.epoch,
      items: ids.map((studentId, i) => ({
        studentId,
        imageVersion: 1,
        attemptId: attempts?.[i] ?? newId<AttemptId>('attempt'),
        value,
      })),
    },
    token,
  )
const textOf = (of: Sitting, texts: readonly string[], id: StudentId): string => texts[of.students.indexOf(id)]!
/** The index of what waits may lag: asked until there is something. */
const taken = (of: Sitting, token: string): Promise<ClaimedBundle> =>
  vi.waitFor(
    async () => {
      const got = await claim(of, token)
      expect(got.status).toBe(0)
      return got.data!
    },
    { timeout: 120_000, interval: 100 },
  )
/** In how many live bundles of its first mark each answer lies. */
const places = async (of: Sitting): Promise<number[]> => {
  const rows = (await bundlesOf(of.paper.paperId)).filter((b) => b.role === 'first' && b.state !== 'done')
  return of.students.map((s) => rows.filter((b) => b.studentIds.includes(s)).length)
}

const texts = Array.from({ length: 30 }, (_, i) => (i < 16 ? 'T' : i < 24 ? 'L' : i < 27 ? 'O' : ''))

describe('like answers', () => {
  it('are handed out in groups of what looks alike, and a group’s marks are marks of its answers', async () => {
    const of = await seated(texts)
    expect((await turn(of, true)).data).toMatchObject({ on: true })
    await open(of)
    await group(of)
    const [me] = of.teachers
    const [task] = (await send(handler, markingTasks, { like: true }, me!.token)).data!
    expect(task).toMatchObject({ questionId: of.essay.questionId, like: true })
    const got = await taken(of, me!.token)
    const told = got.sets!.map((s) => s.studentIds.map((id) => textOf(of, texts, id)))
    expect(told.map((s) => [new Set(s).size, s.length])).toEqual([
      [1, 16],
      [1, 8],
      [1, 3],
      [1, 3],
    ])
    await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
    for (const [i, { studentIds }] of got.sets!.entries()) {
      const value = told[i]![0] === '' ? ({ kind: 'noAnswer' } as const) : points(100 * i)
      expect((await give(of, me!.token, got, studentIds, value)).data).toEqual({ refused: [] })
    }
    expect((await finish(of, me!.token, got)).data).toMatchObject({ done: true, left: 0 })
    // One of the first group is given otherwise afterwards: it is told apart from the rest.
    const [odd] = got.sets![0]!.studentIds
    expect((await give(of, me!.token, got, [odd!], points(300))).data).toEqual({ refused: [] })
    const report = (await send(handler, calls.listResult, { paperId: of.paper.paperId }, of.manager.token)).data!
    expect(report.questions).toMatchObject([{ answers: 30, groups: 4, alone: 0, members: 30, agreed: 29 }])
    expect(report.apart).toMatchObject([{ number: '2', given: points(300), most: points(0) }])
    expect((await send(handler, calls.listResult, { paperId: of.paper.paperId }, me!.token)).status).not.toBe(0)
    const rows = await answers.getMany(of.students.map((studentId) => ({ ...at(of), studentId })))
    expect(rows.every((r) => r.first?.by === me!.userId && r.first.epoch === got.bundle.epoch)).toBe(true)
    expect(rows.filter((r) => r.first?.value.kind === 'noAnswer')).toHaveLength(3)
  })

  it('of a bundle that a marker has in hand stay there, on and off', async () => {
    const of = await seated(texts)
    await open(of)
    const [me, other] = of.teachers
    const mine = await taken(of, me!.token)
    expect(mine.sets).toBeUndefined()
    await turn(of, true)
    await group(of)
    await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
    const got = await taken(of, other!.token)
    expect(got.answers).toHaveLength(texts.length - mine.answers.length)
    expect(got.sets!.flatMap((s) => s.studentIds)).toHaveLength(got.answers.length)
    expect((await submit(of, me!.token, mine, mine.answers[0]!.studentId, points(100))).status).toBe(0)
    await finish(of, other!.token, got)
    await turn(of, false)
    await group(of)
    // It was had in hand: it stays a sheet for who takes it next.
    await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
  })

  it('may be grouped again and again, and turned back into bundles by chance', async () => {
    const of = await seated(texts)
    await turn(of, true)
    await open(of)
    for (let i = 0; i < 2; i++) {
      await group(of)
      await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
    }
    await turn(of, false)
    await group(of)
    await until(async () => {
      const rows = await bundlesOf(of.paper.paperId)
      expect(rows.map((b) => b.sets)).toEqual(rows.map(() => undefined))
      expect(rows.map((b) => b.studentIds.length).sort()).toEqual([10, 20])
    })
    await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
  })

  it('are marked twice by two, and the first marker is kept from the second mark', async () => {
    const of = await seated(texts.slice(0, 12), { markers: 2, tolerance: 0 })
    await turn(of, true)
    await open(of)
    await group(of)
    const [one, two] = of.teachers
    const first = await taken(of, one!.token)
    await give(
      of,
      one!.token,
      first,
      first.answers.map((a) => a.studentId),
      points(300),
    )
    await finish(of, one!.token, first)
    expect((await claim(of, one!.token)).status).toBe(refused.nothingLeft.status)
    const second = await taken(of, two!.token)
    expect(second.bundle.role).not.toBe(first.bundle.role)
    expect(second.sets!.map((s) => s.studentIds)).toEqual(first.sets!.map((s) => s.studentIds))
    await give(
      of,
      two!.token,
      second,
      second.answers.map((a) => a.studentId),
      points(300),
    )
    expect((await finish(of, two!.token, second)).data).toMatchObject({ done: true })
  })

  it('that are refused are named alone; the same attempts again are the same marks', async () => {
    const of = await seated(texts.slice(0, 20))
    await turn(of, true)
    await open(of)
    await group(of)
    const [me] = of.teachers
    const got = await taken(of, me!.token)
    const ids = got.answers.slice(0, 3).map((a) => a.studentId)
    const stranger = newId<StudentId>('student')
    const attempts = [...ids, stranger].map(() => newId<AttemptId>('attempt'))
    const once = (await give(of, me!.token, got, [...ids, stranger], points(200), attempts)).data!
    expect(once.refused).toEqual([
      { studentId: stranger, status: refused.taken.status, message: refused.taken.message },
    ])
    expect((await give(of, me!.token, got, ids, points(200), attempts.slice(0, 3))).data).toEqual({ refused: [] })
    const otherwise = (await give(of, me!.token, got, ids, points(100), attempts.slice(0, 3))).data!
    expect(otherwise.refused.map((r) => r.status)).toEqual(ids.map(() => refused.conflict.status))
    const over = (await give(of, me!.token, got, ids, points(400))).data!
    expect(over.refused.map((r) => r.status)).toEqual(ids.map(() => refused.badScore.status))
  })
})

describe('grouping', () => {
  it('is for blanks, by who manages the exam', async () => {
    const of = await seated(['T', 'L'], { unitType: 5 })
    expect((await turn(of, true)).status).toBe(refused.notBlanks.status)
    const blank = await seated(['T', 'L'])
    expect((await turn(blank, true, blank.teachers[0]!.token)).status).not.toBe(0)
    expect((await send(handler, calls.process, at(blank), blank.manager.token)).status).toBe(refused.notGrouped.status)
    await turn(blank, true)
    expect((await send(handler, calls.process, at(blank), blank.manager.token)).status).toBe(refused.notOpen.status)
  })

  it('leaves an answer whose picture cannot be opened alone', async () => {
    const of = await seated(['T', 'T', 'T', 'T', 'T'])
    const [broken] = scan.readings.get(of.paper.paperId)!
    await asFunction('scan-work', () =>
      putObject(broken!.blocks[0]!.key, Buffer.from('no picture'), { type: 'image/jpeg', replace: true }),
    )
    await turn(of, true)
    await open(of)
    await group(of)
    const got = await taken(of, of.teachers[0]!.token)
    expect(got.sets!.map((s) => s.studentIds.length)).toEqual([4, 1])
    expect(got.sets![1]!.studentIds).toEqual([broken!.studentId])
  })
})

describe('what is queued while sheets are laid', () => {
  const byLooks = { like: true, anew: false }
  const asIsNow = async (of: Sitting) => (await paperOf(of.paper.paperId))!
  const liveOf = async (of: Sitting, questionId: string) =>
    (await bundlesOf(of.paper.paperId)).filter((b) => b.questionId === questionId && b.state !== 'done')

  it('lies in its bundle alone: a sheet of the same answers is not laid over it (I18)', async () => {
    const of = await seated(texts)
    await open(of)
    const paper = await asIsNow(of)
    // Late pages are queued by another job, after it was seen that these answers lie nowhere.
    const read = bundles.getMany
    let queuedSince = 0
    const spied = vi.spyOn(bundles, 'getMany').mockImplementation(async (keys) => {
      const rows = await read(keys)
      if (keys.length === 1 && rows.length === 0 && queuedSince++ === 0) await queueStudents(paper, of.students)
      return rows
    })
    try {
      await handOut(paper, of.essay, of.students, byLooks)
    } finally {
      spied.mockRestore()
    }
    expect(queuedSince).toBeGreaterThan(0)
    await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
  })

  it('is of the job’s own question: answers of another one wait for the sheets of theirs', async () => {
    const of = await seated(texts)
    const two = { ...of.essay, questionId: newId<QuestionId>('question'), number: '3' }
    const { paperId } = of.paper
    await asFunction('exam-api', () => papers.edit({ paperId }, (p) => ({ ...p!, questions: [...p!.questions, two] })))
    for (const r of scan.readings.get(of.paper.paperId)!)
      r.blocks.push({ ...r.blocks[0]!, blockId: 'b2', questionIds: [two.questionId] })
    await open(of)
    // The other question's job has just taken its bundles out, to lay them anew.
    for (const b of await liveOf(of, two.questionId)) await bundles.remove(b)
    await handOut(await asIsNow(of), of.essay, of.students, byLooks)
    await until(async () => expect((await liveOf(of, of.essay.questionId)).map((b) => b.sets?.length)).toEqual([4]))
    expect(await liveOf(of, two.questionId)).toEqual([])
  })

  it('and comes late is grouped by itself: sheets stay, and their pictures are not looked at again', async () => {
    const of = await seated(texts)
    const all = scan.readings.get(of.paper.paperId)!
    scan.readings.set(of.paper.paperId, all.slice(0, 24))
    await open(of)
    const paper = await asIsNow(of)
    await handOut(paper, of.essay, of.students, byLooks)
    scan.readings.set(of.paper.paperId, all)
    await open(of)
    const looked = vi.spyOn(images, 'getMany')
    try {
      await handOut(paper, of.essay, of.students, byLooks)
      await handOut(paper, of.essay, of.students, byLooks)
      const seen = looked.mock.calls.flatMap(([keys]) => keys.map((k) => k.studentId))
      expect(seen.sort()).toEqual(of.students.slice(24).sort())
    } finally {
      looked.mockRestore()
    }
    await until(async () => {
      const live = await liveOf(of, of.essay.questionId)
      expect(live.map((b) => (b.sets ? b.studentIds.length : 0)).sort((a, b) => b - a)).toEqual([24, 6])
    })
  })

  it('stays in its bundles when pictures cannot be read, and is queued when a sheet cannot be written', async () => {
    const of = await seated(texts)
    await open(of)
    const paper = await asIsNow(of)
    const fault = new Error('the store does not answer')
    const read = vi.spyOn(images, 'getMany').mockRejectedValueOnce(fault)
    await expect(handOut(paper, of.essay, of.students, byLooks)).rejects.toThrow(fault.message)
    read.mockRestore()
    await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
    const write = vi.spyOn(bundles, 'creating').mockImplementationOnce(() => {
      throw fault
    })
    await expect(handOut(paper, of.essay, of.students, byLooks)).rejects.toThrow(fault.message)
    write.mockRestore()
    await until(async () => expect(await places(of)).toEqual(of.students.map(() => 1)))
  })
})
