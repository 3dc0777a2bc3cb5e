/** How fast work goes, by what was seen of it, and when it will be done. */
import { dayStart, showTime } from './time.ts'

export type Sample = { at: number; done: number }

/** Items a second and ms left, over the samples seen; null while too little is known. */
export const pace = (
  samples: readonly Sample[],
  total: number | undefined,
): { perSecond: number; leftMs: number } | null => {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 1000 || last.done <= first.done) return null
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at)
  return { perSecond, leftMs: total === undefined ? 0 : (Math.max(0, total - last.done) / perSecond) * 1000 }
}

/** How much of a whole is done, in whole per cent: never all before all is, and never nothing once something is. */
export const percentDone = (done: number, total: number): number =>
  total <= 0 || done <= 0 ? 0 : done >= total ? 100 : Math.min(99, Math.max(1, Math.round((100 * done) / total)))
/** The same in words; of nothing at all there is no share. */
export const doneWords = (done: number, total: number): string => (total <= 0 ? '—' : `${percentDone(done, total)}%`)

const day = 86_400_000
/** A moment to come as people say it: 约21:40, 约明天08:05; nothing of what is farther off than a guess reaches. */
export const aboutText = (at: number, from: number): string => {
  const days = Math.round((dayStart(at) - dayStart(from)) / day)
  const time = showTime(at).slice(-5)
  return days <= 0 ? `约${time}` : days === 1 ? `约明天${time}` : ''
}

/** People pause: what was seen within this time counts, and less than so much of it says nothing. */
const lookBackMs = 15 * 60_000
const leastMs = 60_000

/** The samples that still count, the newest among them. */
export const seenLately = (samples: readonly Sample[], now: Sample): Sample[] => [
  ...samples.filter((s) => s.at >= now.at - lookBackMs && s.at < now.at && s.done <= now.done),
  now,
]
/** When people's work will be done, to the minute; null while too little of it was seen. */
export const endOf = (samples: readonly Sample[], total: number): number | null => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < leastMs) return null
  const going = pace(samples, total)
  return going && last.done < total ? Math.ceil((last.at + going.leftMs) / 60_000) * 60_000 : null
}
