/**
 * Sheets of other makers, scanned, copied and photographed by others, read by templates. Nothing here may be tuned on: it
 * says what comes out. The sets lie beside the clone.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packGrey } from '#shared/card/geometry/guide.types.ts'
import { gridBox, templateGeometry } from '#shared/card/template/template.rules.ts'
import type { TemplatePage } from '#shared/card/template/template.types.ts'
import { fit, project, turnOf } from '#shared/scan/omr/homography.ts'
import { photograph } from '#shared/scan/omr/page.fixture.ts'
import { shrink, straighten } from '#shared/scan/omr/sample.ts'
import { align } from '#shared/scan/omr/template/align.ts'
import { findGrids, shapeAt } from '#shared/scan/omr/template/autoDraw.ts'
import { guidePage } from '#shared/scan/omr/template/guide.ts'
import { findTemplatePage, readByTemplate } from '#shared/scan/omr/template/readTemplate.ts'
import type { Grey, PageReading } from '#shared/scan/omr/omr.types.ts'
import type { RealTemplate } from './realSheets.fixture.ts'
import { openSheet, realSheets, realTemplate, spoilt } from './realSheets.fixture.ts'
import { openCardPdf } from './paper/paper.ts'

/** Every light, every turn and every stranger are tried in the long run. */
const long = process.env['QINGHE_LONG'] === '1'

const folder = 'omrchecker'
type Wanted = Record<string, Record<string, string>>
const wanted = JSON.parse(await readFile(join(realSheets, folder, 'expected.json'), 'utf8')) as Wanted

/** How the fields of one picture came out. */
const judged = (reading: PageReading, { joined }: RealTemplate, want: Record<string, string>) => {
  const rows = new Map(reading.choices.map((c) => [c.questionId, c]))
  const tally = { right: 0, flagged: 0, wrong: [] as string[] }
  for (const [field, value] of Object.entries(want)) {
    const parts = (joined[field] ?? [field]).map((name) => rows.get(name))
    const said = parts.map((p) => p?.chosen.join('') ?? '?').join('')
    if (parts.some((p) => p?.doubt)) tally.flagged++
    else if (said === value) tally.right++
    else tally.wrong.push(`${field} is ${value || 'blank'}, read ${said || 'blank'}`)
  }
  return tally
}

const read = (grey: Grey, { card }: RealTemplate) => readByTemplate(grey, card, findTemplatePage(grey, card))

type Set = {
  name: string
  /** The description, the picture that the template is drawn on, and the pictures to read by it. */
  json: string
  on: string
  pictures: string[]
  most: { flagged: number }
  corners?: Parameters<typeof realTemplate>[2]
  around?: Parameters<typeof realTemplate>[3]
}
const upsc = 'community/UPSC-mock'
const angles = [1, 2, 3].map((n) => `${upsc}/scan-angles/angle-${n}.jpg`)
const thin = 'sample3/xeroxed-thin-sheet'
const thick = 'sample3/colored-thick-sheet'
const adrian = ['adrian_omr.png', 'adrian_omr_2.png'].map((n) => `sample2/AdrianSample/${n}`)
const sets: Set[] = [
  {
    name: 'a phone’s pictures of 100 questions, by the key’s sheet',
    json: `${upsc}/template.json`,
    on: `${upsc}/answer_key.jpg`,
    pictures: [`${upsc}/answer_key.jpg`, ...angles],
    most: { flagged: 0.02 },
  },
  {
    name: 'the key, by a candidate’s sheet',
    json: `${upsc}/template.json`,
    on: angles[0]!,
    pictures: [`${upsc}/answer_key.jpg`, angles[1]!],
    most: { flagged: 0.03 },
  },
  {
    name: 'a photocopy on thin paper',
    json: `${thin}/template.json`,
    on: `${thin}/grayscale-80-gsm.jpg`,
    pictures: [`${thin}/grayscale-80-gsm.jpg`],
    most: { flagged: 0.02 },
  },
  {
    name: 'thick colour paper',
    json: `${thick}/template.json`,
    on: `${thick}/rgb-100-gsm.jpg`,
    pictures: [`${thick}/rgb-100-gsm.jpg`],
    most: { flagged: 0.02 },
  },
  {
    name: 'tiny pictures on wood and on red',
    json: 'sample2/template.json',
    on: adrian[0]!,
    pictures: adrian,
    most: { flagged: 0.2 },
  },
  {
    name: 'a drawing of 260 pixels',
    json: 'community/Antibodyy/template.json',
    on: 'community/Antibodyy/simple_omr_sheet.jpg',
    pictures: ['community/Antibodyy/simple_omr_sheet.jpg'],
    most: { flagged: 0.6 },
  },
  {
    name: 'large ovals in a table',
    json: 'community/Shamanth/template.json',
    on: 'community/Shamanth/omr_sheet_01.png',
    pictures: ['community/Shamanth/omr_sheet_01.png'],
    most: { flagged: 0.5 },
  },
  {
    name: 'a photograph with four target marks, one drawn over',
    json: 'sample1/template.json',
    on: 'sample1/MobileCamera/sheet1.jpg',
    pictures: ['sample1/MobileCamera/sheet1.jpg'],
    most: { flagged: 0.1 },
    // The middles of the marks, which the description counts from.
    corners: [
      { x: 246, y: 421 },
      { x: 641, y: 410.5 },
      { x: 673.5, y: 728 },
      { x: 256.5, y: 754 },
    ],
    around: { left: 190, top: 400, right: 210, bottom: 1250 },
  },
]

