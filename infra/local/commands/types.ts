/** The only type gate: the fast TypeScript over each top folder. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

const projects = ['shared', 'functions', 'infra', 'web', 'web/e2e']
const tsc = join(root, 'node_modules', 'typescript7', 'bin', 'tsc')

/** Checks every folder; answers whether all are sound. */
export const checkTypes = (): boolean =>
  projects
    .filter((p) => existsSync(join(root, p, 'tsconfig.json')))
    .map((p) => {
      const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, p)], { cwd: root, stdio: 'inherit' })
      return status === 0
    })
    .every(Boolean)

if (import.meta.main) process.exit(checkTypes() ? 0 : 1)
