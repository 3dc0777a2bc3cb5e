import { beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisProblems as no } from '#shared/analysis/analysis.problems.ts'
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import * as calls from '#shared/analysis/appeal.calls.ts'
import { changeDetail } from '#shared/analysis/change.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { ChangeId, SchoolId } from '#shared/kit/ids.ts'
import { eraseFromRows } from '#functions/kit/kinds.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { toolGrants } from '#functions/exam/exam.store.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { ask, drafted, release, replayed, signed } from '../changes/change.fixtures.ts'
import { appeals, appealWindows } from './appeal.store.ts'

const hour = 3_600_000
beforeAll(() => actAs('analysis-work'))

const opened = async (of: Marked, more: object = {}) => {
  const there = (await ask(of, calls.appealWindow, { examId: of.examId })).data
  const set = { on: true, opens: now() - hour, closes: now() + hour, asks: ['student', 'parent'], most: 2 }
  return ask(of, calls.setAppeals, { examId: of.examId, version: there.version, ...set, ...more })
}
const pupilOf = (of: Marked, i: number, userType = 4) =>
  testCaller({ userType, tenant: of.tenant, studentId: of.studentIds[i]! })
const asking = (of: Marked, questionId: string, reason = '第二步应当得分') => ({
  questionId,
  reason,
  paperId: of.paperId,
})
/** Another who manages the exam, and marked nothing of it. */
const judge = (of: Marked) => testCaller({ userType: 2, tenant: of.tenant })
const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status

it('one that a corrected key has met is answered so, and as nothing else; of a score that stands it is not said', async () => {
  const of = await markedPaper(4)
  await release(of)
  await opened(of)
  const [first, second] = [await pupilOf(of, 0), await pupilOf(of, 1)]
  const [choice, essay] = [of.choice.questionId, of.essay.questionId]
  await ask(of, calls.askAppeal, asking(of, choice), second)
  await ask(of, calls.askAppeal, asking(of, essay), first)
  const accepted = [{ letters: 'B', points: 500 }]
  await signed(of, await drafted(of, 'answer-edit', [{ kind: 'key', questionId: choice, accepted }]))
  const one = { studentId: of.studentIds[1]!, questionId: choice }
  const { item, appeal } = (await ask(of, calls.appealDetail, one)).data
  expect([appeal.score, item!.score]).toEqual([0, 500])
  const who = await judge(of)
  const answered = (kind: string, of1: object, more: object = {}) =>
    status(ask(of, calls.answerAppeal, { ...of1, version: 1, kind, answer: '答案已经更正', ...more }, who))
  expect(await answered('keep', one)).toBe(no.appealCorrected.status)
  expect(await answered('change', one, { letters: ['B'] })).toBe(no.appealSame.status)
  expect(await answered('corrected', { studentId: of.studentIds[0]!, questionId: essay })).toBe(
    no.appealCorrected.status,
  )
  expect(await answered('corrected', one)).toBe(0)
  expect((await ask(of, calls.ownAppeals, {}, second)).data.list).toMatchObject([
    { state: 'corrected', score: 0, scoreAfter: 500, answer: '答案已经更正' },
  ])
  expect((await ask(of, calls.appealDetail, one)).data.appeal.state).toBe('corrected')
  // It is brought about by no set of its own.
  expect((await ask(of, calls.appealStatistics, {})).data).toMatchObject({ asked: 2, open: 1, decided: 0 })
})

