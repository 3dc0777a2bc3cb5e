import { now } from './ports.ts'

/** So many answers are remembered: more than ask of one process within the time that any of them is good for. */
const most = 20_000

/**
 * Remembers what a function answered for some seconds, for what many calls ask again and again. Failures and what
 * `keep` refuses are not remembered.
 */
export const memo = <A extends unknown[], T>(
  seconds: number,
  run: (...args: A) => Promise<T>,
  options: { key?: (...args: A) => string; keep?: (value: T) => boolean } = {},
): ((...args: A) => Promise<T>) & { forget: () => void } => {
  const answers = new Map<string, { until: number; value: T }>()
  const keyOf = options.key ?? ((...args: A) => args.join('|'))
  const remembered = async (...args: A): Promise<T> => {
    const key = keyOf(...args)
    const at = now()
    const hit = answers.get(key)
    if (hit && hit.until > at) return hit.value
    const value = await run(...args)
    if (options.keep?.(value) ?? true) {
      // The oldest goes for a new one: forgetting all of them at once would ask for all of them again at once.
      answers.delete(key)
      if (answers.size >= most) answers.delete(answers.keys().next().value!)
      answers.set(key, { until: at + seconds * 1000, value })
    }
    return value
  }
  return Object.assign(remembered, { forget: () => answers.clear() })
}
