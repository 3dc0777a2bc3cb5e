import { describe, expect, it } from 'vitest'
import type { OwnSubject, ownResult } from '#shared/analysis/analysis.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import {
  inPaperOrder,
  lackedText,
  adviceOf,
  besideText,
  appealLine,
  choiceText,
  earnedLines,
  groupText,
  howOf,
  itemName,
  resultSentence,
  scoreText,
  weakestOwn,
} from './resultWords.ts'

type Item = OutputOf<typeof ownResult>['items'][number]
const item = (number: string, of: Partial<Item>): Item =>
  ({
    questionId: `qu_${number}` as QuestionId,
    number,
    score: 0,
    fullScore: 500,
    scoreRate: 0.5,
    lacked: false,
    ...of,
  }) as Item

describe('a question of a result', () => {
  it.each([
    [{ score: 500 }, 'right', '满分 5 / 5'],
    [{ score: 350 }, 'part', '失1.5分 3.5 / 5'],
    [{ score: 0 }, 'wrong', '未得分 0 / 5'],
    [{ score: 0, lacked: true }, 'wrong', '缺页，满分5'],
  ] as const)('%j', (of, how, text) => {
    expect([howOf(item('1', of)), scoreText(item('1', of))]).toEqual([how, text])
  })

  it('says of optional questions without an answer whether their page is missing', () => {
    const group = { numbers: ['19', '20'], fullScore: 1000 }
    expect([groupText(group), groupText({ ...group, lacked: true })]).toEqual(['未作答 0 / 10', '缺页，满分10'])
  })

  it('says what was chosen where letters were, and of a missing page nothing', () => {
    expect(choiceText(item('1', { chosen: 'AC', answer: 'A' }))).toBe('选 AC，答案 A')
    expect(choiceText(item('1', { chosen: '', answer: 'D' }))).toBe('未作答，答案 D')
    expect(choiceText(item('1', { chosen: 'AC', answer: 'A', lacked: true }))).toBe('')
    expect(choiceText(item('1', {}))).toBe('')
  })
})

it('says point by point what a score was made of', () => {
  const points = [
    { name: '列式', score: 700, chosen: true },
    { name: '求解', score: 300, chosen: false },
  ]
  const told = (kind: 'add' | 'deduct' | 'levels', of = points) =>
    earnedLines({ earned: { kind, points: of } }).map((l) => `${l.got ? '✓' : '✗'} ${l.text}`)
  expect(told('add')).toEqual(['✓ 列式 +7', '✗ 求解 未得'])
  expect(told('deduct')).toEqual(['✗ 列式 −7'])
  expect(told('levels', points.slice(0, 1))).toEqual(['✓ 列式'])
  expect(earnedLines({})).toEqual([])
})

it('advises by number, and passes over what the paper has not', () => {
  const items = [
    item('1', { score: 500, scoreRate: 0.312 }),
    item('2', { score: 200, scoreRate: 0.9 }),
    item('3', { score: 200, scoreRate: 0.5, optional: true }),
  ]
  expect(adviceOf({ items, wentWell: ['1', '9'], doNext: ['2', '3'] })).toEqual({
    wentWell: [{ number: '1', text: '第1题得了满分，全体得分率只有31.2%' }],
    doNext: [
      { number: '2', todo: '重做第2题', why: '失3分，多数同学做对了（全体得分率90.0%）' },
      // Half of the points are not "most did it right", and of an optional question only those who chose it are counted.
      { number: '3', todo: '重做第3题', why: '失3分，低于同学的平均（选做者得分率50.0%）' },
    ],
  })
})

it('names an optional group of which nothing was answered first, and none whose page is missing', () => {
  const items = [item('3', { score: 200, scoreRate: 0.5 })]
  const unanswered = [
    { numbers: ['21', '22'], fullScore: 1000 },
    { numbers: ['23', '24'], fullScore: 1000, lacked: true },
  ]
  const { doNext } = adviceOf({ items, unanswered, wentWell: [], doNext: ['3'] })
  expect(doNext.map((d) => `${d.todo}：${d.why}`)).toEqual([
    '补做第21、22题（选做）：一题也没有作答，失10分',
    '重做第3题：失3分，低于同学的平均（全体得分率50.0%）',
  ])
  // Of a group of which too few were answered what the others would have been worth.
  const short = [{ numbers: ['37', '39'], left: 1, fullScore: 800 }]
  expect(adviceOf({ items, short, wentWell: [], doNext: [] }).doNext).toEqual([
    { number: '37、39', todo: '补做第37、39题中的1题（选做）', why: '少答了1题，失8分' },
  ])
})

