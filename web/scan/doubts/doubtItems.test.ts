import { describe, expect, it } from 'vitest'
import type { StudentId } from '#shared/kit/ids.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { lettersTyped } from '../results/correct.ts'
import { chosenText } from '../stateWords.ts'
import { bars } from '#shared/scan/scan.rules.ts'
import { sheetDoubtKinds } from '#shared/scan/sheet.types.ts'
import {
  choicesFor,
  findStudent,
  isJudged,
  itemsOf,
  lackingOf,
  likelyLetters,
  nameOf,
  reasonOf,
  studentsMeant,
  suggestionFor,
  untouchedOf,
} from './doubtItems.ts'
import type { DoubtItem } from './doubtItems.ts'

const row = (of: Partial<DoubtRow> & Pick<DoubtRow, 'kind' | 'doubts'>): DoubtRow => ({
  id: 'x',
  name: '名称',
  todo: '',
  source: '',
  assignable: true,
  maySettle: true,
  ...of,
})
const cells = (of: Record<string, ['empty' | 'filled' | 'doubt', number]>) =>
  Object.entries(of).map(([value, [state, ink]]) => ({ value, state, ink }))
const student = { studentId: 'st' as StudentId, studentName: '张三', studentNumber: '20260101', className: '1班' }

describe('the queue', () => {
  it('has one entry for a page without a place and one for each doubt of a page in its place', () => {
    const items = itemsOf([
      row({
        id: 'a',
        kind: 'studentNumber',
        doubts: [{ kind: 'studentNumber' }, { kind: 'faintMark', questionId: 'q1' }],
      }),
      row({
        id: 'b',
        kind: 'faintMark',
        doubts: [
          { kind: 'faintMark', questionId: 'q1' },
          { kind: 'stain', questionId: 'q2' },
        ],
      }),
      row({ id: 'c', kind: 'missingPage', doubts: [{ kind: 'missingPage' }] }),
    ])
    expect(items.map((i) => [i.key, i.mode])).toEqual([
      ['a', 'page'],
      ['b:q1', 'question'],
      ['b:q2', 'question'],
      ['c', 'missing'],
    ])
  })

  it('does not call unclear what was not marked at all', () => {
    const why = (A: [string, number], kind = 'faintMark') => {
      const doubt = {
        kind,
        number: '3',
        questionId: 'q1',
        unitType: 1,
        cells: cells({ A, B: ['empty', 0.01] } as never),
      }
      return reasonOf(itemsOf([row({ kind: 'faintMark', doubts: [doubt as never] })])[0]!)
    }
    expect(why(['empty', 0])).toMatch(/^第3题：没有读到填涂。/)
    expect(why(['doubt', 0.2])).not.toContain('没有读到')
    expect(why(['empty', 0], 'stain')).not.toContain('没有读到')
  })

  describe('a page on which nothing was seen', () => {
    const untouched = (n: number) => ({
      kind: 'faintMark' as const,
      questionId: `q${n}`,
      number: String(n),
      cells: cells({ A: ['empty', 0], B: ['empty', 0] }),
    })
    const pick = { kind: 'pick' as const, questionId: '@pick:q9', cells: cells({ '9': ['empty', 0] }) }
    const blank = row({
      id: 'b',
      kind: 'faintMark',
      blank: 'script',
      student,
      page: 1,
      doubts: [untouched(1), pick, untouched(2), untouched(3)],
    })

    it('is one entry with one key, beside what else is doubtful', () => {
      const items = itemsOf([blank])
      expect(items.map((i) => [i.key, i.mode])).toEqual([
        ['b:blank', 'blank'],
        ['b:@pick:q9', 'question'],
      ])
      expect(nameOf(items[0]!)).toBe('整卷客观题未涂（3题）　张三')
      expect(nameOf(itemsOf([{ ...blank, blank: 'page' }])[0]!)).toBe('第1页客观题未涂（3题）　张三')
      expect(reasonOf(items[0]!)).toContain('3题都没有读到填涂')
      expect(untouchedOf(blank)).toEqual(['q1', 'q2', 'q3'])
      const choices = choicesFor(items[0]!)
      // A whole page's writing is not thrown away by Enter.
      expect(suggestionFor(items[0]!)).toBeUndefined()
      expect(choices.find((c) => c.key === '0')?.value).toEqual({ act: 'blank' })
      expect(choices.map((c) => c.key)).toEqual(['0', 'e', 'v'])
    })

    it('is opened to be gone through, from its first question', () => {
      const opened: string[] = []
      const open = choicesFor(itemsOf([blank])[0]!, (id) => opened.push(id)).find((c) => c.key === 'e')
      expect(open!.opens!()).toBe('b:q1')
      expect(itemsOf([blank], new Set(opened)).map((i) => i.key)).toEqual(['b:q1', 'b:@pick:q9', 'b:q2', 'b:q3'])
    })

    it('waits behind the question whether the candidate was there at all', () => {
      const absent = { ...blank, doubts: [...blank.doubts, { kind: 'absentMark' as const }] }
      expect(itemsOf([absent]).map((i) => i.key)).toEqual(['b:absentMark', 'b:blank', 'b:@pick:q9'])
    })

    it('is nothing of its own where the server has seen marks', () => {
      const { blank: _blank, ...rest } = blank
      expect(itemsOf([rest]).every((i) => i.mode === 'question')).toBe(true)
    })
  })

  describe('a page most of whose questions could not be read', () => {
    const faint = (n: number) => ({
      kind: 'faintMark' as const,
      questionId: `q${n}`,
      number: String(n),
      cells: cells({ A: ['doubt', 0.2], B: ['empty', 0] }),
    })
    const twice = { ...faint(9), kind: 'doubleMark' as const, cells: cells({ A: ['filled', 0.6], B: ['filled', 0.6] }) }
    const lost = { ...faint(2), kind: 'stain' as const }
    const doubts = [faint(1), twice, lost, faint(3)]
    const dim = row({ id: 'd', kind: 'faintMark', unclear: { asked: 3, of: 4 }, student, page: 2, doubts })
    const [first] = itemsOf([dim])

    it('is one entry first: whether it is scanned again', () => {
      expect(itemsOf([dim]).map((i) => [i.key, i.mode])).toEqual([
        ['d:unclear', 'unclear'],
        ['d:q9', 'question'],
      ])
      expect(nameOf(first!)).toBe('第2页有3题看不清　张三')
      expect(reasonOf(first!)).toContain('4题中有3题看不清')
      expect(choicesFor(first!).map((c) => c.key)).toEqual(['e', 'v'])
      expect(choicesFor(first!)[1]!.value).toEqual({ act: 'void', reason: '大部分题看不清，需重新扫描' })
      // What was read of it is not thrown away by Enter.
      expect(suggestionFor(first!)).toBeUndefined()
      expect(suggestionFor({ ...first!, row: { ...dim, assignable: false } })).toBeUndefined()
    })

    it('is gone through from its first unclear question', () => {
      const opened: string[] = []
      expect(choicesFor(first!, (id) => opened.push(id))[0]!.opens!()).toBe('d:q1')
      expect(itemsOf([dim], new Set(opened)).map((i) => i.key)).toEqual(['d:q1', 'd:q9', 'd:q2', 'd:q3'])
    })

    it('waits behind the question whether the candidate was there at all', () => {
      const absent = { ...dim, doubts: [...doubts, { kind: 'absentMark' as const }] }
      expect(itemsOf([absent]).map((i) => i.key)).toEqual(['d:absentMark', 'd:unclear', 'd:q9'])
    })
  })

  it('suggests letters that are dark enough, and offers every option by its key', () => {
    const doubt = {
      kind: 'faintMark' as const,
      questionId: 'q1',
      unitType: 1,
      cells: cells({ A: ['empty', 0], B: ['doubt', 0.2], C: ['filled', 0.8], D: ['empty', 0.01] }),
    }
    expect(likelyLetters(doubt)).toBe('C')
    const [item] = itemsOf([row({ kind: 'faintMark', doubts: [doubt] })])
    expect(choicesFor(item!).map((c) => c.key)).toEqual(['a', 'b', 'c', 'd', '0'])
    expect(suggestionFor(item!)).toBe('c')
    // A cancelled mark is as dark as a clear one: never suggested.
    const cancelled = { ...doubt, cells: cells({ A: ['filled', 0.7], C: ['doubt', 0.71] }) }
    expect(likelyLetters(cancelled)).toBe('A')
    // Of several that may be chosen it may as well be meant: Enter takes nothing, both are offered.
    const several = itemsOf([row({ kind: 'faintMark', doubts: [{ ...cancelled, unitType: 2 }] })])[0]!
    expect(suggestionFor(several)).toBeUndefined()
    expect(choicesFor(several).map((c) => c.name)).toEqual(['1　A', '2　AC', '3　C', '0　未作答'])
    // One of four was crossed out over its filled cell: the other three are one key away.
    const four = cells({ A: ['filled', 0.95], B: ['filled', 0.7], C: ['filled', 0.8], D: ['filled', 0.75] })
    const crossed = itemsOf([row({ kind: 'faintMark', doubts: [{ ...doubt, unitType: 2, cells: four }] })])[0]!
    expect(choicesFor(crossed).map((c) => c.name)).toEqual([
      ...['1　ABCD', '2　BCD', '3　ABD', '4　ABC', '5　ACD'],
      '0　未作答',
    ])
    const alone = { ...doubt, cells: cells({ A: ['empty', 0], C: ['doubt', 0.71] }) }
    expect(likelyLetters(alone)).toBeNull()
    expect(suggestionFor(itemsOf([row({ kind: 'faintMark', doubts: [alone] })])[0]!)).toBeUndefined()
    const faint = { ...doubt, cells: cells({ A: ['doubt', 0.05], B: ['doubt', 0.14] }) }
    expect(likelyLetters(faint)).toBe('B')
    // As little ink as paper has of its own: Enter takes nothing.
    const grain = { ...doubt, unitType: 3, cells: cells({ T: ['empty', 0.03], F: ['doubt', 0.05] }) }
    expect(likelyLetters(grain)).toBeNull()
    const [judged] = itemsOf([row({ kind: 'faintMark', doubts: [grain] })])
    expect(suggestionFor(judged!)).toBeUndefined()
    // True and false are said as the card prints them.
    expect(choicesFor(judged!).map((c) => c.name)).toEqual(['T　对', 'F　错', '0　未作答'])
    const double = { ...doubt, kind: 'doubleMark' as const, cells: cells({ A: ['filled', 0.7], B: ['filled', 0.8] }) }
    const [both] = itemsOf([row({ kind: 'doubleMark', doubts: [double] })])
    // One of the two was mostly struck out: a key takes both, Enter does not.
    expect(suggestionFor(both!)).toBeUndefined()
    expect(choicesFor(both!).map((c) => c.key)).toContain('m')
    const all = { ...doubt, unitType: 2, cells: cells({ A: ['filled', 0.9], B: ['filled', 0.7], C: ['filled', 0.8] }) }
    expect(suggestionFor(itemsOf([row({ kind: 'faintMark', doubts: [all] })])[0]!)).toBeUndefined()
  })

  it('takes out by Enter only what no person could want to keep', () => {
    const of = (kind: DoubtRow['kind'], more: Partial<DoubtRow> = {}) =>
      itemsOf([row({ kind, doubts: [{ kind }], ...more })])[0]!
    expect(suggestionFor(of('blankPage', { assignable: false }))).toBeUndefined()
    expect(suggestionFor(of('unreadable', { assignable: false }))).toBe('v')
    expect(suggestionFor(of('otherExam', { assignable: false }))).toBeUndefined()
    expect(suggestionFor(of('studentNumber'))).toBeUndefined()
    expect(suggestionFor(of('unknownStudent', { suggestion: student }))).toBe('1')
    // Two of a class may have one name.
    const { studentName, className, studentNumber } = student
    expect(choicesFor(of('unknownStudent', { suggestion: student }))[0]!.name).toBe(
      `1　${studentName}（${className} ${studentNumber}）`,
    )
    // Several who may be meant have a key each; Enter takes the nearest alone, and none of two that are as near.
    const possible = [student, { ...student, studentName: '李四', studentNumber: `0${studentNumber}` }]
    const tied = of('unknownStudent', { possible })
    expect(choicesFor(tied).map((c) => c.key)).toEqual(['1', '2', 'v'])
    expect(choicesFor(tied)[1]!.name).toBe(`2　李四（${className} 0${studentNumber}）`)
    expect(suggestionFor(tied)).toBeUndefined()
    const held = of('unknownStudent', {
      page: 1,
      possible: [student, { ...student, taken: true }],
      suggestion: student,
    })
    expect([choicesFor(held)[1]!.name, suggestionFor(held)]).toEqual([
      `2　${studentName}（${className} ${studentNumber}），已有第1页`,
      '1',
    ])
    const rival = { source: 'a.jpg' }
    expect(suggestionFor(of('duplicate', { rival: { ...rival, same: true } }))).toBe('1')
    // Sheets that differ may be of two students.
    expect(suggestionFor(of('duplicate', { rival: { ...rival, same: false } }))).toBeUndefined()
    expect(suggestionFor(of('duplicate', { rival }))).toBeUndefined()
    expect(reasonOf(of('duplicate', { rival: { ...rival, same: false } }))).toContain('可能有一人填错了考号')
    expect(suggestionFor(of('missingPage'))).toBeUndefined()
  })
})

