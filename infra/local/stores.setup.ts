/**
 * Before each file of the stores. Its process goes on from file to file, so that packages are read and compiled once
 * (that, and not our own modules, is what a fresh process costs); the rooms begin anew, with all that they remember, and
 * what a file leaves in the environment ends with it. The database is reached the near way.
 */
import { readFileSync } from 'node:fs'
import { vi } from 'vitest'
import { accessDesk } from './access.ts'
import type { LocalFunction, LocalRole } from './inventory.ts'
import { hashKeyOf } from './stores/dynamo/dynamoAccess.ts'
import { nearDynamo } from './stores/dynamo/near.testing.ts'
import type { NearPlace } from './stores/dynamo/near.testing.ts'

export type NearCloud = {
  dataDir: string
  place: NearPlace
  roles: readonly Pick<LocalRole, 'arn' | 'policies'>[]
  functions: readonly Pick<LocalFunction, 'id' | 'roleArn'>[]
}

const near = (): ReturnType<typeof nearDynamo> => {
  const { dataDir, place, roles, functions } = JSON.parse(
    readFileSync(process.env['QINGHE_NEAR_CLOUD']!, 'utf8'),
  ) as NearCloud
  const desk = accessDesk({ dataDir, functions, roles: new Map(roles.map((r) => [r.arn, r])), assumed: () => null })
  return nearDynamo({ secretOf: desk.secretOf, authorise: desk.authorise, hashKeyOf }, place)
}

// One of each a process: this module, too, is read again for each file.
const kept = globalThis as { storesProcess?: { env: NodeJS.ProcessEnv; near: ReturnType<typeof near> } }
const { env, near: way } = (kept.storesProcess ??= { env: { ...process.env }, near: near() })
for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
Object.assign(process.env, env)

vi.resetModules()
const { reachDynamo } = await import('#functions/kit/clients.ts')
reachDynamo(way)
