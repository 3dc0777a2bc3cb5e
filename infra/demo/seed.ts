/**
 * The demo's data, made through the same calls and jobs that people use; only the very first administrator is an
 * operator's act.
 */
import type { Cloud } from '../local/Cloud.ts'
import { signInAs } from './client.ts'
import { demoPassword, openOrganisation } from './organisation.ts'
import type { DemoAccount } from './organisation.ts'

export type SeedOptions = {
  seed: number
  say: (line: string) => void
  /** Fewer schools, for tests. */
  schools?: number
  /** Schools of one grade with two small classes, for tests. */
  small?: boolean
}

export const seedDemo = async (cloud: Cloud, options: SeedOptions): Promise<DemoAccount[]> => {
  await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
  const root = await signInAs(cloud.address, 'root', demoPassword)
  const { accounts } = await openOrganisation(cloud.address, root, options)
  await cloud.invoke('identity-work', { order: 'showDemo', accounts })
  return accounts
}