describe('marks beside the letters', () => {
  const dark = ['5', '6', '7'].map((value) => ({ value, state: 'filled' as const, ink: 0.8 }))
  const item = (kind: 'paperType' | 'pick' | 'scoreBox', most?: number): DoubtItem => {
    const doubt = { kind, questionId: '@x', cells: dark, ...(most ? { most } : {}) }
    return { key: 'k', row: {} as DoubtItem['row'], doubt, mode: 'question' }
  }
  it.each<[string, number, Record<string, ['empty' | 'filled' | 'doubt', number]>, string | null]>([
    ['one that is clear', 1, { '35': ['filled', 0.5], '36': ['doubt', 0.12] }, '35'],
    [
      'a clear one and the only faint one',
      2,
      { '37': ['filled', 0.4], '38': ['empty', 0.02], '39': ['doubt', 0.15] },
      '37,39',
    ],
    ['two faint ones alike', 2, { '37': ['doubt', 0.18], '38': ['doubt', 0.15], '39': ['doubt', 0.05] }, '37,38'],
    ['three faint ones', 2, { '37': ['doubt', 0.18], '38': ['doubt', 0.15], '39': ['doubt', 0.12] }, null],
    ['too many', 1, { '35': ['filled', 0.5], '36': ['filled', 0.5] }, null],
    ['too few', 2, { '37': ['filled', 0.5], '38': ['empty', 0.01], '39': ['empty', 0] }, null],
    ['a dark one that may be cancelled', 1, { '35': ['doubt', 0.6], '36': ['empty', 0.01] }, null],
    ['the grain of the paper', 1, { '35': ['doubt', 0.05], '36': ['empty', 0.01] }, null],
  ])('of optional questions the likeliest reading comes first: %s', (_, most, of, likely) => {
    const doubt = { kind: 'pick' as const, questionId: '@pick:q', cells: cells(of), most }
    const here: DoubtItem = { key: 'k', row: {} as DoubtItem['row'], doubt, mode: 'question' }
    const all = choicesFor(here)
    expect(suggestionFor(here)).toBe(likely === null ? undefined : '1')
    if (likely !== null) expect(all[0]!.value).toEqual({ act: 'letters', letters: likely })
    expect(new Set(all.map((c) => JSON.stringify(c.value))).size).toBe(all.length)
  })

  it('are decided by one key each; of full marks where fewer are allowed none is taken by Enter', () => {
    const said = (of: DoubtItem) => choicesFor(of).map((c) => [c.key, c.name, (c.value as { letters: string }).letters])
    expect(said(item('paperType'))).toEqual([
      ['a', 'A　A卷', 'A'],
      ['b', 'B　B卷', 'B'],
    ])
    expect(said(item('pick', 2)).slice(0, 2)).toEqual([
      ['1', '1　第5、6题', '5,6'],
      ['2', '2　第5、7题', '5,7'],
    ])
    expect(said(item('scoreBox', 1000))).toEqual([['0', '0　没有打分', '']])
    for (const kind of ['paperType', 'pick', 'scoreBox'] as const) expect(suggestionFor(item(kind))).toBeUndefined()
  })
})

