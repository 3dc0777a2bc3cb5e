/** Five thousand markers at once, each on a connection that is kept, each marking at a person's pace. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openClient } from './marks/load.ts'
import { markPath, markRequest } from './marks/mark.request.ts'
import type { CloudOrder, CloudReport } from './marks/markers.cloud.ts'
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

const papers = 5
const teachers = 1000
/** A marker looks at an answer for so long. 5 000 of them give 250 marks a second. */
const paceMs = 20_000
/** A token lives for ten minutes, and sitting all of them down takes some. */
const renewMs = 4 * 60_000
const renewStepMs = 2000
const long = process.argv.includes('--long')
const seconds = long ? 1800 : 60

const start = async () => {
  const child = fork(new URL('./marks/markers.cloud.ts', import.meta.url), [String(papers), String(teachers)], {
    env: { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true', POWERTOOLS_LOG_LEVEL: 'SILENT' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the cloud ended')
  })
  ended.catch(() => undefined)
  const heard = async (): Promise<CloudReport> => {
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [CloudReport]
    return report
  }
  // One order after the other: an answer does not say which it answers.
  let before: Promise<unknown> = Promise.resolve()
  const ask = (order: CloudOrder): Promise<CloudReport> => {
    const answer = before.then(() => {
      child.send(order)
      return heard()
    })
    before = answer.catch(() => undefined)
    return answer
  }
  const ready = await heard()
  if (ready.kind !== 'ready') throw new Error(`the cloud said ${ready.kind}`)
  return {
    ...ready,
    memory: async (): Promise<number> => {
      const report = await ask({ kind: 'memory' })
      return report.kind === 'memory' ? report.mb : Number.NaN
    },
    renew: async (from: number, count: number): Promise<void> => {
      const report = await ask({ kind: 'renew', from, count })
      if (report.kind === 'renewed')
        for (const [i, token] of report.tokens.entries()) ready.markers[from + i]!.token = token
    },
    end: () => ask({ kind: 'end' }),
  }
}

const fiveThousand: Bench = {
  name: 'markers',
  run: async () => {
    const cloud = await start()
    const errors = new Map<string, number>()
    const waits: number[] = []
    let marks = 0
    const end = performance.now() + seconds * 1000
    const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
    const fault = (error: unknown): void => {
      const what = String(error).slice(0, 120)
      errors.set(what, (errors.get(what) ?? 0) + 1)
    }
    const samples: number[] = []
    const one = async (marker: (typeof cloud.markers)[number], i: number): Promise<void> => {
      // They sit down over the first pace, not all in one moment.
      await pause((i / cloud.markers.length) * paceMs)
      try {
        const client = await openClient(cloud.port)
        while (performance.now() < end) {
          const { body, authorization } = markRequest(marker)
          const began = performance.now()
          const answer = await client.ask(markPath, body, authorization)
          waits.push(performance.now() - began)
          if (answer.body.startsWith('{"status":0,')) marks++
          else fault(answer.body)
          await pause(Math.min(paceMs, Math.max(0, end - performance.now())))
        }
        client.close()
      } catch (error) {
        fault(error)
      }
    }
    // A page renews its token before it ends; these do by turns, so that each has a new one every four minutes.
    const turn = Math.ceil(cloud.markers.length / (renewMs / renewStepMs))
    let due = 0
    const renewing = setInterval(() => {
      void cloud.renew(due, turn)
      due = due + turn < cloud.markers.length ? due + turn : 0
    }, renewStepMs)
    const sampling = setInterval(() => void cloud.memory().then((mb) => samples.push(mb)), (seconds * 1000) / 30)
    try {
      await Promise.all(cloud.markers.map(one))
    } finally {
      clearInterval(renewing)
      clearInterval(sampling)
      await pause(500)
      await cloud.end()
    }
    // The first third is everybody's sitting down.
    const third = Math.floor(samples.length / 3)
    const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
    const failed = [...errors].map(([what, times]) => `${times} × ${what}`)
    const sorted = [...waits].sort((a, b) => a - b)
    return [
      {
        name: `${cloud.markers.length} keep-alive markers for ${seconds} s: errors`,
        unit: '',
        ours: [...errors.values()].reduce((n, m) => n + m, 0),
        goal: { kind: 'bound', value: 0 },
        note: `${marks} marks through gateway, policies and database; half were answered in ${median(sorted).toFixed(0)} ms, 99 % in ${sorted[Math.floor(0.99 * sorted.length)]?.toFixed(0)} ms${failed.length > 0 ? `; ${failed.join('; ')}` : ''}`,
      },
      {
        name: 'their cloud: memory at the end',
        unit: 'MB',
        ours: median(last),
        reference: median(middle),
        referenceName: 'when all had sat down',
        goal: { kind: 'ratio', value: 1.1 },
      },
    ]
  },
}

export const markersBenches: readonly Bench[] = [fiveThousand]
