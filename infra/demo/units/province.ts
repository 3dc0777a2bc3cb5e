/**
 * What a page, a script, a mark and a look at a result use of everything that a bill counts, measured on one exam of two
 * classes that goes its whole way: scans in, marked, published, looked at.
 *
 * The model of a call's duration, which is what a GB-second is a bill of: the processor's time of its thread, longer where
 * its memory has less than a whole virtual processor, and the time its requests would take in the cloud, one after the
 * other or at once as they were sent (`infra/local/effort.ts`). One core of this machine counts as one of the cloud's.
 * Starts of workers are left out: a province's functions are called some ten thousand times each.
 */
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { publishPreview, publishScores } from '#shared/analysis/publication.calls.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { initialsOf } from '#functions/school/people/pinyin.ts'
import type { Cloud } from '../../local/Cloud.ts'
import type { Usage, Used } from '../../local/usage.ts'
import { gbSecondsOf } from '../../local/usage.ts'
import { signInAs } from '../client.ts'
import { beginExam, handIn, printBlank, settleAll, sitExam, writePaper } from '../exam.ts'
import { markAll, markSome, openForMarking } from '../mark.ts'
import { demoPassword } from '../organisation.ts'
import type { Organisation } from '../organisation.ts'
import { nothing } from './prices.ts'
import type { Counted, Spent } from './prices.ts'

/** What a call writes into its log, KB. */
const logged = 0.5
const looks = 6
/** Pages that are read before any are counted. */
const warming = 40

/**
 * What of a kind is not by the piece: a job's own steps, and the calls of the one person who begins it and watches it. They
 * are paid once for `of` pieces, as many as one job has in a province. `inChild`: as many does a child of its maps take.
 */
type Jobs = { of: number; inChild?: number; calls: RegExp }
const perJob: Partial<Record<Counted, Jobs>> = {
  // A pile of five hundred sheets. Who settles doubts does it by the page.
  pages: { of: 1000, calls: /^platform-/ },
  // A paper. Of one so large the calls compute no scores: the job does.
  scripts: { of: 500_000, inChild: 200, calls: /-api$|^platform-/ },
}
/**
 * How long the streams gather, ms: as in the cloud, but for marks. Of a thousand a second a window of two seconds holds as
 * many as here one of a minute.
 */
export const gathering = (functionId: string): number => (functionId.startsWith('marking-') ? 60_000 : 10_000)

/**
 * What counting a mark takes of the database, by its transaction and not measured: here a window touches each of sixty
 * scripts several times and two markers' rows; of a province's thousand marks hardly two are of one script, or of one
 * marker. Written are what is remembered of the script and the marker's row, in a transaction, and a sixtieth of a head of
 * two KB; read the same, and the script's rows: its head, and the others (7 KB) by one query.
 */
const counting = { write: 2 + 2 + 4 / 60, read: 1 + 1 / 60 + 1 + 2 }

/**
 * The share of marks that are of essays: two of six papers have one, marked twice, of fifty-four marks on a student's
 * answers. The exam here has more.
 */
const essayShare = 4 / 54
const isEssay = ({ unitType }: { unitType: number }): boolean => unitType === 7

export type Measured = { each: Record<Counted, Spent>; by: Record<Counted, Record<string, Spent>> }

const between = (before: Usage, after: Usage): Record<string, Used> =>
  Object.fromEntries(
    Object.entries(after.by).map(([name, own]) => {
      const was = before.by[name]
      return [name, Object.fromEntries(Object.entries(own).map(([k, n]) => [k, n - (was?.[k as keyof Used] ?? 0)]))]
    }),
  ) as Record<string, Used>

const sum = (all: readonly Spent[]): Spent =>
  all.reduce(
    (a, b) => Object.fromEntries(Object.entries(a).map(([k, n]) => [k, n + b[k as keyof Spent]])) as Spent,
    nothing,
  )

const divided = (of: Spent, n: number): Spent =>
  Object.fromEntries(Object.entries(of).map(([k, all]) => [k, all / n])) as Spent

