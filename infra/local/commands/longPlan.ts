/** What the long run takes within its time: files by their cost, those first that the last changes reach. */
import { houseFiles } from '../house/sources.ts'

/**
 * Seconds that a file takes alone on two cores when it tries everything, and whether it may try less (fault tests, by
 * functions/kit/faultCases.testing.ts). A file that is not here counts as two minutes.
 */
const costs: Record<string, { seconds: number; sampled?: true }> = {
  'functions/analysis/joint.long.test.ts': { seconds: 280 },
  'functions/analysis/province.long.test.ts': { seconds: 80 },
  'functions/analysis/changes/replay.long.test.ts': { seconds: 40 },
  'functions/analysis/acts/faults.test.ts': { seconds: 60 },
  'functions/analysis/publish.faults.long.test.ts': { seconds: 320, sampled: true },
  'functions/card/faults.test.ts': { seconds: 120, sampled: true },
  'functions/exam/acts/faults.test.ts': { seconds: 90 },
  'functions/identity/faults.test.ts': { seconds: 150 },
  'functions/marking/crowd.long.test.ts': { seconds: 100 },
  'functions/marking/faults.test.ts': { seconds: 300, sampled: true },
  'functions/scan/acts/faults.test.ts': { seconds: 700, sampled: true },
  'functions/scan/entered/faults.test.ts': { seconds: 600, sampled: true },
  'functions/scan/faults.test.ts': { seconds: 280, sampled: true },
  'functions/scan/omr/omr.long.test.ts': { seconds: 60 },
  'functions/school/imports/large.long.test.ts': { seconds: 120 },
  'infra/demo/bench/camera/slipped.long.test.ts': { seconds: 150 },
  'infra/demo/beside.long.test.ts': { seconds: 200 },
  'infra/demo/demo.long.test.ts': { seconds: 300 },
  'infra/demo/erasure.long.test.ts': { seconds: 90 },
  'infra/demo/recognition.long.test.ts': { seconds: 500 },
  'infra/demo/units/bill.long.test.ts': { seconds: 120 },
  'infra/demo/restore.long.test.ts': { seconds: 100 },
  'infra/demo/units/units.long.test.ts': { seconds: 40 },
  'infra/demo/world.long.test.ts': { seconds: 240 },
  'infra/local/matrix/matrix.long.test.ts': { seconds: 160 },
  'infra/local/process/joint.long.test.ts': { seconds: 60 },
  'infra/local/process/process.long.test.ts': { seconds: 150 },
}
export const costOf = (file: string): { seconds: number; sampled?: true } => costs[file] ?? { seconds: 120 }

/** All files of the long run. */
export const longFiles = (): string[] =>
  houseFiles()
    .map((f) => f.path)
    .filter((path) => /\.long\.test\.ts$|(^|\/)faults\.test\.ts$/.test(path))

type Plan = { run: { file: string; share: number }[]; left: string[] }

/** Two files run at a time, and not all ends are even. */
const usable = 2 * 0.8
/** The share of the time that files which try everything may take; the rest is for those that may try less. */
const forWhole = 0.55

/**
 * What fits into so many seconds. Whole files in turn, those first to which the changes are nearest: a change of the
 * recogniser is some imports from nearly everything, and few from what alone tries it. Then every sampled file, all with
 * the smallest share of cases left out that fits, and half as many left out of what the changes reach.
 * `far`: imports between a file and the nearest change; a file that is not in it is not reached.
 */
export const planned = (
  files: readonly string[],
  { seconds, turn, far }: { seconds: number; turn: number; far: ReadonlyMap<string, number> },
): Plan => {
  const turned = files.map((_, i) => files[(i + turn) % files.length]!)
  const farOf = (file: string): number => far.get(file) ?? Infinity
  const inOrder = turned.toSorted((a, b) => (farOf(a) === farOf(b) ? 0 : farOf(a) - farOf(b)))
  const whole = inOrder.filter((f) => !costOf(f).sampled)
  const sampled = inOrder.filter((f) => costOf(f).sampled)
  const total = seconds * usable
  const all = sampled.reduce((sum, f) => sum + costOf(f).seconds, 0)
  let spent = 0
  const taken = whole.filter((f) => {
    const cost = costOf(f).seconds
    if (spent + cost > Math.max(total * forWhole, total - all)) return false
    spent += cost
    return true
  })
  const shareOf = (file: string, n: number): number => (farOf(file) < Infinity ? Math.ceil(n / 2) : n)
  let n = 1
  while (n < 1000 && sampled.reduce((sum, f) => sum + costOf(f).seconds / shareOf(f, n), 0) > total - spent) n++
  return {
    run: [...taken.map((file) => ({ file, share: 1 })), ...sampled.map((file) => ({ file, share: shareOf(file, n) }))],
    left: whole.filter((f) => !taken.includes(f)),
  }
}
