/**
 * The demo's data, made through the same calls and jobs that people use; only the very first administrator is an
 * operator's act.
 */
import type { Cloud } from '../local/Cloud.ts'
import { signInAs } from './client.ts'
import { seedExams } from './exams.ts'
import { demoPassword, openOrganisation } from './organisation.ts'
import type { DemoAccount } from './organisation.ts'

export type SeedOptions = {
  seed: number
  say: (line: string) => void
  /** Fewer schools, for tests. */
  schools?: number
  /** One small grade a school and no exams, for tests. */
  small?: boolean
}

export const seedDemo = async (cloud: Cloud, options: SeedOptions): Promise<DemoAccount[]> => {
  await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
  const root = await signInAs(cloud.address, 'root', demoPassword)
  const organisation = await openOrganisation(cloud.address, root, options)
  // The accounts are shown as soon as they work; the exams follow.
  await cloud.invoke('identity-work', { order: 'showDemo', accounts: organisation.accounts })
  if (!options.small) await seedExams(cloud, organisation.schools[0]!, options)
  return organisation.accounts
}
