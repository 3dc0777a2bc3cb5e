/** Numbers, rooms and seats of a joint exam's candidates from one file; bad rows. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { baseInfoTemplate, importBaseInfo } from '#shared/exam/joint/baseInfo.calls.ts'
import { importBaseInfoJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import type { FileMode } from '#shared/kit/checkedFile.ts'
import { createTeachingClass, placeStudents } from '#shared/school/classes/teachingClass.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import type { ClassId, JobId, TeacherId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { dynamo } from '#functions/kit/clients.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { jobRecords, queueJob, runStep } from '#functions/kit/work.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { actAs, asFunction, asRoot, driveJob, lookAt, send } from '#functions/kit/testing.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { handler } from '../exam.api.ts'
import {
  candidatesByNumber,
  candidatesNumbered,
  candidatesWithNumbers,
  candidatesOf,
  examClassesOf,
  examOf,
  examSchoolOf,
  examSchoolsOf,
  examTeacherOf,
  teachingClassesOf,
} from '../exam.public.ts'
import { holdNumbers } from './baseInfo.commands.ts'
import { examSizes } from '../exam.sizes.ts'
import {
  candidates,
  examClasses,
  exams,
  examSchools,
  formerNumberPlace,
  numberPlace,
  numbersHeld,
} from '../exam.store.ts'
import { works } from '../exam.work.ts'
import { aJointExamOf, aStudentIn } from './joint.fixtures.ts'
import type { JointSchool } from './joint.fixtures.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

let one: JointSchool
let two: JointSchool
let names: [string, string]
let of: Awaited<ReturnType<typeof aJointExamOf>>

beforeAll(async () => {
  actAs('exam-api')
  names = [`信息一小${newId('school').slice(-8)}`, `信息二小${newId('school').slice(-8)}`]
  one = await aSchoolThroughGateway(names[0])
  two = await aSchoolThroughGateway(names[1])
  for (const n of [1, 2]) {
    await aStudentIn(one, one.classId, n, `甲${n}`)
    // The same numbers stand in the other school's roster: they are a school's own.
    await aStudentIn(two, two.classId, n, `乙${n}`)
  }
})
beforeEach(async () => {
  of = await aJointExamOf([one, two])
})

/** Where an exam's candidates lay before they were spread by their numbers. */
const layAsBefore = async (candidate: Candidate): Promise<void> => {
  await dynamo().send(
    new UpdateCommand({
      TableName: candidates.tableName(),
      Key: candidates.keyOf(candidate),
      UpdateExpression: 'SET gsi2pk = :place',
      ExpressionAttributeValues: { ':place': formerNumberPlace(of.examId) },
    }),
  )
}

const head = '学校,班级,姓名,学号,考号,考场,座位号'
/** The four candidates with numbers of their own. */
const sound = () => [
  `${names[0]},1班,甲1,20260001,900001,01,01`,
  `${names[0]},1班,甲2,20260002,900002,01,02`,
  `${names[1]},1班,乙1,20260001,900003,01,01`,
  `${names[1]},1班,乙2,20260002,900004,,`,
]
const taken = async (lines: readonly string[], mode: FileMode = 'all', first = head) => {
  const key = await uploadAs(of.organiser.token, [first, ...lines].join('\n'), '考生.csv', 'roster')
  const input = { examId: of.examId, key, fileName: '考生.csv', mode }
  const tenant = of.exam.owner
  const startedBy = of.organiser.caller.userId
  const state = { job: importBaseInfoJob.name, jobId: newId<JobId>('job'), tenant, startedBy, input, out: {} }
  return (await driveJob(works, state)).out['finish']
}
const told = async (lines: readonly string[], first = head) => {
  const { problems } = (await taken(lines, 'check', first)) as {
    problems: { row: number; column: string; text: string }[]
  }
  return problems.map((p) => [p.row, p.text])
}
const stand = async () =>
  (await candidatesOf(of.examId))
    .sort((a, b) => (a.studentName < b.studentName ? -1 : 1))
    .map((c: Candidate) => [c.studentName, c.studentNumber, c.room ?? '', c.seat ?? ''])

