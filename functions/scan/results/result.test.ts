/** Results as they stand: what is doubtful of whom, what seems blank, what is still to do, and pieces cut while one looks. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { composeId, schoolTenant } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import { actList } from '#shared/scan/act.calls.ts'
import { studentChoices } from '#shared/scan/doubts/exception.calls.ts'
import * as pieces from '#shared/scan/uploading/piece.calls.ts'
import * as calls from '#shared/scan/results/result.calls.ts'
import { settleDuplicate, setAbsent, sheetStatistic, undoSettlement } from '#shared/scan/scan.calls.ts'
import { downloadErrorCardsJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems as refused } from '#shared/scan/scan.problems.ts'
import * as scores from '#shared/scan/results/score.calls.ts'
import * as sizes from '#shared/scan/batches/size.calls.ts'
import { audits } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { sizeOf } from '#functions/kit/objects.ts'
import { actAs, asFunction, driveJob, lookAt, testCaller } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { standAt } from '#functions/exam/stored.fixtures.ts'
import { errorCardsWork } from './errorCards.work.ts'
import { paint, printedOf, sit, teachIn } from '../scan.fixtures.ts'
import type { Ink, Sitting } from '../scan.fixtures.ts'
import { pagesOfStudent } from '../scan.public.ts'
import { pages } from '../scan.store.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'
import { scansInZip } from '../unpack/scansInZip.ts'

beforeAll(() => actAs('scan-api'))

const id = (n: number) => composeId('question', n, new Uint8Array(10))
const questions: PaperQuestion[] = [
  ...[1, 2].map((n) => ({
    questionId: id(n),
    number: String(n),
    unitType: 1,
    fullScore: 300,
    optionCount: 4,
    answer: 'A',
  })),
  ...[3, 4].map((n) => ({ questionId: id(n), number: String(n), unitType: 5, fullScore: 1000 })),
]
const onCard = (from: number, to: number) => printedOf(questions.slice(from - 1, to))
/** No score boxes: markers wrote beside the answers. */
const design: CardDesign = {
  schema: 1,
  title: '单面',
  sheetType: 0,
  studentNumber: { length: 10, mode: 'bubbles' },
  showSealLine: false,
  units: [
    { unitId: 'u1', unitType: 1, questions: onCard(1, 2) },
    { unitId: 'u2', unitType: 5, questions: onCard(3, 4), height: 40 },
  ],
}

const sheet = (of: Sitting, i: number, ink: Ink = {}): Promise<Buffer> => {
  const number = of.students[i]!.studentNumber
  return paint(of.card, 1, { number, choices: { [id(1)]: 'A', [id(2)]: 'A' }, written: true, speck: i, ...ink })
}
/** The page at 80 % on a sheet of its size, as a printer shrinks it. */
const shrunk = async (page: Buffer): Promise<Buffer> => {
  const { width = 0, height = 0 } = await sharp(page).metadata()
  const [w, h] = [Math.round(width * 0.8), Math.round(height * 0.8)]
  const side = { left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2) }
  const within = { ...side, right: width - w - side.left, bottom: height - h - side.top, background: '#fff' }
  return sharp(await sharp(page).resize(w, h).extend(within).toBuffer())
    .withMetadata({ density: 120 })
    .jpeg()
    .toBuffer()
}

