import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClassId, StudentId } from '#shared/kit/ids.ts'
import type { Candidate } from '../exam.types.ts'
import { numberSheet, planNumbers } from './numbers.rules.ts'
import { numbersIn } from './sheet.rules.ts'
import type { Sheet } from './sheet.rules.ts'
import { mostTags, mostTagsOfCandidate } from './tag.rules.ts'
import { planTagSheet, tagSheet } from './tagSheet.rules.ts'

const candidate = (n: number, more: Partial<Candidate> = {}): Candidate => ({
  schema: 1,
  examId: 'ex' as never,
  schoolId: 'sc' as never,
  studentId: `st${n}` as StudentId,
  studentName: `学生${n}`,
  pinyin: 'xs',
  studentNumber: String(1000 + n),
  classId: 'c1' as ClassId,
  className: '1班',
  ...more,
})
const sheetOf = (...rows: readonly (readonly string[])[]): Sheet => rows.map((cells, i) => ({ row: i + 1, cells }))
const roster = [candidate(1, { tags: ['甲', '乙'] }), candidate(2, { tags: ['甲'] }), candidate(3)]
const tagsAfter = (...rows: readonly (readonly string[])[]) => planTagSheet(sheetOf(...rows), roster)

describe('the numbers of a table', () => {
  it('are those of its column, a line a row, so that what is wrong is named by its row', () => {
    const sheet = [
      { row: 1, cells: ['期中考试', ''] },
      { row: 3, cells: ['姓名', ' 考号 '] },
      { row: 4, cells: ['学生1', "'1001"] },
      { row: 6, cells: ['学生2', '１００２'] },
    ]
    expect(numbersIn(sheet).split('\n')).toEqual(['', '', '', '1001', '', '1002'])
    expect(numbersIn(sheetOf(['1001'], ['1002']))).toBe('1001\n1002')
    expect(numbersIn([])).toBe('')
  })

  it('of the sheet that is handed out change nothing when they are brought back', () => {
    const seated = [candidate(1, { ownNumber: '7', room: '01', seat: '02' }), candidate(2)]
    const { next, problems } = planNumbers({ kind: 'file', key: 'k', fileName: 'n.xlsx' }, seated, {
      seed: 1,
      sheet: sheetOf(...numberSheet(seated)),
    })
    expect([problems, next]).toEqual([[], seated])
  })
})

describe('tags as a table', () => {
  it('brought back as they went out change no candidate', () => {
    const tag = fc.string({ unit: fc.constantFrom('甲', '乙', '丙', '1'), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(tag, { maxLength: 3 }), { minLength: 1, maxLength: 5 }), (all) => {
        const own = all.map((tags, i) => candidate(i, tags.length > 0 ? { tags } : {}))
        expect(planTagSheet(sheetOf(...tagSheet(own)), own)).toEqual({ put: [], meant: own.length, problems: [] })
      }),
    )
  })

  it('are given and taken as the table says, and who is not in it keeps the own', () => {
    const { put, meant, problems } = tagsAfter(['考号', '标签'], ['1001', ''], ['1003', '丙，甲; 丙'], ['', ''])
    expect([put.map((c) => [c.studentId, c.tags]), meant, problems]).toEqual([
      [
        ['st1', undefined],
        ['st3', ['丙', '甲']],
      ],
      2,
      [],
    ])
  })

  it.each<[what: string, rows: string[][], problem: string]>([
    ['no head', [['1001', '甲']], '前十行没有“考号”“标签”两列'],
    ['no row', [['考号', '标签']], '表里没有考生'],
    [
      'a stranger',
      [
        ['考号', '标签'],
        ['9999', '甲'],
      ],
      '第2行：9999不是本场考试的考生',
    ],
    [
      'no number',
      [
        ['考号', '标签'],
        ['', '甲'],
      ],
      '第2行：没有考号的一行不是本场考试的考生',
    ],
    [
      'one twice',
      [
        ['考号', '标签'],
        ['1001', ''],
        ['1001', '甲'],
      ],
      '第3行：1001与第2行是同一名考生',
    ],
    [
      'another’s name',
      [
        ['考号', '姓名', '标签'],
        ['1001', '学生2', '甲'],
      ],
      '第2行：1001的考生是学生1，不是学生2',
    ],
    [
      'a long one',
      [
        ['考号', '标签'],
        ['1001', '一二三四五六七八九十一二三'],
      ],
      '第2行：标签“一二三四五六七八九十一二三”太长，最多12个字',
    ],
    [
      'too many',
      [
        ['考号', '标签'],
        ['1001', Array.from({ length: mostTagsOfCandidate + 1 }, (_, i) => `类${i}`).join('、')],
      ],
      '第2行：一名考生最多5个标签',
    ],
  ])('with %s no candidate changes', (_what, rows, problem) => {
    expect(tagsAfter(...rows)).toEqual({ put: [], meant: 0, problems: [problem] })
  })

  it('are of so many different ones, with those of whom the table does not name', () => {
    const full = Array.from({ length: mostTags - 1 }, (_, i) => candidate(10 + i, { tags: [`类${i}`] }))
    const own = [candidate(1), ...full]
    const one = (tags: string) => planTagSheet(sheetOf(['考号', '标签'], ['1001', tags]), own).problems
    expect([one('新'), one('新、又')]).toEqual([[], ['一场考试最多20个标签，这样会有21个']])
  })
})
