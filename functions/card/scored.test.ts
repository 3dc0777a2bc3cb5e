import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StudentResult } from '#shared/analysis/publication.types.ts'
import * as cardCalls from '#shared/card/card.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Draw } from '#shared/card/geometry/geometry.types.ts'
import { htmlToPdf, openRender, renderTicket } from '#shared/card/print/render.calls.ts'
import type { BatchId, QuestionId, ScanId } from '#shared/kit/ids.ts'
import { packOf, partKey, publications, resultsKey } from '#functions/analysis/analysis.store.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { objectKey, putJson, putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { slots } from '#functions/scan/scan.store.ts'
import { handler } from './card.api.ts'
import { ask, jobDone, made, questions, setting } from './card.fixtures.ts'
import type { Setting } from './card.fixtures.ts'

beforeAll(() => actAs('card-api'))

const grey = (value: number): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 60, channels: 3, background: { r: value, g: value, b: value } } })
    .greyscale()
    .jpeg()
    .toBuffer()

/** As the scanning room stores a page: what was blackened, and the crop of the first answer. */
const handIn = async (
  at: Setting,
  studentId: StudentResult['studentId'],
  choices: Record<string, string>,
  paper: 'A' | 'B',
) => {
  const { paperId, owner, questions: of } = at.paper
  const essay = of.find((q) => q.unitType === 5)!.questionId
  const key = objectKey(studentId, owner, 'scan', paperId, `${studentId}.crop.jpg`)
  const jpeg = await grey(90)
  await asFunction('scan-work', async () => {
    await putObject(key, jpeg, { type: 'image/jpeg' })
    await slots.create({
      schema: 1,
      ...{ paperId, studentId, page: 1, pageCount: 1, imageVersion: 1, waits: false, choices, version: 1 },
      ...{ scanId: newId<ScanId>('scan'), batchId: newId<BatchId>('batch'), no: '0', width: 1654, height: 2339 },
      blocks: [
        { blockId: `${essay}.0`, questionIds: [essay], part: 0, key, width: 200, height: 60, likelyBlank: false },
      ],
      marks: [{ id: '@paper', kind: 'paper', questionIds: [], value: paper }],
    })
  })
  return jpeg
}

/** As the analysis room publishes it. */
const publish = async (at: Setting, results: { studentId: StudentResult['studentId']; scores: number[] }[]) =>
  asFunction('analysis-work', async () => {
    const { paperId, examId, owner, questions: of } = at.paper
    const whole = results.map(({ studentId, scores }): StudentResult => ({
      ...{ schema: 1, paperId, v: 1, studentId, examName: '期中考试', courseName: '数学', examDate: now() },
      ...{ studentName: '某某', className: '高一（1）班', state: 'present', fullScore: 2400, rank: null },
      ...{ candidates: null, wentWell: [], doNext: [], pages: [], total: scores.reduce((a, b) => a + b, 0) },
      items: of.map((q, i) => ({
        ...{ questionId: q.questionId, number: q.number, objective: q.unitType <= 3, score: scores[i]! },
        ...{ fullScore: q.fullScore, scoreRate: null, ...(q.answer ? { answer: q.answer } : {}) },
      })),
    }))
    const shard = { part: 0, schoolId: owner.slice('s:'.length), from: '', before: '~', students: whole.length }
    await putJson(partKey(at.paper, 1, 'head.json'), { examId })
    await putJson(partKey(at.paper, 1, 'index.json'), { parts: [shard] })
    for (const [pack, own] of Map.groupBy(whole, (r) => packOf(r.studentId, whole.length)))
      await putJson(resultsKey(at.paper, 1, 0, pack), own)
    await publications.create({ schema: 1, paperId, examId, owner, current: 1, version: 1 })
  })

const words = (draws: readonly Draw[]) => draws.flatMap((d) => (d.kind === 'text' ? [d.text] : []))