it('of a choice says what it is to be read as: no score comes about that no answer earns', async () => {
  const of = await markedPaper(4)
  await release(of)
  await opened(of)
  const [pupil, who] = [await pupilOf(of, 1), await judge(of)]
  const questionId = of.choice.questionId
  await ask(of, calls.askAppeal, asking(of, questionId, '我填的是A'), pupil)
  const one = { studentId: of.studentIds[1]!, questionId }
  const before = (await ask(of, calls.appealDetail, one)).data
  expect([before.item!.score, before.choice]).toEqual([0, { options: ['A', 'B', 'C', 'D'], earns: 'A得5分，其余0分' }])
  const change = { ...one, version: 1, kind: 'change', answer: '浅了，看得出是A' }
  const said = (more: object) => status(ask(of, calls.answerAppeal, { ...change, ...more }, who))
  expect(await said({ score: 250 })).toBe(no.appealReading.status)
  expect(await said({ score: 500 })).toBe(no.appealReading.status)
  expect(await said({ letters: ['E'] })).toBe(no.appealReading.status)
  expect(await said({ letters: [] })).toBe(no.appealSame.status)
  expect(await said({ letters: ['C'], score: 250 })).toBe(no.appealSame.status)
  expect(await said({ letters: ['A'], score: 250 })).toBe(0)
  // Sent again: the answer was lost.
  expect(await said({ letters: ['A'], score: 250 })).toBe(0)
  const { appeal } = (await ask(of, calls.appealDetail, one)).data
  expect(appeal).toMatchObject({ state: 'decided', scoreAfter: 500, lettersAfter: 'A' })
  const { changeId } = (await ask(of, calls.changeByAppeals, {})).data
  await replayed(of, changeId as ChangeId)
  await signed(of, changeId as ChangeId, '成绩申诉')
  const own = (await ask(of, ownResult, {}, pupil)).data
  expect(own.items.find((i) => i.questionId === questionId)).toMatchObject({ score: 500, chosen: 'A' })
})

it('a question that was voided since, and a reading that a new key has overtaken, are named and not set', async () => {
  const of = await markedPaper(4)
  await release(of)
  await opened(of)
  const [first, second, who] = [await pupilOf(of, 1), await pupilOf(of, 2), await judge(of)]
  const questionId = of.choice.questionId
  await ask(of, calls.askAppeal, asking(of, questionId, '我填的是A'), first)
  await ask(of, calls.askAppeal, asking(of, questionId, '我填的是B'), second)
  const change = { questionId, version: 1, kind: 'change', answer: '看得出来' }
  const said = (i: number, letters: string) =>
    status(ask(of, calls.answerAppeal, { ...change, studentId: of.studentIds[i]!, letters: [letters] }, who))
  expect(await said(1, 'A')).toBe(0)
  const accepted = [{ letters: 'C', points: 500 }]
  await signed(of, await drafted(of, 'answer-edit', [{ kind: 'key', questionId, accepted }]))
  const { changeId } = (await ask(of, calls.changeByAppeals, {})).data
  await expect(replayed(of, changeId as ChangeId)).rejects.toThrow()
  expect((await ask(of, changeDetail, { changeId })).data.leftOut).toMatchObject({
    n: 1,
    first: [{ studentName: '学生1', number: '1', why: '读作A现在得0分，请重新答复' }],
  })
  await signed(of, await drafted(of, 'maneuver-score', [{ kind: 'drop', questionId }]))
  expect(await said(2, 'B')).toBe(no.appealVoid.status)
})

