/**
 * The organiser's board at its design case, 400 schools × 6 papers: what opening it reads and sends, and what a look after it
 * does. Units and bytes, which no machine changes; the processor's time is written down beside them.
 */
import { beforeAll, expect, it } from 'vitest'
import { jointBoard } from '#shared/exam/joint/board.calls.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { schoolParts } from '#functions/exam/joint/joint.store.ts'
import { moveInSchool } from '#functions/exam/step.public.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller, unitsDuring } from '#functions/kit/testing.ts'
import { ofSchool, scriptCounts as scanned } from '#functions/scan/counts.ts'
import { boardExam } from './board.fixtures.ts'
import { groupOf, scriptCounts as marked } from './counts.ts'
import { handler } from './marking.api.ts'

const design = { schools: 400, papers: 6, perSchool: 1250 }
/** So much after: what was stored is not told again because it may have been on its way. */
const later = 60_000

let of: Awaited<ReturnType<typeof boardExam>>
let organiser: Awaited<ReturnType<typeof testCaller>>

beforeAll(async () => {
  actAs('marking-api')
  of = await boardExam(design)
  const { exam, schools, courses, owner } = of
  organiser = await testCaller({ userType: 18, tenant: owner })
  await asFunction('exam-api', async () => {
    const { examId } = exam
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
          new Map(ids.map((id) => [id, { stamp: '1', counts: ofSchool(bySchool.get(id)!, { present: 1, low: 1 }) }])),
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
    send(handler, jointBoard, { examId: of.exam.examId, ...(since === undefined ? {} : { since }) }, organiser.token),
  )
  const { user, system } = process.cpuUsage(before)
  const bytes = Buffer.byteLength(JSON.stringify(result))
  return { board: result.data, read, bytes, processorMs: (user + system) / 1000 }
}

const names = ({ schools, cells }: Awaited<ReturnType<typeof look>>['board']) => [
  schools.map((s) => s.schoolId),
  cells.map((c) => [c.schoolId, c.paperId]),
]

it('opens by a few hundred units and some hundred kilobytes, and is looked at again for the changes alone', async () => {
  const { exam, schools, paper } = of
  await look()
  const whole = await look()
  expect([whole.board.schools.length, whole.board.schools.flatMap((s) => s.cells).length]).toEqual([400, 2400])
  const cell = whole.board.schools[7]!.cells[3]!
  expect([cell.candidates, cell.present, cell.doubts, cell.finished]).toEqual([design.perSchool, 1, 1, 1])
  const back = usePorts({ now: () => Date.now() + later })
  try {
    const quiet = await look(now())
    expect(names(quiet.board)).toEqual([[], []])
    const asked = now()
    const moved = { ...paper, schoolId: schools[9]!.schoolId }
    await asFunction('exam-api', () => moveInSchool(moved, 'scanned'))
    const one = await look(asked)
    expect(names(one.board)).toEqual([[], [[moved.schoolId, moved.paperId]]])
    const said = { examId: exam.examId, reminders: [], editedAt: now(), version: 1 }
    await asFunction('exam-api', () => schoolParts.put({ schema: 1, ...said, schoolId: schools[11]!.schoolId }))
    const two = await look(asked)
    expect(names(two.board)).toEqual([[schools[11]!.schoolId], [[moved.schoolId, moved.paperId]]])
    console.log(JSON.stringify([whole, quiet, one, two].map((of) => ({ ...of, board: 0 }))))
    expect(whole.bytes).toBeLessThan(600_000)
    expect(whole.read).toBeLessThan(450)
    // What is read follows what has changed, as what is sent does.
    expect(quiet.bytes).toBeLessThan(2000)
    expect(quiet.read).toBeLessThan(30)
    expect(one.bytes).toBeLessThan(2500)
    expect(one.read).toBeLessThan(quiet.read + 5)
    expect(two.bytes).toBeLessThan(4000)
    expect(two.read).toBeLessThan(one.read + 3 * design.papers + 3)
  } finally {
    back()
  }
}, 300_000)
