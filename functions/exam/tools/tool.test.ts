/** The permission map over the stores: what is given reaches the call of that tool, for that person, in that exam, and nothing else. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import { disclosure, setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import * as tools from '#shared/exam/tools/tool.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { QuestionId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from '../stored.fixtures.ts'

type Who = Awaited<ReturnType<typeof testCaller>>
beforeAll(() => actAs('exam-api'))

const anExam = async () => {
  const schoolId = newId<SchoolId>('school')
  const [one, two] = classesNamed('1班', '2班')
  const stored = examOfSchool(schoolId, [], { classes: [one!, two!], candidateCount: 1 })
  const of = (userType: number, more: object = {}): Promise<Who> =>
    testCaller({ userType, tenant: schoolTenant(schoolId), ...more })
  const teacher = await of(3, { teacherId: newId<TeacherId>('teacher') })
  const other = await of(3, { teacherId: newId<TeacherId>('teacher') })
  await storeExam(
    stored,
    [candidateAt(stored.school, 0, newId<StudentId>('student'), one!)],
    [teacherAt(stored.paper, 0, teacher.caller, one!), teacherAt(stored.paper, 1, other.caller, two!)],
  )
  return { ...stored, examId: stored.exam.examId, schoolId, of, admin: await of(2), teacher: teacher, other: other }
}
type Of = Awaited<ReturnType<typeof anExam>>

const give = (of: Of, who: Who, more: object) =>
  send(handler, tools.grantTools, { examId: of.examId, allows: true, ...more } as never, who.token)
const mapOf = async (of: Of, who: Who) =>
  (await send(handler, tools.toolConfig, { examId: of.examId }, who.token)).data?.permissionMap
/** Saves the exam's own facts again: 200 where the tool is held, else 403. */
const saves = async ({ exam, examId }: Of, who: Who): Promise<number> => {
  const { examName, examType, examDate, version } = exam
  return (await send(handler, calls.saveExam, { examId, examName, examType, examDate, version }, who.token)).http
}

describe('a tool of an exam', () => {
  it('is its managers’, and a teacher’s when it was given by name: for that tool alone, until it is taken back', async () => {
    const of = await anExam()
    const { teacher, other, admin } = of
    expect([await saves(of, admin), await saves(of, teacher)]).toEqual([200, 403])
    const to = [`u:${teacher.caller.userId}`]
    expect((await give(of, admin, { tools: ['exam-base-info'], to })).data).toEqual({ changed: 1 })
    expect((await give(of, admin, { tools: ['exam-base-info'], to })).data).toEqual({ changed: 0 })
    expect([await saves(of, teacher), await saves(of, other)]).toEqual([200, 403])
    expect(await mapOf(of, teacher)).toEqual({
      'unusual-paper-handle': 'own',
      'answer-card-upload-school': 'own',
      'base-info': 'own',
      'exam-base-info': 'all',
    })
    const question = { questionId: newId<QuestionId>('question'), number: '1', unitType: 1, fullScore: 300 }
    const paper = { paperId: of.paper.paperId, questions: [question], version: 1 }
    // Nothing else of a manager's comes with it.
    expect((await send(handler, calls.savePaper, paper, teacher.token)).http).toBe(403)
    expect((await send(handler, calls.deleteExam, { examId: of.examId, version: 1 }, teacher.token)).http).toBe(403)
    expect((await give(of, teacher, { tools: ['answer-edit'], to })).http).toBe(403)
    expect((await send(handler, tools.toolGrants, { examId: of.examId }, teacher.token)).http).toBe(403)
    const doors = async (tool: 'exam-base-info' | 'score-edit') =>
      (await send(handler, calls.listExams, { tool }, teacher.token)).data.list.map((e) => e.examId)
    expect([await doors('exam-base-info'), await doors('score-edit')]).toEqual([[of.examId], []])
    await give(of, admin, { tools: ['exam-base-info'], to, allows: null })
    expect(await saves(of, teacher)).toBe(403)
  })

  it('given to a type reaches those of the type who see the exam, and no other school', async () => {
    const of = await anExam()
    await give(of, of.admin, { tools: ['exam-base-info', 'answer-edit'], to: ['t:3'] })
    const stranger = await of.of(3, { teacherId: newId<TeacherId>('teacher') })
    const elsewhere = await testCaller({ userType: 3, tenant: schoolTenant(newId<SchoolId>('school')) })
    expect([await saves(of, of.teacher), await saves(of, stranger), await saves(of, elsewhere)]).toEqual([
      200, 403, 403,
    ])
    expect((await send(handler, calls.examPaper, { paperId: of.paper.paperId }, of.teacher.token)).data.mayManage).toBe(
      true,
    )
    // A word about the person stands over one about the type.
    await give(of, of.admin, { tools: ['exam-base-info'], to: [`u:${of.teacher.caller.userId}`], allows: false })
    expect([await saves(of, of.teacher), await saves(of, of.other)]).toEqual([403, 200])
  })

  it('that a type has of itself can be taken', async () => {
    const of = await anExam()
    expect(await mapOf(of, of.teacher)).toMatchObject({ 'unusual-paper-handle': 'own' })
    await give(of, of.admin, { tools: ['unusual-paper-handle'], to: ['t:3'], allows: false })
    expect(await mapOf(of, of.teacher)).not.toHaveProperty('unusual-paper-handle')
  })

  it('is not given to a person of another exam, nor where it cannot be, and then nothing is', async () => {
    const of = await anExam()
    const { teacher, admin, examId } = of
    const person = `u:${teacher.caller.userId}`
    const stranger = `u:${(await anExam()).teacher.caller.userId}`
    expect((await give(of, admin, { tools: ['exam-base-info'], to: [person, stranger] })).status).not.toBe(0)
    expect((await give(of, admin, { tools: ['exam-base-info', 'permission-setting'], to: [person] })).status).toBe(
      examProblems.toolKept.status,
    )
    for (const bad of [{ to: ['t:4'] }, { to: ['t:1'] }, { to: ['x'] }, { tools: ['nothing'] }, { to: [] }])
      expect((await give(of, admin, { tools: ['exam-base-info'], to: [person], ...bad })).status).not.toBe(0)
    expect((await send(handler, tools.toolGrants, { examId }, admin.token)).data.grants).toEqual([])
    expect(await saves(of, teacher)).toBe(403)
  })

  it('stays within its exam', async () => {
    const [of, next] = [await anExam(), await anExam()]
    await give(of, of.admin, { tools: ['exam-base-info'], to: [`u:${of.teacher.caller.userId}`] })
    expect(await saves(next, of.teacher)).toBe(403)
  })
})

