import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import type { Option } from '#web/kit/screens/screen.types.ts'
import { changeForms } from './changeForms.ts'
import type { StandQuestion } from './changeFields.ts'

const q = (n: number): QuestionId => `q${n}` as QuestionId
const single: PaperQuestion = {
  questionId: q(1),
  number: '1',
  unitType: 1,
  fullScore: 500,
  optionCount: 4,
  answer: 'A',
}
const essay: PaperQuestion = { questionId: q(2), number: '2', unitType: 5, fullScore: 1000 }
const form = changeForms['question-type-set']
const edits = (of: PaperQuestion, typed: object) =>
  form.edits({ ...form.start, questionId: of.questionId, ...form.begins!(of), ...typed }, [single, essay])

describe('the type of a question, as it is typed', () => {
  it('begins with what is, and is no edit until something differs', () => {
    expect(edits(single, {})).toEqual({ faults: ['题型、满分和答案都和现在一样'] })
    expect(edits(essay, {})).toEqual({ faults: ['题型、满分和答案都和现在一样'] })
  })

  it('is an edit for what differs alone; another way to earn comes with its key', () => {
    expect(edits(essay, { unitType: '7' })).toEqual({ edits: [{ kind: 'type', questionId: q(2), unitType: 7 }] })
    expect(edits(essay, { fullScore: '8', how: 'cap' })).toEqual({
      edits: [{ kind: 'full', questionId: q(2), fullScore: 800, how: 'cap' }],
    })
    const accepted = [{ letters: 'AC', points: '5' }]
    expect(edits(single, { unitType: '2', accepted, tiers: { 1: '2' } })).toEqual({
      edits: [
        { kind: 'type', questionId: q(1), unitType: 2 },
        {
          kind: 'key',
          questionId: q(1),
          accepted: [{ letters: 'AC', points: 500 }],
          tiers: [{ right: 1, points: 200 }],
        },
      ],
    })
    expect(edits(single, { accepted: [{ letters: 'B', points: '5' }] })).toMatchObject({ edits: [{ kind: 'key' }] })
  })

  it('takes no answer below nothing', () => {
    const faults = { faults: ['每个答案的得分不能小于0'] }
    expect(edits(single, { accepted: [{ letters: 'B', points: '-1' }] })).toEqual(faults)
    expect(edits(single, { accepted: [{ letters: 'B', points: '0' }] })).toMatchObject({ edits: [{ kind: 'key' }] })
  })

  it('takes no answer above the full mark, nor a part of one, by the full mark that is typed with it', () => {
    const faults = { faults: ['每个答案的得分不能超过满分5分'] }
    const more = [
      { letters: 'A', points: '5' },
      { letters: 'B', points: '99' },
    ]
    expect(edits(single, { accepted: more })).toEqual(faults)
    const key = { questionId: q(1), how: 'key', accepted: more }
    expect(changeForms['answer-edit'].edits(key, [single])).toEqual(faults)
    const both = { unitType: '2', accepted: [{ letters: 'AC', points: '5' }], tiers: { 1: '5.5' } }
    expect(edits(single, both)).toEqual(faults)
    expect(edits(single, { fullScore: '99', how: 'keep', accepted: more })).toHaveProperty('edits')
  })

  it('leaves the key in force as it is until it is typed', () => {
    const accepted = [
      { letters: 'AC', points: 500 },
      { letters: 'BD', points: 300 },
    ]
    const now = { accepted, tiers: [{ right: 1, points: 200 }], all: true as const }
    const multiple: StandQuestion = { ...single, unitType: 2, answer: 'AC', now }
    const key = {
      accepted: [
        { letters: 'AC', points: '5' },
        { letters: 'BD', points: '3' },
      ],
      tiers: { 1: '2' },
    }
    expect(form.begins!(multiple)).toMatchObject(key)
    expect(changeForms['answer-edit'].begins!(multiple)).toEqual(key)
    const made = (typed: object) =>
      form.edits({ ...form.start, questionId: multiple.questionId, ...form.begins!(multiple), ...typed }, [multiple])
    const full = { kind: 'full', questionId: q(1), fullScore: 1000, how: 'scale' }
    expect(made({ fullScore: '10' })).toEqual({ edits: [full] })
    // Typed as the new full mark scales it is no other key.
    const doubled = [
      { letters: 'AC', points: '10' },
      { letters: 'BD', points: '6' },
    ]
    expect(made({ fullScore: '10', accepted: doubled, tiers: { 1: '4' } })).toEqual({ edits: [full] })
    expect(made({ unitType: '1' })).toEqual({ faults: ['单选题只有一个答案，请同时改答案'] })
    expect(made({ unitType: '1', accepted: [{ letters: 'A', points: '5' }] })).toMatchObject({
      edits: [{ kind: 'type' }, { kind: 'key', accepted: [{ letters: 'A' }] }],
    })
    const [one] = [
      {
        ...single,
        now: {
          accepted: [
            { letters: 'A', points: 500 },
            { letters: 'B', points: 500 },
          ],
        },
      },
    ]
    const type = form.edits({ ...form.start, questionId: q(1), ...form.begins!(one), unitType: '2' }, [one])
    expect(type).toEqual({ edits: [{ kind: 'type', questionId: q(1), unitType: 2 }] })
  })

  it('is said to be wrong where it is', () => {
    expect(edits(single, { fullScore: '' })).toEqual({ faults: ['请填写满分'] })
    expect(edits(single, { fullScore: '-5' })).toEqual({ faults: ['满分应大于0'] })
    expect(edits(single, { accepted: [{ letters: '', points: '5' }] })).toEqual({ faults: ['请选择正确答案'] })
    expect(form.edits(form.start, [single])).toEqual({ faults: ['请选择题目'] })
  })

  it('offers a question those types that are read or marked as it is', () => {
    const shown = (of: PaperQuestion) =>
      form
        .fields([single, essay], false)
        .filter((f) => f.name === 'unitType' && f.when?.({ questionId: of.questionId }))
        .flatMap((f) => ('options' in f && Array.isArray(f.options) ? (f.options as Option[]) : []).map((o) => o.label))
    expect(shown(single)).toEqual(['单选题', '多选题'])
    expect(shown(essay)).toEqual(['填空题', '解答题', '英语作文', '语文作文'])
  })
})
