/**
 * Jobs: how a call starts one, how its steps are implemented, and the record that people see.
 * A step may run twice: it is idempotent, and a finished part is marked under its own key.
 */
import { createHash } from 'node:crypto'
import { Logger } from '@aws-lambda-powertools/logger'
import * as z from 'zod'
import { JobRecord, jobStatus } from '#shared/kit/job.ts'
import type { FlowNode, Job, JobState, StepEvent, StepTypes, StepsOf } from '#shared/kit/job.ts'
import type { JobId, Tenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { env, sfn } from './clients.ts'
import { asEditor } from './editor.ts'
import { newId, now } from './ports.ts'
import { asError, refuse } from './refusal.ts'
import { inTime } from './kinds.ts'
import { rows } from './table.ts'

export const failedJobsIndex = 'jobs-failed'
export const goingJobsIndex = 'jobs-going'
const keptDays = 30
export const jobRecords = rows({
  table: 'TABLE_PLATFORM',
  schema: JobRecord.extend({ version: z.int() }),
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { jobId: string }) => ({ pk: `job#${of.jobId}`, sk: 'job' }),
  index: (r) => ({
    gsi1pk: `jobs#${r.startedBy}`,
    gsi1sk: r.jobId,
    // What goes on, and what failed of itself, for those who look after all schools.
    ...(r.status === jobStatus.failed && r.cancelledAt === undefined
      ? { gsi2pk: failedJobsIndex, gsi2sk: `${r.lastTimestamps}#${r.jobId}` }
      : r.status < jobStatus.failed
        ? { gsi2pk: goingJobsIndex, gsi2sk: `${r.createdAt}#${r.jobId}` }
        : {}),
  }),
  ttl: (r) => Math.ceil(r.createdAt / 1000) + keptDays * 86_400,
})

export type JobRow = NonNullable<Awaited<ReturnType<typeof jobRecords.get>>>

/** How many items of one part of a job are done: one row a part, written again if the part runs again. */
const JobPart = z.object({ schema: z.literal(1), jobId: z.string(), step: z.string(), part: z.string(), done: z.int() })
export const jobParts = rows({
  table: 'TABLE_PLATFORM',
  schema: JobPart,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { jobId: string; step: string; part: string }) => ({
    pk: `job#${of.jobId}`,
    sk: `part#${of.step}#${of.part}`,
  }),
  // As long as the record of its job.
  ttl: () => Math.ceil(now() / 1000) + keptDays * 86_400,
})

/** `about` names what the job is about, to find it among others: an exam and its subject, a file. */
export type JobStart = { jobId?: JobId; about?: string }

/** Writes the record of a job that is about to run, unless it is there; answers what its execution begins with. */
export const queueJob = async (
  job: Pick<Job, 'name' | 'title' | 'cancellable' | 'again'>,
  input: unknown,
  by: { tenant: Tenant; userId: string },
  { jobId = newId<JobId>('job'), about }: JobStart = {},
): Promise<JobState & { known: boolean }> => {
  const at = now()
  const created = await jobRecords.create({
    schema: 1,
    jobId,
    name: job.name,
    title: about ? `${job.title}：${about}` : job.title,
    tenant: by.tenant,
    startedBy: by.userId,
    status: jobStatus.queued,
    processDone: 0,
    processMsg: '',
    message: '',
    files: [],
    ...(job.cancellable ? { cancellable: true } : {}),
    ...(job.cancellable || job.again ? { again: true } : {}),
    createdAt: at,
    lastTimestamps: at,
    version: 1,
  })
  return { jobId, tenant: by.tenant, startedBy: by.userId, input, out: {}, known: !created }
}

/**
 * Starts a job and answers its uuid. The record is written before the execution is started under the same name, so a
 * repeat with the same `jobId` starts nothing twice, and starts what was only written down.
 */
export const startJob = async <I extends z.ZodType>(
  job: Job<I>,
  input: z.output<I>,
  by: { tenant: Tenant; userId: string },
  options?: JobStart,
): Promise<{ uuid: JobId }> => {
  const { known, ...state } = await queueJob(job, input, by, options)
  const uuid = state.jobId
  if (known && (await jobRecords.get({ jobId: uuid }))?.status !== jobStatus.queued) return { uuid }
  const { StartExecutionCommand } = await import('@aws-sdk/client-sfn')
  const start = new StartExecutionCommand({
    stateMachineArn: `${env('MACHINE_PREFIX')}${job.name.replace('.', '-')}`,
    name: uuid,
    input: JSON.stringify(state),
  })
  await (await sfn()).send(start).catch((cause: unknown) => {
    // Asked for again in other words, or by another caller: it runs.
    if (asError(cause).name !== 'ExecutionAlreadyExists') throw cause
  })
  return { uuid }
}

/** Thrown by a step that has marked what is finished and stops in time: it is called again, and goes on from there. */
export class GoesOn extends Error {
  override name = 'GoesOn'
}

export type StepContext<I, Out = Record<string, unknown>, Item = unknown> = {
  input: I
  jobId: JobId
  tenant: Tenant
  startedBy: string
  /** Outputs of the steps before, by their names. */
  out: Out
  /** In an `each`: this part's items. */
  items: Item[]
  taskToken?: string
  /** Half of the time that one call may take is over: who has more to do marks what is done and throws `GoesOn`. */
  isLate: () => boolean
  /** What the progress shows: how many there are in all, and a line of text. A cancelled job ends here. */
  progress: (p: { total?: number; message?: string }) => Promise<void>
  /** Files that the job has made; they are on the record, and their download is signed when asked for. */
  offer: (files: { key: string; name: string; size: number }[]) => Promise<void>
}

