/**
 * Acts that change an exam, under every single fault of the stores: done whole with one record, or not at all; and asked for
 * once more without a fault, done whole with one record (I11, I16).
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ClassId, CourseId, GradeId, QuestionId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { audits } from '#functions/kit/audit.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { FaultKind, FaultPlan, StoreCall } from '#functions/kit/faults.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Refused } from '#functions/kit/refusal.ts'
import { actAs, asFunction, asRoot, testCaller } from '#functions/kit/testing.ts'
import { removeTemplate, saveTemplate } from './creation/template.commands.ts'
import { createOwnExam } from './exam.commands.ts'
import { examOf, paperOf, totalsOf } from './exam.public.ts'
import {
  candidates,
  disclosures,
  examTeachers,
  examTemplates,
  examTeachingClasses,
  listedExams,
  paperKnowledges,
  papers,
  toolGrants,
} from './exam.store.ts'
import { saveQuestions } from './paper.public.ts'
import { setTag } from './roster/tag.commands.ts'
import { moveTeachingClass } from './roster/teachingClass.commands.ts'
import { aSchoolThroughGateway } from './school.fixtures.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from './stored.fixtures.ts'
import { disclose } from './tools/disclosure.commands.ts'
import { relate } from './tools/knowledge.commands.ts'
import { setRelease } from './tools/release.commands.ts'
import { setTeaching } from './tools/teacher.commands.ts'
import { giveTools } from './tools/tool.commands.ts'
import { formTotal } from './tools/total.commands.ts'

const kinds: readonly FaultKind[] = ['failBefore', 'appliedButFailed', 'conflict', 'crashAfter']
type Who = Awaited<ReturnType<typeof testCaller>>
let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let [teacherId, courseId]: [TeacherId?, CourseId?] = []
beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway('不断电中学')
  const { schoolId, admin, classId } = school
  courseId = (await viaGateway(listCourses, { schoolId }, admin.token)).data[0]!.courseId
  await viaGateway(createStudent, { classId, studentName: '学生0', studentNumber: '20260000' }, admin.token)
  const accountName = `f${newId('account').slice(-12)}`
  const wish = { schoolId, teacherName: '赵老师', accountName, password: 'first-password', teaches: [] }
  teacherId = (await viaGateway(createTeacher, wish as never, admin.token)).data.teacherId
})

const question = (n: number): PaperQuestion => ({
  ...{ questionId: newId<QuestionId>('question'), number: String(n), unitType: 1, fullScore: 300 },
  ...{ optionCount: 4, answer: 'A' },
})

/** Two papers of three candidates in two classes, with a teaching class of the first. */
const anExam = async () => {
  const classes = classesNamed('1班', '2班')
  const stored = examOfSchool(school.schoolId as SchoolId, [question(1), question(2)], { classes, candidateCount: 3 })
  const { exam, paper } = stored
  const second = { ...exam.papers[0]!, paperId: newId<typeof paper.paperId>('paper'), courseName: '语文' }
  const both = { ...stored, exam: { ...exam, papers: [...exam.papers, second] } }
  const students = Array.from({ length: 3 }, () => newId<StudentId>('student'))
  await storeExam(
    both,
    students.map((id, i) => candidateAt(stored.school, i, id, classes[i % 2]!)),
  )
  const walking = newId<ClassId>('class')
  const { examId, paperId } = paper
  const { schoolId } = stored.school
  await asFunction('exam-api', async () => {
    await papers.create({ ...paper, paperId: second.paperId, courseName: '语文' })
    await examTeachingClasses.put({
      ...{ schema: 1, examId, schoolId, paperId, classId: walking, className: '数学A班', order: 1 },
    })
  })
  const names = { name: examId.slice(-8), requestId: randomUUID() as string }
  return { examId, paperId, second: second.paperId, schoolId, classes, students, walking, ...names }
}
type Of = Awaited<ReturnType<typeof anExam>>
const examNow = async ({ examId }: Pick<Of, 'examId'>) => (await examOf(examId))!
const paperNow = async ({ paperId }: Pick<Of, 'paperId'>) => (await paperOf(paperId))!
const roster = ({ examId, schoolId }: Of) => candidates.query(`cand#${examId}#${schoolId}`, { consistent: true })

