import { parentPort, workerData } from 'node:worker_threads'
import { decodeGrey } from '#functions/scan/omr/decode.ts'
import { recognise } from '#functions/scan/omr/recognise.ts'
import type { CorpusOrder, CorpusPage } from './corpus.ts'
import { openCardPdf, simulatePage } from './paper/paper.ts'
import { planStudent } from './paper/plan.ts'

const { order, start, step } = workerData as { order: CorpusOrder; start: number; step: number }
const rasters = await Promise.all(order.cards.map(({ pdf }) => openCardPdf(pdf, order.printDpi)))

for (let i = start; i < order.pages.length; i += step) {
  const { seed, set, card: at, page: number, scan, habits, absent = false } = order.pages[i]!
  const { card, number: printed } = order.cards[at]!
  const page = card.geometry.pages[number - 1]!
  const plan = planStudent(card.geometry, {
    seed,
    ability: 0.7,
    habits,
    absent,
    ...(printed ? { studentNumber: printed } : {}),
  })
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
  if (printed && page.barcode) {
    const value = reading.studentNumber?.value ?? null
    if (value === null || kinds.has('studentNumber')) student = 'flagged'
    // The QR names the number as well: here the bar code itself has to be read.
    else
      student =
        value === printed && reading.studentNumber?.from === 'barcode'
          ? 'right'
          : value === printed
            ? 'flagged'
            : 'wrong'
  }
  const none = () => ({ rows: 0, flagged: 0, wrong: [] as string[] })
  const extras: CorpusPage['extras'] = {
    paper: none(),
    pick: none(),
    score: none(),
    absent: none(),
    written: none(),
    blank: none(),
  }
  const count = (kind: keyof CorpusPage['extras'], flagged: boolean, meant: string, said: string) => {
    extras[kind].rows++
    if (flagged) extras[kind].flagged++
    else if (meant !== said) extras[kind].wrong.push(`meant '${meant}', read '${said}'`)
  }
  const points = (values: readonly string[]) => String(values.reduce((sum, v) => sum + Number(v) * 100, 0))
  for (const { kind, index, intended } of truth.extras) {
    const said =
      kind === 'paper' ? reading.paperType : kind === 'pick' ? reading.picks?.[index] : reading.scores?.[index]
    count(kind, !said || said.doubt !== undefined, intended.join(' '), said?.chosen.join(' ') ?? '')
    const score = kind === 'score' ? reading.scores?.[index] : undefined
    if (score && !score.doubt && intended.length > 0) count('score', false, points(intended), String(score.score))
    cells += kind === 'score' ? page.scoreRows![index]!.cells.length : intended.length
  }
  if (page.absent)
    count(
      'absent',
      !reading.absent || reading.absent.state === 'doubt',
      absent ? 'filled' : 'empty',
      reading.absent?.state ?? '',
    )
  for (const { blockId, written } of truth.blocks) {
    const said = reading.blocks.find((b) => b.blockId === blockId)
    count(written ? 'written' : 'blank', !said, String(!written), String(said?.likelyBlank))
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
    extras,
    details: reading.doubts.flatMap((d) => (d.detail ? [`${d.kind}: ${d.detail}`] : [])),
    decodeMs: decoded - began,
    readMs: read - decoded,
    rss: process.memoryUsage.rss(),
  }
  parentPort!.postMessage(done)
}
