/** The list of exams is read by page in its order, for every kind of caller: its cost is counted in read units, which no machine changes. */
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteExam, listExams, restoreExam, saveExam } from '#shared/exam/exam.calls.ts'
import { findAll } from '#shared/exam/find.calls.ts'
import { lastHeldFirst } from '#shared/exam/exam.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { PaperId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { actAs, asFunction, send, testCaller, unitsDuring } from '#functions/kit/testing.ts'
import { handler } from './exam.api.ts'
import { candidates, exams, examTeachers, listedExams, listings } from './exam.store.ts'
import { listedOf, wholeList } from './listed.ts'
import { nameExam, wholeNames } from './named.ts'
import { movePaper } from './step.public.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from './stored.fixtures.ts'

type Who = Awaited<ReturnType<typeof testCaller>>

const day = 86_400_000
const newest = Date.UTC(2026, 10, 1)
const subjects = 9

const aSchool = async () => {
  const schoolId = newId<SchoolId>('school')
  return { schoolId, admin: await testCaller({ userType: 2, tenant: schoolTenant(schoolId) }) }
}
/** The i-th last exam of nine subjects. */
const examAt = (schoolId: SchoolId, i: number, more: Partial<Exam> = {}): Exam => {
  const { exam } = examOfSchool(schoolId, [], { candidateCount: 900, classes: [], examDate: newest - i * day, ...more })
  const [paper] = exam.papers
  const papers = Array.from({ length: subjects }, () => ({ ...paper!, paperId: newId<PaperId>('paper') }))
  return { ...exam, examName: `第${i}次常规诊断`, papers, ...more }
}
const ask = (input: Parameters<typeof send<typeof listExams>>[2], { token }: Who) =>
  send(handler, listExams, input, token)

beforeAll(() => actAs('exam-api'))

describe('ten thousand exams of a school', () => {
  const many = 10_000
  const whole = 1000
  let all: Exam[]
  let school: Awaited<ReturnType<typeof aSchool>>
  let teacher: Who
  let student: Who

  beforeAll(async () => {
    school = await aSchool()
    all = Array.from({ length: many }, (_, i) => examAt(school.schoolId, i, i % 50 === 0 ? { examType: 4 } : {}))
    const teacherId = newId<TeacherId>('teacher')
    const studentId = newId<StudentId>('student')
    teacher = await testCaller({ userType: 3, tenant: schoolTenant(school.schoolId), teacherId })
    student = await testCaller({ userType: 4, tenant: schoolTenant(school.schoolId), studentId })
    const [cls] = classesNamed('1班')
    await asFunction('exam-api', async () => {
      // The exams themselves are read by their ids alone: of those that no page shows none is needed.
      await exams.putMany(all.slice(0, whole))
      for (let at = 0; at < many; at += 1000) await listedExams.putMany(all.slice(at, at + 1000).map(listedOf))
      await listings.put({ schema: 1, owner: schoolTenant(school.schoolId), at: 1 })
      const own = all.slice(0, 900).filter((_, i) => i % 30 === 0)
      await examTeachers.putMany(
        own.map(({ examId, papers: [paper] }) =>
          teacherAt({ examId, courseId: paper!.courseId }, 1, teacher.caller, cls!),
        ),
      )
      await candidates.putMany(
        own.map((e) => candidateAt({ examId: e.examId, schoolId: school.schoolId }, 1, studentId, cls!)),
      )
    })
  }, 120_000)

  const unitsOf = async (input: Parameters<typeof ask>[0], who: Who) => {
    const { result, read } = await unitsDuring(() => ask(input, who))
    return { ...result.data, read }
  }

  it('shows the last ones, and looks at no more than some pages', async () => {
    const first = await unitsOf({}, school.admin)
    expect(first.list.map((e) => e.examId)).toEqual(all.slice(0, 20).map((e) => e.examId))
    expect(first).toMatchObject({ total: 120, more: true })
    // Twenty exams of two to three kilobytes, and some hundred rows of half a kilobyte.
    expect(first.read).toBeLessThan(50)
    const third = await unitsOf({ pageNumber: 3 }, school.admin)
    expect(third.list.map((e) => e.examId)).toEqual(all.slice(40, 60).map((e) => e.examId))
    expect(third.read).toBeLessThan(60)
  })

  it('chooses by kind and by name: all of them are looked through by their rows alone', async () => {
    const finals = await unitsOf({ examType: 4 }, school.admin)
    expect(finals.list.map((e) => e.examId)).toEqual(
      all
        .filter((e) => e.examType === 4)
        .slice(0, 20)
        .map((e) => e.examId),
    )
    expect(finals.read).toBeLessThan(700)
    const named = await unitsOf({ name: '第777次' }, school.admin)
    expect(named).toMatchObject({ total: 1, list: [{ examId: all[777]!.examId }] })
    expect(named.more).toBeUndefined()
    expect(named.read).toBeLessThan(700)
    const none = await unitsOf({ name: '没有这场' }, school.admin)
    expect(none).toMatchObject({ total: 0, list: [] })
  })

  it('is, for who teaches in thirty of them or sat them, as dear as thirty', async () => {
    for (const who of [teacher, student]) {
      const own = await unitsOf({}, who)
      expect(own.total).toBe(30)
      expect(own.list.map((e) => e.examName)).toEqual(Array.from({ length: 20 }, (_, i) => `第${i * 30}次常规诊断`))
      expect(own.read).toBeLessThan(120)
    }
  })
})