describe('a typed candidate', () => {
  const all = [
    { ...student, pinyin: 'zhangsan zs' },
    {
      ...student,
      studentId: 's2' as StudentId,
      studentName: '张三丰',
      studentNumber: '20260102',
      pinyin: 'zhangsanfeng zsf',
    },
    { ...student, studentId: 's3' as StudentId, studentName: '李四', studentNumber: '20260203', pinyin: 'lisi ls' },
  ]
  it('is found by number, name or pinyin when only one fits', () => {
    expect(findStudent('20260102', all)).toMatchObject({ studentName: '张三丰' })
    expect(findStudent('203', all)).toMatchObject({ studentName: '李四' })
    expect(findStudent('张三', all)).toMatchObject({ studentName: '张三' })
    expect(findStudent('LISI', all)).toMatchObject({ studentName: '李四' })
    expect(findStudent('zsf', all)).toMatchObject({ studentName: '张三丰' })
    expect(findStudent('zhang', all)).toContain('有2名')
    expect(studentsMeant('zhang', all).map((s) => s.studentName)).toEqual(['张三', '张三丰'])
    expect(studentsMeant('', all)).toEqual([])
    expect(findStudent('王', all)).toContain('没有这样的考生')
  })
})

describe('ways forward', () => {
  it.each([
    ['noNumber', {}, ['v']],
    ['noNumber', { before: student }, ['f', 'v']],
    ['studentNumber', { suggestion: student }, ['1', 'v']],
    ['otherExam', { assignable: false }, ['t', 'v']],
    ['unreadable', { assignable: false }, ['v']],
    ['duplicate', {}, ['1', '2', 'v']],
  ] as const)('of %s %j are %j', (kind, more, keys) => {
    const [item] = itemsOf([row({ kind, doubts: [{ kind }], ...more })])
    expect(choicesFor(item!).map((c) => c.key)).toEqual(keys)
  })

  it.each(sheetDoubtKinds)('there is at least one of %s', (kind) => {
    const doubt = { kind, ...(bars({ kind }) || kind === 'missingPage' ? {} : { questionId: 'q1', cells: [] }) }
    const page = ['scale', 'absentMark', 'likelyBlank', 'suspected'].includes(kind)
    const [item] = itemsOf([row({ kind, doubts: [page ? { kind } : doubt] })])
    expect(choicesFor(item!).length).toBeGreaterThan(0)
  })
})

