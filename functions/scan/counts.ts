/**
 * Where every page and every script of a paper is, counted as it changes (decision 5): the ledger, the gates of marking and
 * publishing, and every list read these, however many students there are. A page counts for what its row says now, a
 * script for what its slots and marks say; both are told by the stream, and at once by a call that settles something.
 */
import { createHash } from 'node:crypto'
import type { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import { isJoint, paperTitle } from '#shared/exam/exam.rules.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { JobId, Tenant } from '#shared/kit/ids.ts'
import { recountJob } from '#shared/scan/scan.jobs.ts'
import { batchTallies, mayFollow, scriptTallies, sheetTallies } from '#shared/scan/tally.rules.ts'
import type { Batch, ScanPage } from '#shared/scan/sheet.types.ts'
import { now } from '#functions/kit/ports.ts'
import { under } from '#functions/kit/kinds.ts'
import { projection } from '#functions/kit/projection.ts'
import type { Counts, NowOf, Told } from '#functions/kit/projection.ts'
import { startJob } from '#functions/kit/work.ts'
import { candidatesByIds, candidatesOf, examOf, paperOf } from '#functions/exam/exam.public.ts'
import { batches, batchesOfPaper, countsDue, pageBefore, pages, pagesOfBatch, scriptOfStudent } from './scan.store.ts'

/** Up to so many candidates are counted by a request that finds them uncounted; more are a job's. */
export const mostAtOnce = 5000

const table = 'TABLE_SCAN'
const shards = 16
/** A batch lies in one shard with its pages, a class in one with its students. */
const shardOf = (unit: string): number =>
  createHash('sha256').update(unit.split('#')[0]!).digest().readUInt16BE(0) % shards
/** `@batch.pages`, `@class.present`: one row a batch and a class. */
const partOf = (key: string): string => (key.startsWith('@') ? key.slice(0, key.indexOf('.')) : '')
export const partNamed = (id: string): string => `@${id}`

/** Batches (unit `batch`) and pages (unit `batch#no`) of a paper. */
export const sheetCounts = projection({
  table,
  name: 'sheets',
  shards,
  shardOf,
  partOf,
  hangsOn: (places) => under('paper', ({ paperId }) => places(paperId)),
})

/** What a school of a joint exam has: `%school.present`, a row of its own for each. */
const schoolMark = '%'

/** Scripts of a paper's candidates: unit `class#student`. They are listed by state, and those that want a look apart. */
export const scriptCounts = projection({
  table,
  name: 'scripts',
  hangsOn: (places) => under('paper', ({ paperId }) => places(paperId)),
  shards,
  shardOf,
  partOf,
  apartOf: (key) => {
    if (!key.startsWith(schoolMark)) return null
    const dot = key.indexOf('.')
    return { name: key.slice(schoolMark.length, dot), adds: { [key.slice(dot + 1)]: 1 } }
  },
  followed: () => true,
  index: ({ group, unit, counts }) => ({
    ...(counts['total'] ? { gsi1pk: scriptsIn(group, stateIn(counts)), gsi1sk: unit } : {}),
    ...(counts['watch'] ? { gsi2pk: watched(group), gsi2sk: unit } : {}),
  }),
})

export const stateIn = (counts: Readonly<Record<string, number>>): 'present' | 'absent' | 'missing' =>
  counts['present'] ? 'present' : counts['absent'] ? 'absent' : 'missing'
export const scriptsIn = (paperId: string, state: string): string => `scripts#${paperId}#${state}`
export const watched = (paperId: string): string => `watch#${paperId}`

export const pageUnit = (p: { batchId: string; no: string }): string => `${p.batchId}#${p.no}`
export const scriptUnit = (c: Pick<Candidate, 'classId' | 'studentId'>): string => `${c.classId}#${c.studentId}`

const sheetNow =
  (paperId: string): NowOf =>
  async (units) => {
    const named = units.map((unit) => unit.split('#') as [string, string?])
    const [found, own] = await Promise.all([
      pages.getMany(named.flatMap(([batchId, no]) => (no === undefined ? [] : [{ batchId, no }]))),
      batches.getMany(named.flatMap(([batchId, no]) => (no === undefined ? [{ paperId, batchId }] : []))),
    ])
    const told = new Map<string, Told>(
      own.map((b) => [
        b.batchId,
        {
          stamp: String(b.version),
          counts: batchTallies(b),
        },
      ]),
    )
    await Promise.all(
      found.map(async (page) => {
        const before = page.waits && mayFollow(page) ? await pageBefore(page) : null
        const stamp = before ? `${page.version}/${before.version}` : String(page.version)
        told.set(pageUnit(page), { stamp, counts: sheetTallies(page, before) })
      }),
    )
    return told
  }

/** Brings batches and pages of a paper to account as they are now; answers how many counted otherwise. */
export const countSheets = (paperId: string, units: readonly string[]): Promise<number> =>
  sheetCounts.take(paperId, units, sheetNow(paperId))

/** Of a joint exam: the same once more for the school, as far as its board says it. */
export const ofSchool = ({ schoolId }: Pick<Candidate, 'schoolId'>, counts: Counts): Counts => {
  // What was settled, a page that is truly not there, is watched and no doubt any more.
  const isOpen = Boolean(counts['lacking'] || counts['low'])
  const told = { [stateIn(counts)]: 1, ...(isOpen ? { doubts: 1 } : {}) }
  return Object.fromEntries(Object.entries(told).map(([what, n]) => [`${schoolMark}${schoolId}.${what}`, n]))
}

const scriptNow =
  (paperId: string, joint: boolean, roster: ReadonlyMap<string, Candidate>): NowOf =>
  async (units) => {
    const found = await Promise.all(
      units.map(async (unit): Promise<[string, Told] | null> => {
        const candidate = roster.get(unit)
        if (!candidate) return null
        const { studentId } = candidate
        const { slots: own, absent, absentVersion, accepted } = await scriptOfStudent(paperId, studentId)
        const versions = [own.map((s) => [s.page, s.version]), absentVersion, accepted.map((m) => [m.page, m.version])]
        const stamp = createHash('sha256').update(JSON.stringify(versions)).digest('base64url').slice(0, 16)
        const counts = scriptTallies(candidate, own, absent, accepted)
        return [unit, { stamp, counts: joint ? { ...counts, ...ofSchool(candidate, counts) } : counts }]
      }),
    )
    return new Map(found.filter((f) => f !== null))
  }

const countThese = async (
  paper: Pick<Paper, 'paperId' | 'examId'>,
  studentIds: readonly string[],
  more: readonly string[],
): Promise<number> => {
  if (studentIds.length === 0) return 0
  const exam = await examOf(paper.examId)
  if (!exam) return 0
  const roster = new Map((await candidatesByIds(exam, [...new Set(studentIds)])).map((c) => [scriptUnit(c), c]))
  const units = [...new Set([...roster.keys(), ...more])]
  return scriptCounts.take(paper.paperId, units, scriptNow(paper.paperId, isJoint(exam), roster))
}

/** Brings the scripts of these students of a paper to account as they are now; answers how many counted otherwise. */
export const countScripts = (
  paper: Pick<Paper, 'paperId' | 'examId'>,
  studentIds: readonly string[],
): Promise<number> => countThese(paper, studentIds, [])

/** The same of units: one whose candidate has left the roster, or is in another class now, counts for nothing. */
export const countUnits = (paper: Pick<Paper, 'paperId' | 'examId'>, units: readonly string[]): Promise<number> =>
  countThese(
    paper,
    units.map((unit) => unit.split('#')[1]!),
    units,
  )

/** What is counted of a paper, some units at a time. */
export async function* countedUnits(paperId: string): AsyncGenerator<string[]> {
  for (const state of ['present', 'absent', 'missing'] as const)
    for (let after: string | undefined; ;) {
      const found = await scriptCounts.listed('gsi1', scriptsIn(paperId, state), { after, limit: 1000 })
      if (found.length === 0) break
      yield found.map((u) => u.unit)
      after = found.at(-1)!.unit
    }
}

/** What a person has just changed counts at once: they see their own work. The stream tells the same again. */
export const countChanged = async (
  paperId: string,
  changed: readonly Pick<ScanPage, 'batchId' | 'no'>[],
  studentIds: readonly (string | undefined)[],
): Promise<void> => {
  const paper = await paperOf(paperId)
  const students = studentIds.filter((id) => id !== undefined)
  await Promise.all([
    countSheets(paperId, changed.map(pageUnit)),
    paper ? countScripts(paper, students) : Promise.resolve(),
  ])
}

/** A batch with all its pages, and the students whose scripts it touches; answers how many counted otherwise. */
export const countBatch = async (batch: Pick<Batch, 'paperId' | 'batchId' | 'examId'>): Promise<number> => {
  const all = await pagesOfBatch(batch.batchId)
  const sheets = await countSheets(batch.paperId, [batch.batchId, ...all.map(pageUnit)])
  const students = all.flatMap((p) => (p.studentId ? [p.studentId] : []))
  return sheets + (await countScripts(batch, students))
}

export const markCounted = async (paperId: string): Promise<void> => {
  await sheetCounts.markWhole(paperId, now())
  await scriptCounts.markWhole(paperId, now())
}
export const isCounted = async (paperId: string): Promise<boolean> =>
  (await scriptCounts.wholeSince(paperId)) !== null && (await sheetCounts.wholeSince(paperId)) !== null

/** Counts everything of a small paper that was never counted whole. */
export const recountHere = async (paper: Pick<Paper, 'paperId' | 'examId'>): Promise<void> => {
  for (const batch of await batchesOfPaper(paper.paperId)) await countBatch(batch)
  const roster = await candidatesOf(paper.examId)
  await countScripts(
    paper,
    roster.map((c) => c.studentId),
  )
  const sit = new Set(roster.map(scriptUnit))
  for await (const units of countedUnits(paper.paperId))
    await countUnits(
      paper,
      units.filter((unit) => !sit.has(unit)),
    )
  await markCounted(paper.paperId)
}

/** One recount of a paper an hour, for all callers together. */
const recountId = (paperId: string): JobId => {
  const hour = Math.floor(now() / 3_600_000)
  const digest = createHash('sha256').update(`scan.recount#${paperId}#${hour}`).digest()
  return composeId('job', hour * 3_600_000, digest.subarray(0, 10))
}

/** Makes counters that were never whole: here for a school, as a job for a province. Answers whether they are whole now. */
export const ensureCounted = async (
  of: { paper: Paper; exam: Exam },
  by: { tenant: Tenant; userId: string },
): Promise<boolean> => {
  if (await isCounted(of.paper.paperId)) return true
  if (of.exam.candidateCount <= mostAtOnce) {
    await recountHere(of.paper)
    return true
  }
  await startRecount(of, by)
  return false
}

const startRecount = (of: { paper: Paper; exam: Exam }, by: { tenant: Tenant; userId: string }) =>
  startJob(recountJob, { paperId: of.paper.paperId }, by, {
    jobId: recountId(of.paper.paperId),
    about: paperTitle(of.exam, of.paper),
  })

/**
 * Counts the papers anew that are being scanned or marked: every night, and where a change was missed for good. Answers how
 * many those were. Of an exam that is done it is the last time.
 */
export const recountDue = async (): Promise<number> => {
  let started = 0
  for (const due of await countsDue.query('counts-due', { consistent: true })) {
    const paper = await paperOf(due.paperId)
    const exam = paper && (await examOf(paper.examId))
    if (!exam || paperProgress(exam, due.paperId).lowest >= markingProgress.done) await countsDue.remove(due)
    if (!exam) continue
    await startRecount({ paper, exam }, { tenant: exam.owner, userId: 'schedule' })
    started++
  }
  return started
}
