/** What one mark costs, and how many a process takes. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { openClient } from './marks/load.ts'
import { markPath, markRequest } from './marks/mark.request.ts'
import type { ServerOrder, ServerReport } from './marks/marks.server.ts'
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

const connections = 16
const seconds = 3

const start = async (mode: 'bare' | 'ours' | 'alone') => {
  const child: ChildProcess = fork(new URL('./marks/marks.server.ts', import.meta.url), [mode, String(connections)], {
    env: { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true', POWERTOOLS_LOG_LEVEL: 'SILENT' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const next = async <K extends ServerReport['kind']>(kind: K): Promise<Extract<ServerReport, { kind: K }>> => {
    const failed = once(child, 'exit').then(() => {
      throw new Error(`the ${mode} server ended`)
    })
    const [report] = (await Promise.race([once(child, 'message'), failed])) as [ServerReport]
    if (report.kind !== kind) throw new Error(`the ${mode} server said ${report.kind}`)
    return report as Extract<ServerReport, { kind: K }>
  }
  const { port, markers } = await next('ready')
  return {
    port,
    markers,
    ask: async (order: Extract<ServerOrder, { kind: 'timings' }>) => {
      child.send(order)
      return next('timings')
    },
    end: () => void child.kill(),
  }
}

const marks: Bench = {
  name: 'marks',
  run: async () => {
    const ours = await start('ours')
    const alone = await start('alone')
    const bare = await start('bare')
    try {
      const { each, cpu, updatesPerMark } = await (async () => {
        await ours.ask({ kind: 'timings', calls: 1500 })
        return ours.ask({ kind: 'timings', calls: 3000 })
      })()
      const rate = async (port: number, markers: typeof ours.markers): Promise<number> => {
        const end = performance.now() + seconds * 1000
        let done = 0
        await Promise.all(
          markers.map(async (marker) => {
            const client = await openClient(port)
            while (performance.now() < end) {
              const { body, authorization } = markRequest(marker)
              const answer = await client.ask(markPath, body, authorization)
              if (!answer.body.startsWith('{"status":0,')) throw new Error(answer.body)
              done++
            }
            client.close()
          }),
        )
        return done / seconds
      }
      const rates = { ours: [] as number[], alone: [] as number[], bare: [] as number[] }
      for (let turn = 0; turn < 4; turn++) {
        const taken = {
          ours: await rate(ours.port, ours.markers),
          alone: await rate(alone.port, alone.markers),
          bare: await rate(bare.port, ours.markers),
        }
        if (turn > 0) for (const mode of ['ours', 'alone', 'bare'] as const) rates[mode].push(taken[mode])
      }
      return [
        {
          name: 'submitMark: handler without the store, p50',
          unit: 'ms',
          ours: median(each),
          goal: { kind: 'bound', value: 1 },
          note: `schema, session, token, marshalling and signature included; ${cpu.toFixed(2)} ms of CPU a call over all threads; ${updatesPerMark} writes a mark`,
        },
        {
          name: `submitMark: marks a second of one process, ${connections} connections`,
          unit: '/s',
          ours: median(rates.ours),
          reference: median(rates.bare),
          referenceName: 'bare Node JSON server',
          goal: { kind: 'share', value: 0.25 },
        },
        {
          name: 'the same without the store’s client',
          unit: '/s',
          ours: median(rates.alone),
          reference: median(rates.bare),
          referenceName: 'bare Node JSON server',
          goal: { kind: 'share', value: 0.25 },
          note: 'token, session, schema, rules, log and metrics; the SDK is not asked',
        },
      ]
    } finally {
      ours.end()
      alone.end()
      bare.end()
    }
  },
}

export const markBenches: readonly Bench[] = [marks]