describe('real sheets of other makers', { timeout: 120_000 }, () => {
  it.each(sets)(
    '$name: nothing wrong that is not flagged',
    async ({ name, json, on, pictures, most, corners, around }) => {
      const template = await realTemplate(`${folder}/${json}`, await openSheet(folder, on), corners, around)
      const sum = { right: 0, flagged: 0, wrong: [] as string[] }
      for (const picture of pictures) {
        const tally = judged(read(await openSheet(folder, picture), template), template, wanted[picture]!)
        sum.right += tally.right
        sum.flagged += tally.flagged
        sum.wrong.push(...tally.wrong.map((w) => `${picture}: ${w}`))
      }
      process.stdout.write(`${name}: right ${sum.right}, flagged ${sum.flagged}, wrong ${sum.wrong.length}\n`)
      expect(sum.wrong).toEqual([])
      expect(sum.flagged / (sum.right + sum.flagged)).toBeLessThanOrEqual(most.flagged)
    },
  )

  const placings = [
    { turn: 30, border: 60 },
    { turn: 262, keystone: 0.04, border: 60 },
  ]
  it.each(long ? placings : placings.slice(1))('reads the key’s sheet turned by $turn°', async (placing) => {
    const key = await openSheet(folder, `${upsc}/answer_key.jpg`)
    const template = await realTemplate(`${folder}/${upsc}/template.json`, key)
    const { grey } = photograph(key, 7, { ...placing, dpi: 170 })
    const tally = judged(read(grey, template), template, wanted[`${upsc}/answer_key.jpg`]!)
    expect(tally.wrong).toEqual([])
    expect(tally.right).toBeGreaterThanOrEqual(95)
  })

  it.each(long ? sets : [])('$name: nothing wrong in any light', async ({ json, on, pictures, corners, around }) => {
    const template = await realTemplate(`${folder}/${json}`, await openSheet(folder, on), corners, around)
    const wrong: string[] = []
    const said: string[] = []
    for (const [light, change] of Object.entries(spoilt)) {
      const sum = { right: 0, flagged: 0 }
      for (const picture of pictures) {
        const reading = read(change(await openSheet(folder, picture)), template)
        if (reading.status === 'refused') continue
        const tally = judged(reading, template, wanted[picture]!)
        sum.right += tally.right
        sum.flagged += tally.flagged
        wrong.push(...tally.wrong.map((w) => `${light}, ${picture}: ${w}`))
      }
      said.push(`${light} ${sum.right}, ${sum.flagged}`)
    }
    process.stdout.write(`${on}: right and flagged ${said.join('; ')}\n`)
    expect(wrong).toEqual([])
  })

  it('reads a sheet turned by 30°, and off a screen, by its unfilled print', async () => {
    const [sheet] = await openCardPdf(new Uint8Array(await readFile(join(realSheets, 'rbaron-omr', 'sheet.pdf'))), 100)
    const picture: Grey = { width: sheet!.width, height: sheet!.height, data: sheet!.grey }
    const [grid] = findGrids(picture, { x: 0, y: 0, w: picture.width, h: picture.height })
    const page: TemplatePage = {
      pageNumber: 1,
      imageKey: 'test',
      naturalWidth: picture.width,
      naturalHeight: picture.height,
      rotation: 0,
      isBlankPage: false,
      featureRecognition: true,
      areas: [
        {
          areaId: 'b',
          type: 12,
          rect: gridBox(grid!),
          grid: grid!,
          numbers: Array.from({ length: grid!.rows }, (_, i) => String(i + 1)),
        },
      ],
    }
    const geometry = templateGeometry([page], 'template')
    const marks = [
      [0.02, 0.02],
      [0.98, 0.02],
      [0.98, 0.98],
      [0.02, 0.98],
    ].flatMap(([x, y]) => shapeAt(picture, x! * picture.width, y! * picture.height) ?? [])
    const card = { geometry, guide: { pages: [guidePage(1, picture, marks, geometry, true)] } }
    for (const name of ['rotated-answeredsheet.png', 'answered-sheet-photo.jpg']) {
      const scan = await openSheet('rbaron-omr', name)
      const rows = readByTemplate(scan, card, findTemplatePage(scan, card)).choices
      // The sixth has two marks. As seen by eye: the set has no answers.
      expect([name, rows.map((r) => (r.doubt ? r.doubt : r.chosen.join('')))]).toEqual([
        name,
        ['A', 'C', 'C', 'E', '', 'doubleMark', 'A', '', '', ''],
      ])
    }
  })

  it('refuses another sheet', async () => {
    const template = await realTemplate(
      `${folder}/${upsc}/template.json`,
      await openSheet(folder, `${upsc}/answer_key.jpg`),
    )
    const others = [adrian[0]!, 'sample1/MobileCamera/sheet1.jpg', 'community/Shamanth/omr_sheet_01.png']
    for (const other of long ? others : others.slice(0, 1))
      expect(read(await openSheet(folder, other), template).status, other).toBe('refused')
    expect(read(await openSheet('ruby-marks', 'demo1.png'), template).status).toBe('refused')
  })

  it('reads a bilevel scan by areas that were found in it', async () => {
    const scan = await openSheet('ruby-marks', 'demo1.png')
    const grids = findGrids(scan, { x: 130, y: 760, w: 1080, h: 560 })
    const blocks = grids.filter((g) => g.rows === 20 && g.columns >= 4)
    expect(blocks).toHaveLength(5)
    const page: TemplatePage = {
      pageNumber: 1,
      imageKey: 'test',
      naturalWidth: scan.width,
      naturalHeight: scan.height,
      rotation: 0,
      isBlankPage: false,
      featureRecognition: true,
      areas: blocks.slice(0, 3).map((grid, b) => ({
        areaId: `b${b}`,
        type: 12,
        rect: gridBox(grid),
        grid,
        numbers: Array.from({ length: 20 }, (_, i) => `${b + 1}.${i + 1}`),
      })),
    }
    const f = Math.max(1, Math.round(scan.height / 900))
    const card = {
      geometry: templateGeometry([page], 'template'),
      guide: { pages: [{ page: 1, picture: packGrey(shrink(scan, f)), marks: [], blank: false }] },
    }
    const reading = readByTemplate(scan, card, findTemplatePage(scan, card))
    const rows = new Map(reading.choices.map((c) => [c.questionId, c]))
    const of = (block: number) =>
      Array.from({ length: 20 }, (_, i) => {
        const row = rows.get(`${block}.${i + 1}`)!
        return row.doubt ? '?' : row.chosen.join('')
      })
    const right = [...'ABCDE', ...Array.from({ length: 15 }, () => '')]
    const unlike = (block: number) => of(block).filter((v, i) => v !== '?' && v !== right[i])
    process.stdout.write(
      `bilevel: ${[1, 2, 3]
        .map((b) =>
          of(b)
            .map((v) => v || '·')
            .join(''),
        )
        .join(' ')}\n`,
    )
    expect(of(1)).toEqual(right)
    expect(unlike(2)).toEqual([])
    // Half marks, a blot, a tick and a cross are a person's.
    expect(of(3)).toEqual([...'?????', ...Array.from({ length: 15 }, () => '')])
  })

  it('lays a sheet on its picture that was turned by 30° and photographed from a screen', async () => {
    const [sheet] = await openCardPdf(new Uint8Array(await readFile(join(realSheets, 'rbaron-omr', 'sheet.pdf'))), 100)
    const picture: Grey = { width: sheet!.width, height: sheet!.height, data: sheet!.grey }
    // The four corner brackets.
    const { width: w, height: h } = picture
    const marks = [
      [0.02, 0.02],
      [0.98, 0.02],
      [0.98, 0.98],
      [0.02, 0.98],
    ].flatMap(([x, y]) => shapeAt(picture, x! * w, y! * h) ?? [])
    expect(marks.length).toBeGreaterThanOrEqual(3)
    for (const name of ['rotated-answeredsheet.png', 'answered-sheet-photo.jpg']) {
      const found = align({ picture, marks }, await openSheet('rbaron-omr', name))!
      expect(found.found, name).toBeGreaterThan(0.75)
      expect(turnOf(found.homography, w / 2, h / 2), name).toBeGreaterThan(26)
      expect(turnOf(found.homography, w / 2, h / 2), name).toBeLessThan(34)
    }
  })
})

describe('laying a picture on a template', () => {
  it('finds nothing on white paper', () => {
    const white = { width: 600, height: 800, data: new Uint8Array(480_000).fill(250) }
    const map = fit([
      { x: 0, y: 0, u: 0, v: 0, weight: 1 },
      { x: 1, y: 0, u: 1, v: 0, weight: 1 },
      { x: 0, y: 1, u: 0, v: 1, weight: 1 },
      { x: 1, y: 1, u: 1, v: 1, weight: 1 },
    ])!
    expect(project(map, 3, 4)).toEqual({ x: expect.closeTo(3), y: expect.closeTo(4) })
    expect(align({ picture: straighten(white, map, { x: 0, y: 0, w: 300, h: 400 }, 1), marks: [] }, white)).toBeNull()
  })
})