describe('appeals', () => {
  it('go from the window over the answer to one change set, and the student reads what became of them', async () => {
    const of = await markedPaper(8)
    await release(of)
    const [first, second] = [await pupilOf(of, 0), await pupilOf(of, 1)]
    const essay = of.essay.questionId
    // Nothing is opened.
    expect((await ask(of, calls.ownAppeals, {}, first)).data).toMatchObject({ closed: 'off', left: 0, list: [] })
    expect(await status(ask(of, calls.askAppeal, asking(of, essay), first))).toBe(no.appealsOff.status)
    await opened(of)
    expect((await ask(of, calls.ownAppeals, {}, first)).data).toMatchObject({ closed: null, left: 2 })

    expect((await ask(of, calls.askAppeal, asking(of, essay), first)).data).toEqual({ left: 1 })
    // Sent again it is the same one; another word is a second appeal.
    expect((await ask(of, calls.askAppeal, asking(of, essay), first)).data).toEqual({ left: 1 })
    expect(await status(ask(of, calls.askAppeal, asking(of, essay, '另一个理由'), first))).toBe(
      no.appealedBefore.status,
    )
    await ask(of, calls.askAppeal, asking(of, of.choice.questionId), first)
    await ask(of, calls.askAppeal, asking(of, essay), second)

    const queue = (await ask(of, calls.listAppeals, {})).data
    expect(queue.list.map((a) => [a.studentName, a.number, a.state, a.score])).toEqual([
      ['学生0', '2', 'open', 100],
      ['学生0', '1', 'open', 500],
      ['学生1', '2', 'open', 200],
    ])
    const one = { studentId: of.studentIds[0]!, questionId: essay }
    const seen = (await ask(of, calls.appealDetail, one)).data
    expect(seen).toMatchObject({
      question: { number: '2', fullScore: 1000 },
      item: { score: 100 },
      marks: [{ role: 'first', score: 100 }],
      pages: [{ page: 1 }],
      next: { studentId: of.studentIds[0], questionId: of.choice.questionId },
    })
    expect(seen.pages[0]!.url).toMatch(/^http/)

    // Who gave the mark does not judge it.
    const change = { ...one, version: 1, kind: 'change', score: 400, answer: '第二步补给分' }
    expect(await status(ask(of, calls.answerAppeal, change))).toBe(no.appealOwnMark.status)
    expect(seen.barred).toBe(no.appealOwnMark.message)
    const other = await judge(of)
    for (const score of [100, 1001])
      expect(await status(ask(of, calls.answerAppeal, { ...change, score }, other))).toBe(no.appealScore.status)
    expect(await status(ask(of, calls.answerAppeal, { ...change, score: 450 }, other))).toBe(no.appealStep.status)
    expect(await status(ask(of, calls.answerAppeal, change, other))).toBe(0)
    expect(await status(ask(of, calls.answerAppeal, { ...change, score: 500 }, other))).toBe(
      commonProblems.stale.status,
    )
    const kept = { studentId: of.studentIds[1]!, questionId: essay, version: 1, kind: 'keep', answer: '评分无误' }
    expect(await status(ask(of, calls.answerAppeal, kept, other))).toBe(0)

    // The kept one is told at once, the other when readers see it.
    const told = async (who: typeof first) => (await ask(of, calls.ownAppeals, {}, who)).data.list
    expect(await told(second)).toMatchObject([{ state: 'kept', answer: '评分无误' }])
    const waiting = (await told(first)).find((a) => a.questionId === essay)
    expect(waiting).toMatchObject({ state: 'open' })
    expect(waiting).not.toHaveProperty('answer')
    const sums = (await ask(of, calls.appealStatistics, {})).data
    expect(sums).toMatchObject({ asked: 3, open: 1, decided: 1 })
    expect(sums.list.find((s) => s.number === '2')).toMatchObject({ asked: 2, open: 0, kept: 1, up: 1, down: 0 })

    const made = (await ask(of, calls.changeByAppeals, {})).data
    await replayed(of, made.changeId as ChangeId)
    expect(await status(ask(of, calls.changeByAppeals, {}))).toBe(no.noDecided.status)
    const again = { ...change, version: 3, kind: 'keep' }
    expect(await status(ask(of, calls.answerAppeal, again, other))).toBe(no.appealChanging.status)
    await signed(of, made.changeId as ChangeId, '成绩申诉')
    expect((await told(first)).find((a) => a.questionId === essay)).toMatchObject({
      state: 'changed',
      answer: '第二步补给分',
      scoreAfter: 400,
    })
    expect((await ask(of, ownResult, {}, first)).data).toMatchObject({ v: 2, total: of.total(0)! + 300 })
    expect((await ask(of, ownResult, {}, second)).data.total).toBe(of.total(1))
  })

  it('are refused before, after, to others, without a result, and beyond their number', async () => {
    const of = await markedPaper(6)
    await release(of)
    const [pupil, parent, absent] = [await pupilOf(of, 0), await pupilOf(of, 0, 5), await pupilOf(of, 5)]
    const essay = asking(of, of.essay.questionId)
    await opened(of, { opens: now() + hour, closes: now() + 2 * hour })
    expect(await status(ask(of, calls.askAppeal, essay, pupil))).toBe(no.appealsBefore.status)
    expect(await status(opened(of, { opens: now() - 2 * hour, closes: now() - hour }))).toBe(no.appealsPast.status)
    expect(await status(opened(of, { opens: now(), closes: now() - 1 }))).not.toBe(0)
    await opened(of, { asks: ['student'] })
    expect(await status(ask(of, calls.askAppeal, essay, parent))).toBe(no.appealsOthers.status)
    // The hour has passed.
    await appealWindows.edit(of, (there) => there && { ...there, closes: now() - 1 })
    expect(await status(ask(of, calls.askAppeal, essay, pupil))).toBe(no.appealsOver.status)
    expect((await ask(of, calls.ownAppeals, {}, pupil)).data.closed).toBe('over')
    await opened(of, { most: 1 })
    expect(await status(ask(of, calls.askAppeal, essay, absent))).toBe(no.appealUnshown.status)
    expect(await status(ask(of, calls.askAppeal, essay, pupil))).toBe(0)
    expect(await status(ask(of, calls.askAppeal, asking(of, of.choice.questionId), pupil))).toBe(
      no.tooManyAppeals.status,
    )
    // Of two at once both have counted before the other is stored.
    const second = await pupilOf(of, 1)
    expect(await status(ask(of, calls.askAppeal, asking(of, of.essay.questionId), second))).toBe(0)
    const counted = vi.spyOn(appeals, 'query').mockResolvedValueOnce([])
    expect(await status(ask(of, calls.askAppeal, asking(of, of.choice.questionId), second))).toBe(
      no.tooManyAppeals.status,
    )
    expect(counted).toHaveBeenCalledTimes(2)
    counted.mockRestore()
    // The parent speaks for the same student.
    expect(await status(ask(of, calls.askAppeal, asking(of, of.essay.questionId, '家长的理由'), parent))).toBe(
      no.appealedBefore.status,
    )
  })

  it('are a manager’s, or whom the tool was given to; and go with an erased student', async () => {
    const of = await markedPaper(6)
    await release(of)
    await opened(of)
    const pupil = await pupilOf(of, 0)
    await ask(of, calls.askAppeal, asking(of, of.essay.questionId), pupil)
    const [teacher, stranger] = [
      of.teachers[0]!,
      await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) }),
    ]
    const http = async (who: typeof teacher) => (await ask(of, calls.listAppeals, {}, who)).http
    expect([await http(teacher), await http(stranger)]).toEqual([403, 403])
    const { examId, tenant } = of
    await asFunction('exam-api', () =>
      toolGrants.put({
        schema: 1,
        examId,
        owner: tenant,
        tool: 'appeal-score',
        to: `u:${teacher.caller.userId}`,
        allows: true,
        byName: '测试用户',
        at: now(),
        version: 1,
      }),
    )
    expect(await http(teacher)).toBe(200)
    // The window is another tool.
    expect((await ask(of, calls.appealWindow, { examId }, teacher)).http).toBe(403)
    const key = { paperId: of.paperId, studentId: of.studentIds[0]!, questionId: of.essay.questionId }
    const known = { studentId: of.studentIds[0]!, names: ['学生0'], numbers: [] }
    await asFunction('school-work', () => eraseFromRows({ schoolId: of.schoolId, known, papers: [of] }))
    expect(await appeals.get(key)).toMatchObject({ reason: '', score: 100 })
  })
})
