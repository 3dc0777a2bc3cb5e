/** The main job without a browser: one seed from creating the exam to the exports, with what it claims held to the truth. */
import { initialsOf } from '#functions/school/people/pinyin.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { startCloud } from '../local/Cloud.ts'
import type { Cloud, CloudOptions } from '../local/Cloud.ts'
import { signInAs } from './client.ts'
import {
  beginExam,
  exportAll,
  handIn,
  printBlank,
  publish,
  readOwn,
  readSummary,
  readTranscript,
  settleAll,
  sitExam,
  writePaper,
} from './exam.ts'
import { markAll, openForMarking } from './mark.ts'
import { demoPassword, openOrganisation } from './organisation.ts'
import type { DemoSize, Organisation } from './organisation.ts'
import { verify } from './verify.ts'
import type { Claimed } from './verify.ts'

export type DemoResult = {
  seed: number
  pages: number
  recognised: number
  doubtfulPages: number
  doubts: number
  cells: number
  wrongReadings: string[]
  wrongScores: string[]
  marks: number
  mean: number
  alpha: number
  /** What the platform's report says of the same. */
  claimed: { mean: number | null; alpha: number | null }
  exports: { name: string; bytes: number }[]
  seconds: { step: string; seconds: number }[]
  /** Everything that was claimed and is not true; [] when all of it is. */
  untrue: string[]
  /** Asks a cloud for the same results, and names what is another: after the stores were put back from a copy. */
  again: (of: Pick<Cloud, 'address'>) => Promise<string[]>
}

/** A cloud with one school, a small one if that will do, for as many seeds as are asked for. */
export const openDemoCloud = async (
  dataDir: string,
  { size = 'school', ...options }: Pick<CloudOptions, 'countUnits' | 'windows'> & { size?: DemoSize } = {},
): Promise<{ cloud: Cloud; organisation: Organisation }> => {
  const cloud = await startCloud({ ...options, dataDir, port: 0, demo: true, quiet: true })
  await cloud.invoke('identity-work', { order: 'openRoot', accountName: 'root', password: demoPassword })
  const root = await signInAs(cloud.address, 'root', demoPassword)
  const organisation = await openOrganisation(cloud.address, root, { seed: 1, say: () => undefined, size })
  return { cloud, organisation }
}

/** The card with the places of A and B of its first question exchanged. */
const mixedUp = (geometry: CardGeometry): CardGeometry => {
  const copy = structuredClone(geometry)
  const [a, b] = copy.pages[0]!.choices[0]!.cells
  ;[a!.rect, b!.rect] = [b!.rect, a!.rect]
  return copy
}

const near = (a: number, b: number | null): boolean => b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))

