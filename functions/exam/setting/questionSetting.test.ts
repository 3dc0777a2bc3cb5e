/** Teachers of two schools are asked to set questions of a joint exam's paper, and what becomes of what they enter. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExam, examPaper, savePaper } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as calls from '#shared/exam/setting/questionSetting.calls.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { PaperId, QuestionId, TeacherId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { teachers } from '#functions/school/roster/school.store.ts'
import { handler } from '../exam.api.ts'
import { exams } from '../exam.store.ts'
import { settingTasks } from './setting.store.ts'
import { aJointExamOf, aStudentIn } from '../joint/joint.fixtures.ts'
import type { JointSchool } from '../joint/joint.fixtures.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

type Setter = { teacherId: TeacherId; token: string; schoolId: JointSchool['schoolId'] }
let one: JointSchool
let two: JointSchool
let wang: Setter
let zhao: Setter
let of: Awaited<ReturnType<typeof aJointExamOf>>
let paperId: PaperId

/** A teacher of the school whose account is this caller's. */
const aSetter = async ({ schoolId, admin }: JointSchool, teacherName: string): Promise<Setter> => {
  const wish = { schoolId, teacherName, accountName: `d${newId('account').slice(-12)}`, teaches: [] }
  const { teacherId } = (await viaGateway(createTeacher, wish as never, admin.token)).data
  const { caller, token } = await testCaller({ userType: 3, tenant: `s:${schoolId}` })
  await asFunction('school-api', async () => {
    const all = await teachers.query(`school#${schoolId}`, { prefix: 'teacher#' })
    await teachers.update(
      all.find((t) => t.teacherId === teacherId)!,
      { userId: caller.userId },
    )
  })
  return { teacherId, token, schoolId }
}

beforeAll(async () => {
  actAs('exam-api')
  one = await aSchoolThroughGateway(`命题一小${newId('school').slice(-8)}`)
  two = await aSchoolThroughGateway(`命题二小${newId('school').slice(-8)}`)
  await aStudentIn(one, one.classId, 1)
  await aStudentIn(two, two.classId, 1)
  wang = await aSetter(one, '王老师')
  zhao = await aSetter(two, '赵老师')
})
beforeEach(async () => {
  of = await aJointExamOf([one, two])
  paperId = of.exam.papers[0]!.paperId
})

const id = (n: number): QuestionId => composeId('question', now(), new Uint8Array(10).fill(n))
const choice = (n: number, answer: string): PaperQuestion => ({
  ...{ questionId: id(n), number: String(n), unitType: 1, fullScore: 300, optionCount: 4, answer },
})
const long = (n: number): PaperQuestion => ({
  ...{ questionId: id(n), number: String(n), unitType: 5, fullScore: 1200, markStep: 100, markers: 1, tolerance: 0 },
})
const day = 86_400_000
const give = (setters: readonly Setter[], more: object = {}, token = of.organiser.token) =>
  send(
    handler,
    calls.giveSettingTasks,
    {
      ...{ examId: of.examId, paperId, ask: '第1至2题', dueAt: now() + day },
      setters: setters.map(({ schoolId, teacherId }) => ({ schoolId, teacherId })) as never,
      ...more,
    },
    token,
  )
const keyOf = ({ teacherId }: Setter) => ({ examId: of.examId, paperId, teacherId })
const task = (who: Setter, token = who.token) => send(handler, calls.settingTask, keyOf(who), token)
const enter = async (who: Setter, questions: PaperQuestion[], submit: boolean, version?: number, token = who.token) =>
  send(
    handler,
    calls.enterQuestions,
    { ...keyOf(who), questions, submit, version: version ?? (await task(who)).data.enteredVersion },
    token,
  )
const decide = async (who: Setter, accept: boolean, more: object = {}) => {
  const seen = (await task(who, of.organiser.token)).data
  const input = { ...keyOf(who), version: seen.version, accept, paperVersion: seen.effect?.paperVersion, ...more }
  return send(handler, calls.decideSettingTask, input, of.organiser.token)
}
const paper = async () => (await send(handler, examPaper, { paperId }, of.organiser.token)).data
const stateOf = async (who: Setter) => (await task(who)).data.state
const moveTo = (furthest: number) =>
  asFunction('exam-work', () =>
    exams.edit({ examId: of.examId }, (e) =>
      e ? { ...e, furthest, papers: e.papers.map((p) => ({ ...p, furthest })) } : null,
    ),
  )

