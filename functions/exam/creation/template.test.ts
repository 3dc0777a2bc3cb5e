/** Exams made like a former one, and by a template. */
import { beforeAll, describe, expect, it } from 'vitest'
import { cardDetail, createCard, publishCard, saveCard } from '#shared/card/card.calls.ts'
import { setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as templates from '#shared/exam/creation/template.calls.ts'
import { createTotal, examTotals } from '#shared/exam/tools/total.calls.ts'
import { takes, usualTakes } from '#shared/exam/creation/like.rules.ts'
import type { Take } from '#shared/exam/creation/like.rules.ts'
import { grantTools, toolGrants } from '#shared/exam/tools/tool.calls.ts'
import { arrangement, saveArrangement } from '#shared/marking/marking.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { createClass, deleteClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import type { ExamId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { audits } from '#functions/kit/audit.ts'
import { dayKey } from '#shared/kit/time.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { examOf, examTeachersOf, papersOf } from '../exam.public.ts'
import { examSizes } from '../exam.sizes.ts'
import { examTemplates as stored } from '../exam.store.ts'
import { stepsOfPaper } from '../step.public.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

const question = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: newId<QuestionId>('question'),
  number: String(n),
  unitType: 1,
  fullScore: 300,
  optionCount: 4,
  answer: 'B',
  ...more,
})

let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let courseIds: string[]
let examId: ExamId
let paperIds: PaperId[]
let marker: string
let questions: PaperQuestion[]
const admin = () => school.admin.token
const ask = async <C extends Parameters<typeof send>[1]>(call: C, input: object, token = admin()) =>
  (await send(handler, call, input as never, token)) as { http: number; status: number; message: string; data: never }

const make = async (more: object = {}, token = admin()) => {
  const { schoolId, gradeId, classId } = school
  const wish = {
    schoolId,
    gradeId,
    classIds: [classId],
    courseIds,
    examName: '9月月考',
    examType: 2,
    examDate: 0,
    ...more,
  }
  return send(handler, calls.createExam, wish as never, token)
}
const like = async (...taken: Take[]) => (await make({ like: { examId, takes: taken } })).data

beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway(`沿用小学${newId('school').slice(-8)}`)
  const { schoolId, classId, gradeId } = school
  const courses = (await viaGateway(listCourses, { schoolId }, admin())).data
  courseIds = courses.slice(0, 2).map((c) => c.courseId)
  await viaGateway(createStudent, { classId, studentName: '学生', studentNumber: '20260001' }, admin())
  const teaches = [{ classId, courseId: courseIds[0]!, isHead: false }]
  const account = { accountName: `t${newId('account').slice(-12)}`, password: 'first-password' }
  await viaGateway(createTeacher, { schoolId, teacherName: '王老师', ...account, teaches } as never, admin())
  const made = (await make()).data
  ;({ examId, paperIds } = made)
  const { version } = (await ask(calls.examPaper, { paperId: paperIds[0] })).data as { version: number }
  questions = [
    question(1),
    question(2, { unitType: 2, answer: 'BC', halfScore: 100 }),
    question(3, {
      unitType: 5,
      fullScore: 1200,
      answer: undefined,
      optionCount: undefined,
      markers: 2,
      tolerance: 200,
    }),
  ]
  await ask(calls.savePaper, { paperId: paperIds[0], questions, version })
  marker = (await examTeachersOf(examId))[0]!.userId!
  await ask(createTotal, { examId, name: '两科', all: paperIds })
  const policy = { visible: true, score: true, level: true, questions: true, key: true, rates: false, rank: false }
  await ask(setDisclosure, { examId, student: { ...policy, from: 1 }, extra: [marker], version: 0 })
  await ask(grantTools, { examId, tools: ['score-edit'], to: ['t:3', `u:${marker}`], allows: true })
  const { cardId } = (await viaGateway(createCard, { paperId: paperIds[0]! }, admin())).data
  const card = (await viaGateway(cardDetail, { cardId }, admin())).data
  const [objective, ...rest] = card.design.units
  const design = { ...card.design, showSealLine: true, units: [{ ...objective!, title: '一、我的标题' }, ...rest] }
  const saved = (await viaGateway(saveCard, { cardId, design, version: card.version } as never, admin())).data
  await viaGateway(publishCard, { cardId, version: saved.version }, admin())
  const named = [{ questionId: questions[2]!.questionId, markers: [marker], arbitrators: [] }]
  await viaGateway(saveArrangement, { paperId: paperIds[0]!, questions: named, version: 0 } as never, admin())
  void gradeId
})