describe('the base info of a joint exam', () => {
  it('is taken whole, once however often it comes, and is found by the new numbers', async () => {
    const first = await taken(sound())
    expect(first).toMatchObject({
      rows: 4,
      good: 4,
      added: 4,
      existing: 0,
      lacking: 0,
      schools: 2,
      renumbered: 4,
    })
    expect(await stand()).toEqual([
      ['乙1', '900003', '01', '01'],
      ['乙2', '900004', '', ''],
      ['甲1', '900001', '01', '01'],
      ['甲2', '900002', '01', '02'],
    ])
    expect((await examSchoolOf(of.examId, one.schoolId))!.seated).toBe(true)
    const [found] = await asFunction('exam-api', () => candidatesNumbered(of, '900003'))
    // The roster's own number stays beside it.
    expect([found!.studentName, found!.ownNumber]).toEqual(['乙1', '220260001'])
    const again = await taken(sound())
    expect(again).toMatchObject({ added: 0, existing: 4, renumbered: 0 })
    // Two may change their numbers with each other.
    const [a, b, ...others] = sound()
    await taken([a!.replace('900001', '900002'), b!.replace('900002', '900001'), ...others])
    expect((await stand()).slice(2).map((c) => c[1])).toEqual(['900002', '900001'])
  })

  it('lets students of a school become candidates, with their class and its teachers, and tells it before', async () => {
    const { examId } = of
    const gone = (await candidatesOf(examId)).filter((c) => ['甲1', '乙2'].includes(c.studentName))
    await asFunction('exam-work', async () => {
      for (const c of gone) await candidates.remove(c)
      await examSchools.amend({ examId, schoolId: one.schoolId }, { candidateCount: 1, classCount: 0 })
      await examSchools.amend({ examId, schoolId: two.schoolId }, { candidateCount: 1 })
      const [cls] = await examClasses.query(`exam#${examId}`, { prefix: `class#${one.schoolId}#` })
      await examClasses.remove(cls!)
      await exams.edit({ examId }, (e) => e && { ...e, candidateCount: 2, classCount: 1 })
    })
    const looked = await taken(sound(), 'check')
    expect(looked).toMatchObject({ rows: 4, good: 4, joining: 2, renumbered: 2, lacking: 0, problemCount: 0, added: 0 })
    expect(await stand()).toHaveLength(2)
    expect(await taken(sound())).toMatchObject({ added: 4, joining: 2 })
    const after = await stand()
    expect(after.map((c) => [c[0], c[1]])).toEqual([
      ['乙1', '900003'],
      ['乙2', '900004'],
      ['甲1', '900001'],
      ['甲2', '900002'],
    ])
    const sums = async () => {
      const [exam, schools, classes] = await Promise.all([examOf(examId), examSchoolsOf(examId), examClassesOf(examId)])
      return [
        exam!.candidateCount,
        exam!.classCount,
        schools.map((s) => s.candidateCount),
        classes.map((c) => c.candidateCount),
      ]
    }
    expect(await sums()).toEqual([4, 2, [2, 2], [2, 2]])
    const [joined] = await asFunction('exam-api', () => candidatesNumbered(of, '900001'))
    // The number that the exam would have given stays beside the file's.
    expect([joined!.ownNumber, joined!.className]).toEqual(['120260001', '1班'])
    expect(await taken(sound())).toMatchObject({ added: 0, joining: 0, existing: 4 })
    expect(await sums()).toEqual([4, 2, [2, 2], [2, 2]])
  })

  it('who joins by a file brings the teaching class of each paper, with its teachers', async () => {
    const { examId, exam } = of
    const { paperId, courseName } = exam.papers[0]!
    const course = (await viaGateway(listCourses, { schoolId: one.schoolId }, one.admin.token)).data.find(
      (c) => c.courseName === courseName,
    )!
    const { gradeId } = one
    const wish = { schoolId: one.schoolId, teacherName: '走班老师', teaches: [] }
    const account = { accountName: `t${newId('account').slice(-12)}`, password: 'first-password' }
    const { teacherId } = (await viaGateway(createTeacher, { ...wish, ...account } as never, one.admin.token))
      .data as never as { teacherId: TeacherId }
    const taught = { gradeId, courseId: course.courseId, className: 'A班', teacherIds: [teacherId] }
    const { classId } = (await viaGateway(createTeachingClass, taught as never, one.admin.token)).data as never as {
      classId: ClassId
    }
    const [gone] = (await candidatesOf(examId)).filter((c) => c.studentName === '甲1')
    const place = { gradeId, courseId: course.courseId, classId, studentIds: [gone!.studentId] }
    await viaGateway(placeStudents, place as never, one.admin.token)
    await asFunction('exam-work', () => candidates.remove(gone!))
    expect(await taken(sound())).toMatchObject({ added: 4, joining: 1 })
    const joined = (await candidatesOf(examId)).find((c) => c.studentName === '甲1')!
    expect(joined.teaching).toEqual({ [paperId]: classId })
    expect((await teachingClassesOf({ examId })).map((c) => [c.classId, c.schoolId])).toEqual([[classId, one.schoolId]])
    const courseId = exam.papers[0]!.courseId
    expect((await examTeacherOf(examId, teacherId))?.teaches).toEqual([{ classId, courseId, isHead: false }])
    expect((await examSchoolOf(examId, one.schoolId))!.papers[0]).toMatchObject({ walks: 1 })
  })

  it('of two files one is taken at a time; who failed is waited for no longer', async () => {
    const { examId, organiser } = of
    const key = await uploadAs(organiser.token, [head, ...sound()].join('\n'), '考生.csv', 'roster')
    const input = { examId, key, fileName: '考生.csv', mode: 'all' as const }
    const by = { tenant: of.exam.owner, userId: organiser.caller.userId }
    const other = await queueJob(importBaseInfoJob, input, by)
    await asFunction('exam-work', () => holdNumbers(examId, other.jobId))
    const busy = await send(handler, importBaseInfo, input, organiser.token)
    expect(busy.status).toBe(examProblems.baseInfoBusy.status)
    await expect(taken(sound())).rejects.toMatchObject({ problem: examProblems.baseInfoBusy })
    expect((await stand()).map((c) => c[1])).not.toContain('900001')
    // To look at a file takes no turn.
    expect(await taken(sound(), 'check')).toMatchObject({ good: 4 })
    await asRoot(() => jobRecords.amend(other, { status: jobStatus.failed }))
    expect(await taken(sound())).toMatchObject({ added: 4 })
    expect(await numbersHeld.get({ examId })).toBeNull()
  })

  it('is listed by number in one order, though numbers lie in ten parts by their last sign', async () => {
    const usual = { ...examSizes }
    // As of an exam whose candidates are too many to be read whole.
    examSizes.read = 0
    try {
      const numbers = ['700019', '70002', '700030', '700041']
      await taken(sound().map((row, i) => row.replace(/90000\d/, numbers[i]!)))
      const parts = numbers.map((n) => numberPlace(of, n))
      expect(new Set(parts).size).toBe(4)
      const listed = (more: { prefix: string; after?: string; limit: number }) =>
        asFunction('exam-api', () => candidatesByNumber(of.exam, more)).then((all) => all.map((c) => c.studentNumber))
      expect(await listed({ prefix: '', limit: 3 })).toEqual(['700019', '70002', '700030'])
      expect(await listed({ prefix: '', after: '70002', limit: 3 })).toEqual(['700030', '700041'])
      expect(await listed({ prefix: '7000', limit: 2 })).toEqual(['700019', '70002'])
      expect(await listed({ prefix: '70003', limit: 9 })).toEqual(['700030'])
      const found = await asFunction('exam-api', () => Promise.all(numbers.map((n) => candidatesNumbered(of, n))))
      expect(found.map((all) => all.map((c) => c.studentNumber))).toEqual(numbers.map((n) => [n]))
      expect(await asFunction('exam-api', () => candidatesNumbered(of, ''))).toEqual([])
      const withAny = (asked: string[]) =>
        asFunction('exam-api', () => candidatesWithNumbers(of, asked)).then((all) =>
          all.map((c) => c.studentNumber).sort(),
        )
      expect(await withAny([...numbers, numbers[0]!, '', '7'])).toEqual([...numbers].sort())
      // As one of an exam from before numbers were spread lies there.
      await asRoot(() => layAsBefore(found[0]![0]!))
      expect((await asFunction('exam-api', () => candidatesNumbered(of, '700019'))).length).toBe(1)
      expect(await withAny([...numbers, '7'])).toEqual([...numbers].sort())
      expect(await listed({ prefix: '', limit: 2 })).toEqual(['700019', '70002'])
    } finally {
      Object.assign(examSizes, usual)
    }
  })

  it('begins with a workbook of who sits, which says nothing new when it comes back', async () => {
    const { url } = (await send(handler, baseInfoTemplate, { examId: of.examId }, of.organiser.token)).data
    const table = await tableIn(new Uint8Array(await (await lookAt(url)).arrayBuffer()), '考生.xlsx')
    expect(table).toHaveLength(5)
    const back = await taken(table.slice(1).map((r) => r.cells.join(',')))
    expect(back).toMatchObject({ rows: 4, existing: 4, added: 0 })
  })

  it('changes the rows of the school that it is of, and of no other', async () => {
    const before = await asRoot(() => candidates.query(`cand#${of.examId}#${two.schoolId}`))
    await taken(sound().slice(0, 2))
    expect(await asRoot(() => candidates.query(`cand#${of.examId}#${two.schoolId}`))).toEqual(before)
    expect((await examSchoolOf(of.examId, two.schoolId))!.seated).not.toBe(true)
  })

  it('is whole wherever its job died', async () => {
    const key = await uploadAs(of.organiser.token, [head, ...sound()].join('\n'), '考生.csv', 'roster')
    const run = {
      ...{ job: importBaseInfoJob.name, jobId: newId<JobId>('job'), tenant: of.exam.owner },
      startedBy: of.organiser.caller.userId,
      input: { examId: of.examId, key, fileName: '考生.csv', mode: 'all' as const },
      out: {},
    }
    let deaths = 0
    for (let at = 0, over = false; !over; at += 3) {
      const died = withFaults(({ index }) => (index === at ? (at % 2 ? 'crashAfter' : 'crashBefore') : null))
      over = await driveJob(works, run, 1).then(
        () => true,
        () => false,
      )
      if (!over) deaths++
      died.stop()
    }
    expect(deaths).toBeGreaterThan(3)
    expect((await stand()).map((c) => c[1])).toEqual(['900003', '900004', '900001', '900002'])
  })
})

