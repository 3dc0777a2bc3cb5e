/** Reports without the candidates of chosen tags, or of them alone: on screen, in lines and in files, for who sees all. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { paperReport, transcript } from '#shared/analysis/analysis.calls.ts'
import { reportIds } from '#shared/analysis/reports/faces.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import { candidates } from '#functions/exam/exam.store.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../analysis.api.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { ask, drafted, release, signed } from '../changes/change.fixtures.ts'
import { bookOf } from '../export/export.reports.ts'
import { jointPaper, publishJoint } from '../joint.fixtures.ts'
import { seenBy } from '../sight.ts'
import { sizes } from '../sizes.ts'

const usual = { ...sizes }
beforeAll(() => actAs('analysis-work'))
// Shards of four: sums of a tag are added up from several.
beforeEach(() => void Object.assign(sizes, { part: 4, range: 4 }))
afterEach(() => void Object.assign(sizes, usual))

const tagged = async (of: Pick<Marked, 'examId'>, schoolId: string, own: Record<string, string[]>): Promise<void> => {
  for (const [studentId, tags] of Object.entries(own))
    await asFunction('exam-api', async () => {
      const key = { examId: of.examId, schoolId, studentId } as never
      await candidates.put({ ...(await candidates.get(key))!, tags })
    })
}

/** The first five board, the first, fifth and ninth are a guest by a name with a comma. */
const guest = '借读,转入'
const tagsOf = (i: number): string[] => [...(i < 5 ? ['住校'] : []), ...(i % 4 === 0 ? [guest] : [])]
const published = async (): Promise<Marked> => {
  const of = await markedPaper(11)
  const own = of.studentIds.flatMap((id, i) => (tagsOf(i).length > 0 ? [[id, tagsOf(i)] as const] : []))
  await tagged(of, of.schoolId, Object.fromEntries(own))
  await release(of)
  return of
}
const report = async (of: Marked, id: string, tags?: string, who = of.manager) =>
  (await ask(of, paperReport, { report: id, ...(tags === undefined ? {} : { tags }) }, who)).data
const numbersOf = (value: Awaited<ReturnType<typeof report>>, name: string): Record<string, unknown> => {
  const { columns, rows } = value.sections.find((s) => s.table.columns.some((c) => c.name === name))!.table
  const at = columns.findIndex((c) => c.name === name)
  return Object.fromEntries(rows.map((r) => [String(r.cells[0]), r.cells[at]]))
}

it('counts all but some, or some alone: means, ranks, lines, files and the foot are of those', async () => {
  const of = await published()
  const without = `out:${guest.replace(',', '%2C')}`
  const has = (i: number) => i % 4 !== 0
  const totals = (some: (i: number) => boolean) =>
    of.studentIds.flatMap((_, i) => (some(i) && of.total(i) !== null ? [of.total(i)!] : []))
  const mean = (all: number[]): number => all.reduce((a, b) => a + b, 0) / all.length

  const whole = await report(of, 'classContrast')
  expect(whole.options?.['tags']).toEqual([
    { value: 'out:住校', label: '不计住校（5人）' },
    { value: without, label: `不计${guest}（3人）` },
    { value: 'out:无标签', label: '不计无标签（5人）' },
    { value: 'in:住校', label: '只计住校（5人）' },
    { value: `in:${guest.replace(',', '%2C')}`, label: `只计${guest}（3人）` },
    { value: 'in:无标签', label: '只计无标签（5人）' },
  ])
  expect(whole.source).not.toHaveProperty('counted')
  const out = await report(of, 'classContrast', without)
  expect(numbersOf(out, '平均分')['全体']).toBeCloseTo(mean(totals(has)), 6)
  expect(keyWords(out.source)).toBe(`按第1版答案，不计标签${guest}，计8名考生`)
  const only = await report(of, 'classContrast', without.replace('out', 'in'))
  expect(numbersOf(only, '平均分')['全体']).toBeCloseTo(mean(totals((i) => !has(i))), 6)
  expect(numbersOf(only, '平均分')['全体']).not.toBeCloseTo(mean(totals(has)), 2)
  // Both choices at once: who boards and is no guest.
  const both = await report(of, 'classContrast', `in:住校,${without}`)
  expect(both.source.counted).toEqual({ in: ['住校'], out: [guest], students: 3 })

  // Lines are those candidates', each with the place among them; so is the workbook.
  const lines = transcriptLines((await ask(of, transcript, { pageSize: 50, tags: without })).data).list
  const ranked = totals(has).sort((a, b) => b - a)
  expect(lines.map((l) => l.total).filter((t) => t !== null)).toEqual(ranked)
  expect(lines.map((l) => l.rank).filter((r) => r !== null)).toEqual(ranked.map((t) => ranked.indexOf(t) + 1))
  for (const line of lines) expect(has(of.studentIds.indexOf(line.studentId as never))).toBe(true)
  const top = transcriptLines((await report(of, 'topStudent', without)) as never).list
  expect(top.map((l) => l.total)).toEqual(ranked)
  actAs('analysis-work')
  const seen = await seenBy(of.paperId, of.manager.caller)
  const chunks: Uint8Array[] = []
  for await (const chunk of await bookOf(seen, '成绩单', { params: { pageNumber: 1, pageSize: 20, tags: [without] } }))
    chunks.push(chunk)
  const book = await readXlsx(Buffer.concat(chunks))
  expect(book.sheets[0]!.rows.slice(1).map((r) => String(r[0]))).toEqual(lines.map((l) => l.studentName))
  expect(JSON.stringify(book.sheets.map((s) => s.rows))).toContain(`不计标签${guest}，计8名考生`)
  // The version that a change set makes offers the same.
  await signed(of, await drafted(of, 'maneuver-score', [{ kind: 'all', questionId: of.choice.questionId }]))
  expect((await report(of, 'classContrast', without)).source.counted!.students).toBe(8)
})