describe('a paper that teachers of two schools set', () => {
  it('is whole once what both entered is taken in, each where its numbers say', async () => {
    const due = now() + 2 * day
    expect((await give([wang, zhao], { dueAt: due })).data).toEqual({ given: 2 })
    expect((await give([wang, zhao, wang], { dueAt: due })).data).toEqual({ given: 0 })
    expect((await give([zhao], { dueAt: due + day })).data).toEqual({ given: 1 })
    const own = (await send(handler, calls.ownSettingTasks, {}, wang.token)).data.list
    expect(own.filter((t) => t.examId === of.examId)).toMatchObject([{ courseName: '语文', state: 'open', dueAt: due }])
    await enter(zhao, [long(2)], true)
    const entered = [choice(1, 'B')]
    await enter(wang, entered, true)
    // Twice is once.
    expect((await enter(wang, entered, true, 1)).data).toEqual({ version: 2 })
    expect((await task(zhao, of.organiser.token)).data.effect).toMatchObject({ added: ['2'], changed: [] })
    expect((await decide(zhao, true)).data).toEqual({ version: expect.any(Number) as number })
    expect((await decide(wang, true)).status).toBe(0)
    expect((await paper()).questions.map((q) => [q.number, q.answer])).toEqual([
      ['1', 'B'],
      ['2', undefined],
    ])
    expect(
      (await send(handler, calls.settingStand, { examId: of.examId }, of.organiser.token)).data.papers[0],
    ).toMatchObject({ questions: 2, fullScore: 1500, tasks: { accepted: 2, open: 0 } })
    const records = await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.exam.owner, of.examId)))
    expect(records.map((r) => r.act)).toContain('exam.giveSetting')
    expect(JSON.stringify(records)).not.toContain('王老师')
  })

  it('goes back with a reason, which stands until it is submitted again', async () => {
    await give([wang])
    await enter(wang, [choice(1, 'B')], true)
    expect((await decide(wang, false)).status).toBe(examProblems.settingReview.status)
    expect((await decide(wang, false, { review: '第1题分值不对' })).status).toBe(0)
    expect((await task(wang)).data).toMatchObject({ state: 'returned', review: '第1题分值不对' })
    expect((await give([wang], { ask: '第1题，3分' })).data).toEqual({ given: 1 })
    expect((await task(wang)).data).toMatchObject({ state: 'open', entered: [{ number: '1' }] })
    await enter(wang, [{ ...choice(1, 'C'), fullScore: 400 }], true)
    expect((await task(wang)).data.review).toBeUndefined()
    await decide(wang, true)
    expect((await paper()).questions.map((q) => [q.answer, q.fullScore])).toEqual([['C', 400]])
    // What was taken in may be asked for anew, and begins anew.
    await give([wang], { questionIds: [(await paper()).questions[0]!.questionId] })
    expect((await task(wang)).data.entered).toMatchObject([{ number: '1', answer: '', fullScore: 400 }])
  })

  it('is kept half done, and submitted whole alone', async () => {
    await give([wang])
    expect((await enter(wang, [choice(1, '')], false)).status).toBe(0)
    expect((await enter(wang, [choice(1, '')], true)).message).toContain('第1题：还没有答案')
    expect((await enter(wang, [], true)).message).toContain('试卷没有题目')
    expect((await enter(wang, [choice(1, 'E')], true)).message).toContain('超出选项范围')
    expect((await enter(wang, [choice(1, 'A'), { ...choice(2, 'B'), number: '1' }], true)).message).toContain(
      '题号重复',
    )
    expect(await stateOf(wang)).toBe('open')
    // What is not submitted is the teacher's own.
    expect((await task(wang)).data.entered).toHaveLength(1)
    expect((await task(wang, of.organiser.token)).data.entered).toEqual([])
    // A draft is no act of I16.
    const submitted = async () =>
      (await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.exam.owner, of.examId)))).filter(
        (r) => r.act === 'exam.submitSetting',
      )
    expect(await submitted()).toEqual([])
    await enter(wang, [choice(1, 'A')], true)
    expect(await submitted()).toHaveLength(1)
    expect((await enter(wang, [choice(1, 'D')], false)).status).toBe(examProblems.settingState.status)
  })

  it('is refused where another was faster: of what was entered, of the task and of the paper', async () => {
    await give([wang])
    await enter(wang, [choice(1, 'A')], false, 1)
    expect((await enter(wang, [choice(1, 'B')], false, 1)).status).toBe(commonProblems.stale.status)
    await enter(wang, [choice(1, 'A')], true)
    const { version, effect } = (await task(wang, of.organiser.token)).data
    const own = { paperId, questions: [long(7)], version: effect!.paperVersion }
    await send(handler, savePaper, own, of.organiser.token)
    const stale = { version, paperVersion: effect!.paperVersion }
    expect((await decide(wang, true, stale)).status).toBe(commonProblems.stale.status)
    expect(await stateOf(wang)).toBe('submitted')
    expect((await paper()).questions.map((q) => q.number)).toEqual(['7'])
    expect((await decide(wang, true)).status).toBe(0)
    // Decided once, however often it is sent.
    expect((await decide(wang, true, { version })).data.version).toBe(version + 1)
    expect((await paper()).questions.map((q) => q.number)).toEqual(['1', '7'])
  })
})

