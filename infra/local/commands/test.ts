/**
 * `npm test`: formatting, lint, types, and all tests with their budgets on 2 cores printed beside what they took.
 * `npm test -- unit stores` runs only the parts named.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../root.ts'
import { asCi, printTimes, processorOfLast } from './times.ts'

const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

type Part = { name: string; budget: number; command: readonly string[] }
const reportOf = (project: string): string => join(root, '.cache', `times.${project}.json`)
const tests = (project: string): string[] => [
  ...[bin('vitest'), 'run', '--project', project, '--passWithNoTests'],
  ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${reportOf(project)}`],
]

/** Each takes one core: they run side by side, and say what they found when they end. */
const reading: Part[] = [
  {
    name: 'format',
    budget: 20,
    command: [bin('prettier'), '--check', '--log-level=warn', '--cache', '--cache-location=.cache/prettier', '.'],
  },
  { name: 'lint', budget: 45, command: [bin('eslint'), '.', '--max-warnings=0'] },
  { name: 'types', budget: 30, command: [process.execPath, join(root, 'infra/local/commands/types.ts')] },
]
/** Each takes both cores. */
const running: Part[] = [
  { name: 'unit', budget: 40, command: tests('unit') },
  { name: 'browser', budget: 25, command: tests('browser') },
  { name: 'stores', budget: 180, command: [...tests('stores'), '--maxWorkers=3'] },
  { name: 'local', budget: 100, command: [...tests('local'), '--maxWorkers=3'] },
  { name: 'cdk', budget: 15, command: tests('cdk') },
  // A journey waits for its pages half of the time: two cores carry four. Handlers wait for the database less: three.
  { name: 'e2e', budget: 250, command: [...tests('e2e'), '--maxWorkers=4'] },
]

const run = async ({ name, budget, command: [program, ...args] }: Part, beside: boolean) => {
  const began = performance.now()
  const child = spawn(program!, args, {
    cwd: root,
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...asCi },
  })
  let said = ''
  let processor: number | null = null
  child.once('exit', () => (processor = processorOfLast()))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (beside) process.stdout.write(`\n── ${name} ──\n${said}`)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  return { part: name, seconds, processor, budget, passed: code === 0 }
}

const asked = process.argv.slice(2)
const unknown = asked.filter((a) => ![...reading, ...running].some((p) => p.name === a))
if (unknown.length > 0) {
  const names = [...reading, ...running].map((p) => p.name)
  console.error(`No such part: ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(2)
}
const wanted = (p: Part): boolean => asked.length === 0 || asked.includes(p.name)

const rows = await Promise.all(reading.filter(wanted).map((part) => run(part, true)))
for (const part of running.filter(wanted)) {
  console.log(`\n── ${part.name} ──`)
  rows.push(await run(part, false))
  printTimes(reportOf(part.name), 8)
}
console.table(rows)
const failed = rows.filter((r) => !r.passed)
console.log(`${rows.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length > 0 ? 1 : 0)
