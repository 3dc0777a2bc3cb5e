/**
 * What ended in a queue is handed on again, once its cause is mended. A message of a stream's reader says where in the
 * stream its changes lie: while they live (24 hours) they are read from there and told to that reader alone; when they are
 * gone, what follows from them is made anew from the rows. A message goes when it is done, and else stays.
 */
import { inPieces } from '#functions/kit/turns.ts'

export type Message = { readonly body: string; readonly receipt: string }
type Change = {
  readonly dynamodb: { readonly SequenceNumber: string; readonly Keys?: { readonly pk?: { readonly S?: string } } }
}
export type Place = { streamArn: string; shardId: string; startSequenceNumber: string; endSequenceNumber: string }

export type Services = {
  /** Some messages that are not in other hands; none when there are no more. */
  readonly receive: (queue: string) => Promise<Message[]>
  readonly remove: (queue: string, message: Message) => Promise<void>
  /** The changes at this place, both ends among them; null when the stream holds them no more. */
  readonly changesAt: (place: Place) => Promise<Change[] | null>
  /** Beginnings of partition keys that a reader hears of; null: of all. */
  readonly heardBy: (functionArn: string, streamArn: string) => Promise<readonly string[] | null>
  /** By its name, or its ARN. Throws what it threw. */
  readonly invoke: (name: string, event: object) => Promise<unknown>
}

export type Outcome = {
  readonly what: string
  /** told: again, from the stream. rebuilt: from the rows. failed: as before, the message stays. */
  readonly state: 'told' | 'rebuilt' | 'failed'
  readonly says: string
}

type Rebuild = { readonly by: string; readonly event: object }

/** How that is made anew which follows from changes that a reader has missed for good: the rooms' own nightly timers do it. */
export const rebuilds: Readonly<Record<string, Rebuild>> = {
  'marking-stream': { by: 'marking-work', event: { schedule: 'verifyJournal', recount: true } },
  'marking-projector': { by: 'marking-work', event: { schedule: 'verifyJournal', recount: true } },
  'platform-stream': { by: 'platform-work', event: { schedule: 'verifyAudit' } },
  'exam-stream': { by: 'exam-work', event: { schedule: 'purgeLeft' } },
  'scan-stream': { by: 'scan-work', event: { schedule: 'recountDue' } },
  'scan-projector': { by: 'scan-work', event: { schedule: 'recountDue' } },
  'school-stream': { by: 'school-work', event: { schedule: 'followDue' } },
}

/** So many changes are handed on at once: an event has 6 MB, and a change two images of a row. */
const together = 100

type Missed = { requestContext: { functionArn: string }; DDBStreamBatchInfo: Place }

export const redriveChanges = async (services: Services, queue: string, prefix: string): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  const seen = new Set<string>()
  const asked = new Set<string>()
  const one = async (message: Message): Promise<Outcome> => {
    const { requestContext, DDBStreamBatchInfo: place } = JSON.parse(message.body) as Missed
    const { functionArn } = requestContext
    const reader = functionArn.split(':').at(-1)!.replace(prefix, '')
    const what = `${reader} ${place.shardId} ${place.startSequenceNumber}-${place.endSequenceNumber}`
    const changes = await services.changesAt(place)
    if (changes === null) {
      const way = rebuilds[reader]
      if (way === undefined) return { what, state: 'failed', says: 'no way is known to make it anew' }
      // One rebuilding does for all messages of its reader.
      const event = JSON.stringify([way.by, way.event])
      if (!asked.has(event)) await services.invoke(`${prefix}${way.by}`, way.event)
      asked.add(event)
      return { what, state: 'rebuilt', says: `gone from the stream: ${way.by} makes it anew` }
    }
    const heard = await services.heardBy(functionArn, place.streamArn)
    const heardHere = changes.filter((c) => heard?.some((h) => c.dynamodb.Keys?.pk?.S?.startsWith(h)) ?? true)
    for (const some of inPieces(heardHere, together)) {
      const Records = some.map((c) => ({
        ...c,
        eventSource: 'aws:dynamodb',
        eventSourceARN: place.streamArn,
      }))
      const answer = (await services.invoke(functionArn, { Records })) as { batchItemFailures?: unknown[] } | null
      const failed = answer?.batchItemFailures?.length ?? 0
      if (failed > 0) return { what, state: 'failed', says: `${failed} of its changes fail as before: see its log` }
    }
    return { what, state: 'told', says: `${heardHere.length} changes told again` }
  }
  for (let some = await services.receive(queue); some.length > 0; some = await services.receive(queue)) {
    // What stays is seen again when its time in these hands is over.
    const fresh = some.filter((m) => !seen.has(m.body))
    if (fresh.length === 0) break
    for (const message of fresh) {
      seen.add(message.body)
      const outcome = await one(message).catch((error: Error): Outcome => ({
        what: message.body.slice(0, 200),
        state: 'failed',
        says: error.message,
      }))
      outcomes.push(outcome)
      if (outcome.state === 'told' || outcome.state === 'rebuilt') await services.remove(queue, message)
    }
  }
  return outcomes
}

/** Ends of executions are told again; a timer's event comes again by itself. */
export const redriveEvents = async (services: Services, queue: string, prefix: string): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  const seen = new Set<string>()
  for (let some = await services.receive(queue); some.length > 0; some = await services.receive(queue)) {
    const fresh = some.filter((m) => !seen.has(m.body))
    if (fresh.length === 0) break
    for (const message of fresh) {
      seen.add(message.body)
      const event = JSON.parse(message.body) as { 'detail-type'?: string; detail?: { name?: string } }
      const isEnd = event['detail-type'] === 'Step Functions Execution Status Change'
      const what = isEnd ? `the end of ${event.detail?.name ?? ''}` : 'a timer'
      try {
        if (isEnd) await services.invoke(`${prefix}platform-work`, event)
        await services.remove(queue, message)
        outcomes.push({ what, state: 'told', says: isEnd ? 'told again' : 'comes again by itself' })
      } catch (error) {
        outcomes.push({ what, state: 'failed', says: (error as Error).message })
      }
    }
  }
  return outcomes
}
