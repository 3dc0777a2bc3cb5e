/**
 * Acts that change an exam, under every single fault of the stores: done whole with one record, or not at all; and asked for
 * once more without a fault, done whole with one record (I11, I16).
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, it } from 'vitest'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ClassId, CourseId, GradeId, QuestionId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { holdsUnderFaults } from '#functions/kit/actFaults.testing.ts'
import type { Act } from '#functions/kit/actFaults.testing.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { actAs, asFunction, asRoot, testCaller } from '#functions/kit/testing.ts'
import { uploadKeys } from '#functions/platform/upload.public.ts'
import { grantedUploads } from '#functions/platform/upload.store.ts'
import { setClasses } from '../creation/course.commands.ts'
import { removeTemplate, saveTemplate } from '../creation/template.commands.ts'
import { createOwnExam } from '../exam.commands.ts'
import { examOf, paperOf, totalsOf } from '../exam.public.ts'
import {
  candidates,
  disclosures,
  examClasses,
  examSchools,
  examTeachers,
  examTemplates,
  examTeachingClasses,
  listedExams,
  paperKnowledges,
  papers,
  toolGrants,
} from '../exam.store.ts'
import { saveQuestions } from '../paper.public.ts'
import { setTag } from '../roster/tag.commands.ts'
import { moveTeachingClass } from '../roster/teachingClass.commands.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from '../stored.fixtures.ts'
import { disclose } from '../tools/disclosure.commands.ts'
import { relate } from '../tools/knowledge.commands.ts'
import { addFile, filesOfPaper, removeFile } from '../tools/paperFile.commands.ts'
import { setRelease } from '../tools/release.commands.ts'
import { setTeaching } from '../tools/teacher.commands.ts'
import { giveTools } from '../tools/tool.commands.ts'
import { formTotal } from '../tools/total.commands.ts'

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
  const part = { ...stored.school, gradeId: school.gradeId as GradeId }
  const both = { ...stored, school: part, exam: { ...exam, papers: [...exam.papers, second] } }
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
  const names = {
    name: examId.slice(-8),
    requestId: randomUUID() as string,
    uploadId: newId<string>('upload'),
    at: now(),
  }
  return { examId, paperId, second: second.paperId, schoolId, classes, students, walking, ...names }
}
type Of = Awaited<ReturnType<typeof anExam>>
const examNow = async ({ examId }: Pick<Of, 'examId'>) => (await examOf(examId))!
const paperNow = async ({ paperId }: Pick<Of, 'paperId'>) => (await paperOf(paperId))!
const roster = ({ examId, schoolId }: Of) => candidates.query(`cand#${examId}#${schoolId}`, { consistent: true })

const templateWish = (of: Of) => ({
  ...{ schoolId: of.schoolId, templateName: of.name, examType: 3, gradeType: 1, courseIds: [courseId!], version: 0 },
})
const templatesOf = async (of: Of) =>
  (await examTemplates.query(`templates#${of.schoolId}`, { consistent: true })).filter(
    (t) => t.templateName === of.name,
  )

const keyOf = (of: Of) =>
  uploadKeys({
    ...{ uploadId: of.uploadId, tenant: `s:${of.schoolId}`, family: 'examPaper' as const, at: of.at },
    ...{ digits: 1, names: ['试卷.pdf'] },
  })[0]!
/** A file that the paper's holder of the tool was granted, and has sent. */
const uploaded = (of: Of, who: Caller) =>
  asRoot(async () => {
    await putObject(keyOf(of), Buffer.from('%PDF-1.7'))
    await grantedUploads.create({
      ...{ schema: 1, uploadId: of.uploadId, tenant: `s:${of.schoolId}`, family: 'examPaper', at: of.at },
      ...{ digits: 1, userId: who.userId, sizes: [8] },
    } as never)
  })
const fileOf = (of: Of) => ({
  ...{ paperId: of.paperId, fileId: of.requestId, kind: 'paper' as const, key: keyOf(of), fileName: '试卷.pdf' },
})
const filesOf = async (of: Of) => (await filesOfPaper(of.paperId)).map((f) => [f.fileName, f.size])

const acts: Act<Of>[] = [
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
  {
    name: 'the classes that sit a paper',
    record: 'exam.courses',
    steps: true,
    run: async (of, who) => {
      const exam = await examNow(of)
      return setClasses(exam, { paperId: of.second, classIds: [of.classes[0]!.classId], version: 1 }, who)
    },
    told: async (of) => {
      const classes = await examClasses.query(`exam#${of.examId}`, { prefix: 'class#', consistent: true })
      const left = (list: readonly { without?: readonly string[] | undefined }[]) =>
        list.filter((c) => c.without?.includes(of.second)).length
      const part = await examSchools.get(of)
      return [left(await roster(of)), [left(classes), part?.papers.find((p) => p.paperId === of.second)?.takers ?? 3]]
    },
  },
  {
    name: 'a file of a paper',
    record: 'exam.paperFile',
    before: uploaded,
    run: (of, who) => addFile(fileOf(of), who),
    told: filesOf,
  },
  {
    name: 'a file of a paper that is taken away',
    record: 'exam.paperFile',
    before: async (of, who) => {
      await uploaded(of, who)
      await addFile(fileOf(of), who)
    },
    run: (of, who) => removeFile(fileOf(of), who),
    told: filesOf,
  },
  {
    name: 'a file of a paper that is had back',
    record: 'exam.paperFile',
    before: async (of, who) => {
      await uploaded(of, who)
      await addFile(fileOf(of), who)
      await removeFile(fileOf(of), who)
    },
    run: (of, who) => removeFile({ ...fileOf(of), undo: true }, who),
    told: filesOf,
  },
]

describe.each(acts.map((act) => [act.name, act] as const))('%s', (_name, act) => {
  it('is whole or not at all, and whole when it is asked for again', async () => {
    await holdsUnderFaults(act, 'exam-api', async () => {
      const of = await anExam()
      const { caller } = await testCaller({ userType: 2, tenant: `s:${school.schoolId}` })
      return { of, who: caller }
    })
  }, 240_000)
})
