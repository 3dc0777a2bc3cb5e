/** The organiser's board: three schools in two areas, told by what the writes count; nothing of it reads a candidate. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/joint/board.calls.ts'
import { closeSchools } from '#shared/exam/joint/part.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, BatchId, ScanId, SchoolId, StudentId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import { exams, papers } from '#functions/exam/exam.store.ts'
import { schoolParts } from '#functions/exam/joint/joint.store.ts'
import { moveInSchool } from '#functions/exam/step.public.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  standAt,
  storeExam,
  storeSchool,
} from '#functions/exam/stored.fixtures.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, atOneMoment, send, testCaller, unitsDuring } from '#functions/kit/testing.ts'
import { countScripts as countScanned } from '#functions/scan/counts.ts'
import { absents, slots } from '#functions/scan/scan.store.ts'
import { countScripts as countMarked } from './counts.ts'
import { handler } from './marking.api.ts'
import { heads } from './marking.store.ts'

beforeAll(() => actAs('marking-api'))

/** Three schools of `size` candidates each; the third lies in another area. */
const aJointExam = async (size = 3) => {
  const schoolIds = [0, 1, 2].map(() => newId<SchoolId>('school'))
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const [east, west] = ['东区', '西区'].map((areaName) => ({ areaId: newId<AreaId>('area'), areaName }))
  const classes = classesNamed('1班', '2班', '3班')
  const stored = examOfSchool(schoolIds[0]!, [], {
    classes: [classes[0]!],
    candidateCount: 3 * size,
    owner,
    examType: 10,
    schoolCount: 3,
    step: paperStep.cardUpload,
  })
  const { exam, paper } = stored
  const schools = schoolIds.map((schoolId, i) => ({
    ...schoolIn(exam, schoolId, i + 1, { classCount: 1, candidateCount: size }),
    area: i < 2 ? east! : west!,
  }))
  const rosters = schools.map((school, i) =>
    Array.from({ length: size }, (_, n) => candidateAt(school, 100 * i + n, newId<StudentId>('student'), classes[i]!)),
  )
  await storeExam({ ...stored, school: schools[0]! }, rosters[0]!)
  for (const i of [1, 2])
    await storeSchool(schools[i]!, classesIn(schools[i]!, [classes[i]!]), rosters[i]!, paperStep.cardUpload)
  const organiser = await testCaller({ userType: 18, tenant: owner })
  return { exam, paper, owner, schools, schoolIds, rosters, organiser }
}
type Of = Awaited<ReturnType<typeof aJointExam>>

const board = async ({ exam, organiser }: Of, since?: number) =>
  (
    await send(
      handler,
      calls.jointBoard,
      { examId: exam.examId, ...(since === undefined ? {} : { since }) },
      organiser.token,
    )
  ).data
const counted = async (of: Of, since?: number) =>
  (await board(of, since)).schools.map(({ schoolName, cells }) => {
    const { present, absent, doubts, finished } = cells[0]!
    return [schoolName, present, absent, doubts, finished]
  })

const scanned = ({ paper }: Of, studentId: StudentId, choices: Record<string, string | null> = { q: 'A' }) =>
  slots.put({
    schema: 1,
    paperId: paper.paperId,
    studentId,
    page: 1,
    pageCount: 1,
    scanId: newId<ScanId>('scan'),
    batchId: newId<BatchId>('batch'),
    no: '00001.00001.00001',
    width: 1,
    height: 1,
    imageVersion: 1,
    waits: false,
    choices,
    blocks: [],
    version: 1,
  })
const scanAs = (of: Of, run: () => Promise<unknown>) =>
  asFunction('scan-api', async () => {
    await run()
    await countScanned(
      of.paper,
      of.rosters.flat().map((c) => c.studentId),
    )
  })

