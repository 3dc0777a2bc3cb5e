import * as z from 'zod'
import { each, job, step } from '#shared/kit/job.ts'
import { PaperId } from '#shared/kit/ids.ts'
import { RosterSlice } from '#shared/exam/exam.types.ts'

/** Makes scripts and work from the readings. Run again, it takes in late and replaced pages and changes nothing else. */
export const openMarkingJob = job('marking.open', {
  title: '开启阅卷',
  input: () => z.object({ paperId: PaperId, override: z.string().optional() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), students: z.int(), keyVersion: z.int() })),
    each('scripts', { from: 'plan', item: () => RosterSlice, batch: 1, concurrency: 40 }),
    each('queue', { from: 'plan', item: () => RosterSlice, batch: 1, concurrency: 40 }),
    step('open', () => z.object({ students: z.int(), answers: z.int() })),
  ],
})

/**
 * Counts every script of a paper anew: a large one whose key or tolerance was changed. Compares its journal with its rows,
 * and tells it what its reader has missed. Changes nothing else.
 */
export const recountJob = job('marking.recount', {
  title: '汇总阅卷进度',
  input: () => z.object({ paperId: PaperId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), keyVersion: z.int() })),
    each('count', { from: 'plan', item: () => RosterSlice, batch: 1, concurrency: 16 }),
    step('whole', () => z.object({ whole: z.boolean() })),
  ],
})
