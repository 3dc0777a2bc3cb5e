/**
 * `npm test`: formatting, lint, types, and all tests with their budgets on 2 cores printed beside what they took.
 * `npm test -- unit stores` runs only the parts named.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../root.ts'
import { checkTypes } from './types.ts'

const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const run = (name: string, args: string[]): boolean =>
  spawnSync(bin(name), args, { cwd: root, stdio: 'inherit', env: { ...process.env, TZ: 'UTC', NO_COLOR: '1' } })
    .status === 0

type Part = { name: string; budget: number; run: () => boolean }
const tests =
  (project: string): (() => boolean) =>
  () =>
    run('vitest', ['run', '--project', project, '--passWithNoTests'])

const parts: Part[] = [
  {
    name: 'format',
    budget: 20,
    run: () => run('prettier', ['--check', '--log-level=warn', '--cache', '--cache-location=.cache/prettier', '.']),
  },
  { name: 'lint', budget: 30, run: () => run('eslint', ['.', '--max-warnings=0']) },
  { name: 'types', budget: 30, run: checkTypes },
  { name: 'unit', budget: 40, run: tests('unit') },
  { name: 'stores', budget: 180, run: tests('stores') },
  { name: 'local', budget: 100, run: tests('local') },
  { name: 'cdk', budget: 15, run: tests('cdk') },
  { name: 'e2e', budget: 180, run: tests('e2e') },
]

const asked = process.argv.slice(2)
const unknown = asked.filter((a) => !parts.some((p) => p.name === a))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${parts.map((p) => p.name).join(', ')}`)
  process.exit(2)
}
const rows = parts
  .filter((p) => asked.length === 0 || asked.includes(p.name))
  .map((part) => {
    console.log(`\n── ${part.name} ──`)
    const began = performance.now()
    const passed = part.run()
    return { part: part.name, seconds: Math.round((performance.now() - began) / 100) / 10, budget: part.budget, passed }
  })
console.table(rows)
const failed = rows.filter((r) => !r.passed)
console.log(`${rows.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length > 0 ? 1 : 0)
