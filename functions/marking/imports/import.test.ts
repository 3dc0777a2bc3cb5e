/** Scores from a file, over the stores. How a file is read is told in `shared/marking/imports/import.rules.test.ts`. */
import { beforeAll, expect, it } from 'vitest'
import { courseImport, importScores, scoreTemplate, takeImportBack } from '#shared/marking/imports/import.calls.ts'
import { importScoresJob, takeImportBackJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { JobId, StudentId } from '#shared/kit/ids.ts'
import { openMarking } from '#shared/marking/marking.calls.ts'
import { movePaper, stepsOfPaper } from '#functions/exam/step.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { actAs, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import { readingOf } from '../scanned.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { journalScoresIn, scoresIn, takenBackSince } from '../marking.public.ts'
import { forgetAll, until } from '../marking.steps.fixtures.ts'
import { arrangements, heads } from '../marking.store.ts'
import { works } from '../marking.work.ts'
import { takeIn } from '../scripts.ts'

beforeAll(() => actAs('marking-work'))

const uploaded = (of: Pick<Sitting, 'manager'>, lines: readonly string[]): Promise<string> =>
  uploadAs(of.manager.token, ['考号,姓名,缺考,1,2', ...lines].join('\n'), '成绩.csv', 'scores')
const wish = (of: Sitting, key: string, mode: 'check' | 'all' = 'all') => ({
  paperId: of.paper.paperId,
  key,
  fileName: '成绩.csv',
  mode,
})
const imported = (of: Sitting, key: string, mode: 'check' | 'all' = 'all') =>
  driveJob(works, {
    job: importScoresJob.name,
    jobId: newId<JobId>('job'),
    tenant: of.tenant,
    startedBy: of.manager.userId,
    input: wish(of, key, mode),
    out: {},
  })
const importStep = (name: string) => works.find((w) => w.job.name === importScoresJob.name)!.steps[name]!
const headsIn = async (of: Sitting) =>
  (await heads.getMany(of.students.map((studentId) => ({ paperId: of.paper.paperId, studentId })))).length
const scoresBy = ({ studentIds, scores }: { studentIds: readonly string[]; scores: readonly number[][] }) =>
  new Map(studentIds.map((id, i) => [id, scores[i]]))

it('is taken whole: choices, scores and absences stand, both computations know them, and marking is closed', async () => {
  // Two markers on the screen: the file's score decides.
  const of = await seat(4, { markers: 2 }, 2)
  const [a, b, c, late] = of.students as [never, never, never, never]
  const key = await uploaded(of, ['1000,学生0,,AC,8', '1001,学生1,,A,3', '1002,学生2,缺考,,'])
  const { out } = await imported(of, key)
  expect(out['finish']).toMatchObject({ mode: 'all', rows: 3, added: 3, absent: 1, problemCount: 0 })
  const table = await scoresIn(of.paper, of.students)
  expect(scoresBy(table)).toEqual(
    new Map([
      [a, [500, 800]],
      [b, [200, 300]],
      [c, [-1, -1]],
    ]),
  )
  expect(new Map(table.studentIds.map((id, i) => [id, table.states[i]]))).toEqual(
    new Map([
      [a, 'present'],
      [b, 'present'],
      [c, 'absent'],
    ]),
  )
  // Of whom the file says nothing there is no script, and none is made up.
  expect(await heads.get({ paperId: of.paper.paperId, studentId: late })).toBeNull()
  await until(async () => {
    const journal = scoresBy(await journalScoresIn(of.paper, { from: '', before: '~' }))
    expect([journal.get(a), journal.get(b)]).toEqual([
      [500, 800],
      [200, 300],
    ])
  })
  expect((await arrangements.get(of.paper))?.state).toBe('closed')
  expect((await stepsOfPaper(of.paper)).map((s) => s.step)).toEqual([6])
  // What is marked is marked: another file changes nothing, here or on its way in.
  forgetAll()
  expect((await send(handler, importScores, wish(of, key), of.manager.token)).status).toBe(refused.alreadyOpen.status)
  await expect(imported(of, key)).rejects.toThrow(refused.alreadyOpen.message)
  expect(scoresBy(await scoresIn(of.paper, of.students)).get(a)).toEqual([500, 800])
})

it('is not taken at all where one row is wrong, and the whole file can be handed in again', async () => {
  const of = await seat(2, {}, 0)
  const wrong = await uploaded(of, ['1000,学生0,,AC,8', '1001,学生1,,A,30'])
  await expect(imported(of, wrong)).rejects.toThrow('没有导入任何成绩：第3行：第2题的分数“30”应为0到10之间1的整数倍')
  expect(await headsIn(of)).toBe(0)
  expect((await arrangements.get(of.paper))?.state ?? 'draft').toBe('draft')
  await imported(of, await uploaded(of, ['1000,学生0,,AC,8', '1001,学生1,,A,3']))
  expect(await headsIn(of)).toBe(2)
})

it('is looked at first: what is wrong stands by row and column, what is right as it was read, and nothing is written', async () => {
  const of = await seat(3, {}, 0)
  const wrong = await uploaded(of, ['1000,学生0,,AC,8', '1001,学生1,,A,30', '1009,学生9,,A,3', '1002,学生2,缺考,,'])
  const { out } = await imported(of, wrong, 'check')
  expect(out['finish']).toEqual({
    mode: 'check',
    rows: 4,
    good: 2,
    existing: 0,
    lacking: 0,
    absent: 1,
    added: 0,
    problemCount: 2,
    problems: [
      { row: 3, column: '2', text: '第2题的分数“30”应为0到10之间1的整数倍' },
      { row: 4, column: '考号', text: '考号“1009”不在考生名单中' },
    ],
    preview: [
      { studentNumber: '1000', studentName: '学生0', absent: false, objective: 500, subjective: 800 },
      { studentNumber: '1001', studentName: '学生1', absent: false, objective: 200, subjective: 0 },
      { studentNumber: '1002', studentName: '学生2', absent: true, objective: 0, subjective: 0 },
    ],
  })
  const strange = await uploadAs(of.manager.token, 'no table\0', '成绩.xlsx', 'scores')
  const unread = await imported(of, strange, 'check')
  expect(unread.out['finish']).toMatchObject({ rows: 0, good: 0, problemCount: 1 })
  // What never came whole is told so; it is no fault of ours.
  const never = await imported(of, strange.replace(/(\d{3})-([^/]*)$/, 'none-$2'), 'check')
  expect(never.out['finish']).toMatchObject({ rows: 0, good: 0, problemCount: 1 })
  expect(await headsIn(of)).toBe(0)
  expect((await arrangements.get(of.paper))?.importing).toBeUndefined()
})

it('with a total that is not the sum of its row is not taken', async () => {
  const of = await seat(2)
  const key = await uploadAs(
    of.manager.token,
    ['考号,姓名,缺考,1,2,总分', '1000,学生0,,AC,8,13', '1001,学生1,,A,3,6'].join('\n'),
    '成绩.csv',
    'scores',
  )
  const { out } = await imported(of, key, 'check')
  expect(out['finish']).toMatchObject({
    problemCount: 1,
    problems: [{ row: 3, column: '总分', text: '总分“6”不是各题之和5' }],
  })
  await expect(imported(of, key)).rejects.toThrow('总分“6”不是各题之和5')
  expect(await headsIn(of)).toBe(0)
})

it('is filled into a workbook that names every question and candidate', async () => {
  const of = await seat(2, {}, 1)
  const { data } = await send(handler, scoreTemplate, { paperId: of.paper.paperId }, of.manager.token)
  const bytes = new Uint8Array(await (await fetch((data as { url: string }).url)).arrayBuffer())
  expect((await tableIn(bytes)).map((r) => r.cells)).toEqual([
    ['考号', '姓名', '缺考', '1', '2'],
    ['1000', '学生0', '', '', ''],
    ['1001', '学生1', '', '', ''],
  ])
  forgetAll()
  expect((await send(handler, scoreTemplate, { paperId: of.paper.paperId }, of.teachers[0]!.token)).http).toBe(403)
})

it('is the same when a step runs twice, and a later file overtakes one that was cut off', async () => {
  const of = await seat(2, {}, 0)
  const cutOff = newId<JobId>('job')
  const state = {
    job: importScoresJob.name,
    jobId: cutOff,
    tenant: of.tenant,
    startedBy: of.manager.userId,
    input: wish(of, await uploaded(of, ['1000,学生0,,AC,8', '1001,学生1,,A,3'])),
    out: {},
  }
  const [read, write] = [importStep('read'), importStep('write')]
  const context = {
    ...state,
    items: [],
    isLate: () => false,
    progress: async () => undefined,
    offer: async () => undefined,
  }
  const out = { read: { ...((await read(context as never)) as object), startedAt: now() - 60_000 } }
  const items = [
    {
      studentId: of.students[0]!,
      absent: false,
      chosen: { [of.choice.questionId]: 'B' },
      scores: { [of.essay.questionId]: 100 },
    },
  ]
  for (let twice = 0; twice < 2; twice++) await write({ ...context, out, items } as never)
  expect(scoresBy(await scoresIn(of.paper, of.students)).get(of.students[0]!)).toEqual([0, 100])
  await imported(of, state.input.key)
  expect(scoresBy(await scoresIn(of.paper, of.students)).get(of.students[0]!)).toEqual([500, 800])
  await until(async () => {
    const journal = scoresBy(await journalScoresIn(of.paper, { from: '', before: '~' }))
    expect(journal.get(of.students[0]!)).toEqual([500, 800])
  })
})

const takenBack = async (of: Sitting) =>
  driveJob(works, {
    job: takeImportBackJob.name,
    jobId: newId<JobId>('job'),
    tenant: of.tenant,
    startedBy: of.manager.userId,
    input: { paperId: of.paper.paperId },
    out: {},
  })

it('is overtaken by the first page that is scanned: its choices and its marks are no longer the file’s', async () => {
  const of = await seat(2, {}, 0)
  await imported(of, await uploaded(of, ['1000,学生0,,B,8', '1001,学生1,,A,3']))
  const [first, second] = of.students as [StudentId, StudentId]
  // As the first picture of a sheet is told.
  await takeIn(of.paper, { ...readingOf(of, first), seq: 1 })
  const scores = scoresBy(await scoresIn(of.paper, of.students))
  expect([scores.get(first), scores.get(second)]).toEqual([
    [500, -1],
    [200, 300],
  ])
  await until(async () => {
    const journal = scoresBy(await journalScoresIn(of.paper, { from: '', before: '~' }))
    expect([journal.get(first), journal.get(second)]).toEqual([
      [500, -1],
      [200, 300],
    ])
  })
})

it('is taken back whole, both computations know it, and another file is taken in its place', async () => {
  const of = await seat(3, {}, 1)
  const { examId } = of.paper
  await imported(of, await uploaded(of, ['1000,学生0,,AC,8', '1001,学生1,,A,3', '1002,学生2,缺考,,']))
  const before = now()
  expect(await takenBackSince(of.paper, before)).toBe(false)
  await takenBack(of)
  const states = async () => (await scoresIn(of.paper, of.students)).states
  expect(await states()).toEqual(['missing', 'missing', 'missing'])
  expect((await arrangements.get(of.paper))!).toMatchObject({ state: 'draft', emptied: { whole: true } })
  expect((await stepsOfPaper(of.paper)).map((s) => s.step)).toEqual([2])
  // What was scored before it is not published any more.
  expect(await takenBackSince(of.paper, before)).toBe(true)
  await until(async () => {
    const { states: told } = await journalScoresIn(of.paper, { from: '', before: '~' })
    expect(told).toEqual(['missing', 'missing', 'missing'])
  })
  const stand = async () => {
    forgetAll()
    const { data } = await send(handler, courseImport, { examId }, of.manager.token)
    return data.papers[0]!.imported
  }
  expect(await stand()).toBe(false)
  await imported(of, await uploaded(of, ['1000,学生0,,B,5', '1002,学生2,,AC,7']))
  expect(await stand()).toBe(true)
  const scores = scoresBy(await scoresIn(of.paper, of.students))
  expect(of.students.map((id) => scores.get(id))).toEqual([
    [0, 500],
    [-1, -1],
    [500, 700],
  ])
  await until(async () => {
    const journal = scoresBy(await journalScoresIn(of.paper, { from: '', before: '~' }))
    expect(of.students.map((id) => journal.get(id))).toEqual([
      [0, 500],
      [-1, -1],
      [500, 700],
    ])
  })
  expect(await takenBackSince(of.paper, now())).toBe(false)
})

it('is not taken back where there is none, half of it, while another is on its way, or once it is released', async () => {
  const of = await seat(2, {}, 1)
  const { paperId, examId } = of.paper
  const ask = async (who = of.manager.token) => {
    forgetAll()
    return send(handler, takeImportBack, { examId, paperId }, who)
  }
  expect((await ask()).status).toBe(refused.notImported.status)
  await expect(takenBack(of)).rejects.toThrow(refused.notImported.message)
  expect((await ask(of.teachers[0]!.token)).http).toBe(403)
  const key = await uploaded(of, ['1000,学生0,,AC,8', '1001,学生1,,A,3'])
  await imported(of, key)
  // Cut off behind its first step: no other file comes, marking is not opened, and it is gone on with.
  const plan = works.find((w) => w.job.name === takeImportBackJob.name)!.steps['plan']!
  const cut = { jobId: newId<JobId>('job'), tenant: of.tenant, input: { paperId }, out: {}, items: [] }
  await plan({ ...cut, isLate: () => false, progress: async () => undefined, offer: async () => undefined } as never)
  expect(await takenBackSince(of.paper, now())).toBe(true)
  await expect(imported(of, key)).rejects.toThrow(refused.emptying.message)
  forgetAll()
  expect((await send(handler, openMarking, { paperId }, of.manager.token)).status).toBe(refused.emptying.status)
  await takenBack(of)
  await imported(of, key)
  expect(scoresBy(await scoresIn(of.paper, of.students)).get(of.students[0]!)).toEqual([500, 800])
  await movePaper(of.paper, 'released')
  expect((await ask()).status).toBe(refused.importReleased.status)
  await expect(takenBack(of)).rejects.toThrow(refused.importReleased.message)
  expect(await headsIn(of)).toBe(2)
})

it('is refused to who does not manage the exam, and of another user’s file', async () => {
  const of = await seat(1, {}, 1)
  const key = await uploaded(of, ['1000,学生0,,AC,8'])
  forgetAll()
  expect((await send(handler, importScores, wish(of, key), of.teachers[0]!.token)).http).toBe(403)
  const stranger = await testCaller({ userType: 2, tenant: 's:sc_01hzzzzzzzzzzzzzzzzzzzzzzz' as never })
  expect((await send(handler, importScores, wish(of, key), stranger.token)).http).toBe(403)
  const foreign = await uploaded({ manager: { userId: stranger.caller.userId, token: stranger.token } }, [
    '1000,学生0,,AC,8',
  ])
  expect((await send(handler, importScores, wish(of, foreign), of.manager.token)).status).toBe(
    refused.foreignUpload.status,
  )
})
