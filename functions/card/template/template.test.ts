import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/card/template/template.calls.ts'
import * as drawing from '#shared/card/template/templateDraw.calls.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { linesOf } from '#shared/card/template/template.rules.ts'
import type { TemplateArea } from '#shared/card/template/template.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { upload } from '#functions/scan/scan.fixtures.ts'
import { decodeGrey, recognise } from '#functions/scan/omr/omr.public.ts'
import { handler } from '../card.api.ts'
import { ask, jobDone, made, questions, setting } from '../card.fixtures.ts'
import { printedCardOfPaper } from '../card.public.ts'
import { H, W, drawn, number, sheet, started, whole, withPicture } from './template.fixtures.ts'
import type { At } from './template.fixtures.ts'

beforeAll(() => actAs('card-api'))

describe('a template of another maker’s sheet', () => {
  it('is drawn by itself from its picture, frozen, and reads filled sheets of a paper', async () => {
    const at = await setting(questions({ 1: 8, 5: 1 }))
    const { templateId, saved, cells, anchors } = await whole(at)
    expect(cells.map((a) => [a.type, a.grid!.rows, a.grid!.columns])).toEqual([
      [8, 10, 6],
      [12, 8, 4],
    ])
    expect(anchors).toHaveLength(4)
    // Where the ovals are: within two pixels.
    const [first] = linesOf(cells[1]!)[0]!
    expect(Math.abs(first!.rect.x + first!.rect.w / 2 - 230)).toBeLessThan(3)
    expect(Math.abs(first!.rect.y + first!.rect.h / 2 - 700)).toBeLessThan(3)
    expect([saved.faults, saved.status]).toEqual([[], 1])
    expect((await ask(drawing.checkLegality, { templateId }, at)).data.lawful).toBe(true)

    const cardId = await made(at)
    const paperId = at.paper.paperId
    const early = await ask(calls.switchTemplate, { cardId, version: 1, templateId }, at)
    expect(early.status).toBe(templateProblems.templateNotPublished.status)
    const published = await ask(calls.publishTemplate, { templateId, version: saved.version }, at)
    expect(published.data).toMatchObject({ status: 2, publishedVersion: 1 })
    expect((await ask(calls.subjectCheck, { templateId, paperId }, at)).data.differences).toEqual([])
    expect((await ask(calls.switchTemplate, { cardId, version: 1, templateId }, at)).data.publishedVersion).toBe(1)
    expect((await ask(calls.defaultTemplateInfo, { paperId }, at)).data).toMatchObject({ kind: 'template', templateId })
    expect((await ask(calls.templatePapers, { templateId }, at)).data).toHaveLength(1)
    expect((await ask(calls.listTemplates, {}, at)).data.list[0]).toMatchObject({ references: 1, questionCount: 9 })

    const printed = (await printedCardOfPaper(paperId))!
    const choices = [0, 1, 2, 3, 3, 2, 1, 0]
    const grey = await decodeGrey(await sheet({ choices, number: `${number}6` }))
    const reading = await recognise(grey, () => null, [printed])
    expect(reading.doubts).toEqual([])
    expect(reading.choices.map((c) => c.chosen.join(''))).toEqual(choices.map((c) => 'ABCD'[c]))
    expect(reading.choices.map((c) => c.questionId)).toEqual(at.paper.questions.slice(0, 8).map((q) => q.questionId))
    expect(reading.studentNumber?.value).toBe(`${number}6`)
    expect(reading.blocks.map((b) => b.questionIds)).toEqual([[at.paper.questions[8]!.questionId]])

    // Back to the paper's own card; what is in use is not deleted.
    const used = await drawn(at, templateId)
    const gone = await ask(calls.setTemplateProperties, { templateId, version: used.version, deleted: true }, at)
    expect(gone.status).toBe(templateProblems.templateInUse.status)
    const back = await ask(calls.switchTemplate, { cardId, version: 2, templateId: null }, at)
    expect([back.message, back.data?.publishedVersion]).toEqual([expect.anything(), 2])
    expect((await printedCardOfPaper(paperId))!.guide).toBeUndefined()
    expect((await ask(calls.paperTemplateState, { paperId }, at)).data).toBeNull()
    const version = (await drawn(at, templateId)).version
    expect((await ask(calls.setTemplateProperties, { templateId, version, deleted: true }, at)).status).toBe(0)
    expect((await ask(calls.drawnTemplate, { templateId }, at)).status).toBe(templateProblems.templateNotFound.status)
  })

  it('says in Chinese what is wrong with it, and is not frozen before', async () => {
    const at = await setting()
    const templateId = await withPicture(at)
    const { version, faults } = await drawn(at, templateId)
    expect(faults.map((f) => f.message)).toContain('模板没有客观题，也没有主观题')
    const grid = { x: 500, y: 1300, w: 30, h: 20, stepX: 60, stepY: 40, rows: 5, columns: 4 }
    const areas: TemplateArea[] = [
      { areaId: 'n', type: 8, rect: { x: 600, y: 150, w: 500, h: 500 } },
      { areaId: 'q', type: 12, rect: { x: 490, y: 1290, w: 260, h: 220 }, grid, numbers: ['1', '2'] },
      { areaId: 'l', type: 1, rect: { x: 0, y: 0, w: 20, h: 20 } },
    ]
    const pages = [{ pageNumber: 1, isBlankPage: false, featureRecognition: false, areas }]
    const saved = (await ask(calls.updateTemplate, { templateId, version, pages }, at)).data
    expect(saved.status).toBe(0)
    const said = saved.faults.map((f) => f.message)
    expect(said).toContain('考号填涂区没有填涂格，请自动识别或设置行列')
    expect(said).toContain('单选题有5题，题号有2个')
    expect(said).toContain('第1页的定位区少于3个，请补画或启用特征定位')
    expect(said.some((m) => m.startsWith('定位区不能小于'))).toBe(true)
    const feature = (await ask(drawing.checkFeature, { templateId }, at)).data
    expect(feature.faults.every((f) => f.check === 'feature') && !feature.lawful).toBe(true)
    const early = await ask(calls.publishTemplate, { templateId, version: saved.version }, at)
    expect([early.status, early.message]).toEqual([
      templateProblems.templateIllegal.status,
      expect.stringContaining('单选题有5题'),
    ])
    // Lawful as data, but drawn on white paper.
    const number = { ...grid, x: 700, y: 200, rows: 10, columns: 6, stepX: 60, stepY: 40 }
    const white = [
      { areaId: 'n', type: 8, rect: { x: 680, y: 180, w: 370, h: 420 }, grid: number },
      {
        ...areas[1]!,
        rect: { x: 390, y: 1190, w: 260, h: 220 },
        grid: { ...grid, x: 400, y: 1200 },
        numbers: ['1', '2', '3', '4', '5'],
      },
    ]
    const again = await ask(
      calls.updateTemplate,
      { templateId, version: saved.version, pages: [{ ...pages[0]!, featureRecognition: true, areas: white }] },
      at,
    )
    const refused = await ask(calls.publishTemplate, { templateId, version: again.data.version }, at)
    expect(refused.message).toContain('没有画在填涂格上')
  })

  it('is changed by one person at a time, over the version that was seen, in its own library', async () => {
    const at = await setting()
    const { templateId, saved } = await whole(at)
    const stale = await ask(calls.deleteTemplateImage, { templateId, pageNumber: 1, version: saved.version - 1 }, at)
    expect(stale.status).toBe(commonProblems.stale.status)
    await ask(calls.setTemplateProperties, { templateId, version: saved.version, locked: true, title: '改名' }, at)
    const other = await testCaller({ userType: 2, tenant: at.owner })
    const barred = await send(
      handler,
      calls.deleteTemplateImage,
      { templateId, pageNumber: 1, version: saved.version + 1 },
      other.token,
    )
    expect([barred.status, barred.message]).toEqual([
      templateProblems.templateLocked.status,
      '模板已由李主任锁定，请等其解锁后再编辑',
    ])
    const stranger = await testCaller({ userType: 2, tenant: (await setting()).owner })
    for (const call of [calls.drawnTemplate, drawing.checkLegality, calls.copyTemplate])
      expect((await send(handler, call, { templateId }, stranger.token)).http).toBe(403)
    const teacher = await testCaller({ userType: 4, tenant: at.owner })
    expect((await send(handler, calls.saveTemplate, { title: 'x' }, teacher.token)).http).toBe(403)

    const copy = (await ask(calls.copyTemplate, { templateId }, at)).data.templateId
    const copied = await drawn(at, copy)
    expect([copied.title, copied.status, copied.pages[0]!.areas.length]).toEqual(['改名（副本）', 1, 7])
    const turned = await ask(calls.turnTemplatePage, { templateId: copy, pageNumber: 1, version: 1, degrees: 90 }, at)
    expect(turned.data.status).toBe(0)
    expect((await drawn(at, copy)).pages[0]).toMatchObject({ naturalWidth: H, naturalHeight: W, areas: [] })
    const none = await ask(
      drawing.drawChoices,
      { templateId: copy, pageNumber: 2, rect: { x: 0, y: 0, w: 9, h: 9 } },
      at,
    )
    expect(none.status).toBe(templateProblems.templateNoPage.status)
  })

  it('refuses files that are no pictures, of others, and TIFF calls without a TIFF', async () => {
    const [at, stranger] = [await setting(), await setting()]
    const templateId = await started(at)
    const of = async (who: At, name: string) =>
      (await upload(who, [{ name, bytes: new Uint8Array([1, 2, 3]) }]))[0]!.key
    const theirs = await ask(
      calls.insertTemplateImages,
      { templateId, version: 1, key: await of(stranger, '卡.jpg'), fileName: '卡.jpg' },
      at,
    )
    expect(theirs.message).toContain('不是您上传的')
    const broken = await ask(
      calls.insertTemplateImages,
      { templateId, version: 1, key: await of(at, '卡.jpg'), fileName: '卡.jpg' },
      at,
    )
    expect(await jobDone(broken.data.uuid, at)).toMatchObject({ status: 30 })
    const tif = await ask(calls.insertTemplateTiff, { templateId, version: 1, key: 'x', fileName: '卡.jpg' }, at)
    expect(tif.status).toBe(templateProblems.templateUnreadable.status)
  })
})