it('is the report as before where nothing is chosen, and of no candidate says so in every report', async () => {
  const of = await published()
  for (const id of reportIds) {
    expect(JSON.stringify(await report(of, id, ''))).toBe(JSON.stringify(await report(of, id)))
    const none = await report(of, id, 'in:没有的标签')
    expect(none.source.counted).toEqual({ in: ['没有的标签'], out: [], students: 0 })
    expect(JSON.stringify(none)).not.toContain('NaN')
    expect((await report(of, id, 'out:没有的标签')).source.counted!.students).toBe(11)
  }
})

it('is refused in other words than it offers, and offered to none who sees some classes alone', async () => {
  const of = await published()
  const bad = await asFunction('analysis-api', () =>
    send(handler, paperReport, { paperId: of.paperId, report: 'summary', tags: 'not:住校' }, of.manager.token),
  )
  expect(bad.status).toBe(commonProblems.badInput.status)
  const own = await report(of, 'classContrast', undefined, of.teachers[0])
  expect(own.options ?? {}).not.toHaveProperty('tags')
  expect(await report(of, 'classContrast', 'out:住校', of.teachers[0])).toEqual(own)
})

it('of a joint exam is the organiser’s to choose; a school is shown all', async () => {
  const of = await jointPaper([4, 5, 6], { courseNames: [], sits: () => true })
  const [first, second] = of.rosters
  for (const roster of [first!, second!])
    await tagged(of.paper, roster.school.schoolId, { [roster.candidates[0]!.studentId]: ['借读'] })
  await publishJoint(of)
  const asked = (who: { token: string }, tags?: string) =>
    asFunction('analysis-api', () =>
      send(
        handler,
        paperReport,
        { paperId: of.paper.paperId, report: 'classContrast', ...(tags ? { tags } : {}) },
        who.token,
      ),
    )
  const { data } = await asked(of.manager, 'out:借读')
  expect(data.source.counted).toEqual({ in: [], out: ['借读'], students: 13 })
  expect(numbersOf(data, '应考')).toEqual({ 全体: 13, 第1中学: 3, 第2中学: 4, 第3中学: 6 })
  expect(numbersOf((await asked(of.manager)).data, '应考')).toMatchObject({ 全体: 15, 第1中学: 4 })
  const school = await testCaller({ userType: 2, tenant: schoolTenant(first!.school.schoolId) })
  const told = (await asked(school, 'out:借读')).data
  expect(told).toEqual((await asked(school)).data)
  expect(told.source).not.toHaveProperty('counted')
})
