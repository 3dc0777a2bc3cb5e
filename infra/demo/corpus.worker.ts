import { parentPort, workerData } from 'node:worker_threads'
import { decodeGrey } from '#functions/scan/reader/decode.ts'
import { recognise } from '#functions/scan/reader/recognise.ts'
import type { CorpusOrder, CorpusPage } from './corpus.ts'
import { openCardPdf, simulatePage } from './paper/paper.ts'
import { planStudent } from './paper/plan.ts'

const { order, start, step } = workerData as { order: CorpusOrder; start: number; step: number }
const rasters = await Promise.all(order.cards.map(({ pdf }) => openCardPdf(pdf, order.printDpi)))

for (let i = start; i < order.pages.length; i += step) {
  const { seed, set, card: at, page: number, scan, habits } = order.pages[i]!
  const { card } = order.cards[at]!
  const page = card.geometry.pages[number - 1]!
  const plan = planStudent(card.geometry, { seed, ability: 0.7, habits })
  const raster = rasters[at]![number - 1]!
  const { image, truth } = await simulatePage({ raster, page, geometry: card.geometry, plan, scan, seed })
  const began = performance.now()
  const grey = await decodeGrey(image)
  const decoded = performance.now()
  const reading = await recognise(grey, () => card, [card])
  const read = performance.now()

  const kinds = new Set(reading.doubts.map((d) => d.kind))
  const byQuestion = new Map(reading.choices.map((c) => [c.questionId, c]))
  const faults: CorpusPage['faults'] = []
  const styles: CorpusPage['styles'] = {}
  let flagged = 0
  let cells = 0
  for (const row of truth.choices) {
    cells += page.choices.find((c) => c.questionId === row.questionId)!.cells.length
    styles[row.style] = (styles[row.style] ?? 0) + 1
    const said = byQuestion.get(row.questionId)
    const wrong = said !== undefined && said.chosen.join('') !== row.intended.join('')
    if (!said || said.doubt) flagged++
    if (said && (wrong || said.doubt))
      faults.push({
        question: row.questionId,
        style: row.style,
        damaged: row.damaged,
        intended: row.intended.join(''),
        read: said.chosen.join(''),
        ...(said.doubt ? { doubt: said.doubt } : {}),
      })
  }
  let student: CorpusPage['student'] = 'none'
  if (truth.hasNumber) {
    cells += page.studentNumber!.columns.length * 10
    const value = reading.studentNumber?.value ?? null
    if (value === null || kinds.has('studentNumber')) student = 'flagged'
    else student = value === truth.studentNumber ? 'right' : 'wrong'
  }
  const done: CorpusPage = {
    set,
    seed,
    card: at,
    page: number,
    orientation: scan.orientation,
    upright: (Math.round((reading.rotation ?? 45) / 90) * 90) % 360 === scan.orientation,
    refused: reading.status === 'refused',
    wrongPage: reading.status === 'read' && reading.page !== number && !kinds.has('pageMark'),
    kinds: [...kinds],
    rows: truth.choices.length,
    cells,
    flagged,
    styles,
    faults,
    student,
    details: reading.doubts.flatMap((d) => (d.detail ? [`${d.kind}: ${d.detail}`] : [])),
    decodeMs: decoded - began,
    readMs: read - decoded,
    rss: process.memoryUsage.rss(),
  }
  parentPort!.postMessage(done)
}
