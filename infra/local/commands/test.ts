/**
 * `npm test`: formatting, lint, types, and the tests with their budgets on 2 cores printed beside what they took.
 * Slow files take turns (turns.ts), and of what is only read a quarter beside what changed; what is left out is the long
 * run's at the same commit, tests by their names.
 * `npm test -- unit stores` runs only the parts named, `--all` leaves nothing out, `--plan` only says what it would.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { aloneOf, sayAgain, triedAgain } from './again.ts'
import { changedLast, filesNow } from './longPlan.git.ts'
import { roomsOf } from './reach.ts'
import { asCi, printTimes, processorOfLast } from './times.ts'
import { formatting, linting, readNow, turnNow, turnsNow } from './turns.ts'
import type { Turns } from './turns.ts'

const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

type Part = { name: string; budget: number; command: readonly string[] }
const reportOf = (project: string): string => join(root, '.cache', `times.${project}.json`)
const tests = (project: string): string[] => [
  ...[bin('vitest'), 'run', '--project', project, '--passWithNoTests'],
  ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${reportOf(project)}`],
]

const argv = process.argv.slice(2)
const read = argv.includes('--all') ? filesNow() : readNow().run

/** Each takes one core: they run side by side, and say what they found when they end. */
const reading: Part[] = [
  { name: 'format', budget: 25, command: formatting(read) },
  { name: 'lint', budget: 45, command: linting(read) },
  { name: 'types', budget: 60, command: [process.execPath, join(root, 'infra/local/commands/types.ts')] },
]
/**
 * Beside each other: what computes, and what waits for its pages and its jobs half of the time (with a worker more than
 * there are cores). Within a lane one after another.
 */
const lanes: Part[][] = [
  [
    { name: 'unit', budget: 80, command: tests('unit') },
    { name: 'cdk', budget: 30, command: tests('cdk') },
    { name: 'stores', budget: 270, command: [...tests('stores'), '--maxWorkers=3'] },
  ],
  [
    { name: 'e2e', budget: 280, command: [...tests('e2e'), '--maxWorkers=3'] },
    // Beside the journeys it makes both slower, and the whole: measured on two quiet cores.
    { name: 'local', budget: 130, command: tests('local') },
  ],
  [{ name: 'browser', budget: 100, command: tests('browser') }],
]
/** What the whole may take on a clean clone with two cores, s. */
const wholeBudget = 480
const running = lanes.flat()

const asked = argv.filter((a) => !a.startsWith('--'))
const turns: Readonly<Record<string, Turns>> = argv.includes('--all') ? {} : turnsNow()
/** What vitest.config.ts leaves out of a part; whose turn it is within files that are asked in part, and what changed. */
const turning = (part: string): Record<string, string> => {
  const left = turns[part]?.left
  if (!left) return {}
  const rooms = [...roomsOf(changedLast())].join(',')
  return { QINGHE_LEFT: left.join(','), QINGHE_TURN: String(turnNow()), QINGHE_ROOMS: rooms }
}

/** It fails nothing, since the machine may be busy; it is said, so that two columns need no comparing. */
const within = (seconds: number, budget: number): string =>
  seconds <= budget ? 'within' : `OVER by ${Math.round(seconds - budget)} s`

const run = async ({ name, budget, command: [program, ...args] }: Part) => {
  console.log(`── ${name} begins ──`)
  rmSync(reportOf(name), { force: true })
  const began = performance.now()
  const child = spawn(program!, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...asCi, ...turning(name) },
  })
  let said = ''
  let processor: number | null = null
  child.once('exit', () => (processor = processorOfLast()))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  process.stdout.write(`\n── ${name} ──\n${said}`)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  return { part: name, seconds, processor, budget, budgeted: within(seconds, budget), passed: code === 0 }
}

const unknown = asked.filter((a) => ![...reading, ...running].some((p) => p.name === a))
if (unknown.length > 0) {
  const names = [...reading, ...running].map((p) => p.name)
  console.error(`No such part: ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(2)
}
const wanted = (p: Part): boolean => asked.length === 0 || asked.includes(p.name)

const left = running.filter(wanted).flatMap(({ name }) => turns[name]?.left ?? [])
if (left.length > 0) {
  console.log(`It is not the turn of ${left.length} slow files:\n  ${left.join('\n  ')}`)
  console.log('`npm run test:long` runs them at this commit; `npm test -- --all` leaves nothing out.\n')
}
if (argv.includes('--plan')) process.exit(0)

const began = performance.now()
const rows = await Promise.all(reading.filter(wanted).map(run))
const walked = lanes.map(async (lane) => {
  for (const part of lane.filter(wanted)) {
    rows.push(await run(part))
    printTimes(reportOf(part.name), 8)
  }
})
await Promise.all(walked)
const again: string[] = []
for (const row of rows) {
  const part = running.find((p) => p.name === row.part)
  const files = part && !row.passed ? triedAgain(reportOf(part.name)) : []
  if (!part || files.length === 0) continue
  const second = await run({ ...part, command: aloneOf(part.command, files) })
  row.passed = second.passed
  if (second.passed) again.push(...files)
}
console.table(rows)
sayAgain(again)
const failed = rows.filter((r) => !r.passed)
const took = Math.round((performance.now() - began) / 1000)
console.log(`${took} seconds${asked.length === 0 ? ` of ${wholeBudget}: ${within(took, wholeBudget)}` : ''}`)
console.log(`${rows.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length > 0 ? 1 : 0)
