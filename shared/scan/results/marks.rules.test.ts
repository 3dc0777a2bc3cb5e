import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markChoices, markFrom, marksOf, marksOfStudent, marksRead, noteText } from './marks.rules.ts'
import type { CellReading, MarkReading } from '../omr/omr.types.ts'
import type { SheetMark } from '../sheet.types.ts'

const optional = { group: '选做', count: 1 }
const questions = [
  { questionId: 'q5', number: '5', fullScore: 1000, markStep: 50 },
  { questionId: 'q6', number: '6', fullScore: 800, optional },
  { questionId: 'q7', number: '7', fullScore: 800, optional },
] as unknown as Parameters<typeof marksRead>[1]

const cell = (value: string, filled: boolean): CellReading => ({
  value,
  state: filled ? 'filled' : 'empty',
  ink: filled ? 0.8 : 0,
  confidence: 1,
})
const read = (values: readonly string[], chosen: readonly string[], doubt?: MarkReading['doubt']): MarkReading => ({
  chosen: [...chosen],
  cells: values.map((v) => cell(v, chosen.includes(v))),
  ...(doubt ? { doubt } : {}),
})
const paper = (chosen: string[]) => ({ ...read(['A', 'B'], chosen), value: chosen.length === 1 ? chosen[0]! : null })
const pick = (chosen: string[]) => ({ questionIds: ['q6', 'q7'], ...read(['q6', 'q7'], chosen) })
const score = (points: number | null, questionIds = ['q5']) => ({ questionIds, ...read(['1'], []), score: points })
const block = (likelyBlank: boolean) => [{ blockId: 'b', questionIds: ['q6', 'q7'], ink: 0, likelyBlank }]

describe('marks of a page', () => {
  it('are what was marked where it is plain and the paper allows it', () => {
    const of = marksRead(
      { paperType: paper(['B']), picks: [pick(['q7'])], scores: [score(750)], blocks: [] },
      questions,
      false,
    )
    expect(of.doubts).toEqual([])
    expect(of.marks.map((m) => [m.id, m.value])).toEqual([
      ['@paper', 'B'],
      ['@pick:q6', 'q7'],
      ['@score:q5', '750'],
    ])
  })

  it.each([
    ['no paper', { paperType: paper([]) }, 'paperType', '试卷类型没有填涂'],
    ['too many picks', { picks: [pick(['q6', 'q7'])] }, 'pick', '应选1题，涂了2题'],
    ['no pick', { picks: [pick([])] }, 'pick', '应选1题，涂了0题'],
    ['more than the full score', { scores: [score(1050)] }, 'scoreBox', '卷面给了10.5分，满分是10分'],
    ['a score between the steps', { scores: [score(725)] }, 'scoreBox', '卷面给了7.25分，给分间隔是0.5分'],
    ['more than the optional ones earn', { scores: [score(900, ['q6', 'q7'])] }, 'scoreBox', '卷面给了9分，满分是8分'],
  ] as const)('%s is a doubt', (_, reading, kind, detail) => {
    const of = marksRead({ blocks: block(false), ...reading } as never, questions, false)
    expect(of.doubts).toMatchObject([{ kind, detail }])
    expect(of.marks[0]!.value).toBeNull()
    // Who was not there has marked nothing.
    expect(marksRead({ blocks: block(false), ...reading } as never, questions, true)).toMatchObject({
      doubts: [],
      marks: [{ value: '' }],
    })
  })

  it('of a place that is empty altogether, none was answered', () => {
    const of = marksRead({ picks: [pick([])], blocks: block(true) }, questions, false)
    expect(of).toMatchObject({ doubts: [], marks: [{ value: '' }] })
    expect(marksOfStudent([{ marks: of.marks, seq: 1 }])).toEqual({ picks: { q6: false, q7: false } })
  })
})

describe('what a person says', () => {
  const of = (kind: SheetMark['kind'], questionIds: string[]): SheetMark => ({
    id: `@${kind}`,
    kind,
    questionIds,
    value: null,
  })
  it.each([
    ['paper', [], 'B', 'B'],
    ['paper', [], '', null],
    ['paper', [], 'C', null],
    ['pick', ['q6', 'q7'], '7', 'q7'],
    ['pick', ['q6', 'q7'], '', ''],
    ['pick', ['q6', 'q7'], '6,7', null],
    ['pick', ['q6', 'q7'], '8', null],
    ['score', ['q5'], '7.5', '750'],
    ['score', ['q5'], '', ''],
    ['score', ['q5'], '7.2', null],
    ['score', ['q5'], '11', null],
    ['score', ['q5'], 'x', null],
  ] as const)('of %s %j, %j, is %j', (kind, ids, typed, stored) => {
    expect(markFrom(of(kind, [...ids]), typed, questions)).toBe(stored)
  })

  it('stands before the machine, and every key that is offered is taken', () => {
    const mark = of('pick', ['q6', 'q7'])
    expect(marksOf([mark], { '@pick': 'q6' })[0]!.value).toBe('q6')
    const [doubt] = marksRead({ picks: [pick(['q6', 'q7'])], blocks: [] }, questions, false).doubts
    expect(markChoices(doubt!)).toEqual(['6', '7'])
    for (const offered of markChoices(doubt!)) expect(markFrom(mark, offered, questions)).not.toBeNull()
  })
})

describe('what a student’s pages say together', () => {
  it('gives a score to one question only, and never to one that was not answered', () => {
    fc.assert(
      fc.property(fc.option(fc.constantFrom('', 'q6', 'q7', 'q6 q7')), fc.constantFrom('', '700'), (picked, given) => {
        const marks: SheetMark[] = [
          { id: '@pick:q6', kind: 'pick', questionIds: ['q6', 'q7'], value: picked },
          { id: '@score:q6', kind: 'score', questionIds: ['q6', 'q7'], value: given },
        ]
        const one = picked === 'q6' || picked === 'q7'
        const { scores, picks } = marksOfStudent([{ marks: marks.toReversed(), seq: 3 }])
        expect(scores).toEqual(one && given ? { [picked]: { score: 700, seq: 3 } } : undefined)
        expect(picks!['q6']).toBe(picked === null ? null : picked.includes('q6'))
      }),
    )
  })
})

describe('a note of the journal', () => {
  const questions = [
    { questionId: 'qu_1', number: '20', unitType: 2 },
    { questionId: 'qu_2', number: '21', unitType: 1 },
    { questionId: 'qu_3', number: '22', unitType: 3 },
  ]
  it.each([
    ['@pick:qu_1=20', '选做题：第20题'],
    ['@pick:qu_1=', '选做题：都没有选做'],
    ['@score:qu_2=8.5 qu_1=AC', '第21题卷面打分：8.5，第20题：AC'],
    ['qu_1= qu_2=', '第20题：未作答，第21题：未作答'],
    ['qu_1= qu_2= qu_1=', '第20、21、20题：未作答'],
    ['qu_1= qu_2=A qu_1=', '第20题：未作答，第21题：A，第20题：未作答'],
    ['qu_1=AC qu_3=T', '第20题：AC，第22题：对'],
    ['qu_1 qu_2', '第20题，第21题'],
    ['@paper=A', '试卷类型：A'],
    ['张三 20260101', '张三 20260101'],
    ['破损', '破损'],
  ])('%s reads %s', (note, text) => {
    expect(noteText(note, questions)).toBe(text)
  })
})
