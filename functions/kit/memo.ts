import { now } from './ports.ts'

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
      if (answers.size > 5000) answers.clear()
      answers.set(key, { until: at + seconds * 1000, value })
    }
    return value
  }
  return Object.assign(remembered, { forget: () => answers.clear() })
}
