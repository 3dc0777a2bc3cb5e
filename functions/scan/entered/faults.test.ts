/**
 * What people say of scans that were read (scores on paper, another cut, sizes, sheets put in, marks beside the letters),
 * under single faults and told twice: acknowledged it is stored once with its record, and not acknowledged it may be asked
 * again and then holds, marking told with it (I7, I8, I16, I19).
 */
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { dayKey } from '#shared/kit/time.ts'
import { recognitionMode, restorePages, switchRecognitionMode } from '#shared/scan/act.calls.ts'
import { confirmMany, resetChoices, setNormal } from '#shared/scan/doubts/exception.calls.ts'
import { settleAbsent, stateFed } from '#shared/scan/uploading/sheetCount.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { downloadErrorCardsJob, recutJob } from '#shared/scan/scan.jobs.ts'
import { scoreAbsent, scoreItem } from '#shared/scan/results/score.calls.ts'
import type { PaperActKind } from '#shared/scan/act.types.ts'
import type { Batch, PageStanding, ScanPage, SheetDoubt } from '#shared/scan/sheet.types.ts'
import { deleteSizeExceptions } from '#shared/scan/batches/size.calls.ts'
import { audits } from '#functions/kit/audit.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { getObject, sha256 } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob } from '#functions/kit/testing.ts'
import { jobRecords, queueJob, runStep } from '#functions/kit/work.ts'
import { standAt } from '#functions/exam/stored.fixtures.ts'
import { acts } from '../act.store.ts'
import { bothOf } from '../counts.fixtures.ts'
import { errorCardsWork } from '../results/errorCards.work.ts'
import { place, standingOf } from '../pagePlace.ts'
import { recutWorks } from '../batches/recut.work.ts'
import { paint, printedOf, sit } from '../scan.fixtures.ts'
import type { Sitting } from '../scan.fixtures.ts'
import { pagesOfStudent, ledgerOf } from '../scan.public.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'
import { handler as stream } from '../scan.stream.ts'
import { batches, pages, pagesOfBatch, readings, slotsOfStudent } from '../scan.store.ts'
import { countMoved } from '../doubts/settle.ts'
import { underFaults } from '../underFaults.fixtures.ts'

const id = (n: number) => composeId('question', n, new Uint8Array(10))
const optional = { group: '选做', count: 1 }
/** The first has no key: the marking job that is told ends at its first step. */
const questions: PaperQuestion[] = [
  { questionId: id(1), number: '1', unitType: 1, fullScore: 300, optionCount: 4 },
  { questionId: id(2), number: '2', unitType: 5, fullScore: 1000 },
  { questionId: id(3), number: '3', unitType: 5, fullScore: 1000, optional },
  { questionId: id(4), number: '4', unitType: 5, fullScore: 1000, optional },
]
const onCard = (from: number, to: number) => printedOf(questions.slice(from - 1, to))
const design: CardDesign = {
  schema: 1,
  title: '单面',
  sheetType: 0,
  cardVersion: '1.4.9',
  studentNumber: { length: 10, mode: 'bubbles' },
  showSealLine: false,
  isAB: true,
  units: [
    { unitId: 'u1', unitType: 1, questions: onCard(1, 1) },
    { unitId: 'u2', unitType: 5, questions: onCard(2, 2), height: 40 },
    { unitId: 'u3', unitType: 8, questions: onCard(3, 4), height: 50, optionalCount: 1 },
  ],
}

let of: Sitting
let batch: Batch
/** One candidate, one page, read; the exam is being marked. */
beforeAll(async () => {
  actAs('scan-api')
  of = await sit(1, design, 1, questions)
  const number = of.students[0]!.studentNumber
  const ink = { number, choices: { [id(1)]: 'A' }, paperType: ['A', 'B'], picks: [id(3), id(4)], written: true }
  batch = await laid(of, await paint(of.card, 1, ink))
  await ask(scanCalls.sheetStatistic, { paperId: of.paperId }, of)
  await standAt(of.exam.examId, markingProgress.marking)
  await settleMarks('A', '3')
})

