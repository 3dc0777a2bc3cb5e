/** Marking class by class: what a script counts for, who sees which classes, and what a joint exam costs. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { classProgress, ownClassProgress } from '#shared/exam/classProgress.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, ClassId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  storeExam,
  storeSchool,
} from '#functions/exam/stored.fixtures.ts'
import { candidates, examTeachers, examTeachingClasses } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { classCounts, countScripts } from './counts.ts'
import { handler } from './marking.api.ts'
import { seat } from './marking.fixtures.ts'
import { claim, forgetAll, open, points, submit } from './marking.steps.fixtures.ts'
import { heads } from './marking.store.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

beforeAll(() => actAs('marking-api'))

const place = { schoolId: newId<SchoolId>('school'), classId: classesNamed('1班')[0]!.classId }
const told = (total: number, done: number) => ({
  stamp: '1',
  counts: {
    present: 1,
    'qu_a.total': total,
    'qu_a.done': done,
    '@us_b.x.s3x1b2': 1,
    ...(done < total ? { unfinished: 1 } : {}),
  },
})
const what = (of: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(of).map(([key, n]) => [key.slice(key.lastIndexOf('.') + 1), n]))

describe('a script in its class', () => {
  it('counts its answers, in a joint exam at each quarter, and never more than are settled', () => {
    expect(what(classCounts(false, told(10, 3), place))).toEqual({ scripts: 1, total: 10, done: 3 })
    expect(what(classCounts(true, told(10, 2), place))).toEqual({ scripts: 1, total: 10 })
    expect(what(classCounts(true, told(10, 5), place))).toEqual({ scripts: 1, total: 10, done: 3 })
    expect(what(classCounts(true, told(10, 10), place))).toEqual({ scripts: 1, total: 10, done: 10, finished: 1 })
    expect(classCounts(true, { stamp: '1', counts: { absent: 1 } }, place)).toEqual({})
    const settled = fc
      .integer({ min: 1, max: 60 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })))
    fc.assert(
      fc.property(settled, ([total, done]) => {
        const seen = what(classCounts(true, told(total, done), place))['done'] ?? 0
        expect(seen).toBeLessThanOrEqual(done)
        expect(done - seen).toBeLessThan(Math.ceil(total / 4))
      }),
    )
    // However many marks come, the row of a class is written at five of them at most.
    for (const total of [1, 7, 30, 60]) {
      const seen = Array.from({ length: total + 1 }, (_, done) =>
        JSON.stringify(classCounts(true, told(total, done), place)),
      )
      expect(new Set(seen).size).toBeLessThanOrEqual(5)
    }
  })
})

const seated = async () => {
  const of = await seat(4, {}, 1, ['1班', '2班'])
  scan.allHere(of)
  await open(of)
  return of
}

describe('a school’s own exam', () => {
  it('is told class by class as marks come: to who manages it all, to a teacher the classes taught, to a stranger nothing', async () => {
    const of = await seated()
    const { paperId } = of.paper
    const [teacher] = of.teachers
    const seen = async (token: string) => {
      await asFunction('marking-work', () => countScripts(of.paper, of.students))
      forgetAll()
      const { classes } = (await send(handler, classProgress, { paperId }, token)).data
      return classes.map((c) => [c.className, c.scripts, c.total, c.done, c.finished])
    }
    expect(await seen(of.manager.token)).toEqual([
      ['1班', 2, 2, 0, 0],
      ['2班', 2, 2, 0, 0],
    ])
    const claimed = (await claim(of, teacher!.token)).data
    const [, other] = of.students
    expect((await submit(of, teacher!.token, claimed, other!, points(300))).status).toBe(0)
    expect(await seen(of.manager.token)).toEqual([
      ['1班', 2, 2, 0, 0],
      ['2班', 2, 2, 1, 1],
    ])
    expect(await seen(teacher!.token)).toEqual([['1班', 2, 2, 0, 0]])
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    expect((await send(handler, classProgress, { paperId }, stranger.token)).http).toBe(403)
  })

  it('whose course walks is told its teacher by the teaching class, of any class its students are', async () => {
    const of = await seated()
    const { paperId, examId, owner } = of.paper
    const schoolId = owner.slice(2) as SchoolId
    const walker = await testCaller({ userType: 3, tenant: owner, teacherId: newId<TeacherId>('teacher') })
    const classId = newId<ClassId>('class')
    await asFunction('exam-api', async () => {
      await examTeachingClasses.put({ schema: 1, examId, paperId, schoolId, classId, className: 'A班', order: 0 })
      for (const studentId of of.students.slice(0, 3))
        await candidates.update({ examId, schoolId, studentId }, { teaching: { [paperId]: classId } })
      const teaches = [{ classId, courseId: of.paper.courseId, isHead: false }]
      const { teacherId, userId } = walker.caller
      await examTeachers.put({ schema: 1, examId, teacherId: teacherId!, userId, teacherName: '走班老师', teaches })
    })
    const claimed = (await claim(of, of.teachers[0]!.token)).data
    expect((await submit(of, of.teachers[0]!.token, claimed, of.students[1]!, points(300))).status).toBe(0)
    await asFunction('marking-work', () => countScripts(of.paper, of.students))
    forgetAll()
    const seen = async (token: string) =>
      (await send(handler, classProgress, { paperId }, token)).data.classes.map((c) => [
        c.className,
        c.candidates,
        c.scripts,
        c.done,
      ])
    expect(await seen(walker.token)).toEqual([['A班', 3, 3, 1]])
    // Who teaches it in the administrative class is told who learns it there: of 1班 no student is left.
    expect(await seen(of.teachers[0]!.token)).toEqual([['1班', 0, 0, 0]])
    expect(await seen(of.manager.token)).toEqual([
      ['1班', 2, 2, 0],
      ['2班', 2, 2, 1],
    ])
  })
})

/** Two schools of a joint exam, two students each in two classes. */
const aJointExam = async () => {
  const schoolIds = [0, 1].map(() => newId<SchoolId>('school'))
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const names = schoolIds.map(() => classesNamed('1班', '2班'))
  const more = { classes: names[0]!, candidateCount: 8, owner, examType: 7, schoolCount: 2, step: paperStep.marking }
  const stored = examOfSchool(schoolIds[0]!, [], more)
  const schools = schoolIds.map((id, i) => schoolIn(stored.exam, id, i + 1, { classCount: 2, candidateCount: 4 }))
  const rosters = schools.map((s, i) =>
    [0, 1, 2, 3].map((n) => candidateAt(s, 10 * i + n, newId<StudentId>('student'), names[i]![n % 2]!)),
  )
  await storeExam({ ...stored, school: schools[0]! }, rosters[0]!)
  await storeSchool(schools[1]!, classesIn(schools[1]!, names[1]!), rosters[1]!, paperStep.marking)
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const { paper, exam } = stored
  await asFunction('marking-work', async () => {
    const head = { schema: 1 as const, paperId: paper.paperId, examId: exam.examId, owner, imageVersion: 1, version: 1 }
    for (const { studentId } of rosters.flat())
      await heads.put({ ...head, studentId, state: 'present', complete: true })
    await heads.put({ ...head, studentId: rosters[1]![0]!.studentId, state: 'absent', complete: false })
    await countScripts(
      paper,
      rosters.flat().map((c) => c.studentId),
    )
  })
  return { exam, paper, schoolIds, organiser }
}

