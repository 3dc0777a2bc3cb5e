/** Random sheets of other makers, each read by a template that was drawn on a picture of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { besideEachOther, halved, mirrored, ofAnother, reprinted, upsideDown } from '../../camera/bad.ts'
import { chanceOf, seedOf } from '../../camera/chance.ts'
import type { Chance, Purpose } from '../../camera/chance.ts'
import { distortionOf } from '../../camera/distortions.ts'
import { drawForm, fillableForm, formOf, rowsOfForm } from '../../camera/forms.ts'
import type { Form } from '../../camera/forms.ts'
import { templateOf, withGhostMarks } from '../../camera/formTemplate.ts'
import { encode, fillSheet, makePage } from '../../camera/page.ts'
import type { MadePage, Marking, RowTruth } from '../../camera/page.ts'
import type { Sheet } from '../../camera/painter.ts'
import { copyOf } from '../../camera/raster.ts'
import { goodScan, scan } from '../../camera/scanner.ts'
import { fileName, readPage } from './ownPages.ts'
import type { Judged } from './reading.ts'

const scale = 8

export const badInputs = [
  'wrong form',
  'ghost marks',
  'half a page',
  'two pages',
  'other margin',
  'mirror image',
  'printed at 90 %',
  'upside down',
] as const
export type BadInput = (typeof badInputs)[number]

/** What a foreign sheet meets: all that schools deliver, some of what they should not. */
const ways = [
  'flatbed 150 dpi',
  'flatbed 200 dpi',
  'feeder, skewed',
  'feeder, uneven speed',
  'streaks of dust',
  'overexposed scan',
  'dark, flat scan',
  '1-bit scan',
  'fax, fine',
  'copied once',
  'form copied, then filled',
  'recycled paper',
  'bleed-through',
  'stains',
  'photo, good',
  'photo, tilted',
  'photo, shadow of the phone',
  'photo, dim and noisy',
  'photo, shallow focus',
  'bow 1–3 mm',
  'bow 3–5 mm',
  'book',
] as const

export type ForeignAsked = {
  purpose: Purpose
  layouts: number
  /** The number of the first layout. */
  from?: number
  /** Pages of each layout, beside one bad input. */
  each: number
  ways?: readonly string[]
  marking?: Marking
  /** Whether each layout also meets a bad input (default yes). */
  bad?: boolean
  /** Only the pages of these names. */
  only?: (name: string) => boolean
  keep?: string
  say?: (line: string) => void
}

export type ForeignPage = {
  name: string
  form: Form
  /** Whether the template was drawn on a blank sheet. */
  blank: boolean
  /** A distortion's name, or a bad input's. */
  way: string
  bad: boolean
  page: MadePage
  judged: Judged
  ms: number
}

const spoilt = (bad: BadInput, sheet: Sheet, form: Form, seed: string, chance: Chance): MadePage => {
  const way = distortionOf(chance.pick(['flatbed 150 dpi', 'feeder, skewed', 'photo, good']))
  const what = fillableForm(form)
  const make = (of: Sheet, salt = '') => makePage(of, what, way, 'plain', `${seed}${salt}`)
  switch (bad) {
    case 'wrong form': {
      const other = formOf(chanceOf(`${seed}/other`), 'other')
      const page = makePage(drawForm(other, scale, chance), fillableForm(other), way, 'plain', seed)
      const rows = rowsOfForm(form).map((r): RowTruth => ({
        name: r.name,
        kind: 'blank',
        row: r.kind,
        cells: r.cells,
        allowed: [],
        ask: 'must',
      }))
      return ofAnother(page, rows)
    }
    case 'half a page':
      return halved(make(sheet), chance)
    case 'two pages':
      return besideEachOther(make(sheet), make(sheet, '/b'))
    case 'mirror image':
      return mirrored(make(sheet))
    case 'upside down':
      return upsideDown(make(sheet))
    case 'printed at 90 %':
      return make(reprinted(sheet, 0.9, 0, 0))
    case 'other margin':
      return make(
        reprinted(
          sheet,
          1,
          chance.between(2, 6) * (chance.yes(0.5) ? 1 : -1),
          chance.between(2, 8) * (chance.yes(0.5) ? 1 : -1),
        ),
      )
    case 'ghost marks':
      return make(sheet)
  }
}

/** A form on paper, and the files of its template. */
export const prepare = async (folder: string, l: number, seed: string) => {
  const chance = chanceOf(seed)
  const form = formOf(chance.fork('form'), `form ${l}`)
  const sheet = drawForm(form, scale, chance.fork('print'))
  // The picture that the template is drawn on: scanned straight, blank or filled.
  const blank = chance.yes(0.6)
  const model: Sheet = { ...sheet, front: copyOf(sheet.front) }
  if (!blank) fillSheet(model, fillableForm(form), 'plain', chance.fork('model'))
  const settings = { ...goodScan(chance.fork('scan')), skew: 0, lid: 'white' as const, format: 'png' as const }
  const shot = scan(model, settings, chance.fork('scanned'))
  await writeFile(join(folder, `form${l}.png`), await encode(shot.picture, 'png', 100))
  const on = { imageKey: `form${l}.png`, width: shot.picture.width, height: shot.picture.height, place: shot.place }
  const drawn = templateOf(form, on, 0.04, chance.fork('drawn'))
  const file = join(folder, `form${l}.json`)
  const ghosts = join(folder, `ghosts${l}.json`)
  await writeFile(file, JSON.stringify({ pages: [drawn], blank }))
  await writeFile(ghosts, JSON.stringify({ pages: [withGhostMarks(drawn, chance.fork('ghosts'))], blank }))
  return { form, sheet, blank, file, ghosts }
}

export async function* foreignPages({
  purpose,
  layouts,
  from = 0,
  each,
  ways: chosen = ways,
  marking,
  bad: withBad = true,
  only,
  keep,
  say,
}: ForeignAsked): AsyncGenerator<ForeignPage> {
  const folder = await mkdtemp(join(tmpdir(), 'camera-'))
  try {
    for (let l = from; l < from + layouts; l++) {
      const seed = seedOf(purpose, 'form', l)
      const bad = badInputs[l % badInputs.length]!
      let prepared: ReturnType<typeof prepare> | undefined
      for (let i = 0; i < each + (withBad ? 1 : 0); i++) {
        const own = `${seed}:${i}`
        const chance = chanceOf(`${own}/what`)
        const isBad = i === each
        const way = isBad ? bad : chance.pick(chosen)
        const name = fileName(`form-${l}-${i}-${way}`)
        if (only && !only(name)) continue
        const { form, sheet, blank, file, ghosts } = await (prepared ??= prepare(folder, l, seed))
        const how = () => marking ?? (chance.yes(0.5) ? 'mixed' : 'plain')
        const page = isBad
          ? spoilt(bad, sheet, form, own, chance)
          : makePage(sheet, fillableForm(form), distortionOf(way), how(), own)
        const template = way === 'ghost marks' ? ghosts : file
        const { judged, ms, told } = await readPage(folder, name, page, ['--template', template], keep, !isBad)
        say?.(`${blank ? 'blank' : 'filled'}, ${form.cell.shape}, ${form.marks.length} marks; ${told}`)
        yield { name, form, blank, way, bad: isBad, page, judged, ms }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
