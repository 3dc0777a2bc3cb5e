/** The papers of a joint exam published in one act. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import { publishStand, publishTogether, withdrawScores } from '#shared/analysis/publication.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { exams } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { handler } from './analysis.api.ts'
import { publications } from './analysis.store.ts'
import { jointPaper } from './joint.fixtures.ts'
import type { Joint } from './joint.fixtures.ts'

let of: Joint
beforeAll(async () => {
  actAs('analysis-work')
  of = await jointPaper([3, 4], { courseNames: ['物理', '历史'], sits: () => true })
  const ids = of.rosters.flatMap((r) => r.candidates).map((c) => c.studentId)
  for (const paper of of.papers)
    await vi.waitFor(
      async () => {
        const journal = await journalScoresIn(paper, { from: '', before: '~' })
        expect(differingStudents(await scoresIn(paper, ids), journal)).toEqual([])
      },
      { timeout: 120_000, interval: 100 },
    )
  actAs('analysis-api')
}, 120_000)

const stand = async () => {
  const { data } = await send(handler, publishStand, { examId: of.exam.examId }, of.manager.token)
  return data.papers.map((p) => [p.courseName, p.current, p.why])
}
const ask = (paperIds: PaperId[], more: object = {}, token = of.manager.token) =>
  send(handler, publishTogether, { examId: of.exam.examId, paperIds, ...more } as never, token)
const all = () => of.papers.map((p) => p.paperId)
const pending = async () =>
  (await Promise.all(all().map((paperId) => publications.get({ paperId })))).map((p) => p?.pending !== undefined)

describe('the papers of an exam', () => {
  it('are its manager’s to publish, of this exam alone, and not in the past', async () => {
    const school = await testCaller({ userType: 2, tenant: schoolTenant(of.rosters[0]!.school.schoolId) })
    expect((await ask(all(), {}, school.token)).http).toBe(403)
    expect((await ask([...all(), newId<PaperId>('paper')])).message).toContain('科目不在这场考试里')
    expect((await ask(all(), { publishAt: 1 })).message).toBe('发布时间必须晚于当前时间')
    expect(await pending()).toEqual([false, false, false])
  })

  it('are all asked for or none: one that is not marked bars the others, and is named', async () => {
    const { examId } = of.exam
    const move = (lowest: number) =>
      asFunction('exam-api', () =>
        exams.edit({ examId }, (e) => {
          const papers = e!.papers.map((p) => (p.courseName === '历史' ? { ...p, lowest: lowest as never } : p))
          return { ...e!, papers }
        }),
      )
    const before = (await exams.get({ examId }))!.papers.find((p) => p.courseName === '历史')!.lowest
    await move(5)
    expect(await stand()).toContainEqual(['历史', null, '还没有结束阅卷'])
    expect((await ask(all())).message).toBe('没有发布任何科目：历史还没有结束阅卷')
    expect(await pending()).toEqual([false, false, false])
    await move(before)
  })

  it('are published by one act, each by a job of its own; asked for again the act says that they are', async () => {
    expect((await stand()).map((p) => p[2])).toEqual([null, null, null])
    const { data, status } = await ask(all())
    expect([status, data.papers.map((p) => p.paperId)]).toEqual([0, all()])
    await vi.waitFor(async () => expect((await stand()).map((p) => p[1])).toEqual([1, 1, 1]), {
      timeout: 120_000,
      interval: 300,
    })
    expect((await ask(all())).message).toContain('已发布；再次发布要先核对变化')
    // What was taken back was seen: it is another first time.
    const [first] = all() as [PaperId]
    const back = await send(handler, withdrawScores, { paperId: first, reason: '核对有误' }, of.manager.token)
    expect(back.status).toBe(0)
    expect((await stand()).filter((p) => p[2] === null)).toHaveLength(1)
  })
})