type Run = (context: StepContext<never, never, never>) => Promise<unknown>
export type Work = { job: Job; steps: Record<string, Run> }

/** How the steps of a job are written: each is given what the steps before it answered, and an `each` its items. */
export type Steps<J extends Job> = {
  [K in keyof StepsOf<J>]: StepsOf<J>[K] extends StepTypes<infer I, infer Out, infer Item, infer Answer>
    ? (context: StepContext<I, Out, Item>) => Promise<Answer>
    : never
}

const stepNames = (flow: readonly FlowNode[]): string[] =>
  flow.flatMap((n) => {
    switch (n.kind) {
      case 'step':
      case 'each':
      case 'person':
        return [n.name]
      case 'when':
        return [...stepNames(n.then), ...stepNames(n.otherwise)]
      case 'all':
        return n.branches.flatMap((b) => stepNames(b))
      case 'until':
        return []
      default:
        return n satisfies never
    }
  })

const nodeOf = (flow: readonly FlowNode[], name: string): FlowNode | undefined => {
  for (const n of flow) {
    if (n.name === name) return n
    const inner =
      n.kind === 'when'
        ? (nodeOf(n.then, name) ?? nodeOf(n.otherwise, name))
        : n.kind === 'all'
          ? nodeOf(n.branches.flat(), name)
          : undefined
    if (inner) return inner
  }
  return undefined
}

/**
 * The steps of a job. An `each` step answers how many items it finished (a number), or nothing for all of them.
 * @throws at start when a step is missing or one too many.
 */
export const work = <J extends Job>(job: J, steps: Steps<J>): Work => {
  const wanted = stepNames(job.flow)
  const given = Object.keys(steps)
  const odd = [...wanted.filter((s) => !given.includes(s)), ...given.filter((s) => !wanted.includes(s))]
  if (odd.length > 0) throw new Error(`${job.name}: steps do not match: ${odd.join(', ')}`)
  return { job, steps }
}

/** A part is named by what it holds, so that running it again writes the same row. */
const partOf = (event: StepEvent): string =>
  createHash('sha256')
    .update(JSON.stringify(event.items ?? []))
    .digest('hex')
    .slice(0, 16)

type Kept = z.output<typeof JobRecord>

/** A job that was cancelled goes no further. @throws what no state machine tries again. */
const goesOn = (record: Kept | null): void => {
  if (record?.cancelledAt !== undefined) refuse(commonProblems.jobCancelled)
}

const touch = async (jobId: string, set: Partial<Kept>): Promise<void> =>
  goesOn(await jobRecords.update({ jobId }, { ...set, lastTimestamps: now() }))

/** Runs one step as the state machine asks for it. */
export const runStep = async (works: readonly Work[], event: StepEvent): Promise<unknown> => {
  const jobWork = works.find((w) => w.job.name === event.job)
  const run = jobWork?.steps[event.step]
  const node = jobWork && nodeOf(jobWork.job.flow, event.step)
  if (!jobWork || !run || !node) throw new Error(`no such step: ${event.job} ${event.step}`)
  const { state } = event
  if (node.kind !== 'each') await touch(state.jobId, { status: jobStatus.running, processMsg: '' })
  // Many parts run at once: each looks, and none writes.
  else if (jobWork.job.cancellable) goesOn(await jobRecords.get({ jobId: state.jobId }))
  const lateAt = now() + ('timeoutSeconds' in node ? node.timeoutSeconds * 500 : Infinity)
  const context: StepContext<unknown> = {
    input: jobWork.job.input().parse(state.input),
    jobId: state.jobId,
    tenant: state.tenant,
    startedBy: state.startedBy,
    out: state.out,
    items: node.kind === 'each' ? (event.items ?? []).map((i) => node.item().parse(i)) : [],
    ...(event.taskToken ? { taskToken: event.taskToken } : {}),
    isLate: () => now() > lateAt,
    progress: ({ total, message }) =>
      touch(state.jobId, {
        status: jobStatus.progress,
        ...(total === undefined ? {} : { processTotal: total }),
        ...(message === undefined ? {} : { processMsg: message }),
      }),
    offer: (files) => touch(state.jobId, { files }),
  }
  // What a job changes has the caller who started it as its editor, under the job's name.
  const editor = { userId: state.startedBy, userName: jobWork.job.title }
  const answer = await asEditor(editor, () => run(context as StepContext<never, never, never>))
  if (node.kind === 'each') {
    const done = typeof answer === 'number' ? answer : (event.items?.length ?? 0)
    await jobParts.put({ schema: 1, jobId: state.jobId, step: event.step, part: partOf(event), done })
    return {}
  }
  if (node.kind === 'person') return {}
  const output = node.kind === 'step' ? node.output().parse(answer) : answer
  const size = Buffer.byteLength(JSON.stringify(output ?? {}))
  if (size > 8192) throw new Error(`${event.job} ${event.step}: answers ${size} bytes; states carry keys, not data`)
  return output ?? {}
}

/** The Lambda of a domain's jobs. */
export const workers = (room: string, works: readonly Work[]): ((event: StepEvent) => Promise<unknown>) => {
  const logger = new Logger({ serviceName: `${room}-work` })
  return async (event) => {
    logger.appendKeys({ jobId: event.state?.jobId, job: event.job, step: event.step })
    try {
      return await runStep(works, event)
    } catch (error) {
      if (error instanceof GoesOn) logger.info('step goes on')
      else logger.error('step failed', asError(error))
      throw error
    } finally {
      logger.resetKeys()
    }
  }
}
