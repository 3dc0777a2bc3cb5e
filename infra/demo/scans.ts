/** Filled and scanned sheets of many students, simulated on all cores; the truth comes beside the pictures. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { PageTruth } from './paper/paper.ts'

export type ScanRequest = {
  seed: string
  studentNumber: string
  ability: number
  absent?: boolean
}
export type ScanOrder = {
  pdf: Uint8Array
  geometry: CardGeometry
  key: Readonly<Record<string, readonly string[]>>
  /** How many of a group of optional questions are answered, by its first question. */
  picks?: Readonly<Record<string, number>>
  students: readonly ScanRequest[]
  /** Which scanner: a good office one, or everything the demo's range has. */
  range: 'ordinary' | 'demo'
  /** Cap of the resolution: less is faster. */
  maxDpi: number
  /** Share of rows filled by difficult habits. */
  habits: number
}
export type Scanned = { studentNumber: string; page: number; name: string; image: Uint8Array; truth: PageTruth }

/** All pages of all students, in the students' order. */
export const scanSheets = async (order: ScanOrder): Promise<Scanned[]> => {
  const cores = Math.max(1, Math.min(4, availableParallelism()))
  const parts = Array.from({ length: cores }, (_, i) => order.students.filter((_, at) => at % cores === i))
  const done = await Promise.all(
    parts.map(
      (students) =>
        new Promise<Scanned[]>((resolve, reject) => {
          const worker = new Worker(new URL('./scans.worker.ts', import.meta.url), {
            workerData: { ...order, students },
          })
          worker.once('message', (scanned: Scanned[]) => resolve(scanned))
          worker.once('error', reject)
        }),
    ),
  )
  const byStudent = new Map<string, Scanned[]>()
  for (const s of done.flat()) byStudent.set(s.studentNumber, [...(byStudent.get(s.studentNumber) ?? []), s])
  return order.students.flatMap((s) => (byStudent.get(s.studentNumber) ?? []).sort((a, b) => a.page - b.page))
}