describe('the board', () => {
  it('counts scores that came from a file, of which there are no sheets, as who was there and who was not', async () => {
    const of = await aJointExam()
    const [[a, b, c], [d]] = of.rosters as [Of['rosters'][0], Of['rosters'][0]]
    await asFunction('marking-work', async () => {
      const { paperId } = of.paper
      const head = { schema: 1 as const, paperId, examId: of.exam.examId, owner: of.owner, imageVersion: 1, version: 1 }
      for (const { studentId } of [a!, b!, d!])
        await heads.put({ ...head, studentId, state: 'present', complete: true })
      await heads.put({ ...head, studentId: c!.studentId, state: 'absent', complete: false })
      await countMarked(
        of.paper,
        [a, b, c, d].map((x) => x!.studentId),
      )
    })
    const told = [
      ['第1中学', 2, 1, 0, 2],
      ['第2中学', 1, 0, 0, 1],
      ['第3中学', 0, 0, 0, 0],
    ]
    expect(await counted(of)).toEqual(told)
    // Who opens the pages of scanning has all candidates counted as without a sheet.
    await scanAs(of, () => Promise.resolve())
    expect(await counted(of)).toEqual(told)
  })

  it('counts for each school what was scanned, is absent, waits, is marked; and no school for another', async () => {
    const of = await aJointExam()
    const [[a, b, c], [d]] = of.rosters as [Of['rosters'][0], Of['rosters'][0]]
    await scanAs(of, async () => {
      await scanned(of, a!.studentId)
      await scanned(of, b!.studentId, { q: null })
      const mark = { schema: 1 as const, paperId: of.paper.paperId, absent: true, by: of.organiser.caller.userId }
      await absents.put({ ...mark, studentId: c!.studentId, byName: '王', at: 1, reason: '', version: 1 } as never)
      await scanned(of, d!.studentId)
    })
    expect(await counted(of)).toEqual([
      ['第1中学', 2, 1, 1, 0],
      ['第2中学', 1, 0, 0, 0],
      ['第3中学', 0, 0, 0, 0],
    ])
    await asFunction('marking-work', async () => {
      const head = { schema: 1 as const, paperId: of.paper.paperId, examId: of.exam.examId, owner: of.owner }
      await heads.put({
        ...head,
        studentId: d!.studentId,
        state: 'present',
        imageVersion: 1,
        complete: true,
        version: 1,
      })
      await countMarked(of.paper, [d!.studentId])
    })
    expect((await counted(of))[1]).toEqual(['第2中学', 1, 0, 0, 1])
    // Settled, and one taken out again.
    await scanAs(of, async () => {
      await slots.put({
        ...(await slots.get({ paperId: of.paper.paperId, studentId: b!.studentId, page: 1 }))!,
        choices: { q: 'B' },
        version: 2,
      })
      await slots.remove({ paperId: of.paper.paperId, studentId: d!.studentId, page: 1 })
    })
    expect((await counted(of)).slice(0, 2)).toEqual([
      ['第1中学', 2, 1, 0, 0],
      ['第2中学', 0, 0, 0, 1],
    ])
    expect((await board(of)).schools.map((s) => s.area?.areaName)).toEqual(['东区', '东区', '西区'])
  })

  it('answers changes alone: of sheets, of steps, of what was said', async () => {
    const of = await aJointExam()
    // Nothing of it was ever counted: the first time is told of all schools.
    await scanAs(of, async () => undefined)
    const { at } = await board(of)
    // Beyond the half minute that is told again, as it may have been on its way. No clock of its own: the stream counts, too.
    const since = at + 30_001
    const quiet = await board(of, since)
    expect([quiet.total, quiet.schools, quiet.cells]).toEqual([3, [], []])
    const told = async () => {
      const { schools, cells } = await board(of, since)
      return [schools.map((s) => s.schoolId), cells.map((c) => c.schoolId).sort()]
    }
    const [first, second, third] = of.schoolIds
    await scanAs(of, () => scanned(of, of.rosters[1]![0]!.studentId, { q: null }))
    expect(await told()).toEqual([[], [second]])
    await asFunction('exam-api', () => moveInSchool({ ...of.paper, schoolId: third! }, 'scanned'))
    expect(await told()).toEqual([[], [second, third].sort()])
    const said = { examId: of.exam.examId, schoolIds: [first!], closed: true }
    await asFunction('exam-api', () => send(examHandler, closeSchools, said, of.organiser.token))
    expect(await told()).toEqual([[first], [second, third].sort()])
    const over = await board(of, now() + 60_000)
    expect([over.schools, over.cells]).toEqual([[], []])
  })

  it('costs no more for more candidates', async () => {
    const [few, many] = [await aJointExam(2), await aJointExam(40)]
    for (const of of [few, many])
      await scanAs(of, () => Promise.all(of.rosters.flat().map((c) => scanned(of, c.studentId))))
    const of = (exam: Of) => atOneMoment(async () => (await unitsDuring(() => board(exam))).read)
    expect(await of(many)).toBeLessThanOrEqual((await of(few)) + 1)
    expect((await counted(many))[0]).toEqual(['第1中学', 40, 0, 0, 0])
  })

  it('counts anew what a changed key has begun anew, and says so while a job counts a province', async () => {
    const of = await aJointExam()
    const { paper, exam } = of
    const studentId = of.rosters[1]![0]!.studentId
    await standAt(exam.examId, paperStep.marking)
    await asFunction('marking-work', async () => {
      const head = { schema: 1 as const, paperId: paper.paperId, examId: exam.examId, owner: of.owner, studentId }
      await heads.put({ ...head, state: 'present', imageVersion: 1, complete: true, version: 1 })
      await countMarked(paper, [studentId])
    })
    const finished = async () => (await counted(of)).map((row) => row[4])
    expect(await finished()).toEqual([0, 1, 0])
    const next = { ...paper, keyVersion: 2, version: 2 }
    await asFunction('exam-api', () => papers.put(next))
    expect([await finished(), (await board(of)).papers[0]!.counting]).toEqual([[0, 1, 0], false])
    await asFunction('exam-api', async () => {
      await papers.put({ ...next, keyVersion: 3, version: 3 })
      await exams.edit(exam, (e) => e && { ...e, candidateCount: 5001 })
    })
    expect((await board(of)).papers[0]!.counting).toBe(true)
    const own = await testCaller({ userType: 2, tenant: schoolTenant(of.schoolIds[1]!) })
    await expect.poll(async () => (await board(of)).papers[0]!.counting, { timeout: 120_000 }).toBe(false)
    const seen = (await send(handler, calls.ownBoard, { examId: exam.examId }, own.token)).data
    expect([seen.papers[0]!.counting, seen.school.cells[0]!.finished]).toEqual([false, 1])
  })

  it('of one’s own school reads nothing of the others', async () => {
    const of = await aJointExam()
    const { examId } = of.exam
    const own = await testCaller({ userType: 2, tenant: schoolTenant(of.schoolIds[1]!) })
    // Each look lies behind all that is remembered for a minute at most: it reads everything, however long the calls take.
    let moment = now()
    const looked = async () => {
      moment += 100_000
      const at = moment
      const back = usePorts({ now: () => at })
      try {
        return (await unitsDuring(() => send(handler, calls.ownBoard, { examId }, own.token))).read
      } finally {
        back()
      }
    }
    const before = await looked()
    await asFunction('exam-api', () =>
      schoolParts.putMany(
        [0, 2].map((n) => ({
          schema: 1 as const,
          examId,
          schoolId: of.schoolIds[n]!,
          reminders: Array.from({ length: 10 }, () => ({ at: 1, byName: '王', text: '催'.repeat(200) })),
          editedAt: 1,
          version: 1,
        })),
      ),
    )
    await scanAs(of, () => Promise.all([0, 2].flatMap((n) => of.rosters[n]!).map((c) => scanned(of, c.studentId))))
    expect(await looked()).toBe(before)
  })

  it('is its organiser’s; a school sees its own row, and a stranger nothing', async () => {
    const of = await aJointExam()
    const { examId } = of.exam
    const own = await testCaller({ userType: 2, tenant: schoolTenant(of.schoolIds[1]!) })
    expect((await send(handler, calls.jointBoard, { examId }, own.token)).http).toBe(403)
    const other = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
    expect((await send(handler, calls.jointBoard, { examId }, other.token)).http).toBe(403)
    await scanAs(of, () => scanned(of, of.rosters[1]![0]!.studentId))
    const { part, school } = (await send(handler, calls.ownBoard, { examId }, own.token)).data
    expect([part.answer, school.schoolName, school.cells.map((c) => c.present)]).toEqual(['none', '第2中学', [1]])
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    expect((await send(handler, calls.ownBoard, { examId }, stranger.token)).message).toBe('考试不存在或已删除')
    expect((await send(handler, calls.ownBoard, { examId }, of.organiser.token)).message).toBe('考试不存在或已删除')
  })
})
