/** What is counted is the fold of the rows, however the stream tells it; what is listed is each row once. */
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { changeRoster } from '#shared/exam/roster/roster.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { recogniseJob, recountJob } from '#shared/scan/scan.jobs.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import type { send } from '#functions/kit/testing.ts'
import { actAs, asFunction, atOneMoment, driveJob } from '#functions/kit/testing.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { examOf, ownerSchool } from '#functions/exam/exam.public.ts'
import { standAt, storeSchool } from '#functions/exam/stored.fixtures.ts'
import { bothOf } from './counts.fixtures.ts'
import { layDown, paint, sheetOf, sit } from './scan.fixtures.ts'
import { ask, laid, named, recognise, walk } from './scan.steps.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { ledgerOf } from './scan.public.ts'
import { handler as stream, touchedBy } from './scan.stream.ts'
import { countBatch, ofSchool, pageUnit, scriptCounts, scriptUnit, sheetCounts } from './counts.ts'
import { batches, countsDue, pagesOfBatch } from './scan.store.ts'
import { handler as work, scanWorks } from './scan.work.ts'

const rung = vi.hoisted((): [string, string, number][] => [])
vi.mock('#functions/kit/count.ts', async (original) => ({
  ...(await original<object>()),
  countMetric: (...of: [string, string, number]) => rung.push(of),
}))

beforeAll(() => actAs('scan-api'))

/** All pages of a list that is read by key. */
const walked = async <C extends Parameters<typeof send>[1], T>(
  call: C,
  input: Parameters<typeof send<C>>[2],
  of: Sitting,
): Promise<T[]> => {
  const all: T[] = []
  let after: string | undefined
  for (let turn = 0; turn < 60; turn++) {
    const { data } = await ask(
      call,
      Object.assign({}, input, { pageSize: 2 }, after === undefined ? {} : { after }),
      of,
    )
    const { list, next } = data as unknown as { list: T[]; next?: string }
    all.push(...list)
    if (next === undefined) return all
    after = next
  }
  throw new Error('the list does not end')
}

/** A stack in which everything happens: whole scripts, an unknown number with its back, a lone front, a white page, a doubt. */
const mixedStack = async (of: Sitting): Promise<Batch> => {
  const real = of.students[2]!.studentNumber
  const unknown = `${real.slice(0, 9)}${(Number(real[9]) + 5) % 10}`
  const [, back] = await sheetOf(of, 2)
  const [q1] = of.card.geometry.pages[0]!.choices
  const doubtful = await sheetOf(of, 1, { choices: { [q1!.questionId]: 'AB' } })
  return laid(
    of,
    ...(await sheetOf(of, 0)),
    ...doubtful,
    await paint(of.card, 1, { number: unknown, written: true }),
    back!,
    (await sheetOf(of, 3))[0]!,
    Buffer.from('no picture at all, only words, and many of them, so that it is no stump'),
  )
}

