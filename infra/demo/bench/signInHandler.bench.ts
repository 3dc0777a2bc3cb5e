/** A sign-in beyond its hash: the handler with the local cloud's store, by turns with the hash alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '#shared/identity/identity.calls.ts'
import { sealKey } from '#shared/identity/signIn/signIn.calls.ts'
import { startCloud } from '#infra/local/Cloud.ts'
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

const turns = 60
const password = 'bench-password-1'

const signInHandler: Bench = {
  name: 'sign-in handler',
  run: async () => {
    process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-sign-in-'))
    const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
    process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
      address: cloud.address,
      envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
    })
    try {
      const { actAs, send } = await import('#functions/kit/testing.ts')
      actAs('identity-api')
      const { handler } = await import('#functions/identity/identity.api.ts')
      const { open, sealWith } = await import('#functions/identity/identity.testing.ts')
      const { hashPassword, passwordMatches } = await import('#functions/identity/signIn/password.ts')
      const stored = await hashPassword(password)
      const times: Record<'whole' | 'hash', number[]> = { whole: [], hash: [] }
      const cpu: Record<'whole' | 'hash', number[]> = { whole: [], hash: [] }
      const timed = async (kind: 'whole' | 'hash', turn: number, run: () => Promise<unknown>): Promise<void> => {
        const [began, before] = [performance.now(), process.cpuUsage()]
        await run()
        const { user, system } = process.cpuUsage(before)
        if (turn < 10) return
        times[kind].push(performance.now() - began)
        cpu[kind].push((user + system) / 1000)
      }
      for (let turn = 0; turn < turns + 10; turn++) {
        // A name of its own, as people have; its seal is made ahead, as the page makes it.
        const accountName = `bench${turn}`
        await open(accountName, password)
        const key = (await send(handler, sealKey, {})).data
        const sealed = await sealWith(key, password)
        await timed('whole', turn, async () => {
          const answer = await send(handler, signIn, { accountName, sealed })
          if (answer.status !== 0) throw new Error(answer.message)
        })
        await timed('hash', turn, () => passwordMatches(password, stored))
      }
      const [whole, hash] = [median(times.whole), median(times.hash)]
      return [
        {
          name: 'sign-in: handler beyond the hash, p50',
          unit: 'ms',
          ours: whole - hash,
          goal: { kind: 'bound', value: 15 },
          note: `${whole.toFixed(1)} ms in all, the hash alone ${hash.toFixed(1)} ms; CPU of all threads, with the local store's own: ${median(cpu.whole).toFixed(1)} and ${median(cpu.hash).toFixed(1)} ms`,
        },
      ]
    } finally {
      await cloud.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

export const signInHandlerBenches: readonly Bench[] = [signInHandler]
