/**
 * The room with the pens and the scanner, for the journey through the screens: takes a printed card over HTTP on the
 * loopback, has it filled and scanned, and leaves a zip on disk. What each page means is told beside it.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { zipOf } from '#infra/demo/paper/bundles.ts'
import { foreignPage } from '#infra/demo/paper/foreign.ts'
import { openCardPdf, scanSheet, simulatePage } from '#infra/demo/paper/paper.ts'
import type { PageTruth } from '#infra/demo/paper/paper.ts'
import { planStudent } from '#infra/demo/paper/plan.ts'
import type { StudentPlan } from '#infra/demo/paper/plan.ts'
import { blankPage, sheetOf } from '#infra/demo/paper/raster.ts'
import { scanRange } from '#infra/demo/paper/scan.ts'
import { serveScannerHelper } from './scannerHelper.ts'

const dpi = 150
const mostBytes = 8_000_000

const Order = z.object({
  /** Base64. */
  pdf: z.string(),
  geometry: CardGeometry,
  /** Right letters by the question's number. */
  key: z.record(z.string(), z.string()),
  studentNumbers: z.array(z.string()).min(3).max(10),
})
type Order = z.infer<typeof Order>

/** A scanned page by its name in the zip: whose it is, what was meant (by question number); nothing of one without answers. */
export type ScannedTruth = Record<string, { studentNumber: string; letters: Record<string, string> } | null>

const meant = (order: Order, truth: PageTruth): ScannedTruth[string] => {
  const rows = order.geometry.pages.flatMap((p) => p.choices)
  return {
    studentNumber: truth.studentNumber,
    letters: Object.fromEntries(
      truth.choices.map((c) => [rows.find((r) => r.questionId === c.questionId)!.number, c.intended.join('')]),
    ),
  }
}

/** The second student marks two options of one question, the third forgets the last digit of the number. */
const spoil = (plan: StudentPlan, at: number, order: Order): void => {
  if (at === 2) plan.digits.pop()
  if (at !== 1) return
  const single = order.geometry.pages.flatMap((p) => p.choices).find((c) => c.unitType === 1)!
  const row = plan.rows.find((r) => r.questionId === single.questionId)!
  const both = single.cells.slice(0, 2).map((c) => c.value)
  Object.assign(row, {
    intended: both,
    marks: both.map((value) => ({ value, style: 'full', strength: 0.5 })),
    style: 'double',
    clarity: 'ambiguous',
  })
}

/** A white page and one of another card: no sheet of the exam at hand. */
const strangePages = async ({ width, height }: { width: number; height: number }) => {
  const pages = [
    ['white', blankPage(width, height, dpi)],
    ['foreign', foreignPage({ width, height, dpi, seed: 'foreign' })],
  ] as const
  return Promise.all(
    pages.map(async ([name, page]) => {
      const sheet = sheetOf(page, false)
      const made = await scanSheet({ sheet, scan: { ...scanRange.ordinary(name), dpi }, seed: name })
      return { name: `${name}.jpg`, bytes: Buffer.from(made.image) }
    }),
  )
}

/** The scanner helper beside the browser, with two A4 pages in its feeder. */
export const serveHelper = async (origin: string): Promise<{ port: number; close: () => void }> =>
  serveScannerHelper({ origins: [origin], pages: await strangePages({ width: 210, height: 297 }) })

/** Every student's sheet in order, one page once more, a white page and one of another card at the end. */
const scanAll = async (order: Order): Promise<{ zip: Buffer; truth: ScannedTruth }> => {
  const { geometry } = order
  const rasters = await openCardPdf(Uint8Array.from(Buffer.from(order.pdf, 'base64')), dpi)
  const questions = new Map(geometry.pages.flatMap((p) => p.choices).map((c) => [c.number, c.questionId]))
  const key = Object.fromEntries(Object.entries(order.key).map(([n, letters]) => [questions.get(n)!, [...letters]]))
  const files: { name: string; bytes: Buffer }[] = []
  const truth: ScannedTruth = {}
  const scanned = async (at: number, studentNumber: string, suffix: string): Promise<void> => {
    const plan = planStudent(geometry, { seed: `e2e/${studentNumber}`, ability: 0.5 + 0.08 * at, key, studentNumber })
    spoil(plan, at, order)
    for (const page of geometry.pages) {
      const seed = `${studentNumber}/${page.page}${suffix}`
      const scan = { ...scanRange.ordinary(seed), dpi }
      const made = await simulatePage({ raster: rasters[page.page - 1]!, page, geometry, plan, scan, seed })
      const name = `${studentNumber}-${page.page}${suffix}.${made.format === 'jpeg' ? 'jpg' : made.format}`
      files.push({ name, bytes: Buffer.from(made.image) })
      truth[name] = meant(order, made.truth)
    }
  }
  for (const [at, studentNumber] of order.studentNumbers.entries()) await scanned(at, studentNumber, '')
  await scanned(0, order.studentNumbers[0]!, '-again')
  for (const page of await strangePages(geometry)) {
    files.push(page)
    truth[page.name] = null
  }
  return { zip: await zipOf(files), truth }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new RangeError(`more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** POST an order, get `{ zip: path, truth }`. The zip lies in `folder`. */
export const serveScanner = async (folder: string): Promise<{ url: string; close: () => void }> => {
  let orders = 0
  const server = createServer((request, response) => {
    const answer = async (): Promise<string> => {
      const { zip, truth } = await scanAll(Order.parse(JSON.parse(await bodyOf(request))))
      const path = join(folder, `scans-${++orders}.zip`)
      writeFileSync(path, zip)
      return JSON.stringify({ zip: path, truth })
    }
    answer().then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}
