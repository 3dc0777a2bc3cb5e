import { callsOf } from '#shared/kit/call.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import { jobsOf } from '#shared/kit/job.ts'
import type { Job } from '#shared/kit/job.ts'
import type { Room } from '#shared/kit/problem.ts'
import type { SharedTable } from '#shared/kit/tables.ts'
import * as reportCalls from '#shared/analysis/analysis.calls.ts'
import * as analysisJobs from '#shared/analysis/analysis.jobs.ts'
import * as appealCalls from '#shared/analysis/appeal.calls.ts'
import * as changeCalls from '#shared/analysis/change.calls.ts'
import * as evidenceCalls from '#shared/analysis/evidence.calls.ts'
import * as exportCalls from '#shared/analysis/export.calls.ts'
import * as guideCalls from '#shared/analysis/guide.calls.ts'
import * as publicationCalls from '#shared/analysis/publication.calls.ts'
import * as showsCalls from '#shared/analysis/shows.calls.ts'
import * as tutorListCalls from '#shared/analysis/tutor.calls.ts'
import * as examParamsCalls from '#shared/analysis/params.calls.ts'
import * as reportStandingCalls from '#shared/analysis/standing.calls.ts'
import * as reportSettingCalls from '#shared/analysis/setting.calls.ts'
import * as cardCalls from '#shared/card/card.calls.ts'
import * as cardJobs from '#shared/card/card.jobs.ts'
import * as cardTemplateCalls from '#shared/card/template/template.calls.ts'
import * as cardTemplateDrawCalls from '#shared/card/template/templateDraw.calls.ts'
import * as cardTemplateJobs from '#shared/card/template/template.jobs.ts'
import * as cardDeskCalls from '#shared/card/designer/desk.calls.ts'
import * as cardPictureCalls from '#shared/card/designer/picture.calls.ts'
import * as cardRenderCalls from '#shared/card/print/render.calls.ts'
import * as cardPreflightCalls from '#shared/card/preflight/preflight.calls.ts'
import * as cardPrintCalls from '#shared/card/print/print.calls.ts'
import * as applicationCalls from '#shared/exam/joint/application.calls.ts'
import * as disclosureCalls from '#shared/exam/tools/disclosure.calls.ts'
import * as electiveCalls from '#shared/exam/joint/elective.calls.ts'
import * as baseInfoCalls from '#shared/exam/joint/baseInfo.calls.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import * as examJobs from '#shared/exam/exam.jobs.ts'
import * as findCalls from '#shared/exam/find.calls.ts'
import * as knowledgeCalls from '#shared/exam/tools/knowledge.calls.ts'
import * as paperFileCalls from '#shared/exam/tools/paperFile.calls.ts'
import * as questionSettingCalls from '#shared/exam/setting/questionSetting.calls.ts'
import * as examSchoolCalls from '#shared/exam/joint/school.calls.ts'
import * as partCalls from '#shared/exam/joint/part.calls.ts'
import * as examCourseCalls from '#shared/exam/creation/course.calls.ts'
import * as rosterCalls from '#shared/exam/roster/roster.calls.ts'
import * as examTemplateCalls from '#shared/exam/creation/template.calls.ts'
import * as teacherTaughtCalls from '#shared/exam/tools/teacher.calls.ts'
import * as maintenanceCalls from '#shared/exam/tools/maintenance.calls.ts'
import * as releaseCalls from '#shared/exam/tools/release.calls.ts'
import * as examTeachingClassCalls from '#shared/exam/roster/teachingClass.calls.ts'
import * as tagCalls from '#shared/exam/roster/tag.calls.ts'
import * as toolCalls from '#shared/exam/tools/tool.calls.ts'
import * as examCreationCalls from '#shared/exam/creation/creation.calls.ts'
import * as reportingCalls from '#shared/exam/joint/reporting.calls.ts'
import * as groupCalls from '#shared/exam/joint/group.calls.ts'
import * as totalCalls from '#shared/exam/tools/total.calls.ts'
import * as traceCalls from '#shared/exam/roster/trace.calls.ts'
import * as accountCalls from '#shared/identity/accounts/account.calls.ts'
import * as childRequestCalls from '#shared/identity/accounts/childRequest.calls.ts'
import * as childrenCalls from '#shared/identity/accounts/children.calls.ts'
import * as identityCalls from '#shared/identity/identity.calls.ts'
import * as partnerCalls from '#shared/identity/partners/partner.calls.ts'
import * as proveCalls from '#shared/identity/accounts/prove.calls.ts'
import * as registerCalls from '#shared/identity/registration/register.calls.ts'
import * as sessionCalls from '#shared/identity/signIn/session.calls.ts'
import * as signInCalls from '#shared/identity/signIn/signIn.calls.ts'
import * as supportCalls from '#shared/identity/accounts/support.calls.ts'
import * as tableCalls from '#shared/identity/table.calls.ts'
import * as boardCalls from '#shared/exam/joint/board.calls.ts'
import * as choiceCalls from '#shared/marking/choice.calls.ts'
import * as markingClassCalls from '#shared/marking/groups/class.calls.ts'
import * as markingGroupCalls from '#shared/marking/groups/group.calls.ts'
import * as scoreImportCalls from '#shared/marking/imports/import.calls.ts'
import * as intelligentCalls from '#shared/marking/intelligent/intelligent.calls.ts'
import * as againCalls from '#shared/marking/again/again.calls.ts'
import * as secondCalls from '#shared/marking/again/second.calls.ts'
import * as classProgressCalls from '#shared/exam/classProgress.calls.ts'
import * as markingCalls from '#shared/marking/marking.calls.ts'
import * as ownMarkingCalls from '#shared/marking/own.calls.ts'
import * as passwordCalls from '#shared/marking/password.calls.ts'
import * as readRecordCalls from '#shared/marking/quality/record.calls.ts'
import * as qualityCalls from '#shared/marking/quality/quality.calls.ts'
import * as rubricCalls from '#shared/marking/rubric/rubric.calls.ts'
import * as sampleCalls from '#shared/marking/quality/sample.calls.ts'
import * as seedCalls from '#shared/marking/quality/seed.calls.ts'
import * as standardCalls from '#shared/marking/quality/standard.calls.ts'
import * as trialCalls from '#shared/marking/quality/trial.calls.ts'
import * as markingJobs from '#shared/marking/marking.jobs.ts'
import * as fileCalls from '#shared/platform/file.calls.ts'
import * as processCalls from '#shared/platform/process.calls.ts'
import * as platformJobs from '#shared/platform/platform.jobs.ts'
import * as platformCalls from '#shared/platform/platform.calls.ts'
import * as scanActCalls from '#shared/scan/act.calls.ts'
import * as declarationCalls from '#shared/scan/uploading/declaration.calls.ts'
import * as candidateCalls from '#shared/scan/candidate.calls.ts'
import * as absenceCalls from '#shared/scan/doubts/absence.calls.ts'
import * as exceptionCalls from '#shared/scan/doubts/exception.calls.ts'
import * as sheetCountCalls from '#shared/scan/uploading/sheetCount.calls.ts'
import * as pieceCalls from '#shared/scan/uploading/piece.calls.ts'
import * as recutCalls from '#shared/scan/batches/recut.calls.ts'
import * as resultCalls from '#shared/scan/results/result.calls.ts'
import * as scanAliasCalls from '#shared/scan/alias.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import * as scoreCalls from '#shared/scan/results/score.calls.ts'
import * as sizeCalls from '#shared/scan/batches/size.calls.ts'
import * as scanJobs from '#shared/scan/scan.jobs.ts'
import * as unlockCalls from '#shared/scan/batches/unlock.calls.ts'
import * as ownUploaderCalls from '#shared/scan/uploading/ownUploader.calls.ts'
import * as uploaderCalls from '#shared/scan/uploading/uploader.calls.ts'
import * as actCalls from '#shared/school/people/act.calls.ts'
import * as keyCalls from '#shared/school/settings/key.calls.ts'
import * as leaderCalls from '#shared/school/people/leader.calls.ts'
import * as numberCalls from '#shared/school/people/number.calls.ts'
import * as parentCalls from '#shared/school/people/parent.calls.ts'
import * as personalCalls from '#shared/school/people/personal.calls.ts'
import * as placeCalls from '#shared/school/place.calls.ts'
import * as recordCalls from '#shared/school/record.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as teachingClassCalls from '#shared/school/classes/teachingClass.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import * as settingCalls from '#shared/school/settings/setting.calls.ts'
import * as tutorCalls from '#shared/school/people/tutor.calls.ts'
import * as schoolJobs from '#shared/school/school.jobs.ts'

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
  /** Rooms out of whose tables and objects its work function takes a person who is to be erased: it alone may. */
  readonly erases: readonly Room[]
  /** Rooms of which rows go with rows of its own (`functions/kit/kinds.ts`): its work and its stream remove those. */
  readonly purges: readonly Room[]
}

