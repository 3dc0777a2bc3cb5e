/** True and false are told as such by every answer that shows what was chosen. */
import { beforeAll, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import * as exception from '#shared/scan/doubts/exception.calls.ts'
import { lowConfident } from '#shared/scan/results/result.calls.ts'
import { confirmReading } from '#shared/scan/scan.calls.ts'
import { pageDetail } from '#shared/scan/uploading/sheetCount.calls.ts'
import { actAs } from '#functions/kit/testing.ts'
import { paint, printedOf, sit } from '../scan.fixtures.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'

beforeAll(() => actAs('scan-api'))

const id = (n: number) => composeId('question', n, new Uint8Array(10))
const questions: PaperQuestion[] = [
  { questionId: id(1), number: '1', unitType: 1, fullScore: 300, optionCount: 4, answer: 'A' },
  { questionId: id(2), number: '2', unitType: 3, fullScore: 300, optionCount: 2, answer: 'T' },
]
const design: CardDesign = {
  schema: 1,
  title: '判断',
  sheetType: 0,
  studentNumber: { length: 10, mode: 'bubbles' },
  showSealLine: false,
  units: [
    { unitId: 'u1', unitType: 1, questions: printedOf(questions.slice(0, 1)) },
    { unitId: 'u2', unitType: 3, questions: printedOf(questions.slice(1)) },
  ],
}

it('a question that is judged is named so where one looks by question, by page and at what is in doubt', async () => {
  const of = await sit(1, design, 1, questions)
  const { paperId } = of
  const number = of.students[0]!.studentNumber
  await laid(of, await paint(of.card, 1, { number, choices: { [id(1)]: 'A', [id(2)]: 'TF' } }))
  const [low] = (await ask(lowConfident, { paperId, pageSize: 20 }, of)).data.list
  expect(low).toMatchObject({ number: '2', judged: true })
  const { batchId, no } = low!
  const said = { batchId, no, version: low!.version, answers: [{ questionId: id(2), letters: 'F' }] }
  await ask(confirmReading, said, of)
  const page = (await ask(pageDetail, { batchId, no }, of)).data
  expect(page.choices.map((c) => [c.number, c.chosen, c.judged])).toEqual([
    ['1', 'A', false],
    ['2', 'F', true],
  ])
  expect(page.journal.map((e) => e.note)).toContain('第2题：错')
  const chose = async (n: number) =>
    (await ask(exception.questionChoices, { paperId, questionId: id(n), pageSize: 20 }, of)).data.list
  expect([await chose(1), await chose(2)]).toMatchObject([
    [{ chosen: 'A', judged: false }],
    [{ chosen: 'F', judged: true }],
  ])
})