const pageNow = async (): Promise<ScanPage> => (await pagesOfBatch(batch.batchId))[0]!
const at = async () => {
  const { batchId, no, version } = await pageNow()
  return { batchId, no, version }
}
const script = async () => (await pagesOfStudent(of.paperId, of.students[0]!.studentId))!
const settleMarks = async (paperType: string, pick: string, where?: Awaited<ReturnType<typeof at>>) => {
  const answers = [
    { questionId: '@paper', letters: paperType },
    { questionId: `@pick:${id(3)}`, letters: pick },
  ]
  const { status } = await ask(scanCalls.confirmReading, { ...(where ?? (await at())), answers }, of)
  expect(status).toBe(0)
}
/** The page under other doubts, as a recogniser would have left it. */
const doubt = async (kind: SheetDoubt['kind'] | null): Promise<void> => {
  const page = await pageNow()
  const doubts: SheetDoubt[] = kind ? [{ kind, detail: '试' }] : []
  const to: PageStanding = { ...standingOf(page), waits: kind !== null, doubts }
  expect((await place([{ page, to }])).done).toBe(true)
  await countMoved([{ page, to }])
}
const recordsOf = async (act: string): Promise<number> => {
  const day = `${of.owner}#${dayKey(now())}`
  const all = await asFunction('marking-stream', () => audits.query(day, { consistent: true }))
  return all.filter((r) => r.act === act).length
}
const actsOf = async (act: PaperActKind): Promise<number> =>
  (await acts.queryIndex('gsi1', `acts#${of.paperId}`)).filter((a) => a.act === act).length
const starts = 'StartExecutionCommand'