/** Exams that lists and searches know, and no page shows. */
const known = async (schoolId: SchoolId, many: number, named: (i: number) => Partial<Exam>) => {
  const all = Array.from({ length: many }, (_, i) => examAt(schoolId, i, named(i)))
  await asFunction('exam-api', async () => {
    await exams.putMany(all)
    await listedExams.putMany(all.map(listedOf))
    await inTurns(all, 16, nameExam)
    await listings.put({ schema: 1, owner: schoolTenant(schoolId), at: 1, named: 'all' })
  })
  return all
}

describe('a name looked for', () => {
  it('costs as much among three hundred exams as among a hundred and fifty: a rare one, a part of all, two words, none', async () => {
    const names = ['第7次', '第7次常规诊断', '第7次常规诊', '常规诊断', '断', '高一 第7次', '没有这场', '第7次没有']
    const asked = async (many: number) => {
      const { schoolId, admin } = await aSchool()
      await known(schoolId, many, (i) => ({ examName: `第${i}次常规诊断`, gradeName: '高一' }))
      // What is asked once an hour is not counted.
      await ask({ name: '第' }, admin)
      const costs = []
      for (const name of names) {
        const list = await unitsDuring(() => ask({ name }, admin))
        const found = await unitsDuring(() => send(handler, findAll, { text: name }, admin.token))
        costs.push({
          name,
          total: list.result.data.total,
          list: list.read,
          first: found.result.data.exams.map((e) => e.examName).slice(0, 1),
          find: found.read,
        })
      }
      return costs
    }
    const [many, half] = [await asked(300), await asked(150)]
    // A session that a slow machine lets grow old is read once more; exams that were read would be ten times that.
    const near = (of: typeof many) => of.map(({ list, find, ...told }) => ({ ...told, list: [list], find: [find] }))
    const within = (a: readonly number[]) => a.map((n) => expect.closeTo(n, -1))
    expect(near(many)).toEqual(near(half).map((c) => ({ ...c, list: within(c.list), find: within(c.find) })))
    const first = (i: number) => [`第${i}次常规诊断`]
    expect(many.map((c) => [c.name, c.total, c.first])).toEqual([
      ['第7次', 1, first(7)],
      ['第7次常规诊断', 1, first(7)],
      ['第7次常规诊', 1, first(7)],
      ['常规诊断', 120, first(0)],
      ['断', 120, first(0)],
      ['高一 第7次', 0, first(7)],
      ['没有这场', 0, []],
      ['第7次没有', 0, []],
    ])
    for (const cost of many) expect(cost.list, cost.name).toBeLessThan(250)
  }, 120_000)

  it('is found by its new name and day alone, after several names and a refused one', async () => {
    const { schoolId, admin } = await aSchool()
    const all = await known(schoolId, 60, (i) => ({ examName: `第${i}次月考` }))
    const { examId, examType } = all[40]!
    const save = (examName: string, examDate: number, version: number) =>
      send(handler, saveExam, { examId, examName, examType, examDate, version }, admin.token)
    const ids = async (name: string) => (await ask({ name }, admin)).data.list.map((e) => e.examId as string)
    expect((await save('期末摸底', newest + day, 1)).status).toBe(0)
    expect((await save('没有存下', newest + day, 1)).status).not.toBe(0)
    expect(await ids('期末')).toEqual([examId])
    expect(await ids('没有存')).toEqual([])
    expect(await ids('第40次')).toEqual([])
    expect((await save('第40次月考', newest + 2 * day, 2)).status).toBe(0)
    expect(await ids('期末')).toEqual([])
    expect(await ids('第40次')).toEqual([examId])
    expect((await ids('月考'))[0]).toBe(examId)
  })

  it('is found of exams that were made before they were kept by their names, more of them with each search', async () => {
    const { schoolId, admin } = await aSchool()
    const owner = schoolTenant(schoolId)
    const all = Array.from({ length: 130 }, (_, i) => examAt(schoolId, i))
    await asFunction('exam-api', () => exams.putMany(all))
    const search = async () => (await ask({ name: '第12次' }, admin)).data.list.map((e) => e.examId)
    const named = () => asFunction('exam-api', async () => (await listings.get({ owner }))?.named)
    expect(await search()).toEqual([all[12]!.examId])
    expect(await named()).not.toBe('all')
    expect(await search()).toEqual([all[12]!.examId])
    expect(await named()).toBe('all')
    expect(await search()).toEqual([all[12]!.examId])
  })
})

