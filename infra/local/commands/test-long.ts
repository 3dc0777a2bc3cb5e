/**
 * `npm run test:long`: what is slower than `npm test` may be, within a budget (25 minutes; `-- --minutes 10` another one).
 * First what the last changes reach by their imports, then the rest by turns from the commit's hash; fault tests try as
 * many of their cases as there is time for, other ones at each commit. It says what it left out.
 * `-- --all` runs everything. `-- --plan` only says what it would run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../root.ts'
import { costOf, longFiles, planned, reachedBy } from './longPlan.ts'
import { changedLately, headOf } from './longPlan.git.ts'
import { asCi, printTimes } from './times.ts'

const { values: options } = parseArgs({
  options: { all: { type: 'boolean' }, plan: { type: 'boolean' }, minutes: { type: 'string', default: '25' } },
})
const minutes = Number(options.minutes)
if (!(minutes > 0)) {
  console.error(`--minutes takes a number of minutes, not "${options.minutes}".`)
  process.exit(2)
}

const files = longFiles()
const turn = Number.parseInt(headOf().slice(0, 8), 16)
const plan = options.all
  ? { run: files.map((file) => ({ file, share: 1 })), left: [] }
  : planned(files, { seconds: minutes * 60, turn, reached: reachedBy(changedLately(), files) })

console.log(
  `The long run: ${plan.run.length} of ${files.length} files${options.all ? '' : ` within ${minutes} minutes`}.`,
)
console.table(
  plan.run.map(({ file, share }) => ({ file, cases: share === 1 ? 'all' : `one of ${share}`, ...costOf(file) })),
)
if (plan.left.length > 0)
  console.log(`Left out this time: ${plan.left.join(', ')}. \`npm run test:long -- --all\` runs everything.`)
if (options.plan) process.exit(0)

const folder = mkdtempSync(join(tmpdir(), 'qinghe-long-'))
const [report, tried] = [join(folder, 'report.json'), join(folder, 'tried.jsonl')]
writeFileSync(tried, '')
const shares = Object.fromEntries(plan.run.map(({ file, share }) => [file, share]))
const until = options.all ? Number.MAX_SAFE_INTEGER : performance.timeOrigin + performance.now() + minutes * 60_000
const child = spawn(
  join(root, 'node_modules', '.bin', 'vitest'),
  [
    ...['run', '--project', 'unit', '--project', 'stores', '--project', 'local'],
    ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`],
    ...plan.run.map(({ file }) => file),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...asCi,
      QINGHE_LONG: '1',
      ...(options.all ? { QINGHE_LONG_ALL: '1' } : {}),
      QINGHE_LONG_PLAN: JSON.stringify({ shares, turn, until, tried }),
    },
  },
)
const [code] = (await once(child, 'close')) as [number | null]
printTimes(report)
const told = readFileSync(tried, 'utf8').split('\n').filter(Boolean)
console.table(told.map((line) => JSON.parse(line) as object))
rmSync(folder, { recursive: true, force: true })
console.log(code === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exit(code ?? 1)
