/** When a paper is marked: opened and closed by the clock. Pure. */
import * as z from 'zod'
import { showTime } from '../../kit/time.ts'

/** Epoch ms; without `from` it is open since the switch, without `until` it stays open. */
export const ReadTime = z
  .object({ from: z.int().min(0).optional(), until: z.int().min(0).optional() })
  .refine(({ from, until }) => from === undefined || until === undefined || from < until, {
    path: ['until'],
    message: '结束时间要晚于开始时间',
  })
export type ReadTime = z.infer<typeof ReadTime>

/** Why no answer is handed out at `now`; null: one is. The first moment is in, the last is out. */
export const shutBy = ({ from, until }: ReadTime | undefined = {}, now: number): 'early' | 'late' | null =>
  from !== undefined && now < from ? 'early' : until !== undefined && now >= until ? 'late' : null

export const shownReadTime = ({ from, until }: ReadTime | undefined = {}): string =>
  from === undefined && until === undefined
    ? '不限'
    : [from === undefined ? '开启后' : showTime(from), until === undefined ? '完成阅卷' : showTime(until)].join(' 至 ')