describe('an exam like a former one', () => {
  it('takes what was asked for and nothing else; each paper of its own', async () => {
    const bare = (await papersOf((await like('structure')).examId)).find((p) => p.courseId === courseIds[0])!
    expect(bare.questions.map((q) => [q.number, q.fullScore, q.answer, q.halfScore, q.markers])).toEqual([
      ['1', 300, undefined, undefined, undefined],
      ['2', 300, undefined, undefined, undefined],
      ['3', 1200, undefined, undefined, undefined],
    ])
    expect(bare.like).toBeUndefined()
    expect(bare.questions.map((q) => q.questionId)).not.toContain(questions[0]!.questionId)
    const ruled = (await papersOf((await like('structure', 'keyLayout')).examId)).find(
      (p) => p.courseId === courseIds[0],
    )!
    expect(ruled.questions.map((q) => [q.halfScore, q.markers, q.tolerance])).toEqual([
      [undefined, undefined, undefined],
      [100, undefined, undefined],
      [undefined, 2, 200],
    ])
    expect((await ask(examTotals, { examId: bare.examId })).data).toEqual([])
    expect(((await ask(toolGrants, { examId: bare.examId })).data as { grants: unknown[] }).grants).toEqual([])
  })

  it('with its whole key a paper waits for its cards, and the exam says so from the first moment', async () => {
    const { examId: id, paperIds: made } = await like('structure', 'key')
    const steps = async (paperId: PaperId) => (await stepsOfPaper({ examId: id, paperId })).map((s) => s.step)
    expect([await steps(made[0]!), await steps(made[1]!)]).toEqual([[2], [1]])
    expect((await examOf(id))!.papers.map((p) => p.lowest)).toEqual([2, 1])
    expect(await examOf(id)).toMatchObject({ markingProgress: 1, furthest: 2 })
  })

  it('takes totals of its own papers, the policy without its moment, and what was given to tools', async () => {
    const { examId: id, paperIds: made } = await like('settings')
    const [total] = (await ask(examTotals, { examId: id })).data as { paperId: string; parts: { paperId: string }[] }[]
    expect(total!.parts.map((p) => p.paperId)).toEqual(made)
    const given = (await ask(toolGrants, { examId: id })).data as { grants: { to: string; tool: string }[] }
    expect(given.grants.map((g) => g.to).sort()).toEqual(['t:3', `u:${marker}`].sort())
    const { disclosures } = await import('../exam.store.ts')
    const policy = (await disclosures.get({ examId: id }))!
    expect(policy).toMatchObject({ version: 1, extra: [marker], student: { key: true } })
    expect(policy.student.from).toBeUndefined()
  })

  it('begins its card by the other’s layout and its marking by the other’s markers, question by question', async () => {
    const { paperIds: made } = await like('structure', 'card', 'markers')
    const paperId = made[0]!
    const { cardId } = (await viaGateway(createCard, { paperId }, admin())).data
    const { design, questions: own } = (await viaGateway(cardDetail, { cardId }, admin())).data
    expect(design).toMatchObject({ showSealLine: true, title: '9月月考' })
    expect(design.units[0]!.title).toBe('一、我的标题')
    expect(design.units.flatMap((u) => u.questions.map((q) => q.questionId))).toEqual(own.map((q) => q.questionId))
    const { arrangement: arranged } = (await viaGateway(arrangement, { paperId }, admin())).data
    expect(arranged.questions).toEqual([{ questionId: own[2]!.questionId, markers: [marker], arbitrators: [] }])
    // Without being asked for, neither.
    const plain = (await like('structure')).paperIds[0]!
    expect((await viaGateway(arrangement, { paperId: plain }, admin())).data.arrangement.questions).toEqual([])
  })

  it('a large one takes the same by its job', async () => {
    const usual = { ...examSizes }
    examSizes.copied = 0
    const { examId: id, uuid } = await like(...usualTakes)
    Object.assign(examSizes, usual)
    expect(uuid).toBeDefined()
    await expect.poll(() => examOf(id), { timeout: 120_000 }).not.toBeNull()
    const paper = (await papersOf(id)).find((p) => p.courseId === courseIds[0])!
    expect(paper.questions).toHaveLength(3)
    expect(paper.like).toMatchObject({ paperId: paperIds[0], card: true, markers: true })
    expect((await ask(examTotals, { examId: id })).data).toHaveLength(1)
  })

  it('of another school’s exam, or one that the caller does not see, nothing is taken', async () => {
    const other = await aSchoolThroughGateway(`别校${newId('school').slice(-8)}`)
    const wish = { schoolId: other.schoolId, gradeId: other.gradeId, classIds: [other.classId] }
    const courses = (await viaGateway(listCourses, { schoolId: other.schoolId }, other.admin.token)).data
    await viaGateway(
      createStudent,
      { classId: other.classId, studentName: '学', studentNumber: '20260001' },
      other.admin.token,
    )
    const theirs = { ...wish, courseIds: [courses[0]!.courseId], like: { examId, takes: ['structure'] } }
    expect((await make(theirs, other.admin.token)).message).toContain('考试不存在')
    const stranger = await testCaller({ userType: 3, tenant: `s:${school.schoolId}`, teacherId: newId('teacher') })
    const { message } = await make({ like: { examId, takes: ['structure'] } }, stranger.token)
    expect(message).toContain('考试不存在')
    expect((await make({ like: { examId, takes: [] } })).message).toContain('沿用')
  })
})

