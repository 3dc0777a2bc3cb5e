import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fixDetail, fixScore, listFixRecord } from '#shared/marking/marking.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { AttemptId, StudentId } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { audits } from '#functions/kit/audit.ts'
import { kindsOf } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { journalScoresIn, scoresIn } from '../marking.public.ts'
import { claim, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { answers, fixes } from '../marking.store.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

/** Marked: every student has 300 of the essay but the last, who has no mark. */
const marked = async (count: number): Promise<Sitting> => {
  const of = await seat(count, {}, 2)
  scan.allHere(of)
  await open(of)
  const { token } = of.teachers[0]!
  const mine = (await claim(of, token)).data
  for (const s of of.students.slice(0, -1)) await submit(of, token, mine, s, points(300))
  return of
}
const fix = (
  of: Sitting,
  studentId: StudentId,
  score: number,
  { attemptId = newId<AttemptId>('attempt'), token = of.manager.token } = {},
) =>
  send(
    handler,
    fixScore,
    { paperId: of.paper.paperId, questionId: of.essay.questionId, studentId, score, reason: '复核后更正', attemptId },
    token,
  )
const records = async (of: Sitting): Promise<number> =>
  (await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })).filter(
    (r) => r.act === 'marking.fixScore' && r.object === of.paper.paperId,
  ).length

beforeAll(() => actAs('marking-work'))

describe('a score that stands', () => {
  it('is corrected by who manages the exam, with a reason, and both computations know it (I11)', async () => {
    const of = await marked(3)
    const [first, second, last] = of.students as [StudentId, StudentId, StudentId]
    const detail = async (number: string) =>
      send(handler, fixDetail, { paperId: of.paper.paperId, studentNumber: number }, of.manager.token)
    const seen = await detail('1000')
    expect(seen.data).toMatchObject({ studentId: first, studentName: '学生0', state: 'present' })
    expect(seen.data.questions).toMatchObject([
      { number: '2', score: 300, step: 100, marked: false, marks: [{ role: 'first', markerName: '教师0' }] },
    ])
    expect(seen.data.questions[0]!.images).toHaveLength(1)
    expect((await detail('100')).status).toBe(refused.noCandidate.status)

    expect((await fix(of, first, 700)).data).toMatchObject({ before: 300, after: 700 })
    expect((await detail('1000')).data.questions[0]).toMatchObject({ score: 700, marks: [{}, { role: 'final' }] })
    // Again, on what stands now.
    expect((await fix(of, first, 500)).data).toMatchObject({ before: 700, after: 500 })
    const table = await scoresIn(of.paper, [first, second])
    expect(Object.fromEntries(table.studentIds.map((id, i) => [id, table.scores[i]![1]]))).toEqual({
      [first]: 500,
      [second]: 300,
    })
    await until(async () => {
      const told = await journalScoresIn(of.paper, { from: '', before: '~' })
      expect(told.scores[told.studentIds.indexOf(first)]![1]).toBe(500)
    })
    const listed = await send(handler, listFixRecord, { paperId: of.paper.paperId }, of.manager.token)
    expect(listed.data.list).toMatchObject([
      { studentName: '学生0', number: '2', before: 700, after: 500, reason: '复核后更正', byName: '测试用户' },
      { before: 300, after: 700 },
    ])
    expect(await records(of)).toBe(2)
    // By any column, either way; two of one question stay in the order in which they came.
    const before = async (sort?: 'before' | '-before' | 'number') =>
      (
        await send(handler, listFixRecord, { paperId: of.paper.paperId, ...(sort ? { sort } : {}) }, of.manager.token)
      ).data.list.map((f) => f.before)
    expect([await before('before'), await before('-before'), await before('number')]).toEqual([
      [300, 700],
      [700, 300],
      [700, 300],
    ])

    expect((await fix(of, first, 500)).status).toBe(refused.sameScore.status)
    expect((await fix(of, last, 500)).status).toBe(refused.notScored.status)
    expect((await fix(of, first, 450)).status).toBe(refused.badScore.status)
    expect((await fix(of, first, 1100)).status).toBe(refused.badScore.status)
    const teacher = of.teachers[1]!
    expect((await fix(of, second, 500, { token: teacher.token })).http).toBe(403)
    expect((await send(handler, listFixRecord, { paperId: of.paper.paperId }, teacher.token)).http).toBe(403)
    expect(await records(of)).toBe(2)
  })

  it('is not corrected once readers see it: then a change set is made; nothing is written', async () => {
    const of = await marked(2)
    await movePaper(of.paper, 'released')
    const [first] = of.students as [StudentId, StudentId]
    const { paperId } = of.paper
    const seen = await send(handler, fixDetail, { paperId, studentNumber: '1000' }, of.manager.token)
    expect(seen.data).toMatchObject({ released: true, questions: [{ score: 300 }] })
    expect((await fix(of, first, 700)).status).toBe(refused.released.status)
    expect(await fixes.query(`fixes#${paperId}`, { consistent: true })).toEqual([])
    expect((await answers.get({ paperId, studentId: first, questionId: of.essay.questionId }))!.final).toBe(undefined)
  })

  it('is not corrected by who gave it (I5)', async () => {
    const of = await marked(2)
    const at = { paperId: of.paper.paperId, studentId: of.students[0]!, questionId: of.essay.questionId }
    const { first } = (await answers.get(at))!
    await answers.update(at, { first: { ...first!, by: of.manager.userId } })
    expect((await fix(of, of.students[0]!, 500)).status).toBe(refused.sameMarker.status)
  })

  it('is changed if and only if its record and its audit record are there, at any failing store call (I16)', async () => {
    const of = await marked(2)
    const studentId = of.students[0]!
    const at = { paperId: of.paper.paperId, studentId, questionId: of.essay.questionId }
    forgetAll()
    const dry = withFaults(() => null)
    expect((await fix(of, studentId, 100)).status).toBe(0)
    dry.stop()
    let [done, score] = [1, 100]
    for (const [call, asked] of [...dry.calls].entries())
      for (const kind of kindsOf(asked)) {
        score = score === 1000 ? 0 : score + 100
        const attemptId = newId<AttemptId>('attempt')
        const fault = withFaults(({ index }) => (index === call ? kind : null))
        const answer = await fix(of, studentId, score, { attemptId }).catch(() => null)
        fault.stop()
        const [item, row] = [await answers.get(at), await fixes.get({ paperId: of.paper.paperId, attemptId })]
        if (row) done++
        expect([call, kind, item?.final?.attemptId === attemptId]).toEqual([call, kind, row !== null])
        expect([call, kind, await records(of)]).toEqual([call, kind, done])
        if (answer?.status === 0) expect(row).toMatchObject({ after: score })
        // Sent again it is done, once.
        const again = await fix(of, studentId, score, { attemptId })
        expect([call, kind, again.status, again.data?.after]).toEqual([call, kind, 0, score])
        if (!row) done++
        expect(await records(of)).toBe(done)
        expect((await fix(of, studentId, score === 0 ? 100 : 0, { attemptId })).status).toBe(refused.conflict.status)
      }
  }, 600_000)
})
