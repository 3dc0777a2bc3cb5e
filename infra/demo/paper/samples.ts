/**
 * A set of simulated pages on disk, pictures with their truth, to develop or measure the recogniser:
 *   node infra/demo/paper/samples.ts --card CARD.json --pdf CARD.pdf --out DIR [--range demo] [--count 60] [--habits 0.1] [--seed 1]
 * CARD.json is a PrintedCard or a CardGeometry. `--range` is demo, ordinary or envelope; count is pages.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CardGeometry, PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { openCardPdf, simulatePage } from './paper.ts'
import { planStudent } from './plan.ts'
import { scanRange } from './scan.ts'

const { values } = parseArgs({
  options: {
    card: { type: 'string' },
    pdf: { type: 'string' },
    out: { type: 'string' },
    range: { type: 'string', default: 'demo' },
    count: { type: 'string', default: '60' },
    habits: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    dpi: { type: 'string', default: '200' },
  },
})
const { card: cardPath, pdf: pdfPath, out, range, seed } = values
if (!cardPath || !pdfPath || !out) throw new Error('--card, --pdf and --out are needed')

const json: unknown = JSON.parse(await readFile(cardPath, 'utf8'))
const printed = PrintedCard.safeParse(json)
const geometry = printed.success ? printed.data.geometry : CardGeometry.parse(json)
const rasters = await openCardPdf(new Uint8Array(await readFile(pdfPath)), Number(values.dpi))
await mkdir(out, { recursive: true })

for (let i = 0; i < Number(values.count); i++) {
  const student = Math.floor(i / geometry.pages.length)
  const page = geometry.pages[i % geometry.pages.length]!
  const plan = planStudent(geometry, { seed: `${seed}/${student}`, ability: 0.7, habits: Number(values.habits) })
  const own = `${seed}/${i}`
  const envelope = scanRange.envelope[i % scanRange.envelope.length]!
  const scan =
    range === 'envelope' ? envelope.scan : range === 'ordinary' ? scanRange.ordinary(own) : scanRange.demo(own)
  const raster = rasters[page.page - 1]!
  const back = rasters[(page.page - 1) ^ 1]
  const { image, format, truth } = await simulatePage({ raster, page, geometry, plan, scan, seed: own, back })
  const label = range === 'envelope' ? `-${envelope.name.replaceAll(/[^\p{L}\p{N}+−-]+/gu, '_')}` : ''
  const name = `${String(i).padStart(4, '0')}-s${student}-p${page.page}${label}`
  await writeFile(join(out, `${name}.${format === 'jpeg' ? 'jpg' : format}`), image)
  await writeFile(join(out, `${name}.json`), JSON.stringify(truth, null, 1))
}
process.stdout.write(`${values.count} pages in ${out}\n`)
