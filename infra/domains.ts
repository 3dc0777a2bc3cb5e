import type { AnyCall } from '#shared/kit/call.ts'
import { jobsOf } from '#shared/kit/job.ts'
import type { Job } from '#shared/kit/job.ts'
import type { Room } from '#shared/kit/problem.ts'
import type { SharedTable } from '#shared/kit/tables.ts'
import * as analysisJobs from '#shared/analysis/analysis.jobs.ts'
import * as cardJobs from '#shared/card/card.jobs.ts'
import * as cardTemplateJobs from '#shared/card/template/template.jobs.ts'
import * as examJobs from '#shared/exam/exam.jobs.ts'
import * as markingJobs from '#shared/marking/marking.jobs.ts'
import * as platformJobs from '#shared/platform/platform.jobs.ts'
import * as scanJobs from '#shared/scan/scan.jobs.ts'
import * as schoolJobs from '#shared/school/school.jobs.ts'
import { roomCalls } from './roomCalls.ts'

export type Layer = 'sharp' | 'fonts' | 'chromium'

/** What the cloud must know of a room; everything else is derived. */
export type Domain = {
  readonly room: Room
  readonly calls: readonly (readonly [name: string, call: AnyCall])[]
  readonly jobs: readonly Job[]
  /** Other rooms whose table and objects it may read. */
  readonly reads: readonly Room[]
  /** Other rooms whose table it may read, and no object. */
  readonly readsRows: readonly Room[]
  /** Other rooms whose table it may also change. */
  readonly writes: readonly Room[]
  /** Jobs of other rooms that it may start. */
  readonly starts: readonly string[]
  /** MB of the API function and of the work function. */
  readonly memory: number
  readonly workMemory: number
  /** MB of /tmp of the work function. */
  readonly workEphemeral: number
  /** Timers of the work function: `rate` as EventBridge writes it, e.g. '5 minutes'. */
  readonly schedules: readonly { readonly name: string; readonly rate: string }[]
  /** Whether the work function hears of finished, failed and stopped executions of every room. */
  readonly hearsExecutions: boolean
  /** Whether an operator with the account's credentials invokes the work function (the first administrator). */
  readonly takesOrders: boolean
  /**
   * What `<room>.stream.ts` hears of: rows whose partition key begins so. What it writes itself (counters, a journal)
   * is left out, or every change would be read several times. Empty: the table has no stream.
   */
  readonly streams: readonly string[]
  /** The table whose stream that is, where it is not its own. */
  readonly streamOf: SharedTable | null
  /** Seconds for which the reader of the stream gathers: a unit that changes twice within them is counted once. */
  readonly streamWindow: number
  /**
   * What `<room>.projector.ts` hears of: a second reader of the same stream, which only counts. What it cannot count stops
   * no journal. A stream takes two readers.
   */
  readonly projects: readonly string[]
  /** The room whose rows those are, where they are not its own: what it counts follows them. */
  readonly projectsOf: Room | null
  readonly layers: readonly Layer[]
  /** Whether it keeps personal fields sealed, under a data key that only it may open (`functions/kit/fields.ts`). */
  readonly seals: boolean
  /** Which of its functions send messages to people (`functions/kit/messenger.ts`). */
  readonly tells: readonly ('api' | 'work')[]
  /** Rooms out of whose tables and objects its work function takes a person who is to be erased: it alone may. */
  readonly erases: readonly Room[]
  /** Rooms of which rows go with rows of its own (`functions/kit/kinds.ts`): its work and its stream remove those. */
  readonly purges: readonly Room[]
}

type Module = Readonly<Record<string, unknown>>
type Wishes = Partial<Omit<Domain, 'room' | 'calls' | 'jobs'>> & { readonly jobs?: Module }

const domain = async (room: Room, { jobs, ...wishes }: Wishes): Promise<Domain> => ({
  reads: [],
  readsRows: [],
  writes: [],
  starts: [],
  memory: 512,
  workMemory: 1024,
  workEphemeral: 512,
  schedules: [],
  hearsExecutions: false,
  takesOrders: false,
  streams: [],
  streamOf: null,
  streamWindow: 2,
  projects: [],
  projectsOf: null,
  layers: [],
  seals: false,
  tells: [],
  erases: [],
  purges: [],
  ...wishes,
  room,
  calls: await roomCalls(room),
  jobs: jobs ? jobsOf(jobs) : [],
})

