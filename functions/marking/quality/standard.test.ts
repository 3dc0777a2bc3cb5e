/** Standards, against the stores. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { saveArrangement } from '#shared/marking/marking.calls.ts'
import { markingProblems as no } from '#shared/marking/marking.problems.ts'
import {
  examples,
  removeStandard,
  saveStandard,
  standardChoices,
  standards,
} from '#shared/marking/quality/standard.calls.ts'
import { audits } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, forgetAll, open, points, submit } from '../marking.steps.fixtures.ts'
import { arrangements, heads, images } from '../marking.store.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

const seated = async (count = 6): Promise<Sitting> => {
  const of = await seat(count)
  scan.allHere(of)
  await open(of)
  return of
}
const where = ({ paper, essay }: Sitting) => ({ paperId: paper.paperId, questionId: essay.questionId })
type More = Partial<Parameters<typeof send<typeof saveStandard>>[2]>
const save = (of: Sitting, i: number, more: More = {}, token = of.manager.token) =>
  send(
    handler,
    saveStandard,
    {
      ...where(of),
      studentId: of.students[i]!,
      imageVersion: 1,
      use: 'example',
      score: 800,
      reason: '步骤完整',
      version: 0,
      ...more,
    },
    token,
  )
const list = (of: Sitting, token = of.manager.token) => send(handler, standards, where(of), token)
const beside = (of: Sitting, token = of.teachers[0]!.token) => send(handler, examples, where(of), token)

describe('standards', () => {
  it('are chosen with a mark and a reason, changed over what was seen, and removed; each is told to the audit trail', async () => {
    const of = await seated()
    expect((await save(of, 0)).data).toEqual({ version: 1 })
    expect((await save(of, 1, { score: 300, reason: '只写了公式', use: 'seed' })).status).toBe(0)
    // Sent again it is known to be there; over an older state nothing is changed.
    expect((await save(of, 0)).status).toBe(commonProblems.stale.status)
    expect((await save(of, 0, { score: 700, reason: '结论有误', version: 1 })).data).toEqual({ version: 2 })
    expect((await save(of, 0, { score: 100, version: 1 })).status).toBe(commonProblems.stale.status)
    const seen = (await list(of)).data
    expect(seen.list.map((s) => [s.studentId, s.score, s.use, s.reason, s.replaced, s.images.length])).toEqual([
      [of.students[0], 700, 'example', '结论有误', false, 1],
      [of.students[1], 300, 'seed', '只写了公式', false, 1],
    ])
    expect(seen.questions).toMatchObject([{ number: '2', counts: { example: 1, trial: 0, seed: 1 } }])
    const gone = { ...where(of), studentId: of.students[0]!, version: 2 }
    expect((await send(handler, removeStandard, { ...gone, version: 1 }, of.manager.token)).status).toBe(
      commonProblems.stale.status,
    )
    expect((await send(handler, removeStandard, gone, of.manager.token)).data).toEqual({ removed: true })
    expect((await send(handler, removeStandard, gone, of.manager.token)).data).toEqual({ removed: true })
    expect((await list(of)).data.list).toHaveLength(1)
    const told = await audits.query(`${of.tenant}#${dayKey(now())}`, { consistent: true })
    expect(
      told
        .filter((r) => /Standard$/.test(r.act))
        .map((r) => r.act)
        .sort(),
    ).toEqual(['marking.removeStandard', 'marking.saveStandard', 'marking.saveStandard', 'marking.saveStandard'])
  })

  it('refuse a mark off the grid, another picture, an answer that is not there, and more than there may be', async () => {
    const of = await seated(42)
    expect((await save(of, 0, { score: 1100 })).status).toBe(no.badScore.status)
    expect((await save(of, 0, { score: 450 })).status).toBe(no.badScore.status)
    expect((await save(of, 0, { imageVersion: 2 })).status).toBe(no.imageReplaced.status)
    expect((await save(of, 0, { studentId: (await seat(1)).students[0]! })).status).toBe(no.imageReplaced.status)
    expect((await save(of, 0, { questionId: of.choice.questionId })).status).toBe(no.noQuestion.status)
    for (let i = 0; i < 40; i++) expect((await save(of, i)).status).toBe(0)
    const full = await save(of, 40)
    expect(full.message).toBe('这道题的标杆卷已有40份，请先移除用不到的')
    // Of another use there is room; and one that is there may be changed.
    expect((await save(of, 40, { use: 'trial' })).status).toBe(0)
    expect((await save(of, 3, { reason: '步骤齐全', version: 1 })).status).toBe(0)
  })

  it('are led by who arbitrates the question and who manages the exam, and shown to its markers alone', async () => {
    const of = await seated()
    const [marker, leader, other] = of.teachers
    expect((await save(of, 0, {}, marker!.token)).status).toBe(no.notLeader.status)
    expect((await list(of, marker!.token)).status).toBe(no.notLeader.status)
    const arranged = {
      paperId: of.paper.paperId,
      questions: [{ questionId: of.essay.questionId, markers: [marker!.userId], arbitrators: [leader!.userId] }],
      version: (await arrangements.get({ paperId: of.paper.paperId }))!.version,
    }
    expect((await send(handler, saveArrangement, arranged, of.manager.token)).status).toBe(0)
    forgetAll()
    expect((await save(of, 0, {}, leader!.token)).status).toBe(0)
    expect((await save(of, 1, { use: 'seed' }, leader!.token)).status).toBe(0)
    expect((await list(of, leader!.token)).data.list).toHaveLength(2)
    const choose = { ...where(of), at: 0 }
    expect((await send(handler, standardChoices, choose, marker!.token)).status).toBe(no.notLeader.status)
    const offered = (await send(handler, standardChoices, choose, leader!.token)).data.list
    expect(offered.map((c) => c.studentId).sort()).toEqual([...of.students].sort())
    expect(offered.find((c) => c.studentId === of.students[1])).toMatchObject({ use: 'seed', score: null })
    // A marker sees what lies open, whose it is not; what is to be marked unseen is told to none.
    const shown = (await beside(of, marker!.token)).data.list
    expect(shown).toMatchObject([{ score: 800, reason: '步骤完整', images: [{ width: 800 }] }])
    expect(JSON.stringify(shown.map(({ key, score, reason }) => [key, score, reason]))).not.toContain(of.students[0])
    expect((await beside(of, other!.token)).status).toBe(no.notMarker.status)
  })

  it('are shown no more once their picture is another, and change no mark', async () => {
    const of = await seated()
    expect((await save(of, 0)).status).toBe(0)
    const taken = (await claim(of, of.teachers[0]!.token)).data
    expect((await submit(of, of.teachers[0]!.token, taken, of.students[0]!, points(200))).status).toBe(0)
    const at = { paperId: of.paper.paperId as string, studentId: of.students[0]! as string }
    const { data } = await send(handler, standardChoices, { ...where(of), at: 3 }, of.manager.token)
    expect(data.list.find((c) => c.studentId === of.students[0])?.score).toBe(200)
    await images.edit(at, (row) => row && { ...row, imageVersion: 2 })
    expect((await beside(of)).data.list).toEqual([])
    expect((await list(of)).data.list).toMatchObject([{ replaced: true, images: [] }])
    await images.edit(at, (row) => row && { ...row, imageVersion: 1 })
    expect((await beside(of)).data.list).toHaveLength(1)
    await heads.edit(at, (row) => row && { ...row, state: 'void' })
    expect((await beside(of)).data.list).toEqual([])
    expect((await save(of, 0, { version: 1 })).status).toBe(no.imageReplaced.status)
  })
})
