/**
 * The organiser's board at its design case, 400 schools × 6 papers: what opening it reads and sends, and what a look after it
 * does. Units and bytes, which no machine changes; the processor's time is written down beside them.
 */
import { beforeAll, expect, it } from 'vitest'
import { jointBoard } from '#shared/exam/joint/board.calls.ts'
import { paperStep, standOf } from '#shared/exam/step.rules.ts'
import type { AreaId, CourseId, PaperId, SchoolId, StudentId, Tenant } from '#shared/kit/ids.ts'
import { exams, examSchools, papers, paperSteps, schoolParts } from '#functions/exam/exam.store.ts'
import { moveInSchool } from '#functions/exam/step.public.ts'
import { classesNamed, examOfSchool, schoolIn, storeExam } from '#functions/exam/stored.fixtures.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller, unitsDuring } from '#functions/kit/testing.ts'
import { ofSchool, scriptCounts as scanned } from '#functions/scan/counts.ts'
import { groupOf, scriptCounts as marked } from './counts.ts'
import { handler } from './marking.api.ts'

const design = { schools: 400, papers: 6, perSchool: 1250 }
/** So much after: what was stored is not told again because it may have been on its way. */
const later = 60_000

const owner = `a:${newId<AreaId>('area')}` as Tenant
const first = newId<SchoolId>('school')
const stored = examOfSchool(first, [], {
  classes: classesNamed('1班'),
  candidateCount: design.schools * design.perSchool,
  owner,
  examType: 10,
  schoolCount: design.schools,
  step: paperStep.cardUpload,
})
const courses = Array.from({ length: design.papers }, (_, n) => ({
  paperId: n === 0 ? stored.paper.paperId : newId<PaperId>('paper'),
  courseId: newId<CourseId>('course'),
  courseName: `科目${n + 1}`,
  ...standOf([paperStep.cardUpload]),
}))
const exam = { ...stored.exam, papers: courses }
const schools = Array.from({ length: design.schools }, (_, n) =>
  schoolIn(exam, n === 0 ? first : newId<SchoolId>('school'), n + 1, {
    classCount: 25,
    candidateCount: design.perSchool,
  }),
)
let organiser: Awaited<ReturnType<typeof testCaller>>

beforeAll(async () => {
  actAs('marking-api')
  organiser = await testCaller({ userType: 18, tenant: owner })
  await storeExam({ ...stored, exam }, [])
  await asFunction('exam-api', async () => {
    await exams.put(exam)
    for (const { paperId, courseId, courseName } of courses)
      await papers.put({ ...stored.paper, paperId, courseId, courseName })
    await examSchools.putMany(schools)
    const { examId } = exam
    await paperSteps.putMany(
      schools.flatMap(({ schoolId }) =>
        courses.map(({ paperId }) => ({
          ...{ schema: 1 as const, examId, paperId, schoolId },
          ...{ step: paperStep.cardUpload, at: now() },
        })),
      ),
    )
    const reminders = [{ at: now(), byName: '联考办', text: '请于今晚八点前上传全部答题卡，缺考学生请在系统中登记。' }]
    await schoolParts.putMany(
      schools.map(({ schoolId }) => ({
        ...{ schema: 1 as const, examId, schoolId, reminders, editedAt: now(), version: 1 },
        answer: { accepts: true, at: now(), by: organiser.caller.userId, byName: '教务处', reason: '', version: 1 },
      })),
    )
  })
  // One script stands for what a school has: the row of the school is as large for one as for all.
  const units = schools.map(({ schoolId }) => ({ schoolId, studentId: newId<StudentId>('student') }))
  const bySchool = new Map(units.map((u) => [u.studentId as string, u]))
  for (const { paperId } of courses) {
    await asFunction('scan-api', () =>
      scanned.take(paperId, [...bySchool.keys()], (ids) =>
        Promise.resolve(
          new Map(ids.map((id) => [id, { stamp: '1', counts: ofSchool(bySchool.get(id)!, { present: 1, watch: 1 }) }])),
        ),
      ),
    )
    await asFunction('marking-work', () =>
      marked.take(groupOf({ paperId, keyVersion: 1 }), [...bySchool.keys()], (ids) =>
        Promise.resolve(
          new Map(ids.map((id) => [id, { stamp: '1', counts: { [`@${bySchool.get(id)!.schoolId}.finished`]: 1 } }])),
        ),
      ),
    )
  }
}, 900_000)

const look = async (since?: number) => {
  const before = process.cpuUsage()
  const { result, read } = await unitsDuring(() =>
    send(handler, jointBoard, { examId: exam.examId, ...(since === undefined ? {} : { since }) }, organiser.token),
  )
  const { user, system } = process.cpuUsage(before)
  const bytes = Buffer.byteLength(JSON.stringify(result))
  return { board: result.data, read, bytes, processorMs: (user + system) / 1000 }
}

it('opens by a few hundred units and some hundred kilobytes, and is looked at again for the changes alone', async () => {
  await look()
  const whole = await look()
  expect([whole.board.schools.length, whole.board.schools.flatMap((s) => s.cells).length]).toEqual([400, 2400])
  const cell = whole.board.schools[7]!.cells[3]!
  expect([cell.candidates, cell.present, cell.doubts, cell.finished]).toEqual([design.perSchool, 1, 1, 1])
  const back = usePorts({ now: () => Date.now() + later })
  try {
    const quiet = await look(now())
    expect(quiet.board.schools).toEqual([])
    const asked = now()
    await asFunction('exam-api', () => moveInSchool({ ...stored.paper, schoolId: schools[9]!.schoolId }, 'scanned'))
    const one = await look(asked)
    expect(one.board.schools.map((s) => s.schoolId)).toEqual([schools[9]!.schoolId])
    console.log(
      JSON.stringify({ whole: { ...whole, board: 0 }, quiet: { ...quiet, board: 0 }, one: { ...one, board: 0 } }),
    )
    expect(whole.bytes).toBeLessThan(600_000)
    expect(whole.read).toBeLessThan(450)
    // What is sent follows what has changed; what is read is each counter's row, however little has changed.
    expect(quiet.bytes).toBeLessThan(2000)
    expect(one.bytes).toBeLessThan(4000)
    expect(one.read).toBeLessThanOrEqual(whole.read)
  } finally {
    back()
  }
}, 300_000)