type Act = {
  name: string
  /** As its record calls it; where a record is of something that the act makes it names nothing of this exam. */
  record: string
  /** What stands there before, beside the exam. */
  before?: (of: Of, who: Who['caller']) => Promise<unknown>
  /** As a person asks for it: over what was seen. */
  run: (of: Of, who: Who['caller']) => Promise<unknown>
  /** What became other by it, in words that do not tell one time from another. */
  told: (of: Of) => Promise<unknown>
}

const templateWish = (of: Of) => ({
  ...{ schoolId: of.schoolId, templateName: of.name, examType: 3, gradeType: 1, courseIds: [courseId!], version: 0 },
})
const templatesOf = async (of: Of) =>
  (await examTemplates.query(`templates#${of.schoolId}`, { consistent: true })).filter(
    (t) => t.templateName === of.name,
  )

const acts: Act[] = [
  {
    name: 'a key that is saved',
    record: 'exam.savePaper',
    run: async (of, who) => {
      const paper = await paperNow(of)
      const keyed = paper.questions.map((q) => ({ ...q, answer: 'B' }))
      return saveQuestions(paper, keyed, 1, who)
    },
    told: async (of) => (await paperNow(of)).questions.map((q) => q.answer),
  },
  {
    name: 'an exam that is created with its roster',
    record: 'exam.create',
    run: async (of, who) => {
      const { schoolId, classId, gradeId } = school
      const names = { examName: of.name, examType: 3, examDate: 1_790_000_000_000, requestId: of.requestId }
      const wish = { schoolId, gradeId: gradeId as GradeId, classIds: [classId], courseIds: [courseId!] }
      return createOwnExam({ ...wish, ...names } as never, who)
    },
    told: async (of) => {
      const all = await listedExams.queryIndex('gsi1', `listed#s:${of.schoolId}`)
      const own = all.filter((e) => e.examName === of.name)
      return Promise.all(
        own.map(async ({ examId }) => {
          const exam = (await examOf(examId))!
          const there = await candidates.query(`cand#${examId}#${of.schoolId}`, { consistent: true })
          return [exam.candidateCount, there.length, (await paperOf(exam.papers[0]!.paperId))?.courseName !== undefined]
        }),
      )
    },
  },
  {
    name: 'results that are released to some alone',
    record: 'exam.releaseTo',
    run: async (of, who) => {
      const wish = { kind: 'students' as const, studentIds: [of.students[0]!] }
      return setRelease({ paperId: of.paperId, act: 'only', wish, version: 1 }, who)
    },
    told: async (of) => (await roster(of)).map((c) => c.withheld?.includes(of.paperId) ?? false).sort(),
  },
  {
    name: 'a policy of what is shown',
    record: 'exam.disclose',
    run: async (of, who) => {
      const student = { ...disclosureOfStage(1).student, rank: false }
      return disclose(await examNow(of), { student }, 0, who)
    },
    told: async (of) => (await disclosures.get(of))?.student.rank ?? null,
  },
  {
    name: 'tools that are given',
    record: 'exam.grant',
    run: async (of, who) =>
      giveTools(await examNow(of), { tools: ['tutor', 'answer-edit'], to: ['t:3', 't:9'], allows: true }, who),
    told: async (of) =>
      (await toolGrants.query(`exam#${of.examId}`, { prefix: 'grant#', consistent: true }))
        .map((g) => `${g.tool} ${g.to}`)
        .sort(),
  },
  {
    name: 'a tag on candidates',
    record: 'exam.tags',
    run: async (of, who) => {
      const wish = { kind: 'classes' as const, classIds: [of.classes[0]!.classId] }
      return setTag({ examId: of.examId, tag: '住校', wish, adds: true, version: 1 }, who)
    },
    told: async (of) => (await roster(of)).map((c) => c.tags?.join() ?? '').sort(),
  },
  {
    name: 'a teacher who is put right',
    record: 'exam.setTeaching',
    run: async (of, who) => {
      const place = { examId: of.examId, classId: of.classes[0]!.classId, before: [], teacherIds: [teacherId!] }
      return setTeaching(place, who)
    },
    told: async (of) =>
      (await examTeachers.query(`exam#${of.examId}`, { prefix: 'teacher#', consistent: true })).map(
        (t) => t.teaches.length,
      ),
  },
  {
    name: 'a teaching class that is put right',
    record: 'exam.teachingClass',
    run: async (of, who) => {
      const studentIds = of.students.slice(0, 2)
      return moveTeachingClass(
        await examNow(of),
        { examId: of.examId, paperId: of.paperId, classId: of.walking, studentIds, version: 1 },
        who,
      )
    },
    told: async (of) => (await roster(of)).map((c) => (c.teaching?.[of.paperId] === of.walking ? 1 : 0)).sort(),
  },
  {
    name: 'a template',
    record: 'exam.saveTemplate',
    run: (of, who) => saveTemplate(templateWish(of), who),
    told: async (of) => (await templatesOf(of)).map((t) => t.courseIds.length),
  },
  {
    name: 'a template that is deleted',
    record: 'exam.deleteTemplate',
    before: (of, who) => saveTemplate(templateWish(of), who),
    run: async (of, who) => {
      const [template] = await templatesOf(of)
      return removeTemplate(template!, false, who)
    },
    told: async (of) => (await templatesOf(of)).map((t) => t.deletedAt !== undefined),
  },
  {
    name: 'a total',
    record: 'exam.createTotal',
    run: async (of, who) => {
      const wish = { name: '两科', all: [of.paperId, of.second], first: [], others: [], othersCount: 1 }
      return formTotal(await examNow(of), wish, who)
    },
    told: async (of) => (await totalsOf(of.examId)).map((t) => t.total!.length),
  },
  {
    name: 'points of knowledge',
    record: 'exam.knowledge',
    run: async (of, who) => {
      const { questions } = await paperNow(of)
      const questionIds = questions.map((q) => q.questionId)
      return relate({ paperId: of.paperId, version: 0, questionIds, points: ['集合与逻辑/集合运算'], adds: false }, who)
    },
    told: async (of) => Object.keys((await paperKnowledges.get(of))?.points ?? {}).length,
  },
]

