/** A joint exam is published with a school missing, and every figure says so. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ownResult, paperReport } from '#shared/analysis/analysis.calls.ts'
import { publishState } from '#shared/analysis/publication.calls.ts'
import { reportIds } from '#shared/analysis/reports/faces.ts'
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import type { BatchId, ScanId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import type { Slot } from '#shared/scan/sheet.types.ts'
import { examSchools } from '#functions/exam/exam.store.ts'
import { tellCame } from '#functions/exam/step.public.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { recountHere as recountMarking } from '#functions/marking/counts.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { recountHere as recountScans } from '#functions/scan/counts.ts'
import { slots } from '#functions/scan/scan.store.ts'
import { handler } from './analysis.api.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import type { Joint } from './joint.fixtures.ts'
import { sizes } from './sizes.ts'

beforeAll(() => actAs('analysis-work'))

/** Schools of three, four and five; of the first `sat` candidates there are answers. */
const published = async (sat: number): Promise<Joint> => {
  const of = await jointPaper([3, 4, 5], { courseNames: [], sits: (i) => i < sat })
  const ids = of.rosters.flatMap((r) => r.candidates.map((c) => c.studentId))
  await vi.waitFor(
    async () =>
      expect(
        differingStudents(await scoresIn(of.paper, ids), await journalScoresIn(of.paper, { from: '', before: '~' })),
      ).toEqual([]),
    { timeout: 120_000, interval: 100 },
  )
  return of
}
const ask = <C extends Parameters<typeof send>[1]>(of: Joint, call: C, who: { token: string }, more: object = {}) =>
  asFunction('analysis-api', () => send(handler, call, { paperId: of.paper.paperId, ...more } as never, who.token))

it('says which schools are not in it, before and after; to a school only how many', async () => {
  const of = await published(7)
  const check = async () => {
    const { data } = await ask(of, publishState, of.manager)
    return (data as unknown as { checks: { key: string; state: string; detail: string }[] }).checks.find(
      (c) => c.key === 'schools',
    )
  }
  expect(await check()).toMatchObject({ state: 'warning' })
  expect((await check())!.detail).toContain('第3中学没有一份答卷')
  await publishJoint(of)
  const source = async (who: { token: string }, report: string) =>
    ((await ask(of, paperReport, who, { report })).data as unknown as { source: Parameters<typeof keyWords>[0] }).source
  for (const report of reportIds)
    expect(keyWords(await source(of.manager, report))).toBe('按第1版答案，不含1所学校（第3中学）')
  const school = await testCaller({ userType: 2, tenant: schoolTenant(of.rosters[0]!.school.schoolId) })
  expect(keyWords(await source(school, 'summary'))).toBe('按第1版答案，不含1所学校')
  // A student is held against the same candidates.
  const { studentId } = of.rosters[0]!.candidates[0]!
  const tenant = schoolTenant(of.rosters[0]!.school.schoolId)
  const pupil = await testCaller({ userType: 4, tenant, studentId })
  const own = (await ask(of, ownResult, pupil)).data as unknown as { items: { scoreRate: number | null }[] }
  expect(own.items.some((i) => i.scoreRate !== null)).toBe(true)
  expect(own).toMatchObject({ without: 1 })
})

it('of a school all of whose candidates were absent nothing is missing: it is told as that, and no figure is without it', async () => {
  const of = await published(7)
  const [first, second, third] = of.rosters.map((r) => r.school.schoolId)
  const told = (absent: number) =>
    asFunction('exam-api', () =>
      tellCame(of.paper, () =>
        Promise.resolve([
          { schoolId: first!, there: 3, absent: 0 },
          { schoolId: second!, there: 4, absent: 0 },
          { schoolId: third!, there: 0, absent },
        ]),
      ),
    )
  const check = async () => {
    const { data } = await ask(of, publishState, of.manager)
    return data.checks.find((c) => c.key === 'schools')!
  }
  // One of its five may still hand in.
  await told(4)
  expect((await check()).detail).toContain('第3中学没有一份答卷')
  await told(5)
  expect(await check()).toMatchObject({ state: 'ok', detail: '2所学校有答卷，1所全部缺考' })
  await publishJoint(of)
  const { data } = await ask(of, paperReport, of.manager, { report: 'summary' })
  expect((data as unknown as { source: object }).source).not.toHaveProperty('without')
})

it('says nothing of schools where none is missing, nor of one that lacks some of its answers', async () => {
  const of = await published(8)
  await publishJoint(of)
  const { data } = await ask(of, paperReport, of.manager, { report: 'summary' })
  expect(data).toMatchObject({ source: { published: true } })
  expect((data as unknown as { source: object }).source).not.toHaveProperty('without')
  const { studentId } = of.rosters[0]!.candidates[0]!
  const pupil = await testCaller({ userType: 4, tenant: schoolTenant(of.rosters[0]!.school.schoolId), studentId })
  expect((await ask(of, ownResult, pupil)).data).not.toHaveProperty('without')
  expect(((await ask(of, publishState, of.manager)).data as unknown as { checks: object[] }).checks).toContainEqual(
    expect.objectContaining({ key: 'schools', state: 'ok', detail: '3所学校都有答卷' }),
  )
})

/** Without a school's own sheets: as the check of a large paper counts them. */
const checkOfLarge = async (of: Joint) => {
  sizes.request = 0
  const { data } = await ask(of, publishState, of.manager)
  return (data as unknown as { checks: { key: string; state: string; detail: string }[] }).checks.find(
    (c) => c.key === 'schools',
  )
}
const request = sizes.request
afterEach(() => void (sizes.request = request))

it('of a large paper a school whose scores came from a file, without one sheet, is there', async () => {
  const of = await published(7)
  const found = () => asFunction('analysis-work', () => checkOfLarge(of))
  // Until marking has counted nothing is said of schools.
  expect(await found()).toBeUndefined()
  await asFunction('marking-work', () => recountMarking(of.paper))
  expect(await found()).toMatchObject({ state: 'warning' })
  expect((await found())!.detail).toMatch(/^第3中学没有一份答卷/)
  // Another school has sheets, of which none is marked yet.
  const { studentId } = of.rosters[2]!.candidates[0]!
  const page = {
    schema: 1,
    paperId: of.paper.paperId,
    studentId,
    page: 1,
    pageCount: 1,
    width: 1,
    height: 1,
    waits: false,
  }
  const scan = {
    scanId: newId<ScanId>('scan'),
    batchId: newId<BatchId>('batch'),
    no: '0',
    imageKey: 'a/b.jpg',
    version: 1,
  }
  await asFunction('scan-work', async () => {
    await slots.create({ ...page, ...scan, imageVersion: 1, choices: {}, blocks: [] } as Slot)
    await recountScans(of.paper)
  })
  expect(await found()).toMatchObject({ detail: '3所学校都有答卷' })
})

it('a school that does not sit the paper is not missing from it', async () => {
  const of = await published(7)
  const { school } = of.rosters[2]!
  await asFunction('exam-api', () => examSchools.put({ ...school, papers: [] }))
  expect(await asFunction('analysis-work', () => checkOfLarge(of))).not.toMatchObject({ state: 'warning' })
  sizes.request = request
  await publishJoint(of)
  const { data } = await ask(of, paperReport, of.manager, { report: 'summary' })
  expect((data as unknown as { source: object }).source).not.toHaveProperty('without')
})