describe('a joint exam', () => {
  it('shows its organiser the classes of the school that is chosen, and a school its own alone', async () => {
    const { exam, paper, schoolIds, organiser } = await aJointExam()
    const { paperId } = paper
    const scripts = (d: { classes: readonly { className: string; scripts: number; finished: number }[] }) =>
      d.classes.map((c) => [c.className, c.scripts, c.finished])
    const first = (await send(handler, classProgress, { paperId }, organiser.token)).data
    expect([first.schoolId, first.schools.length, scripts(first)]).toEqual([
      schoolIds[0],
      2,
      [
        ['1班', 2, 2],
        ['2班', 2, 2],
      ],
    ])
    const second = (await send(handler, classProgress, { paperId, schoolId: schoolIds[1]! }, organiser.token)).data
    expect(scripts(second)).toEqual([
      ['1班', 1, 1],
      ['2班', 2, 2],
    ])
    const nowhere = { paperId, schoolId: newId<SchoolId>('school') }
    expect((await send(handler, classProgress, nowhere, organiser.token)).status).not.toBe(0)
    const own = await testCaller({ userType: 2, tenant: schoolTenant(schoolIds[1]!) })
    const seen = (await send(handler, ownClassProgress, { examId: exam.examId, paperId }, own.token)).data
    expect(scripts(seen)).toEqual(scripts(second))
    expect((await send(handler, classProgress, { paperId, schoolId: schoolIds[0]! }, own.token)).http).toBe(403)
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    expect((await send(handler, ownClassProgress, { examId: exam.examId, paperId }, stranger.token)).message).toBe(
      '考试不存在或已删除',
    )
  })
})
