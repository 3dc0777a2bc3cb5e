import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/card/template/template.calls.ts'
import { answerFile, answerTemplate, importAnswers } from '#shared/card/designer/desk.calls.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { openPages } from '#functions/scan/omr/omr.public.ts'
import { upload } from '#functions/scan/scan.fixtures.ts'
import { bookOf, tableIn } from '#functions/kit/workbook.ts'
import { handler } from '../card.api.ts'
import { ask, papers, questions, setting } from '../card.fixtures.ts'
import { printedCardOfPaper } from '../card.public.ts'
import { H, W, drawn, started, whole, withPicture } from './template.fixtures.ts'

beforeAll(() => actAs('card-api'))

const published = async (at: Awaited<ReturnType<typeof setting>>) => {
  const { templateId, saved } = await whole(at)
  await ask(calls.publishTemplate, { templateId, version: saved.version }, at)
  return templateId
}
type Corner = { x: number; y: number }
const fetched = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())

describe('a page that was photographed askew', () => {
  it('is laid flat by the corners that a person sets', async () => {
    const at = await setting()
    const templateId = await withPicture(at)
    const { version } = await drawn(at, templateId)
    // The picture's right half alone, set by its corners a little askew.
    const corners: [Corner, Corner, Corner, Corner] = [
      { x: W / 2, y: 10 },
      { x: W, y: 0 },
      { x: W, y: H },
      { x: W / 2, y: H - 10 },
    ]
    const page = { templateId, pageNumber: 1, version }
    const laid = await ask(calls.straightenByHand, { ...page, corners }, at)
    expect(laid.status).toBe(0)
    const after = (await drawn(at, templateId)).pages[0]!
    expect(Math.abs(after.naturalWidth - W / 2)).toBeLessThan(4)
    expect(Math.abs(after.naturalHeight - H)).toBeLessThan(14)
    expect(after.areas).toEqual([])
    // The mark in the top left corner was cut away, the one at the right stayed.
    const kept = await sharp(await fetched(after.url))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at75 = (x: number) => kept.data[75 * kept.info.width + x]!
    expect(at75(kept.info.width - 75)).toBeLessThan(60)
    expect(at75(75)).toBeGreaterThan(180)

    const crossed: typeof corners = [corners[1], corners[0], corners[2], corners[3]]
    const refused = await ask(calls.straightenByHand, { ...page, version: laid.data.version, corners: crossed }, at)
    expect(refused.status).toBe(templateProblems.templateCorners.status)
    const stale = await ask(calls.straightenByHand, { ...page, corners }, at)
    expect(stale.status).toBe(commonProblems.stale.status)
  })
})

describe('a template as a PDF', () => {
  it('prints its pages as they are, with their areas where that is asked for', async () => {
    const at = await setting()
    const empty = await started(at)
    expect((await ask(calls.templatePdf, { templateId: empty }, at)).status).toBe(
      templateProblems.templateNoPage.status,
    )
    const { templateId } = await whole(at)
    const plain = (await ask(calls.templatePdf, { templateId }, at)).data
    expect([plain.pages, plain.fileName]).toEqual([1, '冬季联考答题卡.pdf'])
    const page = (await openPages(await fetched(plain.url), 'a.pdf').next()).value!
    const { width, height } = await page.grey()
    expect(Math.abs(width / height - W / H)).toBeLessThan(0.01)
    const framed = (await ask(calls.templatePdf, { templateId, areas: true }, at)).data
    const text = Buffer.from(await fetched(framed.url)).toString('latin1')
    // The six digits' sixty cells, eight questions' thirty-two, and seven areas.
    expect(text.match(/ re S/g)).toHaveLength(60 + 32 + 7)
  })
})

