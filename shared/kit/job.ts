/**
 * A long job is data: its steps in a closed grammar. CDK turns it into a Step Functions state machine in JSONata, and
 * `work` implements its steps. States carry keys and counts (at most 8 KB), never bytes.
 */
import * as z from 'zod'
import { JobId, Tenant } from './ids.ts'

export type StepNode<N extends string = string, O extends z.ZodType = z.ZodType> = {
  readonly kind: 'step'
  readonly name: N
  readonly output: () => O
  readonly timeoutSeconds: number
}
/** A distributed map over a JSON-lines manifest in S3 whose key an earlier step answered as `<from>.manifestKey`. */
export type EachNode<N extends string = string, T extends z.ZodType = z.ZodType> = {
  readonly kind: 'each'
  readonly name: N
  readonly from: string
  readonly item: () => T
  readonly batch: number
  readonly concurrency: number
  readonly timeoutSeconds: number
  /** What fails for good fails alone: a later step finds it undone, and says what becomes of it. */
  readonly tolerant: boolean
}
type Flow = readonly FlowNode[]
/** Goes on with `then` when `<from>.<field>` is true, otherwise with `otherwise`. */
export type WhenNode<T extends Flow = Flow, E extends Flow = Flow> = {
  readonly kind: 'when'
  readonly name: string
  readonly from: string
  readonly field: string
  readonly then: T
  readonly otherwise: E
}
export type AllNode<B extends readonly Flow[] = readonly Flow[]> = {
  readonly kind: 'all'
  readonly name: string
  readonly branches: B
}
/** Waits until `<from>.<field>`, an ISO moment. */
export type UntilNode = { readonly kind: 'until'; readonly name: string; readonly from: string; readonly field: string }
/** Waits for a person: the step gets a task token to hand on. */
export type PersonNode<N extends string = string, O extends z.ZodType = z.ZodType> = {
  readonly kind: 'person'
  readonly name: N
  readonly output: () => O
  readonly timeoutSeconds: number
}
export type FlowNode = StepNode | EachNode | WhenNode | AllNode | UntilNode | PersonNode

export const step = <const N extends string, O extends z.ZodType>(
  name: N,
  output: () => O,
  timeoutSeconds = 300,
): StepNode<N, O> => ({ kind: 'step', name, output, timeoutSeconds })
export const each = <const N extends string, T extends z.ZodType>(
  name: N,
  spec: {
    from: string
    item: () => T
    batch?: number
    concurrency?: number
    timeoutSeconds?: number
    tolerant?: boolean
  },
): EachNode<N, T> => ({
  kind: 'each',
  name,
  from: spec.from,
  item: spec.item,
  batch: spec.batch ?? 10,
  concurrency: spec.concurrency ?? 100,
  timeoutSeconds: spec.timeoutSeconds ?? 300,
  tolerant: spec.tolerant ?? false,
})
export const when = <const T extends Flow, const E extends Flow = readonly []>(
  name: string,
  spec: { from: string; field: string; then: T; otherwise?: E },
): WhenNode<T, E> => ({
  kind: 'when',
  name,
  from: spec.from,
  field: spec.field,
  then: spec.then,
  otherwise: spec.otherwise ?? ([] as Flow as E),
})
export const all = <const B extends readonly Flow[]>(name: string, ...branches: B): AllNode<B> => ({
  kind: 'all',
  name,
  branches,
})
export const until = (name: string, spec: { from: string; field: string }): UntilNode => ({
  kind: 'until',
  name,
  ...spec,
})
export const person = <const N extends string, O extends z.ZodType>(
  name: N,
  output: () => O,
  timeoutSeconds = 86_400 * 30,
): PersonNode<N, O> => ({ kind: 'person', name, output, timeoutSeconds })

