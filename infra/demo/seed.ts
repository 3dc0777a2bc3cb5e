/**
 * The demo's data, made through the same calls and jobs that people use; only the very first administrator is an
 * operator's act.
 */
import type { Cloud } from '../local/Cloud.ts'
import { signInAs } from './client.ts'
import { seedExams } from './exams.ts'
import { demoPassword, openOrganisation } from './organisation.ts'
import type { DemoAccount, Organisation } from './organisation.ts'
import { seedWorld } from './world.ts'
import type { WorldExam } from './world.ts'

export type SeedOptions = {
  seed: number
  say: (line: string) => void
}

/** The world whole: two areas, the joint exams, and in the first school an exam at each stage of its life. */
export const seedDemo = async (
  cloud: Cloud,
  options: SeedOptions,
): Promise<{ accounts: DemoAccount[]; organisation: Organisation; joint: WorldExam[] }> => {
  await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
  const root = await signInAs(cloud.address, 'root', demoPassword)
  const organisation = await openOrganisation(cloud.address, root, { ...options, size: 'world' })
  const { accounts } = organisation
  // The accounts are shown as soon as they work; the exams follow.
  await cloud.invoke('identity-work', { order: 'showDemo', accounts })
  // Side by side: sheets are simulated and read while the area's files are written.
  const [joint] = await Promise.all([
    seedWorld(cloud.address, organisation.joint, options.say),
    seedExams(cloud, organisation.schools[0]!, options),
  ])
  return { accounts, organisation, joint }
}
