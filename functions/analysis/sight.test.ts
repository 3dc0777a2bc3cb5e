import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as reports from '#shared/analysis/analysis.calls.ts'
import { exportReport } from '#shared/analysis/export.calls.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import * as settings from '#shared/analysis/setting.calls.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import { analysisProblems as refused } from '#shared/analysis/analysis.problems.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { StudentResult } from '#shared/analysis/publication.types.ts'
import { disclosures, papers } from '#functions/exam/exam.store.ts'
import { getJson, putJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { linesFor, publish, student, transcriptFor } from './analysis.testing.ts'
import { awaiting, markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { handler } from './analysis.api.ts'
import { packOf, resultsKey } from './analysis.store.ts'

beforeAll(() => actAs('analysis-work'))

describe('who sees what', () => {
  it('managers all, a teacher the own class, others nothing, another school not even that (I17)', async () => {
    const of = await markedPaper(6)
    await publish(of)
    actAs('analysis-api')
    expect((await linesFor(of, of.manager.token)).total).toBe(6)
    const mine = await transcriptFor(of, of.teachers[1]!.token)
    expect(transcriptLines(mine.data).list.map((r) => r.className)).toEqual(['2班', '2班', '2班'])
    expect(mine.data.options!['classId']!.map((o) => o.label)).toEqual(['2班'])
    const contrast = await send(handler, reports.classContrast, { paperId: of.paperId }, of.teachers[1]!.token)
    expect(contrast.data.sections[0]!.table.rows.map((r) => r.cells[0])).toEqual(['全体', '2班'])
    const top = await send(handler, reports.topStudents, { paperId: of.paperId }, of.teachers[1]!.token)
    expect(transcriptLines(top.data).list.map((r) => r.className)).toEqual(['2班', '2班'])
    const line = { paperId: of.paperId, line: 7, distance: 5 }
    const near = await send(handler, reports.criticalStudents, line, of.teachers[1]!.token)
    expect(transcriptLines(near.data).list.map((r) => r.total)).toEqual([of.total(3), of.total(1)])
    const types = await send(handler, reports.questionTypes, { paperId: of.paperId }, of.teachers[1]!.token)
    // The whole would tell of the three who are not seen; the own class is told.
    expect(types.data.sections[0]!.table.rows.map((r) => r.cells)).toEqual([
      ['单选题', 1, 500, null, null, 0],
      ['解答题', 1, 1000, null, null, 0.3],
    ])
    expect((await transcriptFor(of, of.teachers[2]!.token)).http).toBe(403)
    const stranger = await testCaller({ userType: 2, tenant: `s:${newId<string>('school')}` })
    for (const call of [reports.transcript, publication.publishState, reports.summary, settings.reportConfig])
      expect((await send(handler, call, { paperId: of.paperId } as never, stranger.token)).http).toBe(403)
    expect((await send(handler, publication.publishScores, { paperId: of.paperId }, of.teachers[0]!.token)).http).toBe(
      403,
    )
    const pupil = await student(of, 1)
    expect((await transcriptFor(of, pupil.token)).http).toBe(403)
    expect((await send(handler, reports.ownResult, { paperId: of.paperId }, pupil.token)).data.studentId).toBe(
      of.studentIds[1],
    )
    const outsider = await testCaller({ userType: 4, tenant: of.tenant, studentId: newId('student') })
    expect((await send(handler, reports.ownResult, { paperId: of.paperId }, outsider.token)).http).toBe(403)
    actAs('analysis-work')
  })

  it('of a result that was published before it told it, T and F of what is judged are no letters', async () => {
    const of = await markedPaper(3)
    const [first, ...rest] = (await papers.get({ paperId: of.paperId }))!.questions
    const questions = [{ ...first!, unitType: 3 as const }, ...rest]
    await asFunction('exam-api', () => papers.update({ paperId: of.paperId }, { questions }))
    const v = await publish(of)
    const paper = (await papers.get({ paperId: of.paperId }))!
    const studentId = of.studentIds[0]!
    const key = resultsKey(paper, v, 0, packOf(studentId, of.studentIds.length))
    const pack = await getJson<StudentResult[]>(key)
    expect(pack.find((r) => r.studentId === studentId)!.items.map((i) => i.judged)).toEqual([true, undefined])
    const before = pack.map((r) => ({ ...r, items: r.items.map(({ judged: _new, ...item }) => item) }))
    expect(await putJson(key, before, { replace: true })).toBe(true)
    const pupil = await student(of, 0)
    actAs('analysis-api')
    const { data } = await send(handler, reports.ownResult, { paperId: of.paperId }, pupil.token)
    expect(data.items.map((i) => i.judged)).toEqual([true, undefined])
    actAs('analysis-work')
  })

  it('a report says to a teacher what the own classes say, and nothing of the few others', async () => {
    const of = await markedPaper(6)
    await publish(of)
    actAs('analysis-api')
    const contrast = { paperId: of.paperId, report: 'classContrast' as const }
    const all = await send(handler, reports.paperReport, contrast, of.manager.token)
    expect(all.data).toMatchObject({ id: 'classContrast', computing: false, source: { v: 1, fullScore: 1500 } })
    expect(all.data.sections[0]!.table.rows.map((r) => r.cells[0])).toEqual(['全体', '1班', '2班'])
    const own = await send(handler, reports.paperReport, contrast, of.teachers[0]!.token)
    const [whole, mine, ...others] = own.data.sections[0]!.table.rows
    expect([mine!.cells[0], others]).toEqual(['1班', []])
    // Three are not seen: their mean would follow from the two others.
    expect(whole!.cells.slice(1).every((cell) => cell === false)).toBe(true)
    expect(typeof mine!.cells[3]).toBe('number')
    await awaiting(of, newId<JobId>('job'))
    expect((await send(handler, reports.paperReport, contrast, of.manager.token)).data.computing).toBe(true)
    const list = { paperId: of.paperId, report: 'transcript' as const }
    const sorted = { ...list, sort: 'studentNumber', pageSize: 2, pageNumber: 2 }
    const page = (await send(handler, reports.paperReport, sorted, of.manager.token)).data.sections[0]!.table
    expect(page.page).toEqual({ total: 6, pageNumber: 2, pageSize: 2 })
    expect(page.rows.map((r) => r.cells[0])).toEqual(['学生2', '学生3'])
    expect((await send(handler, exportReport, { ...list, form: 'pdf' }, of.manager.token)).status).not.toBe(0)
    actAs('analysis-work')
  })

  it('settings hide ranks from the next version on, and an edit of an old state is refused', async () => {
    const of = await markedPaper(4)
    actAs('analysis-api')
    const set = (version: number) =>
      send(
        handler,
        settings.setResultStatus,
        { paperId: of.paperId, version, studentRank: true, teacherTotalRank: false },
        of.manager.token,
      )
    expect((await set(0)).data.version).toBe(1)
    expect((await set(0)).message).toMatch(/请核对/)
    const wrong = { excellent: 0.5, good: 0.7, pass: 0.6, low: 0.4 }
    expect(
      (await send(handler, settings.setScoreRate, { paperId: of.paperId, version: 1, rates: wrong }, of.manager.token))
        .message,
    ).toBe('各率的分数线应由高到低')
    actAs('analysis-work')
    await publish(of)
    actAs('analysis-api')
    const mine = await transcriptFor(of, of.teachers[0]!.token)
    expect(mine.data.sections[0]!.table.columns.map((c) => c.name)).not.toContain('总排名')
    const own = await send(handler, reports.ownResult, { paperId: of.paperId }, (await student(of, 0)).token)
    expect(own.data.rank).toBeGreaterThan(0)
    actAs('analysis-work')
  })
})

/** Stands where a card would: of every question that is asked about it knows a place. */
vi.mock('#functions/scan/regions.public.ts', () => ({
  regionsOn: async (_page: unknown, ids: ReadonlySet<string>) =>
    ids.size > 0 ? [{ questionIds: [...ids], choice: true, at: [0, 0, 1, 1] }] : [],
}))

describe('what the exam’s policy shows', () => {
  const shows = (of: Marked, part: object) =>
    asFunction('exam-api', async () => {
      const set = { ...disclosureOfStage(1), ...part }
      await disclosures.put({ schema: 1, examId: of.examId, version: 1, ...set })
    })
  const own = async (of: Marked, userType = 4) => {
    const reader = { userType, tenant: of.tenant, studentId: of.studentIds[0]! }
    const { token } = await testCaller(reader)
    actAs('analysis-api')
    return send(handler, reports.ownResult, { paperId: of.paperId }, token)
  }

  it('is all that a student, a parent and a teacher read, and what a manager sees who looks as one of them', async () => {
    const of = await markedPaper(6)
    await publish(of)
    const full = disclosureOfStage(1).student
    const { pages, items } = (await own(of)).data
    expect(items.length).toBeGreaterThan(1)
    expect(pages.map((p) => p.regions?.flatMap((r) => r.questionIds))).toEqual([items.map((i) => i.questionId)])
    const bands = { ...full, score: false, level: true, questions: true }
    await shows(of, { student: bands, parent: { ...full, visible: false } })
    expect((await own(of)).data).toMatchObject({ total: null, scored: false, items: [], rank: null })
    expect((await own(of)).data.level).toMatch(/./)
    // Nor on the own sheet: no place is told of what is kept back.
    expect((await own(of)).data.pages.map((p) => p.regions)).toEqual([undefined])
    expect((await own(of, 5)).status).toBe(refused.notPublished.status)
    const looked = (as: 'student' | 'parent') =>
      send(handler, reports.resultAs, { paperId: of.paperId, studentId: of.studentIds[0]!, as }, of.manager.token)
    const { pages: _seen, ...mine } = (await own(of)).data
    const { pages: _looked, ...asMine } = (await looked('student')).data
    expect(asMine).toEqual(mine)
    expect((await looked('parent')).status).toBe(refused.notPublished.status)
    expect(
      (
        await send(
          handler,
          reports.resultAs,
          { paperId: of.paperId, studentId: of.studentIds[0]!, as: 'student' },
          of.teachers[0]!.token,
        )
      ).http,
    ).toBe(403)

    const [teacher] = of.teachers
    await shows(of, { teacher: { visible: true, from: now() + 3_600_000, totalRank: true, total: true } })
    actAs('analysis-api')
    expect((await transcriptFor(of, teacher!.token)).status).toBe(refused.notPublished.status)
    expect((await transcriptFor(of, of.manager.token)).status).toBe(0)
    await shows(of, { teacher: { visible: true, totalRank: false, total: true } })
    actAs('analysis-api')
    const columns = (await transcriptFor(of, teacher!.token)).data.sections[0]!.table.columns.map((c) => c.name)
    expect(columns).not.toContain('总排名')
    const rows = async () => (await linesFor(of, teacher!.token)).list.length
    const before = await rows()
    await shows(of, { extra: [teacher!.caller.userId] })
    actAs('analysis-api')
    expect([before < 6, await rows()]).toEqual([true, 6])
    actAs('analysis-work')
  })
})