describe('what a class handed in', () => {
  it('is shown and printed with the published scores, in their places, on papers A and B', async () => {
    const [one, two, essay] = questions({ 1: 2, 5: 1 }) as [
      Setting['paper']['questions'][number],
      Setting['paper']['questions'][number],
      Setting['paper']['questions'][number],
    ]
    // Paper B has the two choices in each other's place, under other letters.
    const at = await setting([
      { ...one, answer: 'A', paperB: { at: two.questionId, answer: 'C' } },
      { ...two, answer: 'B', paperB: { at: one.questionId, answer: 'D' } },
      essay,
    ])
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const roster = (await candidatesOf(at.exam.examId)).toSorted((a, b) => (a.studentNumber < b.studentNumber ? -1 : 1))
    const [first, second] = roster as [(typeof roster)[number], (typeof roster)[number]]
    const jpeg = await handIn(at, first.studentId, { [one.questionId]: 'A', [two.questionId]: 'C' }, 'A')
    await handIn(at, second.studentId, { [one.questionId]: 'D', [two.questionId]: 'A' }, 'B')
    const input = { cardId, kind: 'score' as const, classId: at.classes[0]!.classId }
    expect((await ask(renderTicket, input, at)).status).toBe(cardProblemList.noResults.status)
    await publish(at, [
      { studentId: first.studentId, scores: [300, 0, 650] },
      { studentId: second.studentId, scores: [0, 300, 1200] },
    ])
    expect((await ask(renderTicket, { cardId, kind: 'score' }, at)).status).toBe(cardProblemList.noResults.status)

    const made1 = (await ask(renderTicket, input, at)).data
    expect(made1.path).toMatch(/^\/score-answer-card-render#ticket=/)
    const { data } = await send(handler, openRender, { ticket: made1.ticket })
    // Who has no result is not there.
    expect(data.copies!.map((c) => c.studentNumber)).toEqual([first.studentNumber, second.studentNumber])
    const [a, b] = data.copies!
    const page = data.card.geometry.pages[0]!
    const cell = (questionId: QuestionId, value: string) =>
      page.choices.find((c) => c.questionId === questionId)!.cells.find((c) => c.value === value)!.rect
    const block = page.blocks.find((x) => x.questionIds[0] === essay.questionId)!.rect
    const blackened = (draws: readonly Draw[]) =>
      page.choices.flatMap((row) =>
        row.cells
          .filter(({ rect: r }) => draws.some((d) => d.kind === 'fill' && d.rect.x === r.x && d.rect.y === r.y))
          .map((c) => c.value),
      )
    const framed = (draws: readonly Draw[]) => draws.flatMap((d) => (d.kind === 'box' ? [d.rect] : []))
    const around = (r: { x: number; y: number; w: number; h: number }) =>
      expect.objectContaining({
        x: expect.closeTo(r.x - 0.35, 3) as number,
        y: expect.closeTo(r.y - 0.35, 3) as number,
      })
    expect(blackened(a!.draws[0]!)).toEqual(['A', 'C'])
    expect(framed(a!.marks![0]!)).toEqual([around(cell(two.questionId, 'B'))])
    expect(words(a!.marks![0]!)).toEqual(['总分 9.5/24', '6.5/12'])
    expect(a!.pictures![0]).toEqual([{ rect: block, url: expect.stringContaining('crop.jpg') as string }])
    expect(Buffer.from(await (await fetch(a!.pictures![0]![0]!.url)).arrayBuffer()).equals(jpeg)).toBe(true)
    // On paper B the first question stands in the second's row, and its key there is C.
    expect(blackened(b!.draws[0]!)).toEqual(['D', 'A'])
    expect(framed(b!.marks![0]!)).toEqual([around(cell(two.questionId, 'C'))])

    const { ticket } = (await ask(renderTicket, input, at)).data
    const done = await jobDone((await ask(htmlToPdf, { ticket }, at)).data.uuid, at)
    expect(done.files[0]!.name).toBe('期中考试 数学答题卡（批阅后）.pdf')
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(Buffer.from(await (await fetch(done.files[0]!.url)).arrayBuffer()))
    expect(document.getPageCount() % 2).toBe(0)
    const scale = 2
    const { data: pixels, width } = await document.getPage(0).render({ scale, render: 'bitmap' })
    const colourAt = (x: number, y: number): number[] => {
      const o = (Math.round((y * 72 * scale) / 25.4) * width + Math.round((x * 72 * scale) / 25.4)) * 4
      return [...pixels.subarray(o, o + 3)]
    }
    // The crop fills its frame, and the key's frame is red.
    for (const [dx, dy] of [
      [0.1, 0.9],
      [0.5, 0.5],
      [0.9, 0.9],
    ] as const)
      for (const c of colourAt(block.x + block.w * dx, block.y + block.h * dy)) expect(Math.abs(c - 90)).toBeLessThan(6)
    const key = cell(two.questionId, 'B')
    const [red, green, blue] = colourAt(key.x - 0.35, key.y + key.h / 2) as [number, number, number]
    expect(red - Math.max(blue, green)).toBeGreaterThan(80)
    document.destroy()
    library.destroy()
  })

  it('is shown only to who manages the exam', async () => {
    const at = await setting()
    const cardId = await made(at)
    const head = await testCaller({ userType: 9, tenant: at.owner })
    const input = { cardId, kind: 'score' as const, classId: at.classes[0]!.classId }
    expect((await send(handler, renderTicket, input, head.token)).http).toBe(403)
  })
})
