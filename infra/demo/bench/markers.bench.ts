/** Five thousand markers at once, each on a connection that is kept, each marking at a person's pace: of one paper, and of fifty. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openClient } from './marks/load.ts'
import { markPath, markRequest } from './marks/mark.request.ts'
import type { CloudOrder, CloudReport } from './marks/markers.cloud.ts'
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

const long = process.argv.includes('--long')
const seconds = long ? 600 : 60
/** A marker looks at an answer for so long; all of them ask for 277 marks a second. */
const paceMs = 18_000
const markers = 5000
/** A paper of ten essays; of each a marker holds so many answers, which are more than the time is enough for. */
const [essays, each] = [10, long ? 4 : 1]
/** A token lives for ten minutes. */
const renewMs = 4 * 60_000
const renewStepMs = 2000

const start = async (papers: number) => {
  const child = fork(
    new URL('./marks/markers.cloud.ts', import.meta.url),
    [papers, markers / papers, each, essays].map(String),
    {
      env: { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true', POWERTOOLS_LOG_LEVEL: 'SILENT' },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    },
  )
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
    journal: async (paperId: string, attempts: string[]): Promise<Extract<CloudReport, { kind: 'journal' }>> => {
      const report = await ask({ kind: 'journal', paperId, attempts })
      if (report.kind !== 'journal') throw new Error(`the cloud said ${report.kind}`)
      return report
    },
    end: () => ask({ kind: 'end' }),
  }
}
type Crowd = Awaited<ReturnType<typeof start>>
type Marked = {
  waits: number[]
  errors: Map<string, number>
  samples: number[]
  /** Attempts by paper. */
  acknowledged: Map<string, string[]>
  /** Marks a second once all have sat down. */
  rate: number
}
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** All markers mark for as long as it takes, each on a connection that is kept. */
const markWith = async (cloud: Crowd): Promise<Marked> => {
  const errors = new Map<string, number>()
  const waits: number[] = []
  const acknowledged = new Map<string, string[]>()
  // Laying down what they mark takes longer than a token lives.
  await cloud.renew(0, cloud.markers.length)
  const began = performance.now()
  const end = began + seconds * 1000
  let seated = 0
  const fault = (error: unknown): void => {
    const what = String(error).slice(0, 120)
    errors.set(what, (errors.get(what) ?? 0) + 1)
  }
  const samples: number[] = []
  const sit = async (marker: Crowd['markers'][number], i: number): Promise<void> => {
    const own = String(marker.input['paperId'])
    const done = acknowledged.get(own) ?? []
    acknowledged.set(own, done)
    // They sit down over the first pace, not all in one moment.
    await pause((i / cloud.markers.length) * paceMs)
    let client: Awaited<ReturnType<typeof openClient>> | null = null
    while (performance.now() < end) {
      const { body, authorization, attemptId } = markRequest(marker)
      // As the page's outbox does: the same attempt again until it is acknowledged.
      for (let isStored = false; !isStored && performance.now() < end;) {
        try {
          client ??= await openClient(cloud.port)
          const asked = performance.now()
          const answer = await client
            .ask(markPath, body, authorization)
            .finally(() => waits.push(performance.now() - asked))
          isStored = answer.body.startsWith('{"status":0,')
          if (!isStored) fault(answer.body)
          else {
            done.push(attemptId)
            if (performance.now() > began + paceMs) seated++
          }
        } catch (error) {
          fault(error)
          client?.close()
          client = null
        }
        if (!isStored) await pause(1000)
      }
      await pause(Math.min(paceMs, Math.max(0, end - performance.now())))
    }
    client?.close()
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
    await Promise.all(cloud.markers.map(sit))
  } finally {
    clearInterval(renewing)
    clearInterval(sampling)
    await pause(500)
  }
  return { waits, errors, samples, acknowledged, rate: seated / (seconds - paceMs / 1000) }
}

const failedOf = ({ errors }: Marked): string => [...errors].map(([what, times]) => `${times} × ${what}`).join('; ')
const waitsOf = ({ waits }: Marked): string => {
  const sorted = [...waits].sort((a, b) => a - b)
  return `half were answered in ${median(sorted).toFixed(0)} ms, 99 % in ${sorted[Math.floor(0.99 * sorted.length)]?.toFixed(0)} ms`
}

/** How long the readers of the stream may take to say all of it, once no marker marks any more. */
const drainMs = 5 * 60_000

/** What the journal and the counters say of all papers, once they say all of it. */
const drained = async (cloud: Crowd, { acknowledged }: Marked) => {
  const began = performance.now()
  const sum = { lost: 0, faults: 0, entries: 0, answers: 0, counted: 0 }
  for (const [paperId, attempts] of acknowledged) {
    const look = () => cloud.journal(paperId, attempts)
    let told = await look()
    while ((told.lost.length > 0 || told.counted !== told.answers) && performance.now() - began < drainMs) {
      await pause(2000)
      told = await look()
    }
    sum.lost += told.lost.length
    sum.faults += told.faults.length
    sum.entries += told.entries
    sum.answers += told.answers
    sum.counted += told.counted
  }
  return { ...sum, seconds: Math.round((performance.now() - began) / 1000) }
}

const crowd = (name: string, papers: number): Bench => ({
  name,
  run: async () => {
    const cloud = await start(papers)
    try {
      const marked = await markWith(cloud)
      const told = await drained(cloud, marked)
      const what = `${cloud.markers.length} keep-alive markers of ${papers === 1 ? 'one paper' : `${papers} papers`} for ${seconds} s`
      // In the first third the markers sit down.
      const third = Math.floor(marked.samples.length / 3)
      const [middle, last] = [marked.samples.slice(third, 2 * third), marked.samples.slice(2 * third)]
      return [
        {
          name: `${what}: marks a second, all sitting`,
          unit: '/s',
          ours: marked.rate,
          goal: { kind: 'least', value: 250 },
          note: `through gateway, policies and database; ${waitsOf(marked)}`,
        },
        {
          name: `${what}: errors`,
          unit: '',
          ours: [...marked.errors.values()].reduce((n, m) => n + m, 0),
          goal: { kind: 'bound', value: 0 },
          note: failedOf(marked),
        },
        {
          name: `${what}: acknowledged marks that the journal lacks`,
          unit: '',
          ours: told.lost + told.faults,
          goal: { kind: 'bound', value: 0 },
          note: `${told.entries} in the journal ${told.seconds} s after the last, faults in its chains: ${told.faults}`,
        },
        {
          name: `${what}: answers of the journal that the counters lack`,
          unit: '',
          ours: Math.abs(told.answers - told.counted),
          goal: { kind: 'bound', value: 0 },
          note: `${told.counted} of ${told.answers} counted in the markers' rows`,
        },
        {
          name: `${what}: memory at the end`,
          unit: 'MB',
          ours: median(last),
          reference: median(middle),
          referenceName: 'when all had sat down',
          goal: { kind: 'ratio', value: 1.1 },
        },
      ]
    } finally {
      await cloud.end()
    }
  },
})

export const markersBenches: readonly Bench[] = [crowd('crowd', 1), crowd('markers', 50)]
