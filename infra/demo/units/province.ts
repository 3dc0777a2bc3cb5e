/**
 * What a page, a script, a mark and a look at a result use of everything that a bill counts, measured on one exam of two
 * classes that goes its whole way: scans in, marked, published, looked at. What it costs to begin (a job's own steps, a
 * batch's) is in the figures of so few, so a province pays a little less than they say.
 *
 * The model of a call's duration, which is what a GB-second is a bill of: the processor's time of its thread, longer where
 * its memory has less than a whole virtual processor, and the time its requests would take in the cloud, one after the
 * other or at once as they were sent (`infra/local/effort.ts`). One core of this machine counts as one of the cloud's.
 * Starts of workers are left out: a province's functions are called some ten thousand times each.
 */
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { publishPreview, publishScores } from '#shared/analysis/publication.calls.ts'
import { initialsOf } from '#functions/school/pinyin.ts'
import type { Cloud } from '../../local/Cloud.ts'
import type { Usage, Used } from '../../local/usage.ts'
import { gbSecondsOf } from '../../local/usage.ts'
import { signInAs } from '../client.ts'
import { beginExam, handIn, printBlank, settleAll, sitExam, writePaper } from '../exam.ts'
import { markAll, openForMarking } from '../mark.ts'
import { demoPassword } from '../organisation.ts'
import type { Organisation } from '../organisation.ts'
import { nothing } from './prices.ts'
import type { Counted, Spent } from './prices.ts'

/** What a call writes into its log, KB. */
const logged = 0.5
const looks = 6

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
    const add = (name: string, own: Partial<Spent>): void => {
      by[kind][name] = sum([by[kind][name] ?? nothing, divided({ ...nothing, ...own }, n)])
    }
    for (const [name, { read, write, puts, gets, calls, gbSeconds }] of Object.entries(between(before, after))) {
      const requests = name.endsWith('-api') ? calls : 0
      add(name, { read, write, puts, gets, calls, gbSeconds, requests, logKb: calls * logged })
    }
    // Pictures are decoded by the readers, in functions of 2 GB.
    add('beside', { gbSeconds: gbSecondsOf(2048, { cpu: (after.beside - before.beside) * 1000, wait: 0 }) })
    add('states', {
      transitions: after.transitions - before.transitions,
      expresses: after.expresses - before.expresses,
    })
    if (Object.keys(more).length > 0) by[kind]['people'] = sum([by[kind]['people'] ?? nothing, { ...nothing, ...more }])
  }

  const exam = await beginExam(school, {
    ...{ seed: 'province', name: '用量', examType: 3, examDate: Date.UTC(2026, 10, 12) },
  })
  await writePaper(exam, 'full')
  const { paperId } = exam
  const printed = await printBlank(exam)
  const scanned = await sitExam(exam, printed, { range: 'ordinary', maxDpi: 200, habits: 0, absent: 0 })
  await spend('pages', async () => {
    const handed = await handIn(exam, scanned, false)
    await admin.job(handed.uuid)
    await settleAll(exam, handed)
    return scanned.length
  })
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
  let seenKb = 0
  await spend('marks', async () => {
    const given = await markAll(exam, markers, admin, async (url) => {
      seenKb += (await admin.download(url)).length / 1000
    })
    by.marks['people'] = { ...nothing, storeKb: seenKb / given.size }
    return given.size
  })
  await spend('scripts', async () => {
    const { digest } = await admin.ask(publishPreview, { paperId })
    await admin.job((await admin.ask(publishScores, { paperId, digest })).uuid)
    return students
  })
  const initials = await initialsOf(school.schoolName)
  await spend(
    'views',
    async () => {
      const some = exam.candidates.slice(0, 10)
      for (const { studentNumber } of some) {
        const student = await signInAs(cloud.address, `${initials}${studentNumber}`, demoPassword)
        for (let i = 0; i < looks; i++) await student.ask(ownResult, { paperId })
      }
      return some.length * looks
    },
    // The answer, and what is new of the screens to a browser that has them.
    { edgeKb: 20 },
  )
  const each = Object.fromEntries(Object.entries(by).map(([kind, own]) => [kind, sum(Object.values(own))]))
  return { each: each as Measured['each'], by }
}
