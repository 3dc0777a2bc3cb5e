/** A reader by contract: what it says is offered to who marks, and is never a mark; what it does wrong stops nothing. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JobId, StudentId } from '#shared/kit/ids.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import * as calls from '#shared/marking/reader/reader.calls.ts'
import { standOfReader } from '#shared/marking/reader/reader.rules.ts'
import type { QuestionReader, ReaderFault } from '#shared/marking/reader/reader.types.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { jobEnds } from '#functions/kit/jobEnds.testing.ts'
import { putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { answers, images } from '../marking.store.ts'
import { claim, finish, forgetAll, open, points, submit } from '../marking.steps.fixtures.ts'
import { works } from '../marking.work.ts'
import { proposals, readers } from './reader.store.ts'
import { readerStandIn } from './standIn.testing.ts'
import type { BadManner, Opinion } from './standIn.testing.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
beforeAll(() => actAs('marking-work'))

/** What is right of the answer at this place, points; its picture says which place that is. */
const rightAt = (place: number): number => place % 4
const right: Opinion = ({ pictures }) => {
  const place = Number(Buffer.from(pictures[0]!.data, 'base64').toString('utf8').split(' ')[0])
  return { score: rightAt(place), text: String(rightAt(place)) }
}

const seated = async (count: number): Promise<Sitting> => {
  const of = await seat(count, { unitType: 4, fullScore: 300 }, 2)
  const readings = of.students.map((s) => scan.readingOf(of, s))
  scan.readings.set(of.paper.paperId, readings)
  await asFunction('scan-work', async () => {
    for (const [i, r] of readings.entries())
      await putObject(r.blocks[0]!.key, Buffer.from(`${i} ${r.studentId}`), { type: 'image/jpeg' })
  })
  await open(of)
  return of
}
const at = (of: Sitting) => ({ paperId: of.paper.paperId, questionId: of.essay.questionId })
const keys = (of: Sitting) => of.students.map((studentId) => ({ ...at(of), studentId }))

let standing: Awaited<ReturnType<typeof readerStandIn>> | undefined
const begins = async (opinion: Opinion, manner?: BadManner, seconds = 120) => {
  await standing?.close()
  standing = await readerStandIn(opinion, manner)
  process.env['READER_URL'] = standing.url
  process.env['READER_SECONDS'] = String(seconds)
  return standing
}
afterEach(async () => {
  await standing?.close()
  standing = undefined
  delete process.env['READER_URL']
  delete process.env['READER_SECONDS']
})

const reads = async (of: Sitting, more: { anew?: boolean; most?: number } = {}): Promise<QuestionReader> => {
  const jobId = newId<JobId>('job')
  const asked = { by: of.manager.userId, byName: '主任', at: now(), jobId }
  await readers.edit(at(of), (there) => ({
    ...(there ?? { schema: 1 as const, ...at(of), version: 0 }),
    ...asked,
  }))
  await driveJob(works, {
    job: 'marking.readAnswers',
    ...{ jobId, tenant: of.tenant, startedBy: of.manager.userId },
    input: { ...at(of), ...more },
    out: {},
  })
  return (await readers.get(at(of)))!
}
const offered = (of: Sitting, token: string, { bundle }: Pick<ClaimedBundle, 'bundle'>) =>
  send(handler, calls.proposals, { ...at(of), bundleId: bundle.bundleId, epoch: bundle.epoch }, token)
const placeOf = (of: Sitting, id: StudentId): number => of.students.indexOf(id)

/** The first teacher marks so many answers as they are right; what is left of the last bundle is still in hand. */
const marksSome = async (of: Sitting, many: number): Promise<ClaimedBundle> => {
  const { token } = of.teachers[0]!
  for (let left = many; ;) {
    forgetAll()
    const got = (await claim(of, token)).data!
    const open_ = got.answers.filter((a) => a.mine === undefined)
    for (const { studentId } of open_.slice(0, left))
      expect((await submit(of, token, got, studentId, points(100 * rightAt(placeOf(of, studentId))))).status).toBe(0)
    left -= Math.min(left, open_.length)
    if (left === 0) return got
  }
}

