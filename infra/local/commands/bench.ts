/**
 * `npm run bench`: every figure that can be measured on this machine, with its reference in the same run.
 * `-- NAME…` runs only those whose name begins so; `-- --json` prints JSON; `-- --long` takes the long versions. A figure below its goal fails nothing.
 * `-- camera --keep DIR --seeds report`: where the camera's generator keeps wrong pages, and which seeds it takes.
 * `-- camera --cells 1000000 --notes FILE`: so many cells, in as many runs as it takes (`--minutes`, `--part 1/2`).
 */
import { accuracyBenches } from '#infra/demo/bench/accuracy.bench.ts'
import { analysisBenches } from '#infra/demo/bench/analysis.bench.ts'
import { bundleBenches } from '#infra/demo/bench/bundles.bench.ts'
import { cameraBenches } from '#infra/demo/bench/camera.bench.ts'
import { cardBenches } from '#infra/demo/bench/card.bench.ts'
import { creationBenches } from '#infra/demo/bench/creation.bench.ts'
import { dragBenches } from '#infra/demo/bench/drag.bench.ts'
import { exportBenches } from '#infra/demo/bench/exports.bench.ts'
import { listBenches } from '#infra/demo/bench/lists.bench.ts'
import { markersBenches } from '#infra/demo/bench/markers.bench.ts'
import { markBenches } from '#infra/demo/bench/marks.bench.ts'
import { scanBenches } from '#infra/demo/bench/scan.bench.ts'
import { screenBenches } from '#infra/demo/bench/screens.bench.ts'
import { signInBenches } from '#infra/demo/bench/signIn.bench.ts'
import { signInHandlerBenches } from '#infra/demo/bench/signInHandler.bench.ts'
import { unitBenches } from '#infra/demo/bench/units.bench.ts'
import type { Bench, Figure } from '#infra/demo/bench/bench.types.ts'

const benches: readonly Bench[] = [
  ...cardBenches,
  ...creationBenches,
  ...dragBenches,
  ...scanBenches,
  ...accuracyBenches,
  ...cameraBenches,
  ...analysisBenches,
  ...markBenches,
  ...markersBenches,
  ...exportBenches,
  ...bundleBenches,
  ...signInBenches,
  ...signInHandlerBenches,
  ...screenBenches,
  ...listBenches,
  ...unitBenches,
]
const args = process.argv.slice(2)
const json = args.includes('--json')
const withValue = ['--keep', '--seeds', '--only', '--from', '--cells', '--notes', '--minutes', '--part']
const wanted = args.filter((a, i) => !a.startsWith('--') && !withValue.includes(args[i - 1] ?? ''))
const unknown = wanted.filter((a) => !benches.some((b) => b.name.startsWith(a)))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${benches.map((b) => b.name).join(', ')}; and --json.`)
  process.exit(2)
}

const shown = (n: number): string =>
  n >= 100 ? n.toFixed(0) : n >= 1 ? n.toFixed(2) : n === 0 ? '0' : n.toPrecision(2)
/** What a goal reads as, what is held against it, and whether that must reach it (or stay below). */
const goals = {
  bound: { text: (v: number, unit: string) => `≤ ${v} ${unit}`, of: (f: Figure) => f.ours, reach: false },
  least: { text: (v: number, unit: string) => `≥ ${v} ${unit}`, of: (f: Figure) => f.ours, reach: true },
  ratio: { text: (v: number) => `≤ ${v} ×`, of: (f: Figure) => f.ours / f.reference!, reach: false },
  share: { text: (v: number) => `≥ ${v} ×`, of: (f: Figure) => f.ours / f.reference!, reach: true },
  speed: { text: (v: number) => `≥ ${v} × faster`, of: (f: Figure) => f.reference! / f.ours, reach: true },
} as const
const isMet = (f: Figure): boolean | undefined => {
  if (!f.goal) return undefined
  const { of, reach } = goals[f.goal.kind]
  return reach ? of(f) >= f.goal.value : of(f) <= f.goal.value
}
const row = (f: Figure) => {
  const ratio = f.reference === undefined ? undefined : f.ours / f.reference
  const met = isMet(f)
  return {
    what: f.name,
    ours: `${shown(f.ours)} ${f.unit}`,
    reference: f.reference === undefined ? '' : `${shown(f.reference)} ${f.unit}: ${f.referenceName}`,
    ratio: ratio === undefined ? '' : ratio >= 1 ? `${shown(ratio)} ×` : `1/${shown(1 / ratio)}`,
    goal: f.goal ? goals[f.goal.kind].text(f.goal.value, f.unit) : '',
    met: met === undefined ? '' : met ? 'yes' : 'no',
  }
}

const figures: (Figure & { bench: string })[] = []
const failed: string[] = []
const began = performance.now()
for (const bench of benches.filter((b) => wanted.length === 0 || wanted.some((a) => b.name.startsWith(a)))) {
  if (!json) console.log(`${bench.name} …`)
  try {
    figures.push(...(await bench.run()).map((f) => ({ ...f, bench: bench.name })))
  } catch (error) {
    failed.push(`${bench.name}: ${String(error)}`)
  }
}
if (json) {
  const judged = figures.map((f) => ({ ...f, met: isMet(f) }))
  console.log(JSON.stringify({ node: process.version, figures: judged, failed }, null, 1))
} else {
  console.table(figures.map(row))
  for (const f of figures) if (f.note) console.log(`${f.name}: ${f.note}`)
  for (const f of failed) console.error(f)
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s. These machines are noisy: compare the ratios.`)
}
process.exit(failed.length > 0 ? 1 : 0)