describe('the order of a list', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let all: Exam[]
  beforeAll(async () => {
    school = await aSchool()
    // Several a day, laid down in no order.
    all = Array.from({ length: 130 }, (_, i) => examAt(school.schoolId, (i * 37) % 45))
    await asFunction('exam-api', () => exams.putMany(all))
  })
  const ids = async (input: Parameters<typeof ask>[0]) =>
    (await ask(input, school.admin)).data.list.map((e) => e.examId as string)

  it('is by day, and of one day the last made first, over all pages; exams from before there were rows of it too', async () => {
    const ordered = all.toSorted(lastHeldFirst).map((e) => e.examId as string)
    const pages = await Promise.all([1, 2, 3, 4, 5].map((pageNumber) => ids({ pageNumber, pageSize: 30 })))
    expect(pages.flat()).toEqual(ordered)
    expect((await ask({ pageNumber: 99, pageSize: 30 }, school.admin)).data).toMatchObject({
      total: 130,
      pageNumber: 5,
    })
    expect((await ask({ pageSize: 30 }, school.admin)).data.more).toBeUndefined()
  })

  it('is that of the new day once an exam is moved, without it while it is deleted, and with it again', async () => {
    const exam = all.toSorted(lastHeldFirst).at(-1)!
    const facts = { examId: exam.examId, examName: '改过的名称', examType: exam.examType, examDate: newest + 5 * day }
    const saved = await send(handler, saveExam, { ...facts, version: 1 }, school.admin.token)
    expect(saved.status).toBe(0)
    expect((await ids({}))[0]).toBe(exam.examId)
    expect(await ids({ name: '改过的' })).toEqual([exam.examId])
    const gone = await send(handler, deleteExam, { examId: exam.examId, version: 2 }, school.admin.token)
    expect(gone.status).toBe(0)
    expect(await ids({})).not.toContain(exam.examId)
    await send(handler, restoreExam, { examId: exam.examId }, school.admin.token)
    expect((await ids({}))[0]).toBe(exam.examId)
  })

  it('knows where an exam stands as soon as its last paper moves', async () => {
    const of = examOfSchool(school.schoolId, [], { candidateCount: 1, classes: classesNamed('1班') })
    await storeExam(of, [])
    const { examId } = of.exam
    expect(await ids({ status: 1, examType: 3 })).toContain(examId)
    await movePaper({ examId, paperId: of.paper.paperId }, 'released')
    expect(await ids({ status: 3 })).toEqual([examId])
    expect(await ids({ status: 1, examType: 3 })).not.toContain(examId)
  })

  it('is laid down once, and what was written since stays', async () => {
    const [exam] = all
    await asFunction('exam-api', async () => {
      await listings.remove({ owner: exam!.owner })
      await listedExams.put({ ...listedOf(exam!), examName: '后来的名称' })
      await listedExams.remove(all[1]!)
    })
    wholeList.forget()
    wholeNames.forget()
    expect(await ids({ name: '后来的' })).toEqual([exam!.examId])
    expect((await ask({ pageSize: 200 }, school.admin)).data.list.map((e) => e.examId)).toContain(all[1]!.examId)
  })
})
