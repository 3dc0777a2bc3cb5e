/**
 * A long job is data: its steps in a closed grammar. CDK turns it into a Step Functions state machine in JSONata, and
 * `work` implements its steps. States carry keys and counts (at most 8 KB), never bytes.
 */
import * as z from 'zod'
import { JobId, Tenant } from './ids.ts'

export type StepNode = {
  readonly kind: 'step'
  readonly name: string
  readonly output: () => z.ZodType
  readonly timeoutSeconds: number
}
/** A distributed map over a JSON-lines manifest in S3 whose key an earlier step answered as `<from>.manifestKey`. */
export type EachNode = {
  readonly kind: 'each'
  readonly name: string
  readonly from: string
  readonly item: () => z.ZodType
  readonly batch: number
  readonly concurrency: number
  readonly timeoutSeconds: number
  /** What fails for good fails alone: a later step finds it undone, and says what becomes of it. */
  readonly tolerant: boolean
}
/** Goes on with `then` when `<from>.<field>` is true, otherwise with `otherwise`. */
export type WhenNode = {
  readonly kind: 'when'
  readonly name: string
  readonly from: string
  readonly field: string
  readonly then: readonly FlowNode[]
  readonly otherwise: readonly FlowNode[]
}
export type AllNode = {
  readonly kind: 'all'
  readonly name: string
  readonly branches: readonly (readonly FlowNode[])[]
}
/** Waits until `<from>.<field>`, an ISO moment. */
export type UntilNode = { readonly kind: 'until'; readonly name: string; readonly from: string; readonly field: string }
/** Waits for a person: the step gets a task token to hand on. */
export type PersonNode = {
  readonly kind: 'person'
  readonly name: string
  readonly output: () => z.ZodType
  readonly timeoutSeconds: number
}
export type FlowNode = StepNode | EachNode | WhenNode | AllNode | UntilNode | PersonNode

export const step = (name: string, output: () => z.ZodType, timeoutSeconds = 300): StepNode => ({
  kind: 'step',
  name,
  output,
  timeoutSeconds,
})
export const each = (
  name: string,
  spec: {
    from: string
    item: () => z.ZodType
    batch?: number
    concurrency?: number
    timeoutSeconds?: number
    tolerant?: boolean
  },
): EachNode => ({
  kind: 'each',
  name,
  from: spec.from,
  item: spec.item,
  batch: spec.batch ?? 10,
  concurrency: spec.concurrency ?? 100,
  timeoutSeconds: spec.timeoutSeconds ?? 300,
  tolerant: spec.tolerant ?? false,
})
export const when = (
  name: string,
  spec: { from: string; field: string; then: readonly FlowNode[]; otherwise?: readonly FlowNode[] },
): WhenNode => ({
  kind: 'when',
  name,
  from: spec.from,
  field: spec.field,
  then: spec.then,
  otherwise: spec.otherwise ?? [],
})
export const all = (name: string, ...branches: (readonly FlowNode[])[]): AllNode => ({ kind: 'all', name, branches })
export const until = (name: string, spec: { from: string; field: string }): UntilNode => ({
  kind: 'until',
  name,
  ...spec,
})
export const person = (name: string, output: () => z.ZodType, timeoutSeconds = 86_400 * 30): PersonNode => ({
  kind: 'person',
  name,
  output,
  timeoutSeconds,
})

export type Job<I extends z.ZodType = z.ZodType> = {
  /** `<room>.<noun>`: the state machine's name and the record's. */
  readonly name: `${string}.${string}`
  readonly title: string
  readonly input: () => I
  readonly flow: readonly FlowNode[]
  /** May be given up by whoever started it: it leaves nothing behind but files (an export, a print). */
  readonly cancellable?: boolean
  readonly isJob: true
}
export const job = <I extends z.ZodType>(
  name: `${string}.${string}`,
  spec: { title: string; input: () => I; flow: readonly FlowNode[]; cancellable?: boolean },
): Job<I> => ({ name, ...spec, isJob: true })

export const jobsOf = (module: Readonly<Record<string, unknown>>): Job[] =>
  Object.values(module).filter(
    (v): v is Job => typeof v === 'object' && v !== null && (v as { isJob?: unknown }).isJob === true,
  )

/** What travels from state to state. `out` holds each finished step's output by its name. */
export type JobState = {
  jobId: string
  tenant: string
  startedBy: string
  input: unknown
  out: Record<string, unknown>
}

/** What a step's Lambda is given. `items` only in an `each`, `taskToken` only in a `person`. */
export type StepEvent = {
  job: string
  step: string
  state: JobState
  items?: unknown[]
  batchIndex?: number
  taskToken?: string
}

/** Statuses of the specification (2 §4); 0 is our "queued". */
export const jobStatus = { queued: 0, running: 10, progress: 20, failed: 30, done: 40 } as const

/** A file that a job made: its download is a signed URL asked for by key. */
export const JobFile = z.object({ key: z.string(), name: z.string(), size: z.int() })

export const JobRecord = z.object({
  schema: z.literal(1),
  jobId: JobId,
  name: z.string(),
  title: z.string(),
  tenant: Tenant,
  startedBy: z.string(),
  status: z.union([z.literal(0), z.literal(10), z.literal(20), z.literal(30), z.literal(40)]),
  processDone: z.int(),
  processTotal: z.int().optional(),
  processMsg: z.string(),
  message: z.string(),
  result: z.unknown().optional(),
  files: z.array(JobFile).default([]),
  cancellable: z.boolean().optional(),
  /** When it was asked to stop; it does between its parts. */
  cancelledAt: z.int().optional(),
  createdAt: z.int(),
  lastTimestamps: z.int(),
})
export type JobRecord = z.infer<typeof JobRecord>
