/** A paper whose course walks (走班): the lists of its scans, to who teaches a class of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { completedClasses } from '#shared/scan/uploading/uploader.calls.ts'
import { classSheets, scriptList, studentSheets } from '#shared/scan/scan.calls.ts'
import type { ClassId, TeacherId } from '#shared/kit/ids.ts'
import { candidates, examTeachers, examTeachingClasses } from '#functions/exam/exam.store.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { paint, sit } from './scan.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { ask, laid } from './scan.steps.fixtures.ts'

let of: Sitting
let people: Record<'walker' | 'head' | 'both' | 'stays', { token: string }>
const [a, b] = [newId<ClassId>('class'), newId<ClassId>('class')]

beforeAll(async () => {
  actAs('scan-api')
  // 1 3 5 of one administrative class, 2 4 6 of the other; 1 2 3 learn it in A, 4 in B, 5 and 6 where they are.
  of = await sit(6, undefined, 2)
  const { examId } = of.exam
  const { paperId, schoolId, students } = of
  const [q1] = of.card.geometry.pages[0]!.choices
  const sheets = await Promise.all(
    [0, 1, 4].flatMap((i) => [
      paint(of.card, 1, {
        number: students[i]!.studentNumber,
        choices: { [q1!.questionId]: 'A' },
        written: true,
        speck: i,
      }),
      paint(of.card, 2, { written: true, speck: i }),
    ]),
  )
  await laid(of, ...sheets)
  const { courseId } = (await asFunction('exam-api', () => paperOf(paperId)))!
  const teacher = async (teaches: { classId: ClassId; courseId?: typeof courseId; isHead: boolean }[]) => {
    const person = await testCaller({ userType: 3, tenant: of.owner, teacherId: newId<TeacherId>('teacher') })
    const { teacherId, userId } = person.caller
    await examTeachers.create({ schema: 1, examId, teacherId: teacherId!, userId, teacherName: '某老师', teaches })
    return person
  }
  await asFunction('exam-api', async () => {
    const place = { schema: 1 as const, examId, paperId, schoolId }
    await examTeachingClasses.put({ ...place, classId: a, className: 'A班', order: 0 })
    await examTeachingClasses.put({ ...place, classId: b, className: 'B班', order: 1 })
    for (const [i, classId] of [a, a, a, b].entries())
      await candidates.update(
        { examId, schoolId, studentId: students[i]!.studentId },
        { teaching: { [paperId]: classId } },
      )
    const [one, two] = of.classes.map((c) => c.classId) as [ClassId, ClassId]
    const inClass = (classId: ClassId) => ({ classId, courseId, isHead: false })
    people = {
      walker: await teacher([inClass(a)]),
      head: await teacher([{ classId: one, isHead: true }]),
      both: await teacher([{ classId: one, isHead: true }, inClass(a)]),
      stays: await teacher([inClass(two)]),
    }
  })
}, 120_000)

const listed = async (who: { token: string }, more: object = {}) => {
  const { http, data } = await ask(scriptList, { paperId: of.paperId, pageSize: 50, ...more } as never, who)
  return http === 200 ? [data.total, data.list.map((r) => Number(r.studentName.slice(2))).sort()] : http
}
const tables = async (who: { token: string }) =>
  (await ask(classSheets, { paperId: of.paperId, pageSize: 50 } as never, who)).data.list.map((c) =>
    [c.className, c.total, c.present, c.missing].join(' '),
  )

describe('the scans of a paper whose course walks', () => {
  it('are listed to each by who learns it there, and to a head by the own class', async () => {
    expect(await listed(people.walker)).toEqual([3, [1, 2, 3]])
    expect(await listed(people.head)).toEqual([3, [1, 3, 5]])
    expect(await listed(people.both)).toEqual([4, [1, 2, 3, 5]])
    expect(await listed(people.stays)).toEqual([1, [6]])
    expect((await listed(of)) as unknown[]).toEqual([6, [1, 2, 3, 4, 5, 6]])
  })

  it('are looked through by state, name and class, a page after the other, and total what they list', async () => {
    expect(await listed(people.walker, { state: 'present' })).toEqual([2, [1, 2]])
    expect(await listed(people.walker, { state: 'missing' })).toEqual([1, [3]])
    expect(await listed(people.walker, { name: '考生2' })).toEqual([1, [2]])
    expect(await listed(people.walker, { classId: a })).toEqual([3, [1, 2, 3]])
    // An administrative class is no way to its other students, and one without any of the own is barred.
    expect(await listed(people.walker, { classId: of.classes[0]!.classId })).toEqual([2, [1, 3]])
    expect(await listed(people.walker, { classId: b })).toBe(403)
    expect(await listed(of, { classId: b })).toEqual([1, [4]])
    const first = (await ask(scriptList, { paperId: of.paperId, pageSize: 2 } as never, people.walker)).data
    expect(first.list.map((r) => r.studentName)).toEqual(['考生1', '考生2'])
    expect(await listed(people.walker, { pageSize: 2, after: first.next })).toEqual([3, [3]])
  })

  it('are counted by these classes, and a class is complete by its own', async () => {
    const [one, two] = of.classes.map((c) => c.className)
    expect(await tables(people.walker)).toEqual(['A班 3 2 1'])
    expect(await tables(people.both)).toEqual([`${one} 3 2 1`, 'A班 3 2 1'])
    expect(await tables(people.stays)).toEqual([`${two} 1 0 1`])
    expect(await tables(of)).toEqual([`${one} 3 2 1`, `${two} 3 1 2`])
    const { examId } = of.exam
    await asFunction('exam-api', () =>
      candidates.update(
        { examId, schoolId: of.schoolId, studentId: of.students[2]!.studentId },
        { teaching: { [of.paperId]: b } },
      ),
    )
    const complete = (who: { token: string }) => ask(completedClasses, { paperId: of.paperId }, who)
    expect((await complete(people.walker)).data.map((c) => c.className)).toEqual(['A班'])
    expect((await complete(of)).data).toEqual([])
    expect(await listed(people.walker)).toEqual([2, [1, 2]])
  })

  it('are opened one by one as they are listed', async () => {
    const opens = (who: { token: string }) =>
      Promise.all(
        of.students
          .slice(0, 2)
          .map(async (s) => (await ask(studentSheets, { paperId: of.paperId, studentId: s.studentId }, who)).http),
      )
    expect(await opens(people.walker)).toEqual([200, 200])
    expect(await opens(people.head)).toEqual([200, 403])
    expect(await opens(people.stays)).toEqual([403, 403])
  })
})