describe('results', () => {
  it('name what is doubtful of whom, what seems blank and what is to do; error cards are handed out on record', async () => {
    const of = await sit(4, design, 1, questions)
    const { paperId } = of
    const [clean, doubtful, twice, away] = of.students.map((s) => s.studentId)
    await laid(
      of,
      await sheet(of, 0),
      await sheet(of, 1, { choices: { [id(1)]: 'AB' }, written: false }),
      await sheet(of, 2),
      await sheet(of, 2, { speck: 40 }),
    )
    const asked = { paperId, pageSize: 20 }
    const low = (await ask(calls.lowConfident, asked, of)).data
    expect(low).toMatchObject({ total: 1, mayManage: true })
    expect(low.list).toMatchObject([{ studentId: doubtful, number: '1', kind: 'doubleMark', page: 1 }])
    expect((await lookAt(low.list[0]!.cropUrl!)).status).toBe(206)
    expect((await ask(calls.lowConfident, { ...asked, questionId: id(2) }, of)).data.list).toEqual([])

    const blank = (await ask(calls.likelyBlanks, asked, of)).data
    expect([blank.total, blank.list.map((b) => [b.studentId, b.numbers])]).toEqual([
      2,
      [
        [doubtful, '3'],
        [doubtful, '4'],
      ],
    ])
    expect((await ask(calls.likelyBlanks, { ...asked, questionId: id(4) }, of)).data.list).toHaveLength(1)

    const errors = async (studentId: typeof clean) =>
      (await ask(calls.resultErrors, { paperId, studentId: studentId! }, of)).data.list
    expect(await errors(clean)).toEqual([])
    expect(await errors(doubtful)).toMatchObject([{ kind: 'doubleMark' }])
    const [second] = await errors(twice)
    expect(second).toMatchObject({ kind: 'duplicate' })
    const files = (await ask(calls.errorCards, { paperId, studentId: twice! }, of)).data
    expect(files).toMatchObject([{ page: 1, reason: '重复', name: expect.stringMatching(/考生3.*\.jpg$/) as string }])
    expect((await fetch(files[0]!.url)).headers.get('content-disposition')).toContain('attachment')

    const complete = (await ask(calls.completeStudents, asked, of)).data
    expect([complete.total, complete.list.map((r) => r.studentId).sort()]).toEqual([2, [clean, twice].sort()])
    expect((await ask(calls.pageNumbers, { paperId }, of)).data).toEqual([{ page: 1, there: 3, lacking: 0 }])
    const check = async () => (await ask(calls.recognitionCheck, { paperId }, of)).data
    expect(await check()).toEqual({
      ready: false,
      steps: [
        { step: 'open', count: 1, needed: true },
        { step: 'candidates', count: 1, needed: false },
        { step: 'waiting', count: 1, needed: false },
      ],
    })

    // Everything that waits, as a zip; of one kind only those.
    const zipOf = async (kind?: 'duplicate') => {
      const { uuid } = (await ask(calls.downloadErrorCards, { paperId, ...(kind ? { kind } : {}) }, of)).data
      const input = { paperId, ...(kind ? { kind } : {}) }
      const state = { job: downloadErrorCardsJob.name, jobId: uuid, tenant: of.owner, startedBy: of.caller.userId }
      return asFunction('scan-work', async () => {
        const { out } = await driveJob([errorCardsWork], { ...state, input, out: {} })
        const [file] = (await jobRecords.get({ jobId: uuid }))!.files
        const members: [string, string][] = []
        for await (const m of scansInZip(file!.key, (await sizeOf(file!.key))!))
          members.push([m.name, 'bytes' in m ? (await m.bytes()).toString('utf8') : m.problem.message])
        return { out: out['pack'], members }
      })
    }
    const all = await zipOf()
    expect(all.out).toEqual({ pages: 2, left: 0 })
    expect(all.members.map(([name]) => name)).toEqual([
      expect.stringMatching(/^0001-单选题多选-scan2.*\.jpg$/),
      expect.stringMatching(/^0002-重复-scan[34].*\.jpg$/),
      '清单.csv',
    ])
    expect(all.members[2]![1]).toContain('考生2')
    expect((await zipOf('duplicate')).out).toEqual({ pages: 1, left: 0 })
    expect((await ask(actList, { paperId }, of)).data.list[0]).toMatchObject({ act: 'download', note: '重复' })

    const at = { batchId: second!.batchId!, no: second!.no!, version: second!.version! }
    await ask(settleDuplicate, { ...at, keep: 'old' }, of)
    await ask(setAbsent, { paperId, studentIds: [away!], absent: true }, of)
    expect(await check()).toEqual({ ready: true, steps: [{ step: 'waiting', count: 1, needed: false }] })
    const stranger = await testCaller({
      userType: 2,
      tenant: schoolTenant(newId<SchoolId>('school')),
      userName: '别校',
    })
    expect((await ask(calls.recognitionCheck, { paperId }, stranger)).http).toBe(403)
  })

  it('are seen on the page: cells drawn where they lie, and a cut before it is made', async () => {
    const of = await sit(1, design, 1, questions)
    const { paperId } = of
    const batch = await laid(of, await sheet(of, 0))
    const { batchId } = batch
    const page = { batchId, no: '00001.00000.00000' }
    const row = (await ask(pieces.questionBlock, { ...page, questionId: id(1) }, of)).data
    expect([row.read, row.cells.map((c) => c.state)]).toEqual(['A', ['filled', 'empty', 'empty', 'empty']])
    expect(row.cells.every((c) => c.x > 0 && c.y > 0 && c.x + c.w < 1 && c.y + c.h < 1)).toBe(true)
    // The first cell is dark where it is drawn, and the second is not.
    const picture = sharp(Buffer.from(row.image.split(',')[1]!, 'base64')).greyscale()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const middle = (i: number): number => {
      const c = row.cells[i]!
      const x = Math.round((c.x + c.w * 0.25) * info.width)
      return data[Math.round((c.y + c.h / 2) * info.height) * info.width + x]!
    }
    expect(middle(0)).toBeLessThan(100)
    expect(middle(1)).toBeGreaterThan(150)
    expect((await ask(pieces.drawNumber, page, of)).data.read).toBe(of.students[0]!.studentNumber)
    expect((await ask(pieces.drawAbsent, page, of)).data).toMatchObject({ read: '', cells: [{ state: 'empty' }] })
    expect((await ask(pieces.questionBlock, { ...page, questionId: id(3) }, of)).status).toBe(refused.notPrinted.status)

    const cut = async (bottom: number) =>
      (await ask(pieces.recutPreview, { paperId, questionId: id(3), bottom }, of)).data[0]!
    const [tight, wide] = [await cut(0), await cut(12)]
    expect(wide.height).toBeGreaterThan(tight.height + 60)
    const own = (await pagesOfStudent(paperId, of.students[0]!.studentId))!.blocks.find((b) =>
      b.questionIds.includes(id(3)),
    )!
    expect([tight.width, tight.height]).toEqual([own.width, own.height])
    expect((await ask(pieces.recutPreview, { paperId, questionId: id(1) }, of)).status).toBe(refused.notCut.status)
  })

  it('of sheets printed smaller tell how small; they are taken out together, but not what others have changed', async () => {
    const of = await sit(2, design, 1, questions)
    const { paperId } = of
    await laid(of, await shrunk(await sheet(of, 0)), await shrunk(await sheet(of, 1)))
    const found = (await ask(sizes.sizeExceptions, { paperId, pageSize: 20 }, of)).data
    expect(found.total).toBe(2)
    for (const p of found.list) expect(p.scale).toBeCloseTo(0.8, 1)
    const chosen = found.list.map(({ batchId, no, version }, i) => ({ batchId, no, version: version + i }))
    const take = { paperId, pages: chosen, reason: '打印时缩小了' }
    // Asked for again it is the same act, once on record.
    for (let i = 0; i < 2; i++)
      expect((await ask(sizes.deleteSizeExceptions, take, of)).data).toEqual({ deleted: 1, kept: 1 })
    expect((await ask(actList, { paperId }, of)).data.list.map((a) => a.note)).toEqual(['打印比例不对 1页'])
    expect((await ask(sizes.sizeExceptions, { paperId, pageSize: 20 }, of)).data.total).toBe(1)
  })
})

