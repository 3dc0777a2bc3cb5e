/** Before each file of the stores, after `anew.setup.ts`: the database is reached the near way. */
import { readFileSync } from 'node:fs'
import { reachDynamo } from '#functions/kit/clients.ts'
import { accessDesk } from './access.ts'
import type { LocalFunction, LocalRole } from './inventory.ts'
import { hashKeyOf } from './stores/dynamo/dynamoAccess.ts'
import { nearBeside } from './stores/dynamo/near.testing.ts'
import type { NearPlace } from './stores/dynamo/near.testing.ts'

export type NearCloud = {
  dataDir: string
  place: NearPlace
  roles: readonly Pick<LocalRole, 'arn' | 'policies'>[]
  functions: readonly Pick<LocalFunction, 'id' | 'roleArn'>[]
}

const near = (): ReturnType<typeof nearBeside> => {
  const { dataDir, place, roles, functions } = JSON.parse(
    readFileSync(process.env['QINGHE_NEAR_CLOUD']!, 'utf8'),
  ) as NearCloud
  const desk = accessDesk({ dataDir, functions, roles: new Map(roles.map((r) => [r.arn, r])), assumed: () => null })
  return nearBeside({ secretOf: desk.secretOf, authorise: desk.authorise, hashKeyOf }, place)
}

// One a process: its connections go on from file to file.
const kept = globalThis as { nearWay?: ReturnType<typeof near> }
reachDynamo((kept.nearWay ??= near()))
