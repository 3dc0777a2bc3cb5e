/** Scores by a file, candidates by their numbers, and what of a change set goes with an erased student. */
import { beforeAll, expect, it } from 'vitest'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/change.calls.ts'
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { keysUnder } from '#functions/kit/erase.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { eraseFromRows } from '#functions/kit/kinds.ts'
import { getObject } from '#functions/kit/objects.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { changeSets, publications } from '../analysis.store.ts'
import { analysisHolding } from '../holding.public.ts'
import { sizes } from '../sizes.ts'
import { indexOf, linesIn } from '../snapshot.ts'
import { storeChange } from './change.commands.ts'
import { ask, drafted, release, replayed, signed } from './change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

const read = async (of: Marked, lines: readonly string[], name = '更正.csv') => {
  const { manager } = of
  const key = await uploadAs(manager.token, lines.join('\n'), name, 'scores')
  return (await ask(of, calls.changeFile, { key, fileName: name })).data
}
const totalOf = async (of: Marked, i: number) => {
  const { current } = (await publications.get({ paperId: of.paperId }))!
  const parts = (await indexOf(of.paper, current!)).parts
  const lines = (await Promise.all(parts.map((p) => linesIn(of.paper, current!, p.part)))).flat()
  return lines.find((l) => l.studentId === of.studentIds[i])!.total
}

it('a file is held against what is published, taken whole or told row by row, and changes nothing by itself', async () => {
  const of = await markedPaper(5)
  await release(of)
  // Student 1 chose B and has 2 points of the essay, student 2 has 5 and 3.
  const good = await read(of, ['考号,姓名,1,2,总分', '1001,学生1,5,2,7', '1002,学生2,,9.5,14.5'])
  expect(good).toMatchObject({ students: 2, candidates: 5, unchanged: 1, problems: [] })
  expect(good.edits).toEqual([
    { kind: 'set', number: '1001', questionId: of.choice.questionId, score: 500 },
    { kind: 'set', number: '1002', questionId: of.essay.questionId, score: 950 },
  ])
  const bad = await read(of, [
    '考号,姓名,1,2,总分',
    '9999,,5,,',
    '1001,学生2,,11,',
    '1001,,,1,',
    '1002,,,9,1',
    '1004,,5,,',
  ])
  expect(bad.edits).toEqual([])
  expect(bad.problems.map((p) => `${p.row} ${p.text}`)).toEqual([
    '2 考号9999不是本场考试的考生',
    '3 名单中考号1001是学生1',
    '3 第2题的满分是10分',
    '4 考号1001与第3行重复',
    '5 总分是1，各题相加是14',
    '6 学生4缺考，没有得分可改',
  ])
  const xlsx = await bookOf([
    {
      name: '更正',
      rows: [
        ['考号', '第2题'],
        ['1000', '7.5'],
      ],
    },
  ])
  const key = await uploadAs(of.manager.token, Buffer.from(xlsx) as never, '更正.xlsx', 'scores')
  expect((await ask(of, calls.changeFile, { key, fileName: '更正.xlsx' })).data.edits).toMatchObject([{ score: 750 }])
  expect((await read(of, ['no table\0'], '更正.xlsx')).problems[0]!.text).toContain('文件打不开')
  expect(await changeSets.query(`paper#${of.paperId}`, { prefix: 'change#' })).toEqual([])

  // Another school's file is no file of this exam; a teacher reads none.
  const other = await testCaller({ userType: 2, tenant: of.tenant.replace(/.$/, 'x') as never })
  const foreign = await uploadAs(other.token, '考号,1', '更正.csv', 'scores')
  expect((await ask(of, calls.changeFile, { key: foreign, fileName: '更正.csv' })).status).toBe(
    analysisProblems.foreignFile.status,
  )
  expect((await ask(of, calls.changeFile, { key, fileName: '更正.xlsx' }, of.teachers[0]!)).http).toBe(403)

  const id = await drafted(of, 'score-edit', good.edits)
  await signed(of, id, '漏加分')
  expect([await totalOf(of, 1), await totalOf(of, 2)]).toEqual([700, 1450])
})

