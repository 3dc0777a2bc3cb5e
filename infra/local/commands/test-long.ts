/**
 * `npm run test:long`: what is slower than `npm test` may be, within a budget (25 minutes; `-- --minutes 10` another one).
 * First all that `npm test` leaves out at this commit (turns.ts), of what is only read too. Then the long tests: those first to which the last changes
 * are nearest by imports, then the rest by turns from the commit's hash; fault tests try as many of their cases as there is
 * time for, other ones at each commit. It says what it left out.
 * `-- --all` runs everything. `-- --plan` only says what it would run, by what the first part is expected to take.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../root.ts'
import { sayAgain, triedAgain } from './again.ts'
import { costOf, longFiles, planned } from './longPlan.ts'
import { distances } from './reach.ts'
import { changedLately } from './longPlan.git.ts'
import { asCi, printTimes } from './times.ts'
import { formatting, leftNow, linting, readNow, turnNow } from './turns.ts'

const { values: options } = parseArgs({
  options: { all: { type: 'boolean' }, plan: { type: 'boolean' }, minutes: { type: 'string', default: '25' } },
})
const minutes = Number(options.minutes)
if (!(minutes > 0)) {
  console.error(`--minutes takes a number of minutes, not "${options.minutes}".`)
  process.exit(2)
}

/** Two files at a time, and a cloud and a browser to start. */
const wallOf = (processor: number): number => 60 + processor / 1.6
const files = longFiles()
const turn = turnNow()
const seconds = minutes * 60
const left = leftNow()
const far = distances(changedLately(), files)
const plannedIn = (most: number) =>
  options.all
    ? { run: files.map((file) => ({ file, share: 1 })), left: [] }
    : planned(files, { seconds: Math.max(0, most), turn, far })
const sayPlan = (plan: ReturnType<typeof plannedIn>): void => {
  console.log(
    `The long tests: ${plan.run.length} of ${files.length} files${options.all ? '' : ` within ${minutes} minutes`}.`,
  )
  console.table(
    plan.run.map(({ file, share }) => ({ file, cases: share === 1 ? 'all' : `one of ${share}`, ...costOf(file) })),
  )
  if (plan.left.length > 0)
    console.log(`Left out this time: ${plan.left.join(', ')}. \`npm run test:long -- --all\` runs everything.`)
}

console.log(`What \`npm test\` leaves out at this commit: ${left.length} files.`)
console.table(left)
if (options.plan) {
  sayPlan(plannedIn(seconds - wallOf(left.reduce((sum, l) => sum + l.seconds, 0))))
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'qinghe-long-'))
const [report, tried] = [join(folder, 'report.json'), join(folder, 'tried.jsonl')]
writeFileSync(tried, '')
const began = performance.now()
const until = options.all ? Number.MAX_SAFE_INTEGER : performance.timeOrigin + began + seconds * 1000

const again: string[] = []
/** So many files at a time: what waits for its pages leaves a core free half of the time. */
const vitest = async (
  workers: number,
  projects: readonly string[],
  named: readonly string[],
  env: object,
  second = false,
): Promise<boolean> => {
  if (named.length === 0) return true
  rmSync(report, { force: true })
  const child = spawn(
    join(root, 'node_modules', '.bin', 'vitest'),
    [
      ...['run', `--maxWorkers=${workers}`, ...projects.flatMap((p) => ['--project', p])],
      ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`],
      ...named,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...asCi, ...env } },
  )
  const [code] = (await once(child, 'close')) as [number | null]
  printTimes(report)
  if (code === 0 || second) return code === 0
  const files = triedAgain(report)
  if (files.length === 0 || !(await vitest(1, projects, files, env, true))) return false
  again.push(...files)
  return true
}

const reads = async ([program, ...args]: readonly string[]): Promise<boolean> => {
  const child = spawn(program!, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...asCi } })
  return ((await once(child, 'close')) as [number | null])[0] === 0
}
const unread = readNow().left
console.log(`── formatting and lint of ${unread.length} files ──`)
const read = await Promise.all([reads(formatting(unread)), reads(linting(unread))])

const names = left.map((l) => l.file)
const journeys = names.filter((file) => file.startsWith('web/e2e/'))
const parts = names.filter((file) => file.endsWith('.browser.test.tsx'))
const others = names.filter((file) => !journeys.includes(file) && !parts.includes(file))
const ordinary = [
  ...read,
  await vitest(3, ['unit', 'stores', 'local'], others, {}),
  await vitest(2, ['browser'], parts, {}),
  await vitest(3, ['e2e'], journeys, {}),
]
// What the first part took decides what is left for the second: machines differ by more than the budget allows.
const plan = plannedIn(seconds - (performance.now() - began) / 1000)
sayPlan(plan)
const shares = Object.fromEntries(plan.run.map(({ file, share }) => [file, share]))
const passed = [
  ...ordinary,
  await vitest(
    2,
    ['unit', 'stores', 'local'],
    plan.run.map(({ file }) => file),
    {
      QINGHE_LONG: '1',
      ...(options.all ? { QINGHE_LONG_ALL: '1' } : {}),
      QINGHE_LONG_PLAN: JSON.stringify({ shares, turn, until, tried }),
    },
  ),
]
const told = readFileSync(tried, 'utf8').split('\n').filter(Boolean)
console.table(told.map((line) => JSON.parse(line) as object))
rmSync(folder, { recursive: true, force: true })
sayAgain(again)
const failed = passed.filter((p) => !p).length
console.log(`${passed.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