/** Its records in the own school, since the act may make what the record is of. */
const recordsOf = async (act: string, who: Who['caller']): Promise<number> => {
  // The exam's functions write records and read none.
  const all = await asRoot(() => audits.query(`${who.tenant}#${dayKey(now())}`, { consistent: true }))
  return all.filter((r) => r.act === act && r.userId === who.userId).length
}

/** One run under a plan; what failed is told, and a refusal is an answer. */
const tried = async (act: Act, of: Of, who: Who['caller'], plan: FaultPlan): Promise<readonly StoreCall[]> => {
  const faults = withFaults(plan)
  try {
    await asFunction('exam-api', () => act.run(of, who)).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error
    })
  } finally {
    faults.stop()
  }
  return [...faults.calls]
}

describe.each(acts.map((act) => [act.name, act] as const))('%s', (_name, act) => {
  it('is whole or not at all, and whole when it is asked for again', async () => {
    const prepared = async () => {
      const of = await anExam()
      const { caller } = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
      await asFunction('exam-api', async () => act.before?.(of, caller))
      return { of, who: caller }
    }
    // Without a fault: what is there before and after, and by how many calls.
    const clean = await prepared()
    const before = await act.told(clean.of)
    const calls = await tried(act, clean.of, clean.who, () => null)
    const after = await act.told(clean.of)
    expect(after).not.toEqual(before)
    expect([calls.length > 0, await recordsOf(act.record, clean.who)]).toEqual([true, 1])
    for (const { at, kind, told } of faultCases(calls, { every: 1, kinds })) {
      const { of, who } = await prepared()
      await tried(act, of, who, (call) => (call.index === at ? kind : null))
      const now = await act.told(of)
      const done = JSON.stringify(now) === JSON.stringify(after)
      expect(done ? after : before, told).toEqual(now)
      expect(await recordsOf(act.record, who), told).toBe(done ? 1 : 0)
      // Once more: done, or refused as stale since it was done.
      await asFunction('exam-api', () => act.run(of, who)).catch((error: unknown) => {
        if (!(error instanceof Refused) || !done) throw error
      })
      expect(await act.told(of), `again after ${told}`).toEqual(after)
      expect(await recordsOf(act.record, who), `again after ${told}`).toBe(1)
    }
  }, 240_000)
})