describe('a reader of answers', () => {
  it('is shown to markers once it says what they say, and changes no mark', async () => {
    const of = await seated(44)
    const { asked } = await begins(right)
    const first = await reads(of)
    expect(first.told).toMatchObject({ answers: 44, read: 44, left: 0, faults: {}, wavering: 0 })
    expect(standOfReader(first.told)).toBe('few')
    const inHand = await marksSome(of, 32)
    // Not before it is believed.
    expect((await offered(of, of.teachers[0]!.token, inHand)).data).toEqual([])
    const marks = await answers.getMany(keys(of))
    const before = asked.length
    const again = await reads(of)
    // What was read is not asked again.
    expect(asked.length).toBe(before)
    expect(again.told!.agreement).toEqual({ n: 32, exact: 32, kappa: 1 })
    expect(again.shownSince).toBeGreaterThan(0)
    const { data } = await offered(of, of.teachers[0]!.token, inHand)
    expect(data!.map((p) => p.studentId).sort()).toEqual(inHand.answers.map((a) => a.studentId).sort())
    for (const p of data!) expect(p).toMatchObject({ score: 100 * rightAt(placeOf(of, p.studentId)), confidence: 0.97 })
    // Read, shown, and no mark has changed.
    expect(await answers.getMany(keys(of))).toEqual(marks)
    // Who does not hold them is told nothing.
    expect((await offered(of, of.teachers[1]!.token, inHand)).status).toBe(refused.taken.status)
    // First marks that were given beside a proposal say nothing about it.
    const last = inHand.answers.find((a) => marks.find((m) => m.studentId === a.studentId)?.first === undefined)!
    expect((await submit(of, of.teachers[0]!.token, inHand, last.studentId, points(0))).status).toBe(0)
    expect((await reads(of)).told!.agreement.n).toBe(32)
    // Another picture in the place of one that was read has no proposal.
    const row = (await images.get({ ...at(of), studentId: last.studentId }))!
    await images.put({ ...row, blocks: row.blocks.map((b) => ({ ...b, key: `${b.key}.new.jpg` })) })
    const after = (await offered(of, of.teachers[0]!.token, inHand)).data!
    expect(after.map((p) => p.studentId)).not.toContain(last.studentId)
    expect(after.length).toBe(data!.length - 1)
  })

  it('is told nothing of whose answer it is, and asked no more often than it may be', async () => {
    const of = await seated(12)
    const { asked } = await begins(right)
    const { told } = await reads(of, { most: 5 })
    expect(asked.length).toBeLessThanOrEqual(5)
    expect(told!.read + told!.left).toBe(12)
    expect(told!.read).toBeGreaterThan(0)
    const all = JSON.stringify(asked.map(({ pictures, ...rest }) => ({ ...rest, n: pictures.length })))
    for (const id of [...of.students, of.paper.paperId, of.paper.examId, of.essay.questionId, of.tenant])
      expect(all).not.toContain(id)
    expect(asked[0]).toMatchObject({ schema: 1, question: { kind: 'blank', fullScore: 3, step: 1 } })
    expect(new Set(asked.map((a) => a.id)).size).toBe(asked.length)
  })

  const gone = { dead: 'silent', failing: 'silent', elsewhere: 'silent', mute: 'slow', trickling: 'slow' } as const
  const wrong = {
    ...{ page: 'malformed', endless: 'malformed', words: 'malformed', infinite: 'malformed', overSure: 'malformed' },
    ...{ steering: 'malformed', empty: 'other', anotherAsked: 'other', anotherPicture: 'other', others: 'other' },
    ...{ twice: 'twice', aboveFull: 'offScale', belowZero: 'offScale', offGrid: 'offGrid' },
  } as const
  it('that is bad in any way makes no proposal and no mark, and marking goes on beside it', async () => {
    const of = await seated(20)
    const marks = await answers.getMany(keys(of))
    const manners = Object.entries({ ...gone, ...wrong }) as [BadManner, ReaderFault][]
    for (const [manner, fault] of manners) {
      const { asked } = await begins(right, manner, gone[manner as keyof typeof gone] === 'slow' ? 0.4 : 120)
      const { told } = await reads(of)
      expect({ manner, ...told }).toMatchObject({ manner, answers: 20, read: 0 })
      // Of one that does not answer no more is asked for long.
      const most = manner in gone ? 8 : 20
      expect({ manner, faults: told!.faults, left: told!.left }).toEqual({
        ...{ manner, faults: { [fault]: most } },
        left: 20 - most,
      })
      expect(asked.length).toBeLessThanOrEqual(most)
    }
    expect(await proposals.getMany(keys(of))).toEqual([])
    expect(await answers.getMany(keys(of))).toEqual(marks)
    expect((await offered(of, of.teachers[0]!.token, await marksSome(of, 3))).data).toEqual([])
    // A good one begins where these left off.
    await begins(right)
    expect((await reads(of)).told).toMatchObject({ read: 20, left: 0, faults: {} })
  })

  it('that reads the student’s own name and number in the answer’s place keeps neither', async () => {
    const of = await seated(1)
    const [who] = await candidatesByIds({ examId: of.paper.examId }, of.students)
    await begins(() => ({ score: 1, text: `${who!.studentName} ${who!.studentNumber} 12` }))
    await reads(of)
    const said = async () => (await proposals.getMany(keys(of)))[0]!
    expect((await said()).text).toMatch(/ 12$/)
    for (const own of [who!.studentName, who!.studentNumber]) expect((await said()).text).not.toContain(own)
    await reads(of, { anew: true })
    expect((await said()).wavering).toBeUndefined()
  })

  it('that says only what it read makes no score of it', async () => {
    const of = await seated(2)
    await begins(right, 'nothing')
    expect((await reads(of)).told).toMatchObject({ read: 2, agreement: { n: 0 } })
    expect((await proposals.getMany(keys(of))).map((p) => p.score)).toEqual([undefined, undefined])
  })

  it('that is sure of nonsense is shown to no one', async () => {
    const of = await seated(40)
    const inHand = await marksSome(of, 36)
    await begins(() => ({ score: 3, confidence: 1 }))
    const { told } = await reads(of)
    expect(told).toMatchObject({ read: 40, agreement: { n: 36 } })
    expect(standOfReader(told)).toBe('apart')
    expect((await offered(of, of.teachers[0]!.token, inHand)).data).toEqual([])
  })

  it('that changes its mind is shown to no one, and stays out when it changes it back', async () => {
    const of = await seated(40)
    const inHand = await marksSome(of, 36)
    await begins(right)
    expect(standOfReader((await reads(of)).told)).toBe('trusted')
    expect((await offered(of, of.teachers[0]!.token, inHand)).data).not.toEqual([])
    await begins((asked, time) => ({ ...right(asked, time), score: (right(asked, time).score! + 1) % 4 }))
    const { told } = await reads(of, { anew: true })
    expect(told).toMatchObject({ read: 0, again: 40, wavering: 40, agreement: { n: 0 } })
    expect(standOfReader(told)).toBe('wavering')
    expect((await offered(of, of.teachers[0]!.token, inHand)).data).toEqual([])
    await begins(right)
    await reads(of, { anew: true })
    expect((await offered(of, of.teachers[0]!.token, inHand)).data).toEqual([])
  })
})

