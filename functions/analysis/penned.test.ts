import { beforeAll, expect, it } from 'vitest'
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { OwnShows } from '#shared/exam/tools/disclosure.types.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import type { PenNote } from '#shared/kit/pen/pen.types.ts'
import { disclosures } from '#functions/exam/exam.store.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { answers } from '#functions/marking/marking.store.ts'
import { handler } from './analysis.api.ts'
import { markedPaper } from './analysis.fixtures.ts'
import { publish, student } from './analysis.testing.ts'

beforeAll(() => actAs('analysis-work'))

it('a student sees what was written with the published mark, where the policy shows it, and the own alone', async () => {
  const of = await markedPaper(4)
  const at = { paperId: of.paperId, questionId: of.essay.questionId }
  const written = (text: string): PenNote[] => [{ kind: 'text', on: 0, at: [100, 40], size: 30, text }]
  const give = (i: number, score: number, text: string) =>
    asFunction('marking-work', async () => {
      const value = { kind: 'score' as const, score, notes: written(text) }
      const by = of.manager.caller.userId
      const first = { value, by, at: now(), attemptId: newId<AttemptId>('attempt'), epoch: 1, imageVersion: 1 }
      await answers.update({ ...at, studentId: of.studentIds[i]! }, { first })
    })
  const shows = async (own: Partial<OwnShows>) => {
    const policy = disclosureOfStage(1)
    const there = await disclosures.get({ examId: of.examId })
    const row = { schema: 1 as const, examId: of.examId, ...policy, student: { ...policy.student, ...own } }
    await asFunction('exam-api', async () =>
      there ? disclosures.save({ ...there, ...row }) : disclosures.create({ ...row, version: 1 }),
    )
  }
  const own = async (i: number) => {
    const { token } = await student(of, i)
    actAs('analysis-api')
    const { data } = await send(handler, ownResult, { paperId: of.paperId }, token)
    actAs('analysis-work')
    return data.items.map((item) => item.notes)
  }
  await give(0, 700, '方法好')
  await give(1, 300, '看清题')
  await publish(of)
  // Until the exam says so it is not shown.
  expect(await own(0)).toEqual([undefined, undefined])
  await shows({ notes: true })
  expect(await own(0)).toEqual([undefined, written('方法好')])
  expect(await own(1)).toEqual([undefined, written('看清题')])
  // Given since the publication: another score, and what is written with it, is not told.
  await give(1, 900, '其实很好')
  expect(await own(1)).toEqual([undefined, undefined])
  // A sheet that is not shown has no notes, and scores that are kept keep them.
  await shows({ notes: true, paper: false })
  expect(await own(0)).toEqual([undefined, undefined])
  await shows({ notes: true, questions: false })
  expect(await own(0)).toEqual([])
})