describe('what of results is shown', () => {
  const asked = async (of: Of) => (await send(handler, disclosure, { examId: of.examId }, of.admin.token)).data
  const set = (of: Of, who: Who, more: object) =>
    send(handler, setDisclosure, { examId: of.examId, version: 0, ...more } as never, who.token)

  it('begins with what the stage has, is changed in parts over its version, and by its tool alone', async () => {
    const of = await anExam()
    const first = await asked(of)
    // A grade that is not in the store: the stage of the caller.
    expect(first).toMatchObject({ ...disclosureOfStage(1), stage: 1, version: 0 })
    expect(first.available.map((t) => t.userId).sort()).toEqual(
      [of.teacher, of.other].map((w) => w.caller.userId as string).sort(),
    )
    const parent = { ...first.parent, visible: false }
    expect((await set(of, of.teacher, { parent })).http).toBe(403)
    expect((await set(of, of.admin, { parent })).data).toEqual({ version: 1 })
    expect((await set(of, of.admin, { extra: [of.teacher.caller.userId], version: 1 })).data).toEqual({ version: 2 })
    expect(await asked(of)).toMatchObject({
      student: first.student,
      parent,
      extra: [of.teacher.caller.userId],
      version: 2,
    })
    // Another manager was faster.
    expect((await set(of, of.admin, { extra: [], version: 1 })).status).toBe(commonProblems.stale.status)
  })

  it('tells no student a rank in stages 2 and 3, and more to no account that is not of the exam', async () => {
    const of = await anExam()
    const { student } = await asked(of)
    const junior = await of.of(2, { stage: 2 })
    for (const more of [{ rank: true }, { rates: true }])
      expect((await set(of, junior, { student: { ...student, rank: false, rates: false, ...more } })).status).toBe(
        examProblems.neverRank.status,
      )
    const stranger = (await anExam()).teacher.caller.userId
    expect((await set(of, of.admin, { extra: [stranger] })).status).not.toBe(0)
    expect((await asked(of)).version).toBe(0)
  })
})