describe('rules for what was read', () => {
  const rules = '3：12 | 十二\n1：形 1\\d'
  it('are tried before they are kept, say what a text is worth, and are to be proved anew', async () => {
    const of = await seated(40)
    const ask = <C extends typeof calls.tryRules | typeof calls.saveRules>(
      call: C,
      more: object,
      token = of.manager.token,
    ) => send(handler, call, { ...at(of), text: rules, ...more } as never, token)
    // It reads well and knows no scores: half of them 12, the others 15.
    await begins((asked) => ({ text: right(asked, 1).score! % 2 === 0 ? '１２' : '15' }))
    await reads(of)
    const worth = (id: StudentId): number => (rightAt(placeOf(of, id)) % 2 === 0 ? 300 : 100)
    const { token } = of.teachers[0]!
    let got = (await claim(of, token)).data!
    for (const more of [20, 14]) {
      for (const { studentId } of got.answers.slice(0, more))
        expect((await submit(of, token, got, studentId, points(worth(studentId)))).status).toBe(0)
      if (more === 20) {
        await finish(of, token, got)
        got = (await claim(of, token)).data!
      }
    }
    expect((await ask(calls.tryRules, { text: '9：12' })).message).toContain('第1行：这道题不能给9分')
    expect((await ask(calls.tryRules, {}, token)).status).not.toBe(0)
    expect((await ask(calls.tryRules, {})).data).toEqual({
      answers: 40,
      fits: [
        { score: 300, answers: 20, texts: ['１２×20'] },
        { score: 100, answers: 20, texts: ['15×20'] },
      ],
      rest: { answers: 0, texts: [] },
      ...{ marked: 34, same: 34 },
    })
    expect((await readers.get(at(of)))!.told!.agreement.n).toBe(0)
    const before = await answers.getMany(keys(of))
    expect((await ask(calls.saveRules, { version: 0 })).data).toEqual({ rules: 2, version: 1 })
    expect((await ask(calls.saveRules, { version: 0 })).status).not.toBe(0)
    expect((await reads(of)).told).toMatchObject({ agreement: { n: 34, exact: 34, kappa: 1 }, rulesVersion: 1 })
    const shown = async () => (await offered(of, token, got)).data!
    expect((await shown()).map((p) => p.score)).toEqual((await shown()).map((p) => worth(p.studentId)))
    expect((await shown()).length).toBe(20)
    // Other rules are not what was proved.
    expect((await ask(calls.saveRules, { text: '0：12', version: 1 })).status).toBe(0)
    expect(await shown()).toEqual([])
    expect((await reads(of)).told!.agreement.exact).toBe(0)
    expect(await shown()).toEqual([])
    expect(await answers.getMany(keys(of))).toEqual(before)
  })
})