/** Every room that is deployed, one line each; its calls are found by their files. */
export const domains: readonly Domain[] = await Promise.all([
  domain('platform', {
    jobs: platformJobs,
    hearsExecutions: true,
    // The audit trail's records, and not the chain that it makes of them.
    streams: ['s:', 'a:', 'p#'],
    streamOf: 'audit',
    schedules: [{ name: 'verifyAudit', rate: '1 day' }],
  }),
  domain('identity', {
    reads: ['school'],
    memory: 1024,
    takesOrders: true,
    tells: ['api', 'work'],
    // What a school has linked is told by who may open phone numbers.
    schedules: [{ name: 'tellLinked', rate: '5 minutes' }],
  }),
  domain('school', {
    jobs: schoolJobs,
    reads: ['exam'],
    writes: ['identity'],
    erases: ['exam', 'card', 'scan', 'analysis', 'marking'],
    streams: ['students#', 'area#'],
    schedules: [{ name: 'followDue', rate: '1 day' }],
    memory: 1024,
    seals: true,
  }),
  domain('exam', {
    jobs: examJobs,
    reads: ['school'],
    // An organiser's reminder goes to a school's telephone.
    tells: ['api'],
    // Who has sheets, and none of the sheets.
    readsRows: ['scan'],
    streams: ['exam#', 'paper#'],
    purges: ['card', 'scan', 'marking', 'analysis'],
    schedules: [{ name: 'purgeLeft', rate: '1 day' }],
    workMemory: 512,
  }),
  domain('card', {
    jobs: { ...cardJobs, ...cardTemplateJobs },
    // Who directs a subject, and so sees its papers, is the school's to say. Scans and published results lie on the
    // cards that are handed back.
    reads: ['school', 'scan', 'analysis'],
    writes: ['exam'],
    workMemory: 2048,
    layers: ['fonts', 'sharp'],
  }),
  domain('scan', {
    jobs: scanJobs,
    reads: ['card', 'school'],
    // Pictures that go or come while a paper is marked.
    starts: ['marking.open'],
    writes: ['exam'],
    streams: ['batch#', 'paper#', 'script#'],
    // Only counters: a page that is unpacked, read and placed within them is one. Who settles something tells it at once.
    streamWindow: 10,
    // Who sits, and in which class: an exam's roster may change when its sheets are counted already.
    projects: ['cand#'],
    projectsOf: 'exam',
    schedules: [{ name: 'recountDue', rate: '1 day' }],
    memory: 1024,
    workMemory: 2048,
    layers: ['sharp'],
  }),
  domain('marking', {
    jobs: markingJobs,
    reads: ['school', 'scan', 'card'],
    writes: ['exam'],
    streams: ['script#'],
    projects: ['script#', 'bundles#'],
    schedules: [{ name: 'verifyJournal', rate: '1 day' }],
    memory: 512,
    // The whole sheet, its head covered, is cut when a marker asks for it; reports and certificates are written.
    layers: ['fonts', 'sharp'],
  }),
  domain('analysis', {
    jobs: analysisJobs,
    reads: ['school', 'marking', 'scan', 'card'],
    writes: ['exam'],
    memory: 1024,
    workMemory: 2048,
    layers: ['fonts'],
  }),
])

export type FunctionKind = 'api' | 'work' | 'stream' | 'projector'
/** Functions that hear of changes and serve no call. */
export const readsStream = (kind: FunctionKind): kind is 'stream' | 'projector' =>
  kind === 'stream' || kind === 'projector'

/** The functions of a room; its entries are `functions/<room>/<room>.<kind>.ts`, each exporting `handler`. */
export const functionKinds = (d: Domain): FunctionKind[] => [
  'api',
  ...(d.jobs.length > 0 || d.schedules.length > 0 || d.hearsExecutions || d.takesOrders ? (['work'] as const) : []),
  ...(d.streams.length > 0 ? (['stream'] as const) : []),
  ...(d.projects.length > 0 ? (['projector'] as const) : []),
]
export const entryOf = (room: Room, kind: FunctionKind): string => `functions/${room}/${room}.${kind}.ts`

/** The state machine of `exam.publish` is `exam-publish`, after the stage's prefix. */
export const machineName = (jobName: string): string => jobName.replace('.', '-')
