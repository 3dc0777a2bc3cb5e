/** `npm run test:long`: what is slower than `npm test` may be: the files `*.long.test.ts`. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../root.ts'

const done = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  ['run', '--project', 'unit', '--project', 'stores', '--project', 'local', '--passWithNoTests'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TZ: 'UTC', QINGHE_LONG: '1' } },
)
console.log(done.status === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exit(done.status ?? 1)