describe('the counters of scanning', () => {
  it('are told of one moment while a batch is read, and name no candidates as missing until it is', async () => {
    const of = await sit(4)
    const sheets = (await Promise.all([0, 1, 2].map((i) => sheetOf(of, i)))).flat()
    const { paperId } = of
    const statistic = async () => (await ask(scanCalls.sheetStatistic, { paperId }, of)).data
    // Ended before the batch is closed: all pages are read, none of the backs has its place.
    const halted = scanWorks.map((w) =>
      w.job.name === recogniseJob.name
        ? { ...w, steps: { ...w.steps, close: () => Promise.reject(new Error('halted')) } }
        : w,
    )
    // A batch whose job has no record counts as failed after ten seconds, which a busy machine takes to read it.
    const { batch, now } = await atOneMoment(async () => {
      const batch = await layDown(of, named(...sheets))
      await expect(asFunction('scan-work', () => walk(batch, halted))).rejects.toThrow('halted')
      await asFunction('scan-work', () => countBatch(batch))
      return { batch, now: await statistic() }
    })
    expect(now.reading.map((b) => b.batchId)).toEqual([batch.batchId])
    const { counts } = now.reading[0]!
    expect(counts).toMatchObject({ pages: 6, unread: 0, matched: now.ledger.matched, open: now.ledger.open })
    expect(now.counters.scanCount).toBe(now.ledger.handed)
    expect(now.ledger.candidates.missing).toBeGreaterThan(0)
    expect(now.check.steps.map((s) => s.step)).not.toContain('candidates')
    await recognise(batch)
    const then = await statistic()
    expect(then.reading).toEqual([])
    expect(then.ledger.candidates).toMatchObject({ present: 3, missing: 1 })
    expect(then.check.steps).toContainEqual({ step: 'candidates', count: 1, needed: false })
  })

  it('are the fold of pages and scripts after every act, and however the stream tells it (I19)', async () => {
    const of = await sit(5)
    const batch = await mixedStack(of)
    const holds = async (told: string) => {
      const { shown, folded, ledger } = await bothOf(of)
      expect([told, shown]).toEqual([told, folded])
      expect([told, await ledgerOf(of.paperId)]).toEqual([told, ledger])
    }
    await ask(scanCalls.sheetStatistic, { paperId: of.paperId }, of)
    await holds('read')
    const { data } = await ask(scanCalls.doubtList, { paperId: of.paperId }, of)
    // The back waits with its front: one entry, not two.
    expect(data.list.map((d) => d.kind)).toEqual(['doubleMark', 'unknownStudent', 'unreadable', 'missingPage'])
    expect(data.total).toBe(4)
    expect(data.kinds.reduce((n, k) => n + k.count, 0)).toBe(4)
    const at = (i: number) => ({
      batchId: data.list[i]!.batchId!,
      no: data.list[i]!.no!,
      version: data.list[i]!.version!,
    })
    expect((await ask(scanCalls.voidPage, { ...at(1), reason: '试' }, of)).status).toBe(0)
    // Its front gone, the back is a doubt of its own.
    expect((await ask(scanCalls.doubtList, { paperId: of.paperId }, of)).data.list.map((d) => d.kind)).toEqual([
      'doubleMark',
      'noNumber',
      'unreadable',
      'missingPage',
    ])
    await holds('voided')
    const lone = data.list[3]!.student!.studentId
    const lacks = async () => {
      const asked = { paperId: of.paperId, state: 'incomplete' as const }
      const row = (await ask(scanCalls.scriptList, asked, of)).data.list.find((r) => r.studentId === lone)
      return [row?.missingPages, row?.lacking]
    }
    expect(await lacks()).toEqual([[2], true])
    await ask(scanCalls.acceptMissing, { paperId: of.paperId, studentId: lone, page: 2, accepted: true }, of)
    await holds('accepted')
    expect(await lacks()).toEqual([[2], false])
    await ask(scanCalls.setAbsent, { paperId: of.paperId, studentIds: [of.students[4]!.studentId], absent: true }, of)
    await holds('absent')
    await ask(scanCalls.undoSettlement, { ...at(1), version: at(1).version + 1 }, of)
    await holds('taken back')
    // Told again, twice, backwards.
    const keys = (pk: string, sk: string) => ({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } })
    const records = [
      keys(`paper#${of.paperId}`, `batch#${batch.batchId}`),
      ...(await pagesOfBatch(batch.batchId)).map((p) => keys(`batch#${p.batchId}`, `page#${p.no}`)),
      ...of.students.map((s) => keys(`script#${of.paperId}#${s.studentId}`, 'slot#00001')),
    ]
    const told = { Records: [...records, ...records.toReversed()] } as unknown as DynamoDBStreamEvent
    expect(touchedBy(told.Records).pages.length).toBe(8)
    await asFunction('scan-stream', async () => Promise.all([stream(told), stream(told)]))
    await holds('told again')
    // Rebuilt by the job of a large paper: nothing changes.
    await asFunction('scan-work', () =>
      driveJob(scanWorks, {
        job: recountJob.name,
        jobId: newId('job'),
        tenant: of.owner,
        startedBy: of.caller.userId,
        input: { paperId: of.paperId },
        out: {},
      }),
    )
    await holds('rebuilt')
  })

  it('that missed a change are made right by night, and that rings; an exam that is done is looked at once more', async () => {
    const of = await sit(2)
    const { paperId } = of
    const batch = await laid(of, ...(await sheetOf(of, 0)))
    await ask(scanCalls.sheetStatistic, { paperId }, of)
    const recount = () =>
      asFunction('scan-work', () =>
        driveJob(scanWorks, {
          ...{ job: recountJob.name, jobId: newId('job'), tenant: of.owner, startedBy: 'schedule', input: { paperId } },
          out: {},
        }),
      )
    /** As if the reader had never heard of a page and of a script. */
    const lose = async () => {
      const nothing = async () => new Map()
      await asFunction('scan-work', async () => {
        expect(await sheetCounts.take(paperId, [pageUnit((await pagesOfBatch(batch.batchId))[0]!)], nothing)).toBe(1)
        expect(await scriptCounts.take(paperId, [scriptUnit(of.students[1]!)], nothing)).toBe(1)
      })
      const { shown, folded } = await bothOf(of)
      expect(shown).not.toEqual(folded)
    }
    const mended = async () => {
      await recount()
      const { shown, folded } = await bothOf(of)
      expect(shown).toEqual(folded)
      return rung.splice(0)
    }
    expect(await mended()).toEqual([])
    // The reader itself may still be telling of what was laid: then nothing is late.
    let heard: typeof rung = []
    for (let i = 0; i < 5 && heard.length === 0; i++) {
      await lose()
      heard = await mended()
    }
    expect(heard).toEqual([['scan', 'countsLate', expect.any(Number)]])
    // What is on its way is not reported.
    await batches.edit(batch, (b) => ({ ...b!, state: 'recognising' }))
    await lose()
    expect(await mended()).toEqual([])
    const timer = () => asFunction('scan-work', () => work({ schedule: 'recountDue' }) as Promise<{ papers: number }>)
    expect((await timer()).papers).toBeGreaterThan(0)
    expect(await countsDue.get({ paperId })).not.toBeNull()
    await standAt(of.exam.examId, markingProgress.done)
    expect((await timer()).papers).toBeGreaterThan(0)
    expect(await countsDue.get({ paperId })).toBeNull()
    await expect(asFunction('scan-work', () => work({ schedule: 'other' }))).rejects.toThrow('no such schedule')
  })

  it('follow the roster: who has left counts for nothing, who has come lacks the sheets', async () => {
    const of = await sit(4)
    const { paperId } = of
    const { examId } = of.exam
    await laid(of, ...(await sheetOf(of, 0)))
    const handedIn = async () => (await ask(scanCalls.sheetStatistic, { paperId }, of)).data.ledger.candidates
    expect(await handedIn()).toMatchObject({ present: 1, missing: 3 })
    const studentIds = [of.students[2]!.studentId, of.students[3]!.studentId]
    // What was laid moves the exam.
    const leave = async () => {
      const { version } = (await examOf(examId))!
      const wish = { kind: 'remove' as const, studentIds }
      return (await viaGateway(changeRoster, { examId, wish, version }, of.token)).status
    }
    await expect.poll(leave, { timeout: 120_000 }).toBe(0)
    await expect.poll(handedIn, { timeout: 120_000 }).toMatchObject({ present: 1, missing: 1 })
    const { shown, folded } = await bothOf(of)
    expect(shown).toEqual(folded)
    await storeSchool((await ownerSchool(of.exam))!, [], [of.students[3]!])
    await expect.poll(handedIn, { timeout: 120_000 }).toMatchObject({ present: 1, missing: 2 })
    // The reader of the rosters missed it: made right by night.
    await asFunction('scan-work', async () => {
      const gone = `${of.classes[0]!.classId}#${of.students[2]!.studentId}`
      const told = { stamp: 'old', counts: { total: 1, missing: 1 } }
      await scriptCounts.take(paperId, [gone], async () => new Map([[gone, told]]))
      expect(await handedIn()).toMatchObject({ missing: 3 })
      await driveJob(scanWorks, {
        ...{ job: recountJob.name, jobId: newId('job'), tenant: of.owner, startedBy: 'schedule', input: { paperId } },
        out: {},
      })
    })
    expect(await handedIn()).toMatchObject({ present: 1, missing: 2 })
  })

  it('list every candidate, page and doubt once, by key', async () => {
    const of = await sit(5)
    const batch = await mixedStack(of)
    const { paperId } = of
    const numbers = of.students.map((s) => s.studentNumber).sort()
    type Row = { studentNumber: string; studentName: string; state: string; pages: number[]; missingPages: number[] }
    const all = await walked<typeof scanCalls.scriptList, Row>(scanCalls.scriptList, { paperId }, of)
    expect(all.map((r) => r.studentNumber)).toEqual(numbers)
    const { classId } = of.students[0]!
    const ofClass = await walked<typeof scanCalls.scriptList, Row>(scanCalls.scriptList, { paperId, classId }, of)
    expect(ofClass.map((r) => r.studentNumber).sort()).toEqual(numbers)
    const named = async (input: object) =>
      (await walked<typeof scanCalls.scriptList, Row>(scanCalls.scriptList, { paperId, ...input }, of)).map(
        (r) => r.studentName,
      )
    expect((await named({ state: 'present' })).sort()).toEqual(['考生1', '考生2', '考生4'])
    expect((await named({ state: 'missing', classId })).sort()).toEqual(['考生3', '考生5'])
    expect(await named({ state: 'incomplete' })).toEqual(['考生4'])
    expect(await named({ state: 'low' })).toEqual(['考生2'])
    expect(await named({ name: 'kaosheng3' })).toEqual(['考生3'])
    expect(await named({ name: numbers[3]! })).toEqual(['考生4'])
    expect(all.find((r) => r.studentName === '考生4')).toMatchObject({ pages: [1], missingPages: [2] })
    const { batchId } = batch
    const pages = await walked<typeof scanCalls.batchDetail, { no: string }>(scanCalls.batchDetail, { batchId }, of)
    expect(pages.map((p) => p.no)).toEqual((await pagesOfBatch(batchId)).map((p) => p.no))
    const matched = await walked<typeof scanCalls.batchDetail, { state: string }>(
      scanCalls.batchDetail,
      { batchId, state: 'matched' },
      of,
    )
    expect(matched.map((p) => p.state)).toEqual(Array(5).fill('matched'))
    const doubts = await walked<typeof scanCalls.doubtList, { kind: string }>(scanCalls.doubtList, { paperId }, of)
    expect(doubts.map((d) => d.kind)).toEqual(['doubleMark', 'unknownStudent', 'unreadable', 'missingPage'])
    const unreadable = await ask(scanCalls.doubtList, { paperId, kind: 'unreadable' }, of)
    expect(unreadable.data.list.length).toBe(1)
    expect(unreadable.data.total).toBe(1)
  })

  it('cost the same for thirty candidates as for three', async () => {
    const cost = async (n: number): Promise<number[]> => {
      const of = await sit(n)
      const { paperId } = of
      const each: number[] = []
      await atOneMoment(async () => {
        for (const call of [scanCalls.sheetStatistic, scanCalls.scanCount, scanCalls.doubtList, scanCalls.batchList]) {
          await ask(call, { paperId }, of)
          const counted = withFaults(() => null)
          await ask(call, { paperId }, of)
          counted.stop()
          each.push(counted.calls.length)
        }
      })
      return each
    }
    expect(await cost(30)).toEqual(await cost(3))
  })
})

it.each([
  ['a page that lacks', { present: 1, watch: 1, lacking: 1 }, 1],
  ['a choice that is not settled', { present: 1, watch: 1, low: 1 }, 1],
  ['a page that was settled as truly not there', { present: 1, watch: 1, incomplete: 1 }, undefined],
  ['a sheet of blanks, which was confirmed', { present: 1, watch: 1, allBlank: 1 }, undefined],
])('on the board of a joint exam %s is a doubt or none', (_, counts, doubts) => {
  expect(ofSchool({ schoolId: 'sc_1' as never }, counts as never)['%sc_1.doubts']).toBe(doubts)
})