describe('a choice that is changed', () => {
  it.each([
    ['ac', false, 'AC'],
    ['Ｂ', false, 'B'],
    ['0', false, ''],
    ['对', true, 'T'],
    ['×', true, 'F'],
    ['A', true, null],
    ['', false, null],
  ] as const)('%s, judged %s, is %s', (typed, judged, letters) => {
    expect(lettersTyped(typed, judged)).toBe(letters)
  })
  it('is shown as the card prints it', () => {
    expect([chosenText('F', true), chosenText('F'), chosenText('', true), chosenText(null)]).toEqual([
      '错',
      'F',
      '未作答',
      '存疑',
    ])
  })
})

describe('a page on which no name stands', () => {
  const person = (n: number, pages: number[], state = 'present') => ({
    studentId: `st${n}` as StudentId,
    studentName: `考生${n}`,
    studentNumber: `2026000${n}`,
    pinyin: `kao sheng ${n}`,
    className: '1班',
    state,
    pages,
  })
  const [item] = itemsOf([row({ id: 'a', kind: 'noNumber', page: 2, doubts: [{ kind: 'noNumber' }] })])
  const people = [
    person(1, [1, 2]),
    person(2, [1]),
    person(3, [1, 2]),
    person(4, [], 'missing'),
    person(5, [], 'absent'),
  ]
  const offered = (of: DoubtItem, all: typeof people) =>
    choicesFor(of, undefined, lackingOf(of, all)).map((c) => c.name)

  it('offers the few who lack it, by a key each, and takes none of them by Enter', () => {
    expect(offered(item!, people)).toEqual([
      '1　考生2（1班 20260002），还缺第2页',
      '2　考生4（1班 20260004），还缺第2页',
      'V　作废',
    ])
    expect(choicesFor(item!, undefined, lackingOf(item!, people))[0]!.value).toEqual({
      act: 'assign',
      studentId: 'st2',
    })
    expect(suggestionFor(item!)).toBeUndefined()
  })
  it('offers no one where many lack it, where one is likely, and of a page that is in its place', () => {
    expect(offered(item!, [...people, ...[6, 7, 8].map((n) => person(n, []))])).toEqual(['V　作废'])
    const likely = itemsOf([
      row({ id: 'a', kind: 'noNumber', page: 2, suggestion: student, doubts: [{ kind: 'noNumber' }] }),
    ])
    expect(offered(likely[0]!, people)).toEqual(['1　张三（1班 20260101）', 'V　作废'])
    const seated = itemsOf([row({ id: 'b', kind: 'faintMark', page: 2, student, doubts: [{ kind: 'faintMark' }] })])
    expect(lackingOf(seated[0]!, people)).toEqual([])
  })
})

it('knows true and false by what is printed', () => {
  const printed = (...values: string[]) => ({
    kind: 'faintMark' as const,
    cells: values.map((value) => ({ value, state: 'filled' as const, ink: 0.8 })),
  })
  expect([isJudged(printed('T', 'F')), isJudged(printed('A', 'T')), isJudged(printed())]).toEqual([true, false, false])
})
