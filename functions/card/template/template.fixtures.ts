/** Another maker's sheet, made here, and the template that is drawn of it. */
import sharp from 'sharp'
import { expect } from 'vitest'
import * as calls from '#shared/card/template/template.calls.ts'
import * as drawing from '#shared/card/template/templateDraw.calls.ts'
import type { TemplateArea } from '#shared/card/template/template.types.ts'
import type { TemplateId } from '#shared/kit/ids.ts'
import { upload } from '#functions/scan/scan.fixtures.ts'
import { ask, jobDone } from '../card.fixtures.ts'
import type { Setting } from '../card.fixtures.ts'

export type At = Setting
export const [W, H] = [1240, 1754]
export const number = '40517'

/**
 * Another maker's sheet: eight questions of four ovals, six digits, a frame for an answer, solid corners. Choices by
 * row.
 */
export const sheet = async (marks: { choices?: readonly number[]; number?: string } = {}): Promise<Uint8Array> => {
  const oval = (x: number, y: number, letter: string, full: boolean) =>
    `<ellipse cx="${x}" cy="${y}" rx="17" ry="12" fill="${full ? '#222' : 'none'}" stroke="#333" stroke-width="2"/>` +
    `<text x="${x}" y="${y + 5}" font-size="14" text-anchor="middle" fill="#555">${letter}</text>`
  const parts = [
    [60, 60],
    [W - 90, 60],
    [60, H - 90],
    [W - 90, H - 90],
  ].map(([x, y]) => `<rect x="${x}" y="${y}" width="30" height="30" fill="#000"/>`)
  for (let q = 0; q < 8; q++) {
    parts.push(`<text x="150" y="${707 + q * 44}" font-size="20">${q + 1}.</text>`)
    for (let c = 0; c < 4; c++) parts.push(oval(230 + c * 62, 700 + q * 44, 'ABCD'[c]!, marks.choices?.[q] === c))
  }
  for (let d = 0; d < 6; d++)
    for (let v = 0; v < 10; v++)
      parts.push(oval(700 + d * 60, 200 + v * 40, String(v), marks.number?.[d] === String(v)))
  parts.push('<rect x="120" y="1120" width="1000" height="480" fill="none" stroke="#333" stroke-width="3"/>')
  parts.push(
    '<text x="130" y="1150" font-size="24">9. Show your work.</text><text x="120" y="150" font-size="40">WINTER EXAM</text>',
  )
  parts.push('<text x="120" y="240" font-size="22">Name ______________   Class ____________</text>')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>`
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer())
}

export const started = async (at: At, title = '冬季联考答题卡') => {
  const { templateId } = (await ask(calls.saveTemplate, { title }, at)).data
  return templateId
}
export const drawn = async (at: At, templateId: TemplateId) => (await ask(calls.drawnTemplate, { templateId }, at)).data

export const withPicture = async (at: At) => {
  const templateId = await started(at)
  const [file] = await upload(at, [{ name: '空白卡.jpg', bytes: await sheet() }])
  const job = await ask(
    calls.insertTemplateImages,
    { templateId, version: 1, key: file!.key, fileName: '空白卡.jpg' },
    at,
  )
  expect(await jobDone(job.data.uuid, at)).toMatchObject({ status: 40 })
  return templateId
}

const block: TemplateArea = { areaId: 'b9', type: 16, rect: { x: 120, y: 1120, w: 1000, h: 480 }, numbers: ['9'] }

/** Everything drawn by the machine but the answer's frame. */
export const whole = async (at: At) => {
  const templateId = await withPicture(at)
  const page = { templateId, pageNumber: 1 }
  const cells = (await ask(drawing.drawQuestions, page, at)).data.areas
  const anchors = (await ask(drawing.drawAnchors, page, at)).data.areas
  const { version } = await drawn(at, templateId)
  const pages = [{ pageNumber: 1, isBlankPage: false, featureRecognition: true, areas: [...cells, ...anchors, block] }]
  const saved = await ask(calls.updateTemplate, { templateId, version, pages }, at)
  return { templateId, saved: saved.data, cells, anchors }
}