export type Job<I extends z.ZodType = z.ZodType, F extends Flow = Flow> = {
  /** `<room>.<noun>`: the state machine's name and the record's. */
  readonly name: `${string}.${string}`
  readonly title: string
  readonly input: () => I
  readonly flow: F
  /** The caller who started it may give it up: it leaves nothing behind but files (an export, a print). */
  readonly cancellable?: boolean
  /**
   * One that failed may go on days later, where it stopped: it only makes files or counts anew, so that nothing that came
   * since is overwritten. What is cancellable may without saying so.
   */
  readonly again?: boolean
  readonly isJob: true
}
export const job = <I extends z.ZodType, const F extends Flow>(
  name: `${string}.${string}`,
  spec: { title: string; input: () => I; flow: F; cancellable?: boolean; again?: boolean },
): Job<I, F> => ({ name, ...spec, isJob: true })

/** What a node adds to the outputs that later steps know; of a branch only what may be there. */
type Added<N> =
  N extends StepNode<infer K, infer O>
    ? { [P in K]: z.output<O> }
    : N extends PersonNode<infer K, infer O>
      ? { [P in K]: z.output<O> }
      : N extends WhenNode<infer T, infer E>
        ? Partial<AddedBy<T> & AddedBy<E>>
        : N extends AllNode<infer B>
          ? AddedByAll<B>
          : unknown
type AddedBy<F> = F extends readonly [infer H, ...infer R] ? Added<H> & AddedBy<R> : unknown
type AddedByAll<B> = B extends readonly [infer H, ...infer R] ? AddedBy<H> & AddedByAll<R> : unknown

/** A step as its room writes it: what it is given knows the outputs of the steps before it, and of no others. */
export type StepTypes<I, Out, Item, Answer> = { input: I; out: Out; item: Item; answer: Answer }
type Own<I, N, Out> =
  N extends StepNode<infer K, infer O>
    ? { [P in K]: StepTypes<I, Out, never, z.input<O>> }
    : N extends PersonNode<infer K>
      ? { [P in K]: StepTypes<I, Out, never, unknown> }
      : N extends EachNode<infer K, infer T>
        ? { [P in K]: StepTypes<I, Out, z.output<T>, number | undefined | void> }
        : N extends WhenNode<infer T, infer E>
          ? StepsWithin<I, T, Out> & StepsWithin<I, E, Out>
          : N extends AllNode<infer B>
            ? StepsOfAll<I, B, Out>
            : unknown
type StepsWithin<I, F, Out = unknown> = F extends readonly [infer H, ...infer R]
  ? Own<I, H, Out> & StepsWithin<I, R, Out & Added<H>>
  : unknown
type StepsOfAll<I, B, Out> = B extends readonly [infer H, ...infer R]
  ? StepsWithin<I, H, Out> & StepsOfAll<I, R, Out>
  : unknown
/** All steps of a job by their names. */
export type StepsOf<J> = J extends Job<infer I, infer F> ? StepsWithin<z.output<I>, F> : never

export const jobsOf = (module: Readonly<Record<string, unknown>>): Job[] =>
  Object.values(module).filter(
    (v): v is Job => typeof v === 'object' && v !== null && (v as { isJob?: unknown }).isJob === true,
  )

/** What travels from state to state. `out` holds each finished step's output by its name. */
export type JobState = {
  jobId: JobId
  tenant: Tenant
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
  /** Whether it may go on after it failed. */
  again: z.boolean().optional(),
  /** When it was last begun again after it had failed: ends from before say nothing of it. */
  againAt: z.int().optional(),
  createdAt: z.int(),
  lastTimestamps: z.int(),
})
export type JobRecord = z.infer<typeof JobRecord>

/** A job whose last step answers what became of it. */
export type JobAnswering<R> = Job<z.ZodType, readonly [...FlowNode[], StepNode<string, z.ZodType<R>>]>
/** What the record of such a job says; null where it is of an older shape. */
export const resultOf = <R>(of: JobAnswering<R>, result: unknown): R | null => {
  const last = of.flow.at(-1)
  return last?.kind === 'step' ? ((last.output().safeParse(result).data as R | undefined) ?? null) : null
}