it('says with the total what no page was handed in for', () => {
  const items = [item('1', { score: 500 }), item('2', { score: 0, lacked: true })]
  const unanswered = [{ numbers: ['21', '22'], fullScore: 1000, lacked: true }]
  expect(lackedText({ items, unanswered })).toBe('缺页：第2、21、22题没有收到，共15分没有计入；请联系老师。')
  expect(lackedText({ items: items.slice(0, 1), unanswered: [{ numbers: ['21'], fullScore: 1000 }] })).toBe('')
})

it('lays groups without an answer where the paper has them', () => {
  const number = (n: string) => ({ number: n })
  const laid = (groups: string[][]) =>
    inPaperOrder(
      ['9', '10', '23', '25'].map(number),
      groups.map((numbers) => ({ numbers })),
    ).map((o) => ('item' in o ? o.item.number : o.group.numbers.join('|')))
  expect(laid([['21', '22']])).toEqual(['9', '10', '21|22', '23', '25'])
  expect(
    laid([
      ['26', '27'],
      ['1', '2'],
    ]),
  ).toEqual(['1|2', '9', '10', '23', '25', '26|27'])
})

describe('whether a score may be asked about', () => {
  const day = Date.UTC(2026, 10, 20, 1)
  const own = { closed: null, opens: day, closes: day, asks: ['student' as const], left: 2 }
  it.each([
    [{}, 5, '2026-11-20 09:00截止，还可以申诉2题'],
    [{ left: 0 }, 5, '可以申诉的题数已用完'],
    [{}, 0, '没有公布各题得分，不能申诉'],
    [{ closed: 'before' as const }, 5, '2026-11-20 09:00开始'],
    [{ closed: 'over' as const }, 5, '已于2026-11-20 09:00截止'],
    [{ closed: 'others' as const }, 5, '由学生提出'],
    [{ closed: 'off' as const }, 5, '申诉已关闭'],
  ])('%j with %i questions: %s', (part, questions, text) =>
    expect(appealLine({ ...own, ...part }, questions)).toBe(text),
  )
})

it.each([
  [undefined, ''],
  [2, '名次和全体得分率不含2所学校'],
])('of a joint exam without %s schools: %s', (without, text) =>
  expect(besideText(without ? { without } : {})).toBe(text),
)

it('of a total speaks of papers, and has no one do a paper again', () => {
  const paper = (number: string, score: number, scoreRate: number) =>
    item(number, { score, fullScore: 5400, scoreRate })
  const said = adviceOf({
    items: [paper('语文', 3100, 0.8), paper('数学', 5400, 0.5), paper('物理', 4860, 0.657)],
    wentWell: ['数学', '物理'],
    doNext: ['语文'],
    ofTotal: true,
  })
  expect(said.wentWell.map((s) => s.text)).toEqual(['数学得了满分，全体得分率只有50.0%', '物理得分率90.0%，全体65.7%'])
  expect(said.doNext.map((s) => `${s.todo}：${s.why}`)).toEqual(['先补语文：失23分，低于同学的平均（全体得分率80.0%）'])
  expect(['语文', '3'].map((n) => itemName(n, n === '语文'))).toEqual(['语文', '第3题'])
})

it('says an own exam in one sentence: its total, or each subject that is shown, and whose questions come first', () => {
  const of = (courseName: string, total: number | null, more: object = {}): OwnSubject => ({
    ...{ paperId: `pa_${courseName}` as PaperId, courseName },
    result: {
      ...{ state: 'present', total, fullScore: 10_000, rank: null, candidates: null, level: null },
      ...{ scored: total !== null, rankBand: null },
      ...more,
    },
  })
  const later = { paperId: 'pa_later' as PaperId, courseName: '英语' }
  const [chinese, maths, kept] = [of('语文', 8200), of('数学', 6150), of('体育', null)]
  expect(resultSentence([chinese, maths, kept, later])).toBe('语文 82 / 100，数学 61.5 / 100，体育 已评阅')
  expect(weakestOwn([chinese, maths, kept, later])).toBe(maths)
  const total = { ...of('总分', 14_350, { rank: 4, candidates: 60, level: 'B' }), ofTotal: true as const }
  expect(resultSentence([total, chinese, maths])).toBe('总分 143.5 / 100，B，第4名，共60人')
  expect(weakestOwn([chinese, maths, total])).toBe(total)
  expect([resultSentence([later]), weakestOwn([later])]).toEqual(['', undefined])
})
