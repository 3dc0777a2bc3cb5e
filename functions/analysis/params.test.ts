/** How the figures of several subjects of an exam are set together. */
import { beforeAll, describe, expect, it } from 'vitest'
import { examParams, setExamParams } from '#shared/analysis/params.calls.ts'
import { setLevel } from '#shared/analysis/setting.calls.ts'
import type { CourseId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { papers } from '#functions/exam/exam.store.ts'
import { ownExam } from '#functions/exam/stored.fixtures.ts'
import { audits } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './analysis.api.ts'

beforeAll(() => actAs('analysis-api'))

const rates = { excellent: 0.9, good: 0.8, pass: 0.6, low: 0.3 }

const anExam = async () => {
  const { schoolId, admin, examId, paperId, paper, ask } = await ownExam(handler)
  const other = { ...paper, paperId: newId<PaperId>('paper'), courseId: newId<CourseId>('course') }
  await asFunction('exam-api', () => papers.create({ ...other, courseName: '语文' }))
  const read = (who = admin) => ask(examParams, {}, who)
  const set = (of: object[], wish: object, who = admin) => ask(setExamParams, { of, set: wish }, who)
  return { schoolId, admin, examId, one: paperId, two: other.paperId, read, set }
}

describe('the settings of an exam’s subjects', () => {
  it('are set for several at once, what was not named stays, and it is on record', async () => {
    const { schoolId, examId, admin, one, two, read, set } = await anExam()
    const levels = [
      { name: '优', from: 0.5 },
      { name: '差', from: 0 },
    ]
    await send(handler, setLevel, { paperId: one, version: 0, levels } as never, admin.token)
    const both = [
      { paperId: one, version: 1 },
      { paperId: two, version: 0 },
    ]
    expect((await set(both, { rates, sectionWidth: 500 })).data).toEqual({ changed: 2 })
    const rows = (await read()).data
    expect(rows.find((r) => r.paperId === one)).toMatchObject({
      version: 2,
      report: { rates, sectionWidth: 500, levels },
    })
    expect(rows.find((r) => r.paperId === two)).toMatchObject({ courseName: '语文', version: 1, report: { rates } })
    const day = await asRoot(() => audits.query(`s:${schoolId}#${dayKey(now())}`, { consistent: true }))
    expect(day.filter((r) => r.object === examId).map((r) => r.act)).toEqual(['analysis.setParams'])
  })

  it('are all set or none: over what was seen, judged whole, and of this exam alone', async () => {
    const { one, two, read, set } = await anExam()
    const other = await anExam()
    const at = (paperId: string, version = 0) => ({ paperId, version })
    expect((await set([at(one), at(two, 3)], { rates })).status).toBe(commonProblems.stale.status)
    expect((await set([at(one), at(other.one)], { rates })).status).toBe(commonProblems.notFound.status)
    const unordered = { rankSectionEnds: [50, 10] }
    expect((await set([at(one)], unordered)).status).toBe(commonProblems.badInput.status)
    const levels = [{ name: '优', from: 0.5 }]
    expect((await set([at(one)], { levels })).status).toBe(commonProblems.badInput.status)
    expect((await set([at(one)], {})).data).toEqual({ changed: 0 })
    expect((await read()).data.map((r) => r.version)).toEqual([0, 0])
  })

  it('are the manager’s', async () => {
    const { schoolId, one, read, set } = await anExam()
    const leader = await testCaller({ userType: 9, tenant: `s:${schoolId}` })
    expect((await read(leader)).http).toBe(403)
    expect((await set([{ paperId: one, version: 0 }], { rates }, leader)).http).toBe(403)
  })
})