describe('a reader is asked', () => {
  it('by who manages the exam, where the deployment has one and marking is open; once at a time', async () => {
    const of = await seated(3)
    const ask = (token: string) => send(handler, calls.askReader, at(of), token)
    expect((await ask(of.manager.token)).status).toBe(refused.noReader.status)
    const told = async () => (await send(handler, calls.readers, { paperId: of.paper.paperId }, of.manager.token)).data!
    expect(await told()).toEqual({ configured: false, questions: [] })
    // Only over TLS.
    process.env['READER_URL'] = 'http://reader.example/read'
    expect((await ask(of.manager.token)).status).toBe(refused.noReader.status)
    await begins(right)
    expect((await ask(of.teachers[0]!.token)).status).not.toBe(0)
    const closed = await seat(1, { unitType: 4 }, 1)
    expect((await send(handler, calls.askReader, at(closed), closed.manager.token)).status).toBe(refused.notOpen.status)
    const { data } = await ask(of.manager.token)
    expect(await told()).toMatchObject({ configured: true, questions: [{ questionId: of.essay.questionId }] })
    // The cloud's own functions know of no reader: the job says so, and may be asked for again.
    expect((await jobEnds(data!.uuid)).message).toBe(refused.noReader.message)
    expect((await told()).questions).toMatchObject([{ stands: 'none' }])
    const next = await ask(of.manager.token)
    expect(next.data!.uuid).not.toBe(data!.uuid)
    await jobEnds(next.data!.uuid)
  })
})
