import { ofType } from './inventory.ts'
import type { Queues } from './stores/queues.ts'
import type { Resource } from './template.ts'

type Pattern = { [field: string]: Pattern | unknown[] }
type Target = { Arn: string; Input?: string; DeadLetterConfig?: { Arn: string } }

/** Whether an event fits an EventBridge pattern. Throws for a kind of match that is not known here, by its name. */
export const fits = (pattern: Pattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const value = (event as Record<string, unknown> | null)?.[field]
    if (!Array.isArray(wanted)) return typeof value === 'object' && value !== null && fits(wanted, value)
    const values = Array.isArray(value) ? value : [value]
    return wanted.some((one) => values.some((v) => fitsOne(one, v)))
  })

const fitsOne = (wanted: unknown, value: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return wanted === value
  const [[kind, argument] = ['', null]] = Object.entries(wanted)
  if (kind === 'prefix') return typeof value === 'string' && value.startsWith(String(argument))
  if (kind === 'exists') return (value !== undefined) === argument
  if (kind === 'anything-but')
    return value !== undefined && !(Array.isArray(argument) ? argument : [argument]).includes(value)
  throw new Error(`the local cloud does not know the match ${kind} of an event pattern`)
}

const units: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** `rate(5 minutes)` in milliseconds. Throws for anything else, cron included. */
export const rateOf = (expression: string): number => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  if (count === undefined || unit === undefined)
    throw new Error(`the local cloud does not know the schedule ${expression}`)
  return Number(count) * units[unit]!
}

export type EventBus = {
  /** Resolves when every target has taken the event, or has failed too often: until then its sender must keep it. */
  put: (event: object) => Promise<void>
  busy: () => boolean
  close: () => void
}

/** The rules of the templates: patterns are matched, rates are timers. A target that fails is tried again, as there. */
export const startEvents = (
  resources: readonly Resource[],
  deliver: (functionArn: string, event: string) => Promise<boolean>,
  queues: Pick<Queues, 'send'>,
  pauseMs = 200,
): EventBus => {
  const rules = ofType(resources, 'AWS::Events::Rule').map((r) => ({
    pattern: r.properties['EventPattern'] as Pattern | undefined,
    schedule: r.properties['ScheduleExpression'] as string | undefined,
    targets: (r.properties['Targets'] ?? []) as Target[],
  }))
  let open = true
  let under = 0
  const timers = new Set<NodeJS.Timeout>()
  const send = async (target: Target, event: string, attempt: number): Promise<void> => {
    under++
    const done = await deliver(target.Arn, target.Input ?? event).catch(() => false)
    under--
    if (done) return
    if (attempt >= 5) {
      if (target.DeadLetterConfig) queues.send(target.DeadLetterConfig.Arn, JSON.parse(target.Input ?? event) as object)
      return
    }
    if (!open) throw new Error('the local cloud is closing')
    under++
    await new Promise<void>((resolve) => {
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          resolve()
        },
        pauseMs * 2 ** attempt,
      )
      timers.add(timer)
    })
    under--
    await send(target, event, attempt + 1)
  }
  for (const rule of rules) {
    if (rule.schedule === undefined) continue
    const timer = setInterval(() => {
      for (const target of rule.targets)
        void send(target, JSON.stringify({ source: 'aws.events' }), 0).catch(() => undefined)
    }, rateOf(rule.schedule))
    timer.unref()
    timers.add(timer)
  }
  return {
    async put(event) {
      const text = JSON.stringify(event)
      const wanting = rules.filter((rule) => rule.pattern && fits(rule.pattern, event)).flatMap((rule) => rule.targets)
      await Promise.all(wanting.map((target) => send(target, text, 0)))
    },
    busy: () => under > 0,
    close() {
      open = false
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
