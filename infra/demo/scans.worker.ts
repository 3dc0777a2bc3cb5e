import { parentPort, workerData } from 'node:worker_threads'
import { openCardPdf, simulatePage } from './paper/paper.ts'
import { planStudent } from './paper/plan.ts'
import { scanRange } from './paper/scan.ts'
import type { ScanOrder, Scanned } from './scans.ts'

const order = workerData as ScanOrder
const rasters = await openCardPdf(order.pdf, order.maxDpi)
const scanned: Scanned[] = []
for (const student of order.students) {
  const plan = planStudent(order.geometry, {
    seed: student.seed,
    ability: student.ability,
    key: order.key,
    ...(order.picks ? { picks: order.picks } : {}),
    habits: order.habits,
    studentNumber: student.studentNumber,
    absent: student.absent ?? false,
    blanks: true,
  })
  for (const page of order.geometry.pages) {
    // An absent student's sheets are handed in with the first page marked; the rest stays in the envelope.
    if (student.absent && page.page > 1) continue
    const seed = `${student.seed}:${page.page}`
    const drawn = scanRange[order.range](seed)
    const scan = { ...drawn, dpi: Math.min(drawn.dpi, order.maxDpi) }
    const { image, format, truth } = await simulatePage({
      raster: rasters[page.page - 1]!,
      page,
      geometry: order.geometry,
      plan,
      scan,
      seed,
    })
    scanned.push({
      studentNumber: student.studentNumber,
      page: page.page,
      name: `${student.studentNumber}-${page.page}.${format === 'jpeg' ? 'jpg' : format}`,
      image: Uint8Array.from(image),
      truth,
    })
  }
}
parentPort!.postMessage(scanned)