describe('of a file with one bad row nothing is taken', () => {
  const with3 = (line: string): string[] => sound().with(2, line)
  it.each([
    ['a school that does not sit', () => '别的学校,1班,乙1,20260001,900003,,', '“别的学校”没有参加本场考试'],
    ['no school', () => ',1班,乙1,20260001,900003,,', '没有写学校'],
    ['a student of another school', () => `${names[1]},1班,甲3,20260003,900003,,`, '考生名单里没有学号“20260003”'],
    ['another name', () => `${names[1]},1班,甲1,20260001,900003,,`, '学号20260001的考生是乙1，不是“甲1”'],
    ['another class', () => `${names[1]},9班,乙1,20260001,900003,,`, '乙1在1班，不在“9班”'],
    ['a number of another school', () => `${names[1]},1班,乙1,20260001,900001,,`, '考号900001在第2行已经给了别人'],
    ['a number that no card bears', () => `${names[1]},1班,乙1,20260001,9A,,`, '考号“9A”不是4到18位数字'],
    ['no number', () => `${names[1]},1班,乙1,20260001,,,`, '考号“”不是4到18位数字'],
    ['a student twice', () => `${names[1]},1班,乙2,20260002,900003,,`, '乙2在第4行已经有了'],
    ['a seat without a room', () => `${names[1]},1班,乙1,20260001,900003,,07`, '考场和座位号要一起填'],
  ])('%s', async (_what, line, why) => {
    const before = await stand()
    const lines = with3(line())
    expect((await told(lines)).map((p) => p[1])).toEqual([expect.stringContaining(why)])
    await expect(taken(lines)).rejects.toMatchObject({ problem: examProblems.badBaseInfo })
    expect(await stand()).toEqual(before)
  })

  it('but the other schools, where that is asked for, and the bad row is told with what was taken', async () => {
    const lines = with3(`${names[1]},1班,甲1,20260001,900003,,`)
    const before = await stand()
    const seen = await taken(lines, 'check')
    expect(seen).toMatchObject({ rows: 4, good: 2, schools: 1, leftSchools: 1, leftNames: [names[1]], added: 0 })
    expect(await stand()).toEqual(before)
    const key = await uploadAs(of.organiser.token, [head, ...lines].join('\n'), '考生.csv', 'roster')
    const input = { examId: of.examId, key, fileName: '考生.csv', mode: 'good' as const }
    const { uuid } = (await send(handler, importBaseInfo, input, of.organiser.token)).data
    await vi.waitFor(
      async () => expect((await jobRecords.get({ jobId: uuid }))!.status).toBeGreaterThanOrEqual(jobStatus.failed),
      { timeout: 120_000, interval: 100 },
    )
    const { files, result } = (await jobRecords.get({ jobId: uuid }))!
    expect(result).toMatchObject({ mode: 'good', added: 2, leftSchools: 1, problemCount: 1, problems: [{ row: 4 }] })
    const table = await tableIn(await getObject(files[0]!.key), 'problems.xlsx')
    expect(table.flatMap((r) => r.cells).join()).toContain('学号20260001的考生是乙1，不是“甲1”')
    // Of the school with the bad row its sound row neither.
    expect(await stand()).toEqual([...before.slice(0, 2), ['甲1', '900001', '01', '01'], ['甲2', '900002', '01', '02']])
    // The same file, put right, brings the rest.
    expect(await taken(sound())).toMatchObject({ added: 2, existing: 2 })
  })

  it('nor where no school is sound, or the file itself is wrong', async () => {
    const before = await stand()
    const bad = ['x', 'y'].map((name, i) => `${names[i]},1班,${name},20260001,90000${i},,`)
    await expect(taken(bad, 'good')).rejects.toMatchObject({ problem: examProblems.badBaseInfo })
    await asRoot(() =>
      exams.edit({ examId: of.examId }, (e) => e && { ...e, furthest: markingProgress.cardExceptions }),
    )
    const mixed = with3(`${names[1]},1班,甲1,20260001,900003,,`)
    await expect(taken(mixed, 'good')).rejects.toMatchObject({ problem: examProblems.badBaseInfo })
    expect(await stand()).toEqual(before)
  })

  it('a number that a candidate has who is not in the file', async () => {
    await taken(sound())
    const lines = [`${names[1]},1班,乙1,20260001,900001,,`]
    expect(await told(lines)).toEqual([[2, expect.stringContaining('考号900001是甲1')]])
  })

  it('a file that is none, has no such columns, a column twice, or no rows', async () => {
    expect(await told(['x'], 'a,b')).toEqual([[0, expect.stringContaining('前十行没有“学校”')]])
    expect(await told([], head)).toEqual([[0, '文件里没有考生']])
    expect(await told(sound(), `${head},考号`)).toEqual([[0, '表头“考号”出现了两次']])
  })

  it.each([
    ['sheets have come', markingProgress.cardExceptions, examProblems.numbersFixed],
    ['marking was opened', markingProgress.marking, examProblems.rosterFixed],
  ])('nothing is written where %s since it was read, and the next file need not wait', async (_what, furthest, why) => {
    const before = await stand()
    const { edit } = numbersHeld
    vi.spyOn(numbersHeld, 'edit').mockImplementationOnce(async (row, change) => {
      await asRoot(() => exams.edit({ examId: of.examId }, (e) => e && { ...e, furthest }))
      return edit(row, change)
    })
    await expect(taken(sound())).rejects.toMatchObject({ problem: why })
    expect([await stand(), await numbersHeld.get({ examId: of.examId })]).toEqual([before, null])
  })

  it('where sheets come between two parts, what was written and what was not is told row by row', async () => {
    const key = await uploadAs(of.organiser.token, [head, ...sound()].join('\n'), '考生.csv', 'roster')
    const input = { examId: of.examId, key, fileName: '考生.csv', mode: 'all' as const }
    const { jobId, known: _known, ...state } = await queueJob(importBaseInfoJob, input, of.organiser.caller)
    const begun = { ...state, jobId }
    const run = (step: string, more: object = {}) =>
      asFunction('exam-work', () => runStep(works, { job: importBaseInfoJob.name, step, state: begun, ...more }))
    const read = (await run('read')) as { manifestKey: string }
    begun.out = { read }
    const rows = (await getObject(read.manifestKey))
      .toString('utf8')
      .split('\n')
      .map((l) => JSON.parse(l) as unknown)
    await run('write', { items: rows.slice(0, 1) })
    await asRoot(() =>
      exams.edit({ examId: of.examId }, (e) => e && { ...e, furthest: markingProgress.cardExceptions }),
    )
    await run('write', { items: rows.slice(1) })
    await expect(run('finish')).rejects.toMatchObject({
      message: `已写入1名考生，另外3名没有写入（第3至5行）：${examProblems.numbersFixed.message}`,
    })
    expect((await stand()).map((c) => c[1]).filter((n) => n!.startsWith('9000'))).toEqual(['900001'])
    const { files } = (await jobRecords.get({ jobId }))!
    const table = await tableIn(await getObject(files[0]!.key), 'x.xlsx')
    expect(table.slice(1).map((r) => [r.cells[0], r.cells[2]])).toEqual(
      ['3', '4', '5'].map((row) => [row, `没有写入：${examProblems.numbersFixed.message}`]),
    )
    expect(await numbersHeld.get({ examId: of.examId })).toBeNull()
  })

  it('numbers after the first sheets, and anything once marking is open', async () => {
    const move = (furthest: number) =>
      asFunction('exam-work', () => exams.edit({ examId: of.examId }, (e) => (e ? { ...e, furthest } : null)))
    await move(markingProgress.cardExceptions)
    expect(await told(sound())).toEqual([[0, examProblems.numbersFixed.message]])
    await move(markingProgress.marking)
    const key = await uploadAs(of.organiser.token, head, '考生.csv', 'roster')
    const input = { examId: of.examId, key, fileName: '考生.csv', mode: 'check' as const }
    expect((await send(handler, importBaseInfo, input, of.organiser.token)).status).toBe(
      examProblems.rosterFixed.status,
    )
    expect((await send(handler, importBaseInfo, input, one.admin.token)).status).toBe(403)
    const foreign = { ...input, key: await uploadAs(one.admin.token, head, '考生.csv', 'roster') }
    await move(markingProgress.cardUpload)
    expect((await send(handler, importBaseInfo, foreign, of.organiser.token)).status).toBe(
      examProblems.foreignUpload.status,
    )
  })
})