describe('scores on paper', () => {
  it('are typed where no box is: under what was seen, on the grid, with a name and an audit record; undone like any other', async () => {
    const of = await sit(2, design, 1, questions)
    const { paperId } = of
    const { studentId } = of.students[0]!
    await laid(of, await sheet(of, 0), await sheet(of, 1))
    const detail = async (n = 3, who = studentId) =>
      (await ask(calls.subjectiveDetail, { paperId, studentId: who, questionId: id(n) }, of)).data
    expect(await detail()).toMatchObject({ score: null, scoreFrom: 'none', fullScore: 1000, state: 'present' })
    const before = (await pagesOfStudent(paperId, studentId))!
    const type = (questionId: string, score: number | null, was: number | null) =>
      ask(scores.scoreItem, { paperId, studentId, questionId, score, before: was }, of)
    expect((await type(id(3), 1100, null)).message).toBe('第3题：卷面给了11分，满分是10分')
    expect((await type(id(3), 750, null)).message).toBe('第3题：卷面给了7.5分，给分间隔是1分')
    expect((await type(id(1), 300, null)).status).toBe(refused.notOnPaper.status)
    expect((await type(id(3), 700, null)).data).toEqual({ changed: 1 })
    expect((await type(id(3), 700, null)).data).toEqual({ changed: 0 })
    // Another user has said otherwise since.
    expect((await type(id(3), 800, null)).message).toContain('请核对后重试')
    expect(await detail()).toMatchObject({ score: 700, scoreFrom: 'person' })
    const reading = (await pagesOfStudent(paperId, studentId))!
    expect(reading.scores).toEqual({ [id(3)]: { score: 700, seq: expect.any(Number) as number } })
    expect(reading.seq).toBeGreaterThan(before.seq!)
    // The picture is the same: marks that were given on the screen stay (I10).
    expect(reading.imageVersion).toBe(before.imageVersion)

    const all = [
      { questionId: id(3), score: 800, before: 700 },
      { questionId: id(4), score: 200, before: null },
    ]
    const wrong = all.map((t, i) => (i === 1 ? { ...t, score: 5000 } : t))
    expect((await ask(scores.scoreStudent, { paperId, studentId, scores: wrong }, of)).status).toBe(
      refused.wrongScore.status,
    )
    expect((await detail()).score).toBe(700)
    expect((await ask(scores.scoreStudent, { paperId, studentId, scores: all }, of)).data).toEqual({ changed: 1 })
    expect([(await detail()).score, (await detail(4)).score]).toEqual([800, 200])

    const [choice] = (await ask(studentChoices, { paperId, studentId }, of)).data.choices
    const at = { batchId: choice!.batchId, no: choice!.no, version: choice!.version }
    const stored = async () => (await pages.get(at))!
    expect((await stored()).journal.map((j) => [j.act, j.note])).toEqual([
      ['score', '第3题卷面7分'],
      ['score', '第3题卷面8分、第4题卷面2分'],
    ])
    const onPage = { ...at, scores: [{ questionId: id(4), score: null, before: 200 }] }
    expect((await ask(scores.scorePage, { ...onPage, version: at.version - 1 }, of)).http).not.toBe(500)
    expect((await ask(scores.scorePage, onPage, of)).status).toBe(0)
    expect((await detail(4)).score).toBeNull()
    await ask(undoSettlement, { ...at, version: (await stored()).version }, of)
    expect((await detail(4)).score).toBe(200)
    const day = `${of.owner}#${dayKey(now())}`
    const records = await asFunction('marking-stream', () => audits.query(day, { consistent: true }))
    expect(records.filter((r) => r.act === 'scan.score')).toHaveLength(3)

    const stranger = await teachIn(of, '王老师')
    expect((await ask(scores.scoreStudent, { paperId, studentId, scores: all }, stranger)).http).toBe(403)
    await standAt(of.exam.examId, markingProgress.done)
    expect((await type(id(3), 900, 800)).status).toBe(refused.markingDone.status)
  })

  it('of a candidate marked absent are refused, or say that he was there', async () => {
    const of = await sit(2, design, 1, questions)
    const { paperId } = of
    const [{ studentId }, other] = [of.students[0]!, of.students[1]!]
    await laid(of, await sheet(of, 0, { choices: { [id(1)]: 'A', [id(2)]: 'AB' } }))
    const doubts = async () => (await ask(sheetStatistic, { paperId }, of)).data.doubts
    expect(await doubts()).toBe(1)
    await ask(setAbsent, { paperId, studentIds: [studentId], absent: true, reason: '以为没来' }, of)
    expect(await doubts()).toBe(0)
    const typed = [{ questionId: id(3), score: 600, before: null }]
    const sent = { paperId, studentId, scores: typed }
    expect((await ask(scores.scoreStudent, sent, of)).message).toBe('考生1标记为缺考，请先取消缺考再登记卷面分')
    expect((await ask(scores.scoreAbsent, { ...sent, reason: '卷面有分' }, of)).data).toEqual({ changed: 1 })
    expect(await pagesOfStudent(paperId, studentId)).toMatchObject({
      state: 'present',
      scores: { [id(3)]: { score: 600 } },
    })
    // Who was there is asked about again, also on the page on which nothing was typed.
    expect(await doubts()).toBe(1)
    const none = { ...sent, studentId: other.studentId, reason: '卷面有分' }
    expect((await ask(scores.scoreAbsent, none, of)).status).toBe(refused.noPageFor.status)
  })
})