describe('papers by a template', () => {
  it('an empty paper gets its questions of it and is read by it; one that has others does not', async () => {
    const at = await setting([])
    const templateId = await published(at)
    const { paperId } = at.paper
    const input = { paperId, version: 1, templateId }
    const made = (await ask(calls.paperFromTemplate, input, at)).data
    expect([made.questions, made.publishedVersion]).toEqual([9, 1])
    const paper = (await paperOf(paperId))!
    expect(paper.questions.map((q) => [q.number, q.unitType, q.optionCount])).toEqual([
      ...Array.from({ length: 8 }, (_, i) => [String(i + 1), 1, 4]),
      ['9', 5, undefined],
    ])
    const printed = (await printedCardOfPaper(paperId))!
    expect(printed.geometry.pages[0]!.choices.map((c) => c.questionId)).toEqual(
      paper.questions.slice(0, 8).map((q) => q.questionId),
    )
    // Asked again, it goes on with what is there.
    expect((await ask(calls.paperFromTemplate, input, at)).data.questions).toBe(9)
    await papers.update({ paperId }, { questions: questions({ 1: 3 }) })
    const refused = await ask(calls.paperFromTemplate, input, at)
    expect(refused.status).toBe(templateProblems.templatePaperHasQuestions.status)
    expect((await paperOf(paperId))!.questions).toHaveLength(3)
  })

  it('a paper without a card is switched to it from the template, and back', async () => {
    const at = await setting(questions({ 1: 8, 5: 1 }))
    const templateId = await published(at)
    const { paperId } = at.paper
    const on = (await ask(calls.uploaderTemplate, { paperId, templateId }, at)).data
    expect(on.publishedVersion).toBe(1)
    expect((await ask(calls.paperTemplateState, { paperId }, at)).data).toMatchObject({ templateId })
    const stale = await ask(calls.uploaderTemplate, { paperId, templateId: null, version: on.version - 1 }, at)
    expect(stale.status).toBe(commonProblems.stale.status)
    expect((await ask(calls.uploaderTemplate, { paperId, templateId: null }, at)).data.publishedVersion).toBe(2)
    // Another library's template is none.
    const stranger = await setting(questions({ 1: 8, 5: 1 }))
    const theirs = await ask(calls.uploaderTemplate, { paperId: stranger.paper.paperId, templateId }, stranger)
    expect(theirs.status).toBe(templateProblems.templateNotFound.status)
    const teacher = await testCaller({ userType: 3, tenant: at.owner })
    expect((await send(handler, calls.uploaderTemplate, { paperId, templateId }, teacher.token)).http).toBe(403)
  })
})

describe('answers as a workbook', () => {
  it('go out empty, come in filled, and go out as they are; a mistake changes nothing', async () => {
    const at = await setting(questions({ 1: 2, 2: 1, 3: 1, 5: 1 }))
    const { paperId } = at.paper
    const empty = (await ask(answerTemplate, { paperId }, at)).data
    expect(empty.questions).toBe(4)
    const table = await tableIn(await fetched(empty.url), empty.fileName)
    expect(table.map((r) => r.cells.slice(0, 3))).toEqual([
      ['题号', '题型', '选项数'],
      ['1', '单选题', '4'],
      ['2', '单选题', '4'],
      ['3', '多选题', '4'],
      ['4', '判断题', '2'],
    ])
    const send = async (answers: string[], more: { version?: number; check?: boolean } = {}) => {
      const rows = table.map(({ cells }, i) => (i === 0 ? cells : [...cells.slice(0, 3), answers[i - 1]!]))
      const [file] = await upload(
        at,
        [{ name: '答案.xlsx', bytes: await bookOf([{ name: '答案', rows }]) }],
        'paperAnswer',
      )
      return ask(importAnswers, { paperId, version: 1, key: file!.key, fileName: '答案.xlsx', ...more }, at)
    }
    const wrong = (await send(['A', 'E', 'BC', '对'])).data
    expect(wrong.problems).toEqual([{ row: 3, column: '答案', text: '第2题：“E”超出选项范围A到D' }])
    const looked = (await send(['A', 'D', 'CB', '对'], { check: true })).data
    expect([looked.problems, looked.changed, looked.version]).toEqual([[], 4, 1])
    expect((await paperOf(paperId))!.version).toBe(1)
    const good = (await send(['A', 'D', 'CB', '对'])).data
    expect([good.changed, good.version]).toEqual([4, 2])
    const paper = (await paperOf(paperId))!
    expect(paper.questions.map((q) => q.answer)).toEqual(['A', 'D', 'BC', 'T', undefined])
    expect(paper.keyVersion).toBe(at.paper.keyVersion + 1)
    expect((await send(['B', 'D', 'CB', '对'])).status).toBe(commonProblems.stale.status)
    // The same again: nothing to change.
    expect((await send(['A', 'D', 'BC', '对'], { version: 2 })).data).toMatchObject({ changed: 0, version: 2 })
    const out = (await ask(answerFile, { paperId }, at)).data
    const back = await tableIn(await fetched(out.url), out.fileName)
    expect(back.slice(1).map((r) => r.cells[3])).toEqual(['A', 'D', 'BC', '对'])
  })

  it('are refused for a file that is none or another’s, and a paper without objective questions', async () => {
    const at = await setting(questions({ 1: 2 }))
    const { paperId } = at.paper
    const put = async (of: typeof at, bytes: Uint8Array) =>
      (await upload(of, [{ name: 'a.xlsx', bytes }], 'paperAnswer'))[0]!.key
    const broken = await put(at, new Uint8Array([1, 2, 3]))
    const told = await ask(importAnswers, { paperId, version: 1, key: broken, fileName: 'a.xlsx' }, at)
    expect(told.data.problems[0]!.text).toContain('文件打不开')
    const theirs = await put(await setting(), new Uint8Array([1]))
    expect((await ask(importAnswers, { paperId, version: 1, key: theirs, fileName: 'a.xlsx' }, at)).message).toContain(
      '不是您上传的',
    )
    await papers.update({ paperId }, { questions: questions({ 5: 2 }) })
    expect((await ask(answerTemplate, { paperId }, at)).message).toContain('试卷还没有题目')
  })
})
