import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tenant } from '#shared/kit/ids.ts'
import { barOf, toolList, toolsFor, usedNow } from './tool.rules.ts'
import { examTools, toolGroups } from './tool.table.ts'

const facts = { owner: 's:sc_1' as Tenant, manages: true, status: 1, markingProgress: 1, questionCount: 20 }

describe('the tools of an exam', () => {
  it('are all in the list, by group', () => {
    expect(toolList.map((t) => t.code).sort()).toEqual(Object.keys(examTools).sort())
    const groups = toolList.map((t) => t.group)
    expect([...new Set(groups)]).toEqual(Object.keys(toolGroups))
    expect(groups).toEqual([...groups].sort((a, b) => order(a) - order(b)))
  })
  const order = (group: string): number => Object.keys(toolGroups).indexOf(group)

  const changing = ['adjust-score', 'exam-merge', 'miss-exam', 'question-type-set']
  const again = ['remark', 'reset-read']
  it.each([
    [
      {},
      [
        ...changing,
        'maneuver-score',
        'answer-card-download',
        'appeal-score',
        'evidence-pack',
        'publish-score',
        'remark',
        'reset-read',
        'score-edit',
        'tutor',
      ].sort(),
    ],
    [
      { questionCount: 0 },
      [
        'adjust-read-arrange',
        'adjust-score',
        'answer-card-download',
        'answer-card-upload',
        'appeal-score',
        'evidence-pack',
        'exam-merge',
        'knowledge-relate',
        'maneuver-score',
        'miss-exam',
        'publish-score',
        'question-type-set',
        'remark',
        'reset-read',
        'score-edit',
        'tutor',
      ],
    ],
    [
      { markingProgress: 3 },
      [
        ...changing,
        ...again,
        'maneuver-score',
        'appeal-score',
        'evidence-pack',
        'publish-score',
        'score-edit',
        'tutor',
      ].sort(),
    ],
    [{ markingProgress: 5 }, [...changing, 'appeal-score', 'evidence-pack', 'publish-score', 'tutor'].sort()],
    [{ markingProgress: 5, status: 2 }, ['appeal-score', 'evidence-pack', 'tutor']],
    [{ markingProgress: 6, status: 3 }, again],
    // Who only holds a tool changes nothing that readers see.
    [{ markingProgress: 6, status: 3, manages: false }, ['answer-edit', ...again, 'score-edit']],
    [{ markingProgress: 6, status: 2, manages: false }, ['appeal-score', 'evidence-pack', 'tutor']],
    [{ markingProgress: 6, status: 3, owner: 'a:ar_1' as Tenant }, [...again, 'student-tag', 'teacher-manager']],
    [{ markingProgress: 6 }, ['appeal-score', 'evidence-pack', 'tutor']],
  ])('of an exam with %j are barred: %j', (more, barred) => {
    const found = toolList.filter((t) => barOf(t, { ...facts, ...more }) !== null)
    // What an exam of several schools alone has is barred in every other.
    const own = { ...facts, ...more }.owner.startsWith('s:') ? ['exam-teacher-declare'] : []
    expect(found.map((t) => t.code).sort()).toEqual([...barred, ...own].sort())
  })

  it.each([
    ['', toolList.map((t) => t.code)],
    [
      '  答案 ',
      ['answer-edit', 'download-center', 'good-answer-download', 'evidence-pack', 'question-type-set', 'paper-info'],
    ],
    [
      '成绩',
      [
        'download-center',
        'transcript-download',
        'evidence-pack',
        'appeal-visible',
        'appeal-score',
        'score-edit',
        'publish-score',
        'performance-import',
        'exam-visibility',
      ],
    ],
    ['PUBLISH', ['publish-score']],
    ['得分 理由', ['score-edit']],
    ['满分', ['adjust-score']],
    ['没有这个', []],
  ])('for “%s” are found: %j', (search, codes) => expect(toolsFor(search).map((t) => t.code)).toEqual(codes))

  it('last used come first, once, and no more than four; a code of no tool goes', () => {
    const codes = fc.constantFrom(...toolList.map((t) => t.code))
    fc.assert(
      fc.property(fc.array(fc.oneof(codes, fc.string())), codes, (recent, code) => {
        const used = usedNow(recent, code)
        expect(used[0]).toBe(code)
        expect(new Set(used).size).toBe(used.length)
        expect(used.length).toBeLessThanOrEqual(4)
        expect(used.every((c) => c in examTools)).toBe(true)
      }),
    )
  })
})