describe('a template', () => {
  const wish = () => ({
    schoolId: school.schoolId,
    templateName: '月考',
    examType: 2,
    gradeType: 10,
    courseIds,
    like: { examId, takes: [...takes] },
  })
  type Row = { examTemplateId: string; version: number; likeName?: string; gradeTypeName: string; mayChange: boolean }

  it('is saved, read, changed over the version that was seen, deleted and had back', async () => {
    const { schoolId } = school
    const first = (await ask(templates.saveExamTemplate, wish())).data as Row
    const of = { schoolId, examTemplateId: first.examTemplateId }
    const read = async () => (await ask(templates.examTemplate, of)).data as Row
    expect(await read()).toMatchObject({ version: 1, likeName: '9月月考', mayChange: true })
    const change = { ...wish(), examTemplateId: first.examTemplateId, templateName: '新名', version: 1 }
    expect((await ask(templates.saveExamTemplate, change)).data).toMatchObject({ version: 2 })
    expect((await ask(templates.saveExamTemplate, change)).message).toContain('修改了这条数据')
    const teacher = await testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId: newId('teacher') })
    expect((await ask(templates.saveExamTemplate, { ...change, version: 2 }, teacher.token)).message).toContain(
      '创建人',
    )
    expect((await ask(templates.deleteExamTemplate, of, teacher.token)).message).toContain('创建人')
    await ask(templates.deleteExamTemplate, of)
    expect((await ask(templates.examTemplate, of)).message).toContain('不存在')
    const names = async () =>
      ((await ask(templates.examTemplates, { schoolId })).data as { templateName: string }[]).map((t) => t.templateName)
    expect(await names()).not.toContain('新名')
    await ask(templates.deleteExamTemplate, { ...of, undo: true })
    expect(await names()).toContain('新名')
    expect((await ask(templates.saveExamTemplate, { ...wish(), courseIds: [newId('course')] })).message).toContain(
      '不存在',
    )
  })

  it('sent twice is one, comes back only where there is room, and each act is on record', async () => {
    const other = await aSchoolThroughGateway('模板中学')
    const { schoolId, admin: own } = other
    const [course] = (await viaGateway(listCourses, { schoolId }, own.token)).data
    const mine = { schoolId, templateName: '两次', examType: 2, gradeType: 10, courseIds: [course!.courseId] }
    const save = async () => (await ask(templates.saveExamTemplate, mine, own.token)).data as Row
    const first = await save()
    expect((await save()).examTemplateId).toBe(first.examTemplateId)
    const of = { schoolId, examTemplateId: first.examTemplateId }
    await ask(templates.deleteExamTemplate, of, own.token)
    await asFunction('exam-api', async () => {
      const row = (await stored.get(of))!
      const { deletedAt: _at, deletedBy: _by, ...kept } = row
      const others = Array.from({ length: templates.mostTemplates }, (_, i) => ({
        ...kept,
        examTemplateId: newId<typeof row.examTemplateId>('examTemplate'),
        templateName: `第${i}个`,
      }))
      await stored.putMany(others)
    })
    expect((await ask(templates.deleteExamTemplate, { ...of, undo: true }, own.token)).message).toContain('最多保存')
    expect((await ask(templates.examTemplate, of, own.token)).message).toContain('不存在')
    const day = await asRoot(() => audits.query(`s:${schoolId}#${dayKey(now())}`, { consistent: true }))
    const acts = day.filter((r) => r.object === first.examTemplateId).map((r) => r.act)
    expect(acts).toEqual(['exam.saveTemplate', 'exam.deleteTemplate'])
  })

  it('plans the exam as the school stands: its classes, its teachers, and what is gone', async () => {
    const { schoolId, gradeId, classId } = school
    const source = { schoolId, examId }
    const plan = (await ask(templates.templatePlan, source)).data as Record<string, unknown>
    expect(plan).toMatchObject({ gradeId, classIds: [classId], courseIds, gone: [], like: { examName: '9月月考' } })
    expect(plan['examName']).toMatch(/^\d{1,2}月月考/)
    const taught = (await ask(templates.templateTeachers, source)).data as {
      teachers: { teacherName: string }[]
      without: string[]
    }[]
    expect(taught.map((t) => [t.teachers.map((x) => x.teacherName), t.without])).toEqual([
      [['王老师'], []],
      [[], ['1班']],
    ])
    const { data: second } = await viaGateway(createClass, { gradeId, className: '2班' }, admin())
    const classes = async () =>
      (
        (await ask(templates.templateClasses, source)).data as { className: string; chosen: boolean; bar: string }[]
      ).map((c) => [c.className, c.chosen, c.bar])
    expect(await classes()).toEqual([
      ['1班', true, null],
      ['2班', false, '没有学生'],
    ])
    const named = { ...wish(), classIds: [second.classId] }
    const { examTemplateId } = (await ask(templates.saveExamTemplate, named)).data as Row
    await viaGateway(deleteClass, { classId: second.classId, version: 1 } as never, admin())
    const of = (await ask(templates.templatePlan, { schoolId, examTemplateId })).data as Record<string, unknown>
    expect(of).toMatchObject({ classIds: [classId], gone: ['1个班级已撤销或没有学生'] })
  })

  it('of a grade that the school has not is planned without one, and says so', async () => {
    const { schoolId } = school
    const { examTemplateId } = (await ask(templates.saveExamTemplate, { ...wish(), gradeType: 13 })).data as Row
    const of = (await ask(templates.templatePlan, { schoolId, examTemplateId })).data as Record<string, unknown>
    expect(of).toMatchObject({ classIds: [], gone: ['学校现在没有大一'] })
    expect(of['gradeId']).toBeUndefined()
  })
})
