/** 考生标签 as groups of figures: apart from each other and from who has none, for who sees all. */
import { beforeAll, expect, it } from 'vitest'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { candidates } from '#functions/exam/exam.store.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import { ask, drafted, release, signed } from '../changes/change.fixtures.ts'
import { sizes } from '../sizes.ts'

beforeAll(() => actAs('analysis-work'))

it('compares who has a tag with who has another and with who has none; a candidate of two counts in both', async () => {
  const usual = { ...sizes }
  // Shards of four: a group is added up from several.
  Object.assign(sizes, { part: 4, range: 4 })
  try {
    const of = await markedPaper(11)
    const tagsOf = (i: number): string[] => [...(i < 5 ? ['住校'] : []), ...(i % 4 === 0 ? ['体育生'] : [])]
    for (const [i, studentId] of of.studentIds.entries())
      if (tagsOf(i).length > 0)
        await asFunction('exam-api', async () => {
          const key = { examId: of.examId, schoolId: of.schoolId, studentId }
          await candidates.put({ ...(await candidates.get(key))!, tags: tagsOf(i) })
        })
    await release(of)
    const report = async (who = of.manager, by: string | undefined = 'tag') =>
      (await ask(of, paperReport, { report: 'classContrast', ...(by ? { by } : {}) }, who)).data
    const means = async () => {
      const { title, options, sections } = await report()
      const { columns, rows } = sections.find((s) => s.table.columns.some((c) => c.name === '平均分'))!.table
      const at = columns.findIndex((c) => c.name === '平均分')
      return { title, by: options?.['by'], told: rows.map((r) => [r.cells[0], r.cells[at]]) }
    }
    const mean = (has: (i: number) => boolean, more = 0): number => {
      const some = of.studentIds.flatMap((_, i) => (has(i) && of.total(i) !== null ? [of.total(i)! + more] : []))
      return some.reduce((a, b) => a + b, 0) / some.length
    }
    const found = await means()
    expect(found.title).toBe('考生标签对比')
    expect(found.by).toContainEqual({ value: 'tag', label: '考生标签' })
    const expected = (more = 0): unknown[] => [
      [
        '全体',
        expect.closeTo(
          mean(() => true, more),
          6,
        ),
      ],
      [
        '住校',
        expect.closeTo(
          mean((i) => i < 5, more),
          6,
        ),
      ],
      [
        '体育生',
        expect.closeTo(
          mean((i) => i % 4 === 0, more),
          6,
        ),
      ],
      [
        '无标签',
        expect.closeTo(
          mean((i) => tagsOf(i).length === 0, more),
          6,
        ),
      ],
    ]
    const inOrder = (told: unknown[]): unknown[] => [...told].sort((a, b) => String(a).localeCompare(String(b)))
    expect(inOrder(found.told)).toEqual(expect.arrayContaining(expected()))
    expect(found.told).toHaveLength(4)
    // The version that a change set makes has them too.
    const more = [...of.studentIds.keys()].map((i) => String(1000 + i))
    const edit = { kind: 'add' as const, questionId: of.essay.questionId, by: -100, numbers: more }
    await signed(of, await drafted(of, 'maneuver-score', [edit]))
    expect((await means()).told).toEqual(expect.arrayContaining(expected(-100)))
    // Who teaches a class is not told of others by their tags.
    const own = await report(of.teachers[0])
    expect([own.title, JSON.stringify(own.options ?? {})]).toEqual(['班级对比', expect.not.stringContaining('tag')])
  } finally {
    Object.assign(sizes, usual)
  }
})