export const runDemo = async (
  { cloud, organisation }: { cloud: Cloud; organisation: Organisation },
  seed: number,
  /** For the test of the demo itself: pens that hit B where A is meant look like a recogniser that mixes them up. */
  options: { misread?: boolean } = {},
): Promise<DemoResult> => {
  const school = organisation.schools[0]!
  const seconds: DemoResult['seconds'] = []
  const timed = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    try {
      return await run()
    } finally {
      seconds.push({ step, seconds: Math.round((performance.now() - began) / 100) / 10 })
    }
  }
  const exam = await timed('create', async () => {
    const made = await beginExam(school, {
      seed: `demo${seed}`,
      name: `演示考试${seed}`,
      examType: 3,
      examDate: Date.UTC(2026, 10, 12),
    })
    await writePaper(made, 'full')
    return made
  })
  const printed = await timed('print', () => printBlank(exam))
  const scanned = await timed('simulate', () =>
    sitExam(exam, options.misread ? { ...printed, geometry: mixedUp(printed.geometry) } : printed, {
      range: 'demo',
      maxDpi: 200,
      habits: 0.02,
      absent: 2,
    }),
  )
  const handed = await timed('recognise', async () => {
    const uploaded = await handIn(exam, scanned, true)
    await exam.admin.job(uploaded.uuid)
    return uploaded
  })
  const settled = await timed('settle', () => settleAll(exam, handed))
  const teachers = school.teachers.filter((t) => t.courseName === school.courses[0]!.courseName)
  const markers = await Promise.all(teachers.map((t) => signInAs(cloud.address, t.accountName, demoPassword)))
  const given = await timed('mark', async () => {
    await openForMarking(exam)
    return markAll(exam, markers, exam.admin)
  })
  await timed('publish', () => publish(exam))
  const ask = async ({ address }: Pick<Cloud, 'address'>, run = exam) => {
    const read = await readTranscript(run)
    const own: Claimed[] = await Promise.all(
      read.list.map(async (row) => {
        const student = await signInAs(
          address,
          `${await initialsOf(school.schoolName)}${row.studentNumber}`,
          demoPassword,
        )
        const result = await readOwn(student, run)
        return {
          studentId: row.studentId,
          studentNumber: row.studentNumber,
          state: row.state,
          total: row.total,
          scores: row.scores,
          chosen: new Map(result.items.flatMap((i) => (i.objective ? [[i.questionId as string, i.chosen ?? '']] : []))),
        }
      }),
    )
    return { table: read, report: await readSummary(run), claims: own }
  }
  const { table, report, claims } = await timed('results', () => ask(cloud))
  const files = await timed('export', () => exportAll(exam))

  // Only now is the truth looked at.
  const truth = verify(exam.questions, handed, given, claims)
  const untrue = [
    ...truth.wrongReadings.map((w) => `wrong reading: ${w}`),
    ...truth.wrongScores.map((w) => `wrong score: ${w}`),
    ...(settled.left > 0 ? [`${settled.left} doubts could not be settled`] : []),
    ...(settled.pages === scanned.length ? [] : [`${settled.pages} pages of ${scanned.length} were found`]),
    ...(table.total === exam.candidates.length ? [] : [`${table.total} of ${exam.candidates.length} candidates`]),
    ...(truth.present + truth.absent === exam.candidates.length ? [] : ['present and absent do not add up']),
    ...(near(truth.mean, report.mean) ? [] : [`mean ${String(report.mean)} instead of ${truth.mean}`]),
    ...(near(truth.alpha, report.alpha) ? [] : [`α ${String(report.alpha)} instead of ${truth.alpha}`]),
    ...(files.length === 3 && files.every((f) => f.bytes.length > 1000) ? [] : ['an export is missing']),
    ...cloud.denials.filter((d) => !d.includes('s3:ListBucket')).map((d) => `denied: ${d}`),
  ]
  return {
    seed,
    pages: settled.pages,
    recognised: settled.pages - settled.doubtfulPages,
    doubtfulPages: settled.doubtfulPages,
    doubts: settled.doubts,
    cells: truth.cells,
    wrongReadings: truth.wrongReadings,
    wrongScores: truth.wrongScores,
    marks: given.size,
    mean: truth.mean,
    alpha: truth.alpha,
    claimed: report,
    exports: files.map((f) => ({ name: f.name, bytes: f.bytes.length })),
    seconds,
    untrue,
    async again(there) {
      const adminName = organisation.accounts.find((a) => a.userType === 2)!.accountName
      const now = await ask(there, { ...exam, admin: await signInAs(there.address, adminName, demoPassword) })
      const found = verify(exam.questions, handed, given, now.claims)
      const differs = (what: string, one: unknown, other: unknown): string[] =>
        JSON.stringify(one) === JSON.stringify(other) ? [] : [`the ${what} is another`]
      return [
        ...found.wrongReadings,
        ...found.wrongScores,
        ...differs('transcript', now.table, table),
        ...differs('report', now.report, report),
        ...differs('number of those who sat', [found.present, found.absent], [truth.present, truth.absent]),
      ]
    },
  }
}

export const showResult = (r: DemoResult): Record<string, string | number> => ({
  seed: r.seed,
  pages: r.pages,
  recognised: r.recognised,
  'pages with doubts': r.doubtfulPages,
  doubts: r.doubts,
  cells: r.cells,
  'wrong readings': r.wrongReadings.length,
  marks: r.marks,
  mean: showScore(r.mean),
  α: Math.round(r.alpha * 1000) / 1000,
  seconds: Math.round(r.seconds.reduce((n, s) => n + s.seconds, 0)),
  untrue: r.untrue.length,
})