describe('nothing is asked', () => {
  it('of who has no account, is of no school of the exam, or before now', async () => {
    const bare = newId<TeacherId>('teacher')
    await asFunction('school-api', async () => {
      const row = (await teachers.query(`school#${one.schoolId}`, { prefix: 'teacher#' }))[0]!
      const { userId: _user, accountId: _account, ...kept } = row
      await teachers.create({ ...kept, teacherId: bare, teacherName: '钱老师' })
    })
    expect((await give([wang, { ...wang, teacherId: bare }])).message).toContain('钱老师还没有登录账号')
    expect((await give([{ ...wang, schoolId: two.schoolId }])).status).toBe(commonProblems.notFound.status)
    const outside = newId('school') as JointSchool['schoolId']
    expect((await give([{ ...wang, schoolId: outside }])).status).toBe(commonProblems.notFound.status)
    expect((await give([wang], { dueAt: now() - 1 })).status).toBe(examProblems.settingPast.status)
    expect((await give([wang], { ask: ' ' })).message).toContain('命题要求不能为空')
    expect((await give([])).message).toContain('请选择老师')
    expect((await give([wang], { questionIds: [id(5)] })).status).toBe(commonProblems.notFound.status)
    const { data } = await send(handler, calls.settingTasks, { examId: of.examId }, of.organiser.token)
    expect(data.list).toEqual([])
  })

  it('once marking is open, nor entered or taken in then', async () => {
    await give([wang, zhao])
    await enter(wang, [choice(1, 'A')], true)
    await moveTo(markingProgress.marking)
    expect((await give([wang])).message).toBe('阅卷已开始，不能再命题')
    expect((await enter(zhao, [choice(1, 'A')], false)).status).toBe(examProblems.settingFixed.status)
    expect((await decide(wang, true)).status).toBe(examProblems.settingFixed.status)
    expect((await paper()).questions).toEqual([])
  })

  it('of an exam that was deleted, and no one finds it in the own list', async () => {
    await give([wang])
    const exam = await asFunction('exam-work', () => exams.get({ examId: of.examId }))
    await send(handler, deleteExam, { examId: of.examId, version: exam!.version }, of.organiser.token)
    expect((await task(wang)).status).toBe(commonProblems.notFound.status)
    const own = (await send(handler, calls.ownSettingTasks, {}, wang.token)).data.list
    expect(own.filter((t) => t.examId === of.examId)).toEqual([])
  })
})

describe('what is set', () => {
  it('is seen by who was asked and by who manages the exam, and by no one else', async () => {
    await give([wang, zhao])
    await enter(wang, [choice(1, 'B')], true)
    for (const token of [zhao.token, one.admin.token]) {
      expect((await task(wang, token)).status).toBe(commonProblems.notFound.status)
      expect((await enter(wang, [choice(1, 'C')], true, 2, token)).status).toBe(commonProblems.notFound.status)
    }
    const input = { ...keyOf(wang), version: 2, accept: true, paperVersion: 1 }
    expect((await send(handler, calls.decideSettingTask, input, wang.token)).status).toBe(403)
    expect((await give([wang], {}, one.admin.token)).status).toBe(403)
    expect(await stateOf(wang)).toBe('submitted')
  })

  it('is asked for no more once it is cancelled, and what was entered is there if it is asked for again', async () => {
    await give([wang])
    await enter(wang, [choice(1, 'B')], false)
    const cancel = async (version?: number) =>
      send(
        handler,
        calls.cancelSettingTask,
        { ...keyOf(wang), version: version ?? (await task(wang)).data.version },
        of.organiser.token,
      )
    const { version } = (await task(wang)).data
    expect((await cancel(version)).data).toEqual({ version: version + 1 })
    expect((await cancel(version)).data).toEqual({ version: version + 1 })
    expect((await enter(wang, [choice(1, 'C')], false)).message).toBe('王老师的命题任务已取消，不能修改')
    await give([wang])
    expect((await task(wang)).data.entered).toMatchObject([{ number: '1', answer: 'B' }])
    await enter(wang, [choice(1, 'B')], true)
    await decide(wang, true)
    expect((await cancel()).message).toBe('王老师的命题任务已采纳，不能取消')
  })

  it('is late after its time, and taken all the same', async () => {
    await give([wang])
    expect((await task(wang)).data.late).toBe(false)
    await asFunction('exam-work', () =>
      settingTasks.edit(keyOf(wang), (t) => (t ? { ...t, dueAt: now() - day } : null)),
    )
    expect((await task(wang)).data.late).toBe(true)
    await enter(wang, [choice(1, 'B')], true)
    expect((await task(wang)).data).toMatchObject({ state: 'submitted', late: true })
    expect((await decide(wang, true)).status).toBe(0)
  })
})
