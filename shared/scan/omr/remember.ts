/** Things that are computed when they are asked for the first time. */
import type { CellInk } from './ink.types.ts'

export const lazily = <V>(compute: () => V): (() => V) => {
  let known: { value: V } | undefined
  return () => (known ??= { value: compute() }).value
}

/** The same of each cell. */
export const once = <V>(compute: (c: CellInk) => V): ((c: CellInk) => V) => {
  const known = new Map<CellInk, V>()
  return (c) => {
    let value = known.get(c)
    if (value === undefined) known.set(c, (value = compute(c)))
    return value
  }
}
