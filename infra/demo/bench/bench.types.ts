/** One figure of `npm run bench`: ours and what it is held against, measured in the same run. */
export type Figure = {
  name: string
  unit: string
  ours: number
  /** Absent where there is none on this machine; the goal is then a bound. */
  reference?: number
  referenceName?: string
  /**
   * `ratio`: ours / reference, `bound`: ours itself, at most this. `speed`: reference / ours, `share`: ours / reference
   * (of rates), `least`: ours itself, at least this.
   */
  goal?: { kind: 'ratio' | 'bound' | 'speed' | 'share' | 'least'; value: number }
  note?: string
}

export type Bench = { name: string; run: () => Promise<Figure[]> }

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Medians in ms of runs that take turns, so that a noisy moment meets all of them. The first turn is not counted. */
export const inTurns = async (turns: number, ...runs: (() => unknown)[]): Promise<number[]> => {
  const times = runs.map((): number[] => [])
  for (let turn = 0; turn <= turns; turn++)
    for (const [i, run] of runs.entries()) {
      const began = performance.now()
      await run()
      if (turn > 0) times[i]!.push(performance.now() - began)
    }
  return times.map(median)
}