/** Each of these by one page, script, mark or look; and by whose function it was used. */
export const measureProvince = async ({
  cloud,
  organisation,
}: {
  cloud: Cloud
  organisation: Organisation
}): Promise<Measured> => {
  const school = organisation.schools[0]!
  const { admin } = school
  const by = { pages: {}, scripts: {}, marks: {}, views: {} } as Measured['by']
  /** What `run` and all that follows of it by itself uses, for each of what it says it did. */
  const spend = async (kind: Counted, run: () => Promise<number>, more: Partial<Spent> = {}): Promise<void> => {
    await cloud.waitIdle()
    const before = cloud.spent()
    const n = await run()
    await cloud.waitIdle()
    const after = cloud.spent()
    const jobs = perJob[kind]
    const add = (name: string, own: Partial<Spent>, pieces = jobs?.calls.test(name) ? jobs.of : n): void => {
      by[kind][name] = sum([by[kind][name] ?? nothing, divided({ ...nothing, ...own }, pieces)])
    }
    for (const [name, { read, write, puts, gets, calls, gbSeconds }] of Object.entries(between(before, after))) {
      const requests = name.endsWith('-api') ? calls : 0
      add(name, { read, write, puts, gets, calls, gbSeconds, requests, logKb: calls * logged })
    }
    // Pictures are decoded by the readers, in functions of 2 GB.
    add('beside', { gbSeconds: gbSecondsOf(2048, { cpu: (after.beside - before.beside) * 1000, wait: 0 }) })
    add('steps', { transitions: after.steps - before.steps }, jobs?.of ?? n)
    add(
      'children',
      { transitions: after.transitions - before.transitions, expresses: after.expresses - before.expresses },
      Math.max(n, jobs?.inChild ?? 0),
    )
    if (Object.keys(more).length > 0) by[kind]['people'] = sum([by[kind]['people'] ?? nothing, { ...nothing, ...more }])
  }

  const exam = await beginExam(school, {
    ...{ seed: 'province', name: '用量', examType: 3, examDate: Date.UTC(2026, 10, 12) },
  })
  await writePaper(exam, 'full')
  const { paperId } = exam
  const printed = await printBlank(exam)
  const scanned = await sitExam(exam, printed, { range: 'ordinary', maxDpi: 200, habits: 0, absent: 0 })
  const through = async (some: typeof scanned): Promise<number> => {
    const handed = await handIn(exam, some, false)
    await admin.job(handed.uuid)
    // Until the counters follow, pages seem to be missing.
    await cloud.waitIdle()
    await settleAll(exam, handed)
    return some.length
  }
  // Functions that are called ten thousand times are warm.
  await through(scanned.slice(0, warming))
  await spend('pages', () => through(scanned.slice(warming)))
  const students = exam.candidates.length
  await spend('scripts', async () => {
    await openForMarking(exam)
    return students
  })
  const markers = await Promise.all(
    school.teachers
      .filter((t) => t.courseName === school.courses[0]!.courseName)
      .map((t) => signInAs(cloud.address, t.accountName, demoPassword)),
  )
  await markSome(exam, markers)
  const seen = { essays: { marks: 0, kb: 0 }, others: { marks: 0, kb: 0 } }
  await spend('marks', async () => {
    const look = async (url: string, q: PaperQuestion): Promise<void> => {
      seen[isEssay(q) ? 'essays' : 'others'].kb += (await admin.download(url)).length / 1000
    }
    const given = await markAll(exam, markers, admin, { look, pause: () => cloud.waitIdle() })
    for (const name of given.keys()) {
      const q = exam.questions.find((x) => x.questionId === name.split('|')[1])
      seen[q && isEssay(q) ? 'essays' : 'others'].marks++
    }
    return given.size
  })
  const kbOf = ({ marks, kb }: { marks: number; kb: number }): number => kb / Math.max(1, marks)
  by.marks['people'] = {
    ...nothing,
    storeKb: essayShare * kbOf(seen.essays) + (1 - essayShare) * kbOf(seen.others),
  }
  by.marks['marking-projector'] = { ...(by.marks['marking-projector'] ?? nothing), ...counting }
  await spend('scripts', async () => {
    const { digest } = await admin.ask(publishPreview, { paperId })
    await admin.job((await admin.ask(publishScores, { paperId, digest })).uuid)
    return students
  })
  const initials = await initialsOf(school.schoolName)
  const looked = async (from: number, to: number): Promise<number> => {
    for (const { studentNumber } of exam.candidates.slice(from, to)) {
      const student = await signInAs(cloud.address, `${initials}${studentNumber}`, demoPassword)
      for (let i = 0; i < looks; i++) await student.ask(ownResult, { paperId })
    }
    return (to - from) * looks
  }
  await looked(0, 8)
  await spend(
    'views',
    () => looked(8, 24),
    // The answer, and what is new of the screens to a browser that has them.
    { edgeKb: 20 },
  )
  const each = Object.fromEntries(Object.entries(by).map(([kind, own]) => [kind, sum(Object.values(own))]))
  return { each: each as Measured['each'], by }
}
