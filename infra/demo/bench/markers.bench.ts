/** Five thousand markers at once, each on a connection that is kept, each marking at a person's pace: of five papers, and of one. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openClient } from './marks/load.ts'
import { markPath, markRequest } from './marks/mark.request.ts'
import type { CloudOrder, CloudReport } from './marks/markers.cloud.ts'
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'

/** Five papers; a marker looks at an answer for twenty seconds, which gives 250 marks a second. */
const many = { papers: 5, teachers: 1000, each: 2, paceMs: 20_000 }
/** One paper of all 5 000, at the pace of an essay: 42 marks a second, if the machine keeps up:
 * at most 64 are asked at once, so that a slow one marks fewer and refuses none. */
const single = { papers: 1, teachers: 5000, each: 1, paceMs: 120_000, inFlight: 64 }
/** A token lives for ten minutes, and sitting all of them down takes some. */
const renewMs = 4 * 60_000
const renewStepMs = 2000
const long = process.argv.includes('--long')
const start = async ({ papers, teachers, each }: typeof many) => {
  const child = fork(
    new URL('./marks/markers.cloud.ts', import.meta.url),
    [String(papers), String(teachers), String(each)],
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
  acknowledged: string[]
}
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** All markers mark for so long, each on a connection that is kept. */
const markFor = async (cloud: Crowd, seconds: number, paceMs: number, inFlight = Infinity): Promise<Marked> => {
  const errors = new Map<string, number>()
  const waits: number[] = []
  const acknowledged: string[] = []
  const end = performance.now() + seconds * 1000
  const fault = (error: unknown): void => {
    const what = String(error).slice(0, 120)
    errors.set(what, (errors.get(what) ?? 0) + 1)
  }
  const samples: number[] = []
  const free = { places: inFlight, waiting: [] as (() => void)[] }
  const taking = async <T>(run: () => Promise<T>): Promise<T> => {
    if (free.places > 0) free.places--
    else await new Promise<void>((done) => free.waiting.push(done))
    try {
      return await run()
    } finally {
      const next = free.waiting.shift()
      if (next) next()
      else free.places++
    }
  }
  const sit = async (marker: Crowd['markers'][number], i: number): Promise<void> => {
    // They sit down over the first pace, not all in one moment.
    await pause((i / cloud.markers.length) * paceMs)
    let client: Awaited<ReturnType<typeof openClient>> | null = null
    while (performance.now() < end) {
      const { body, authorization, attemptId } = markRequest(marker)
      // As the page's outbox does: the same attempt again until it is acknowledged.
      for (let done = false; !done && performance.now() < end;) {
        try {
          client ??= await openClient(cloud.port)
          const asked = client
          const answer = await taking(() => {
            const began = performance.now()
            return asked.ask(markPath, body, authorization).finally(() => waits.push(performance.now() - began))
          })
          done = answer.body.startsWith('{"status":0,')
          if (done) acknowledged.push(attemptId)
          else fault(answer.body)
        } catch (error) {
          fault(error)
          client?.close()
          client = null
        }
        if (!done) await pause(1000)
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
  return { waits, errors, samples, acknowledged }
}

const failedOf = ({ errors }: Marked): string => [...errors].map(([what, times]) => `; ${times} × ${what}`).join('')
const waitsOf = ({ waits }: Marked): string => {
  const sorted = [...waits].sort((a, b) => a - b)
  return `half were answered in ${median(sorted).toFixed(0)} ms, 99 % in ${sorted[Math.floor(0.99 * sorted.length)]?.toFixed(0)} ms`
}

const fiveThousand: Bench = {
  name: 'markers',
  run: async () => {
    const seconds = long ? 1800 : 60
    const cloud = await start(many)
    const marked = await markFor(cloud, seconds, many.paceMs).finally(() => cloud.end())
    // In the first third the markers sit down.
    const { samples } = marked
    const third = Math.floor(samples.length / 3)
    const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
    return [
      {
        name: `${cloud.markers.length} keep-alive markers for ${seconds} s: errors`,
        unit: '',
        ours: [...marked.errors.values()].reduce((n, m) => n + m, 0),
        goal: { kind: 'bound', value: 0 },
        note: `${marked.acknowledged.length} marks through gateway, policies and database; ${waitsOf(marked)}${failedOf(marked)}`,
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

/** How long the readers of the stream may take to say all of it, once no marker marks any more. */
const drainMs = 5 * 60_000

const onePaper: Bench = {
  name: 'crowd',
  run: async () => {
    const seconds = long ? 600 : 60
    const cloud = await start(single)
    try {
      const marked = await markFor(cloud, seconds, single.paceMs, single.inFlight)
      const paperId = String(cloud.markers[0]!.input['paperId'])
      const began = performance.now()
      const look = () => cloud.journal(paperId, marked.acknowledged)
      let progress = await look()
      while (
        (progress.lost.length > 0 || progress.counted !== progress.answers) &&
        performance.now() - began < drainMs
      ) {
        await pause(2000)
        progress = await look()
      }
      const drained = Math.round((performance.now() - began) / 1000)
      const what = `${cloud.markers.length} markers of one paper for ${seconds} s`
      return [
        {
          name: `${what}: acknowledged marks that the journal lacks`,
          unit: '',
          ours: progress.lost.length + progress.faults.length,
          goal: { kind: 'bound', value: 0 },
          note: `${marked.acknowledged.length} acknowledged, ${progress.entries} in the journal ${drained} s after the last, its chains without a fault: ${progress.faults.length === 0}; ${waitsOf(marked)}${failedOf(marked)}`,
        },
        {
          name: `${what}: answers of the journal that the counters lack`,
          unit: '',
          ours: Math.abs(progress.answers - progress.counted),
          goal: { kind: 'bound', value: 0 },
          note: `${progress.counted} of ${progress.answers} counted in the rows of ${progress.markers} markers`,
        },
      ]
    } finally {
      await cloud.end()
    }
  },
}

export const markersBenches: readonly Bench[] = [fiveThousand, onePaper]
