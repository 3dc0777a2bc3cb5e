import { describe, expect, it } from 'vitest'
import type { PaperId } from '#shared/kit/ids.ts'
import {
  schoolSits,
  choiceOf,
  combinationOf,
  noCombination,
  offeredTotals,
  takesPaper,
  totalFaults,
  totalWords,
} from './total.rules.ts'

const paper = (courseName: string) => ({ paperId: `pa_${courseName}` as PaperId, courseName })
const nine = ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理'].map(paper)
const id = (name: string) => paper(name).paperId

describe('totals', () => {
  it('are offered by what the papers are', () => {
    expect(offeredTotals(nine).map((t) => t.name)).toEqual(['总分', '语数英', '3+1+2'])
    expect(offeredTotals(nine.slice(0, 3)).map((t) => t.name)).toEqual(['总分'])
    expect(offeredTotals(nine.slice(0, 1))).toEqual([])
    for (const total of offeredTotals(nine)) expect(totalFaults(total, nine)).toEqual([])
  })
  it('count all papers of a course together, and offer their sum', () => {
    const of = (p: (typeof nine)[number], courseId = `co_${p.courseName}`) => ({ ...p, courseId })
    const papers = [...nine.slice(0, 4).map((p) => of(p)), of(paper('数学卷二'), 'co_数学')]
    const offered = new Map(offeredTotals(papers).map((t) => [t.name, t.all]))
    expect(offered.get('数学合计')).toEqual([id('数学'), id('数学卷二')])
    expect(offered.get('语数英')).toEqual(['语文', '数学', '数学卷二', '英语'].map(id))
    expect([...offered.keys()]).toEqual(['总分', '语数英', '数学合计'])
    // Without another course 语数英 is all there is, and called 总分.
    expect(offeredTotals(papers.filter((p) => p.courseName !== '物理')).map((t) => t.name)).toEqual([
      '总分',
      '数学合计',
    ])
  })
  it('read as what they add up', () => {
    const [, , total] = offeredTotals(nine)
    const courseName = new Map(nine.map((p) => [p.paperId, p.courseName]))
    const parts = [
      ...total!.all.map((paperId) => ({ courseName: courseName.get(paperId)!, optional: undefined })),
      ...total!.groups.flatMap((g) =>
        g.paperIds.map((paperId) => ({
          courseName: courseName.get(paperId)!,
          optional: { group: g.name, count: g.count },
        })),
      ),
    ]
    expect(totalWords(parts)).toBe('语文+数学+英语+首选1科（物理、历史）+再选2科（化学、生物、政治、地理）')
  })
  it.each([
    ['总分至少由两科组成', { all: [id('语文')], groups: [] }],
    ['有科目不在本场考试中', { all: [id('语文'), id('占星')], groups: [] }],
    ['语文只能计一次', { all: [id('语文'), id('语文')], groups: [] }],
    ['首选科目要多于应选的1科', { all: [id('语文')], groups: [{ name: '首选', paperIds: [id('物理')], count: 1 }] }],
  ])('%s', (fault, wish) => {
    expect(totalFaults(wish, nine)).toContain(fault)
  })
  it('a combination reads in its usual order, in any order of the papers', () => {
    const read = (...names: string[]) =>
      combinationOf([...nine, paper('思想政治')].reverse())({ chosen: names.map(id) })
    expect(read('地理', '生物', '物理')).toBe('物生地')
    expect(read('思想政治', '历史', '地理')).toBe('史政地')
    expect([read(), combinationOf(nine)({})]).toEqual([noCombination, noCombination])
  })
  it('a choice is of what can be chosen; who has chosen nothing takes all', () => {
    const papers = nine.map((p) => ({ paperId: p.paperId, courseId: `co_${p.courseName}` }))
    const electives = new Set(['物理', '历史', '化学'].map((name) => `co_${name}`))
    expect(choiceOf(['co_物理', 'co_化学', 'co_语文'], papers, electives)).toEqual({
      chosen: [id('物理'), id('化学')],
      without: [id('历史')],
    })
    expect(choiceOf(undefined, papers, electives)).toEqual({})
    expect(choiceOf(['co_语文'], papers, electives)).toEqual({})
  })
  it('what others chose is not taken', () => {
    expect(takesPaper({}, id('物理'))).toBe(true)
    expect(takesPaper({ without: [id('物理')] }, id('物理'))).toBe(false)
    expect(takesPaper({ without: [id('物理')] }, id('语文'))).toBe(true)
  })
})

it('a school sits a paper that any of its candidates takes, and a total by any of its papers', () => {
  const [maths, physics, history] = ['pa_m', 'pa_p', 'pa_h'] as unknown as [PaperId, PaperId, PaperId]
  const courseId = 'co_1' as never
  const of = (candidateCount: number, ...papers: { paperId: PaperId; takers?: number }[]) => ({
    candidateCount,
    papers: papers.map((p) => ({ ...p, courseId })),
  })
  const total = {
    paperId: 'pa_t' as PaperId,
    total: [physics, history].map((paperId) => ({ paperId, courseName: '', questionId: 'qu_1' as never })),
  }
  const both = of(3, { paperId: maths }, { paperId: physics, takers: 2 })
  expect(
    [{ paperId: maths }, { paperId: physics }, { paperId: history }, total].map((p) => schoolSits(both, p)),
  ).toEqual([true, true, false, true])
  expect(schoolSits(of(3, { paperId: maths }, { paperId: physics, takers: 0 }), total)).toBe(false)
  expect(schoolSits(of(0, { paperId: maths }), { paperId: maths })).toBe(false)
})