describe('under every single fault', { timeout: 1_800_000 }, () => {
  it('a typed score is stored once with its record, and marking is told of it', async () => {
    const scoreOf = (n: number) => ((n % 10) + 1) * 100
    const { studentId } = of.students[0]!
    await underFaults(
      13,
      async (n) => ({ n, score: scoreOf(n), before: n === 0 ? null : scoreOf(n - 1) }),
      async ({ score, before }) => {
        const typed = { paperId: of.paperId, studentId, questionId: id(2), score, before }
        expect((await ask(scoreItem, typed, of)).status).toBe(0)
      },
      async ({ n, score }, told, happened) => {
        expect([told, (await script()).scores?.[id(2)]?.score]).toEqual([told, score])
        expect([told, await recordsOf('scan.score')]).toEqual([told, n + 1])
        expect([told, (await pageNow()).journal.at(-1)]).toMatchObject([told, { act: 'score' }])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
  })

  it('a candidate with a score who was marked absent is there and has it', async () => {
    const { studentId } = of.students[0]!
    const absent = { paperId: of.paperId, studentIds: [studentId], absent: true, reason: '以为没来' }
    let before = (await script()).scores![id(2)]!.score
    const records = await recordsOf('scan.score')
    await underFaults(
      17,
      async (n) => {
        expect((await ask(scanCalls.setAbsent, absent, of)).status).toBe(0)
        const score = before === 1000 ? 100 : before + 100
        const typed = { questionId: id(2), score, before }
        before = score
        return { n, score, typed }
      },
      async ({ typed }) => {
        const sent = { paperId: of.paperId, studentId, scores: [typed], reason: '卷面有分' }
        expect((await ask(scoreAbsent, sent, of)).status).toBe(0)
      },
      async ({ n, score }, told, happened) => {
        const { state, scores } = await script()
        expect([told, state, scores?.[id(2)]?.score]).toEqual([told, 'present', score])
        expect([told, await recordsOf('scan.score')]).toEqual([told, records + n + 1])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
  })

  it('paper A or B and a chosen question that a person settles are settled once', async () => {
    const marks = ['@paper', `@pick:${id(3)}`]
    await underFaults(
      14,
      async (n) => {
        expect((await ask(resetChoices, { ...(await at()), questionIds: marks }, of)).status).toBe(0)
        expect((await pageNow()).doubts.map((d) => d.kind)).toEqual(['paperType', 'pick'])
        return { where: await at(), wish: n % 2 === 0 ? { type: 'A', pick: '3' } : { type: 'B', pick: '4' } }
      },
      ({ where, wish }) => settleMarks(wish.type, wish.pick, where),
      async ({ where, wish: { type, pick } }, told, happened) => {
        const { paperType, picks } = await script()
        expect([told, paperType, picks]).toEqual([told, type, { [id(3)]: pick === '3', [id(4)]: pick === '4' }])
        const page = await pageNow()
        expect([told, page.doubts, page.version]).toEqual([told, [], where.version + 1])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
  })

  it('a question is cut again under one new image version', async () => {
    await underFaults(
      8,
      async (n) => ({ bottom: (n % 90) + 1, before: (await script()).imageVersion }),
      ({ bottom }) => recut(bottom),
      async ({ bottom, before }, told, happened) => {
        const { imageVersion, blocks } = await script()
        expect([told, imageVersion]).toEqual([told, before + 1])
        const [block] = blocks.filter((b) => b.questionIds.includes(id(2)))
        expect([told, block!.key]).toEqual([
          told,
          expect.stringMatching(new RegExp(`-0_0_${bottom}_0\\.jpg$`)) as string,
        ])
        const reading = await readings.get(await pageNow())
        expect([told, reading!.blocks]).toEqual([told, blocks])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
  })

  it('sheets of another size are taken out once, on record once', async () => {
    await underFaults(
      19,
      async (n) => {
        if (n > 0) await ask(restorePages, { paperId: of.paperId, pages: [await at()] }, of)
        await doubt('scale')
        return { n, taken: await at() }
      },
      async ({ taken }) => {
        const { data } = await ask(deleteSizeExceptions, { paperId: of.paperId, pages: [taken], reason: '缩小了' }, of)
        expect(data).toEqual({ deleted: 1, kept: 0 })
      },
      async ({ n, taken }, told, happened) => {
        const page = await pageNow()
        expect([told, page.state, page.version]).toEqual([told, 'voided', taken.version + 1])
        expect([told, await actsOf('ignore')]).toEqual([told, n + 1])
        expect([told, await ledgerOf(of.paperId)]).toMatchObject([told, { handed: 1, voided: 1, balanced: true }])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
    await ask(restorePages, { paperId: of.paperId, pages: [await at()] }, of)
    await doubt(null)
  })

  it('how many sheets were put in is said once; when they agree marking is told', async () => {
    const say = async (sheets: number, version: number) => {
      const fed = { sheets, mode: 'SINGLE' as const }
      expect((await ask(stateFed, { batchId: batch.batchId, fed, reason: '数过了', version }, of)).status).toBe(0)
    }
    const stored = async () => (await batches.get(batch))!
    await underFaults(
      9,
      async (n) => {
        await say(5, (await stored()).version)
        expect(await ledgerOf(of.paperId)).toMatchObject({ unequal: 1, balanced: false })
        return { n, version: (await stored()).version }
      },
      ({ version }) => say(1, version),
      async ({ n, version }, told, happened) => {
        const { fed, version: after } = await stored()
        expect([told, fed?.sheets, after]).toEqual([told, 1, version + 1])
        expect([told, await actsOf('fed')]).toEqual([told, 2 * (n + 1)])
        expect([told, await ledgerOf(of.paperId)]).toMatchObject([told, { unequal: 0, balanced: true }])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
  })

  it('a pile is confirmed once, and marking is told when nothing waits any more', async () => {
    await underFaults(
      8,
      async () => {
        await doubt('likelyBlank')
        return at()
      },
      async (where) => {
        const pile = [{ ...where, answers: [], accept: ['likelyBlank' as const] }]
        const { data } = await ask(confirmMany, { paperId: of.paperId, pages: pile }, of)
        expect(data).toEqual({ confirmed: 1, refused: [] })
      },
      async (where, told, happened) => {
        const page = await pageNow()
        expect([told, page.waits, page.doubts, page.version]).toEqual([told, false, [], where.version + 1])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
  })

  it('a candidate who was not absent is there again, and marking is told', async () => {
    const { studentId } = of.students[0]!
    const who = { paperId: of.paperId, studentIds: [studentId] }
    await underFaults(
      8,
      async () => {
        expect((await ask(scanCalls.setAbsent, { ...who, absent: true, reason: '以为没来' }, of)).status).toBe(0)
      },
      async () => expect((await ask(setNormal, who, of)).status).toBe(0),
      async (_, told, happened) => {
        expect([told, (await script()).state]).toEqual([told, 'present'])
        expect(happened.times(starts), told).toBeGreaterThan(0)
      },
    )
  })

  it('an absence that a person sees on the card is settled once, and he is absent', async () => {
    const { studentId } = of.students[0]!
    await underFaults(
      15,
      async () => {
        await ask(setNormal, { paperId: of.paperId, studentIds: [studentId] }, of)
        await doubt('absentMark')
        expect((await script()).state).toBe('present')
        return at()
      },
      async (where) => expect((await ask(settleAbsent, { ...where, absent: true }, of)).status).toBe(0),
      async (where, told) => {
        const page = await pageNow()
        expect([told, page.waits, page.doubts, page.version]).toEqual([told, false, [], where.version + 1])
        expect([told, (await script()).state]).toEqual([told, 'absent'])
      },
    )
    await ask(setNormal, { paperId: of.paperId, studentIds: [studentId] }, of)
  })

  it('another mode is one act and one job, which ends', async () => {
    const modeNow = async () => (await ask(recognitionMode, { paperId: of.paperId }, of)).data
    let before = await actsOf('mode')
    await underFaults(
      5,
      async () => {
        const { mode, version } = await modeNow()
        return {
          mode: mode === 'strict' ? ('standard' as const) : ('strict' as const),
          version,
          uuids: new Set<JobId>(),
        }
      },
      async ({ uuids, ...wish }) => {
        const { status, data } = await ask(switchRecognitionMode, { paperId: of.paperId, ...wish }, of)
        expect(status).toBe(0)
        uuids.add(data.uuid)
      },
      async ({ uuids, mode, version }, told) => {
        expect([told, await modeNow()]).toMatchObject([told, { mode, version: version + 1 }])
        expect([told, await actsOf('mode')]).toEqual([told, ++before])
        const [jobId, ...others] = uuids
        expect([told, others]).toEqual([told, []])
        const ended = async () => [told, (await jobRecords.get({ jobId: jobId! }))?.status]
        await expect.poll(ended, { timeout: 120_000 }).toEqual([told, jobStatus.done])
      },
    )
  })

  it('a batch whose reading was written down and never begun is read when it is asked for again', async () => {
    const restart = () => ask(scanCalls.restartBatch, { batchId: batch.batchId }, of)
    const before = (await batches.get(batch))!.jobId
    const begin = withFaults(({ command }) => (command === starts ? 'failBefore' : null))
    expect((await restart().catch(() => ({ status: -1 }))).status).not.toBe(0)
    begin.stop()
    const { jobId, state } = (await batches.get(batch))!
    expect([jobId === before, state, (await jobRecords.get({ jobId }))!.status]).toEqual([
      false,
      'recognising',
      jobStatus.queued,
    ])
    expect((await restart()).data).toEqual({ batchId: batch.batchId, uuid: jobId })
    await expect.poll(async () => (await batches.get(batch))!.state, { timeout: 120_000 }).toBe('recognised')
    await expect
      .poll(() => ledgerOf(of.paperId), { timeout: 120_000 })
      .toMatchObject({ handed: 1, matched: 1, balanced: true })
  })

  it('pages that wait are packed into one whole file, the same bytes each time (I20)', async () => {
    await doubt('suspected')
    let bytes: string | undefined
    await asFunction('scan-work', () =>
      underFaults(
        5,
        async () => newId<JobId>('job'),
        async (jobId) => {
          const input = { paperId: of.paperId }
          const by = { tenant: of.owner, userId: of.caller.userId }
          const { known: _known, ...state } = await queueJob(downloadErrorCardsJob, input, by, { jobId })
          await driveJob([errorCardsWork], { ...state, job: downloadErrorCardsJob.name })
        },
        async (jobId, told) => {
          const { files } = (await jobRecords.get({ jobId }))!
          expect([told, files.length]).toEqual([told, 1])
          const whole = await getObject(files[0]!.key)
          expect([told, whole.length]).toEqual([told, files[0]!.size])
          bytes ??= sha256(whole)
          expect([told, sha256(whole)]).toEqual([told, bytes])
        },
      ),
    )
    await doubt(null)
  })
})

const recutState = (bottom: number) => ({
  jobId: newId<JobId>('job'),
  tenant: of.owner,
  startedBy: of.caller.userId,
  input: { paperId: of.paperId, questionId: id(2), margin: { top: 0, right: 0, bottom, left: 0 }, studentIds: [] },
  out: {},
})
const recut = (bottom: number) =>
  asFunction('scan-work', () => driveJob(recutWorks, { ...recutState(bottom), job: recutJob.name }))

describe('told twice, late and out of order', () => {
  it('a recut and a typed score leave the counters the fold of the rows, and one new image version', async () => {
    const { studentId } = of.students[0]!
    const before = await script()
    // The step of the job runs twice at once, and once more when everything is done.
    const event = { job: recutJob.name, step: 'cut', state: recutState(95), items: [{ studentId }] }
    const cut = () => runStep(recutWorks, event)
    await asFunction('scan-work', () => Promise.all([cut(), cut()]))
    const score = (before.scores?.[id(2)]?.score ?? 0) === 500 ? 600 : 500
    const typed = {
      paperId: of.paperId,
      studentId,
      questionId: id(2),
      score,
      before: before.scores?.[id(2)]?.score ?? null,
    }
    await Promise.all([ask(scoreItem, typed, of), ask(scoreItem, typed, of)])
    await asFunction('scan-work', cut)
    const keys = (pk: string, sk: string) => ({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } })
    const records = [
      keys(`paper#${of.paperId}`, `batch#${batch.batchId}`),
      keys(`batch#${batch.batchId}`, `page#${(await pageNow()).no}`),
      ...(await slotsOfStudent(of.paperId, studentId)).map((s) =>
        keys(`script#${of.paperId}#${studentId}`, `slot#${s.page}`),
      ),
    ]
    const told = { Records: [...records, ...records.toReversed()] } as unknown as DynamoDBStreamEvent
    await asFunction('scan-stream', () => Promise.all([stream(told), stream(told)]))
    const { shown, folded, ledger } = await bothOf(of)
    expect(shown).toEqual(folded)
    expect(await ledgerOf(of.paperId)).toEqual(ledger)
    expect(ledger).toMatchObject({ handed: 1, matched: 1, balanced: true })
    const after = await script()
    expect(after).toMatchObject({
      imageVersion: before.imageVersion + 1,
      complete: true,
      scores: { [id(2)]: { score } },
    })
    const lastTwo = (await pageNow()).journal.slice(-2).map((e) => e.note.endsWith(`卷面${score / 100}分`))
    expect(lastTwo).toEqual([false, true])
    expect((await pages.get(await at()))!.settled).toMatchObject({ [`@score:${id(2)}`]: String(score) })
  })
})
