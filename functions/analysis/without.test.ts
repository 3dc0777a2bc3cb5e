/** A joint exam is published with a school missing, and every figure says so. */
import { beforeAll, expect, it, vi } from 'vitest'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { publishState } from '#shared/analysis/publication.calls.ts'
import { reportIds } from '#shared/analysis/reports/faces.ts'
import { differingStudents } from '#shared/analysis/publication.rules.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { handler } from './analysis.api.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import type { Joint } from './joint.fixtures.ts'

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
    { timeout: 60_000, interval: 100 },
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
})

it('says nothing of schools where none is missing, nor of one that lacks some of its answers', async () => {
  const of = await published(8)
  await publishJoint(of)
  const { data } = await ask(of, paperReport, of.manager, { report: 'summary' })
  expect(data).toMatchObject({ source: { published: true } })
  expect((data as unknown as { source: object }).source).not.toHaveProperty('without')
  expect(((await ask(of, publishState, of.manager)).data as unknown as { checks: object[] }).checks).toContainEqual(
    expect.objectContaining({ key: 'schools', state: 'ok', detail: '3所学校都有答卷' }),
  )
})