type Module = Readonly<Record<string, unknown>>
type Wishes = Partial<Omit<Domain, 'room' | 'calls' | 'jobs'>> & { readonly calls: Module; readonly jobs?: Module }

const domain = (room: Room, { calls, jobs, ...wishes }: Wishes): Domain => ({
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
  erases: [],
  purges: [],
  ...wishes,
  room,
  calls: callsOf(calls),
  jobs: jobs ? jobsOf(jobs) : [],
})

/** Every room that is deployed. Adding one: its imports above and one line here. */
export const domains: readonly Domain[] = [
  domain('platform', {
    calls: { ...platformCalls, ...fileCalls, ...processCalls },
    jobs: platformJobs,
    hearsExecutions: true,
    // The audit trail's records, and not the chain that it makes of them.
    streams: ['s:', 'a:', 'p#'],
    streamOf: 'audit',
    schedules: [{ name: 'verifyAudit', rate: '1 day' }],
  }),
  domain('identity', {
    calls: {
      ...identityCalls,
      ...signInCalls,
      ...sessionCalls,
      ...accountCalls,
      ...childrenCalls,
      ...childRequestCalls,
      ...proveCalls,
      ...registerCalls,
      ...partnerCalls,
      ...tableCalls,
      ...supportCalls,
    },
    reads: ['school'],
    memory: 1024,
    takesOrders: true,
    // What a school has linked is told by who may open phone numbers.
    schedules: [{ name: 'tellLinked', rate: '5 minutes' }],
  }),
  domain('school', {
    calls: {
      ...schoolCalls,
      ...classCalls,
      ...courseCalls,
      ...teacherCalls,
      ...studentCalls,
      ...leaderCalls,
      ...actCalls,
      ...settingCalls,
      ...personalCalls,
      ...parentCalls,
      ...numberCalls,
      ...tutorCalls,
      ...keyCalls,
      ...placeCalls,
      ...teachingClassCalls,
      ...recordCalls,
    },
    jobs: schoolJobs,
    reads: ['exam'],
    writes: ['identity'],
    erases: ['exam', 'card', 'scan', 'analysis', 'marking'],
    streams: ['students#'],
    schedules: [{ name: 'followDue', rate: '1 day' }],
    memory: 1024,
    seals: true,
  }),
  domain('exam', {
    calls: {
      ...applicationCalls,
      ...baseInfoCalls,
      ...electiveCalls,
      ...disclosureCalls,
      ...examCalls,
      ...findCalls,
      ...knowledgeCalls,
      ...paperFileCalls,
      ...examSchoolCalls,
      ...questionSettingCalls,
      ...examCreationCalls,
      ...reportingCalls,
      ...groupCalls,
      ...partCalls,
      ...examCourseCalls,
      ...rosterCalls,
      ...examTemplateCalls,
      ...teacherTaughtCalls,
      ...tagCalls,
      ...examTeachingClassCalls,
      ...maintenanceCalls,
      ...releaseCalls,
      ...toolCalls,
      ...totalCalls,
      ...traceCalls,
    },
    jobs: examJobs,
    reads: ['school'],
    // Who has sheets, and none of the sheets.
    readsRows: ['scan'],
    streams: ['exam#', 'paper#'],
    purges: ['card', 'scan', 'marking', 'analysis'],
    schedules: [{ name: 'purgeLeft', rate: '1 day' }],
    workMemory: 512,
  }),
  domain('card', {
    calls: {
      ...cardCalls,
      ...cardPrintCalls,
      ...cardPreflightCalls,
      ...cardRenderCalls,
      ...cardDeskCalls,
      ...cardPictureCalls,
      ...cardTemplateCalls,
      ...cardTemplateDrawCalls,
    },
    jobs: { ...cardJobs, ...cardTemplateJobs },
    // Who directs a subject, and so sees its papers, is the school's to say. Scans and published results lie on the
    // cards that are handed back.
    reads: ['school', 'scan', 'analysis'],
    writes: ['exam'],
    workMemory: 2048,
    layers: ['fonts', 'sharp'],
  }),
  domain('scan', {
    calls: {
      ...scanCalls,
      ...absenceCalls,
      ...uploaderCalls,
      ...ownUploaderCalls,
      ...scanActCalls,
      ...exceptionCalls,
      ...declarationCalls,
      ...unlockCalls,
      ...sheetCountCalls,
      ...candidateCalls,
      ...scanAliasCalls,
      ...recutCalls,
      ...resultCalls,
      ...scoreCalls,
      ...sizeCalls,
      ...pieceCalls,
    },
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
    calls: {
      ...markingCalls,
      ...classProgressCalls,
      ...againCalls,
      ...secondCalls,
      ...choiceCalls,
      ...markingClassCalls,
      ...markingGroupCalls,
      ...ownMarkingCalls,
      ...scoreImportCalls,
      ...intelligentCalls,
      ...boardCalls,
      ...qualityCalls,
      ...readRecordCalls,
      ...passwordCalls,
      ...rubricCalls,
      ...sampleCalls,
      ...seedCalls,
      ...standardCalls,
      ...trialCalls,
    },
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
    calls: {
      ...reportCalls,
      ...publicationCalls,
      ...reportSettingCalls,
      ...examParamsCalls,
      ...reportStandingCalls,
      ...exportCalls,
      ...evidenceCalls,
      ...guideCalls,
      ...changeCalls,
      ...showsCalls,
      ...appealCalls,
      ...tutorListCalls,
    },
    jobs: analysisJobs,
    reads: ['school', 'marking', 'scan', 'card'],
    writes: ['exam'],
    memory: 1024,
    workMemory: 2048,
    layers: ['fonts'],
  }),
]

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
