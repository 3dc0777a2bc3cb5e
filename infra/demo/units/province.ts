/**
 * What a page, a script, a mark and a look at a result use of everything that a bill counts, measured on one small exam
 * that goes its whole way: scans in, marked, published, looked at. What it costs to begin (a job's own steps, an import of
 * the roster) is in the figures of so few, so a province pays a little less than they say.
 */
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { publishPreview, publishScores } from '#shared/analysis/publication.calls.ts'
import { setAbsent } from '#shared/scan/scan.calls.ts'
import { initialsOf } from '#functions/school/pinyin.ts'
import type { Cloud } from '../../local/Cloud.ts'
import { signInAs } from '../client.ts'
import { beginExam, handIn, printBlank, settleAll, sitExam, writePaper } from '../exam.ts'
import { markAll, openForMarking } from '../mark.ts'
import { demoPassword } from '../organisation.ts'
import type { Organisation } from '../organisation.ts'
import { nothing } from './prices.ts'
import type { Counted, Spent } from './prices.ts'

const sat = 8
/** A request to a store in its own zone, as a function waits for it. */
const storeSeconds = 0.005

/** Each of these by one page, script, mark or look. */
export const measureProvince = async ({
  cloud,
  organisation,
}: {
  cloud: Cloud
  organisation: Organisation
}): Promise<Record<Counted, Spent>> => {
  const school = organisation.schools[0]!
  const { admin } = school
  /** What `run` and all that follows of it by itself uses, for each of what it says it did. */
  const spent = async (gb: number, run: () => Promise<number>, more: Partial<Spent> = {}): Promise<Spent> => {
    await cloud.waitIdle()
    const [before, cpu] = [cloud.spent(), process.cpuUsage()]
    const n = await run()
    await cloud.waitIdle()
    const after = cloud.spent()
    const { user, system } = process.cpuUsage(cpu)
    const used = (what: keyof typeof after): number => (after[what] - before[what]) / n
    // All of this process's work, its stand-ins for the stores included: more than the functions alone would take.
    const seconds = (user + system) / 1e6 / n + used('storeRequests') * storeSeconds
    return {
      ...nothing,
      ...{ read: used('read'), write: used('write'), puts: used('puts'), gets: used('gets'), calls: used('calls') },
      ...{ requests: used('requests'), gbSeconds: seconds * gb, logKb: used('calls') * 0.5 },
      ...more,
    }
  }

  const exam = await beginExam(school, {
    ...{ seed: 'province', name: '用量', examType: 3, examDate: Date.UTC(2026, 10, 12) },
  })
  await writePaper(exam, 'short')
  const { examId: _examId, paperId } = exam
  const printed = await printBlank(exam)
  const others = exam.candidates.splice(sat)
  const scanned = await sitExam(exam, printed, { range: 'ordinary', maxDpi: 150, habits: 0, absent: 0 })
  const pages = await spent(
    2,
    async () => {
      const handed = await handIn(exam, scanned, false)
      await admin.job(handed.uuid)
      await settleAll(exam, handed)
      return scanned.length
    },
    // Eight pages are one Express child.
    { expresses: 1 / 8, edgeKb: 0 },
  )
  await admin.ask(setAbsent, {
    paperId,
    studentIds: others.map((c) => c.studentId as never),
    absent: true,
    reason: '缺考',
  })
  const opened = await spent(1, async () => {
    await openForMarking(exam)
    return sat
  })
  const markers = await Promise.all(
    school.teachers
      .filter((t) => t.courseName === school.courses[0]!.courseName)
      .map((t) => signInAs(cloud.address, t.accountName, demoPassword)),
  )
  const marks = await spent(
    0.5,
    async () => (await markAll(exam, markers, admin)).size,
    // A crop of an answer, signed, from the store by way of the edge.
    { edgeKb: 40 },
  )
  const published = await spent(2, async () => {
    const { digest } = await admin.ask(publishPreview, { paperId })
    await admin.job((await admin.ask(publishScores, { paperId, digest })).uuid)
    return sat + others.length
  })
  const accountName = `${await initialsOf(school.schoolName)}${exam.candidates[0]!.studentNumber}`
  const views = await spent(
    1,
    async () => {
      const student = await signInAs(cloud.address, accountName, demoPassword)
      for (let i = 0; i < 6; i++) await student.ask(ownResult, { paperId })
      return 6
    },
    { edgeKb: 60 },
  )
  const scripts = Object.fromEntries(
    Object.keys(opened).map((k) => [k, opened[k as keyof Spent] + published[k as keyof Spent]]),
  ) as Spent
  return { pages, scripts, marks, views }
}