it('of a large exam numbers are found by the job, in one walk of the roster; one of no candidate is told', async () => {
  const usual = { ...sizes }
  Object.assign(sizes, { request: 3, part: 2 })
  try {
    const of = await markedPaper(6)
    await release(of)
    const { questionId } = of.essay
    // A file of a province is not held against its roster at once.
    expect(await read(of, ['考号,2', '9999,3'])).toMatchObject({ problems: [], edits: [{ number: '9999' }] })
    const edits: ChangeWish[] = [
      { kind: 'set', questionId, number: '1003', score: 900 },
      { kind: 'add', questionId, by: 100, numbers: ['1000', '1001', '1000'] },
    ]
    const id = await drafted(of, 'score-edit', edits)
    expect((await ask(of, calls.changeDetail, { changeId: id })).data).toMatchObject({
      facts: { changed: 3 },
      change: { says: ['第2题给2名考生加1分', '第2题1名考生改为9分'] },
    })
    await signed(of, id, '更正')
    expect([await totalOf(of, 0), await totalOf(of, 1), await totalOf(of, 3)]).toEqual([
      of.total(0)! + 100,
      of.total(1)! + 100,
      900,
    ])
    const { paperId, manager } = of
    const strange = await asFunction('analysis-api', () =>
      storeChange(
        { paperId, tool: 'miss-exam', edits: [{ kind: 'state', state: 'absent', numbers: ['1000', '9998'] }] },
        manager.caller,
      ),
    )
    await expect(replayed(of, strange.changeId)).rejects.toThrow('考号9998不是本场考试的考生')
    const told = (await ask(of, calls.changeDetail, { changeId: strange.changeId })).data.change
    expect(told).toMatchObject({ state: 'failed', refused: '考号9998不是本场考试的考生' })
    // Nothing of it can be signed.
    const signing = await ask(of, calls.signChange, { changeId: strange.changeId, reason: '缺考' })
    expect(signing.status).toBe(analysisProblems.notReplayed.status)
  } finally {
    Object.assign(sizes, usual)
  }
})

it('an erased student leaves no name and no number in any object or row of a change set; the figures stay', async () => {
  const of = await markedPaper(4)
  await release(of)
  const { questionId } = of.essay
  const id = await drafted(of, 'maneuver-score', [{ kind: 'add', questionId, by: 100, numbers: ['1000', '1001'] }])
  // One that breaks a bound names whom.
  await drafted(of, 'adjust-score', [{ kind: 'full', questionId, fullScore: 150, how: 'keep' }])
  const large = { ...sizes }
  Object.assign(sizes, { request: 1 })
  await drafted(of, 'score-edit', [{ kind: 'set', questionId, number: '1001', score: 900 }]).finally(() =>
    Object.assign(sizes, large),
  )
  const holds = async () => {
    const keys = await asFunction('school-work', () => keysUnder(of.paper.owner, 'analysis', of.paperId))
    const own = keys.filter((k) => k.includes('/change-'))
    expect(own.filter((k) => /rows-\d+\.json$/.test(k)).length).toBe(3)
    const texts = await Promise.all(own.map(async (k) => (await getObject(k)).toString('utf8')))
    const rows = JSON.stringify(await changeSets.query(`paper#${of.paperId}`, { prefix: 'change#' }))
    return [...texts, rows].filter((t) => t.includes('学生1') || t.includes('1001')).length
  }
  expect(await holds()).toBeGreaterThan(4)
  const known = { studentId: of.studentIds[1]!, names: ['学生1'], numbers: ['1001'] }
  await asFunction('school-work', async () => {
    await analysisHolding.erasePaper!(of.paper, known)
    await eraseFromRows({ schoolId: of.schoolId, known, papers: [of] })
  })
  expect(await holds()).toBe(0)
  const shown = (await ask(of, calls.changeDetail, { changeId: id })).data
  expect(shown.list.map((r) => [r.studentName, r.before, r.after])).toEqual(
    expect.arrayContaining([
      ['学生0', of.total(0), of.total(0)! + 100],
      [expect.not.stringContaining('学生'), of.total(1), of.total(1)! + 100],
    ]),
  )
})

it('what the store fails on is no fault of the file', async () => {
  const of = await markedPaper(5)
  await release(of)
  const key = await uploadAs(of.manager.token, '考号,1\n1000,5', '更正.csv', 'scores')
  const faults = withFaults(({ command }) => (command === 'GetObjectCommand' ? 'failBefore' : null))
  const answer = await ask(of, calls.changeFile, { key, fileName: '更正.csv' }).finally(() => faults.stop())
  expect([answer.http, answer.data]).toEqual([500, null])
})
