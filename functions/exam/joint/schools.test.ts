/** Schools that come to a joint exam after it was made, and go: three schools, an organiser over their area. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as calls from '#shared/exam/joint/school.calls.ts'
import { changeSchoolsJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { BatchId, CardId, GradeId, JobId, ScanId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { sheetsNow } from '#functions/app/sheets.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { putJson } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob } from '#functions/kit/work.ts'
import { batches, slots } from '#functions/scan/scan.store.ts'
import { creationKey } from '../creation/creation.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examClassesOf, examOf, examSchoolsOf } from '../exam.public.ts'
import { exams, examSchools, examTeachers, papers } from '../exam.store.ts'
import { works } from '../exam.work.ts'
import { aJointExamOf, threeSchools } from './joint.fixtures.ts'
import type { JointSchool } from './joint.fixtures.ts'
import { letIn, letOut } from './schools.commands.ts'
import type { SchoolsWish } from './schools.commands.ts'
import { movePaper, stepsOfPaper } from '../step.public.ts'

let schools: JointSchool[]
let of: Awaited<ReturnType<typeof aJointExamOf>>
/** Over schools of several areas: the platform's own. */
let operator: Awaited<ReturnType<typeof testCaller>>

beforeAll(async () => {
  actAs('exam-api')
  operator = await testCaller({ userType: -1, tenant: 'p' })
  schools = await threeSchools('增减')
})
beforeEach(async () => {
  of = await aJointExamOf(schools.slice(0, 2))
})

const ask = async (call: 'addSchools' | 'removeSchools', ns: number[]) => {
  const input = { examId: of.examId, schoolIds: ns.map((n) => schools[n]!.schoolId as SchoolId) }
  const who = call === 'addSchools' ? operator : of.organiser
  const looked = await send(handler, calls[`${call}Preview`], input, who.token)
  const done = await send(handler, calls[call], input, who.token)
  if (done.status === 0)
    await expect
      .poll(async () => (await jobRecords.get({ jobId: done.data.uuid }))?.status, { timeout: 120_000 })
      .toBe(40)
  return { looked, done }
}
const numbers = async () => (await candidatesOf(of.examId)).map((c) => c.studentNumber)

it('one comes with its grade and a place that none had; the others’ numbers stay, and one that goes leaves nothing', async () => {
  const { looked } = await ask('addSchools', [2])
  expect(looked.data.lines[0]).toBe('增加1所学校，共1名考生。')
  expect(await numbers()).toEqual(['120260001', '220260002', '320260003'])
  expect(await examOf(of.examId)).toMatchObject({
    schoolCount: 3,
    classCount: 3,
    candidateCount: 3,
    places: { schools: 2, last: 3 },
  })
  const [paper] = of.exam.papers
  expect(await stepsOfPaper({ examId: of.examId, paperId: paper!.paperId })).toHaveLength(3)
  const gone = await ask('removeSchools', [2])
  expect(gone.looked.data.lines[0]).toContain('共1名考生')
  expect(await numbers()).toEqual(['120260001', '220260002'])
  expect(await examClassesOf(of.examId)).toHaveLength(2)
  expect(await stepsOfPaper({ examId: of.examId, paperId: paper!.paperId })).toHaveLength(2)
  expect(await examOf(of.examId)).toMatchObject({ schoolCount: 2, classCount: 2, candidateCount: 2 })
  // Cards may be printed with the place of who has gone.
  await ask('addSchools', [2])
  expect((await examSchoolsOf(of.examId)).map((s) => s.ordinal)).toEqual([1, 2, 4])
  expect(await numbers()).toContain('420260003')
})

it('twice, with cards, as the last, from elsewhere or once marking is open is refused', async () => {
  const { examId, exam } = of
  expect((await ask('addSchools', [1])).done.status).toBe(examProblems.schoolThere.status)
  expect((await ask('removeSchools', [0, 1])).done.status).toBe(examProblems.lastSchool.status)
  expect((await ask('removeSchools', [2])).done.status).toBe(examProblems.notFound.status)
  const foreign = { examId, schoolIds: [schools[2]!.schoolId as SchoolId] }
  expect((await send(handler, calls.addSchools, foreign, of.organiser.token)).status).toBe(
    commonProblems.notFound.status,
  )
  await movePaper({ examId, paperId: exam.papers[0]!.paperId }, 'opened')
  expect((await ask('removeSchools', [0])).done.status).toBe(examProblems.rosterFixed.status)
  // Also of so many candidates that their sheets are the job's to ask for.
  await examSchools.update({ examId, schoolId: schools[0]!.schoolId }, { candidateCount: 30_000 })
  expect((await ask('removeSchools', [0])).done.status).toBe(examProblems.rosterFixed.status)
  expect((await ask('addSchools', [2])).done.status).toBe(examProblems.rosterFixed.status)
  expect(await numbers()).toHaveLength(2)
})

it('numbers that are longer than those the cards were drawn for are told before their school comes', async () => {
  const { examId, exam } = of
  const lines = async () => (await ask('addSchools', [2])).looked.data.lines
  const usual = await send(
    handler,
    calls.addSchoolsPreview,
    { examId, schoolIds: [schools[2]!.schoolId as SchoolId] },
    operator.token,
  )
  expect(usual.data.lines.join('')).not.toContain('考号有')
  await asFunction('exam-api', async () => {
    // The tenth place of an exam that was made of few.
    await exams.edit({ examId }, (there) => there && { ...there, places: { schools: 2, last: 9 } })
    const paper = { examId, paperId: exam.papers[0]!.paperId }
    await papers.edit(paper, (there) => there && { ...there, cardId: newId<CardId>('card') })
  })
  expect(await lines()).toContain(
    '他们的考号有13位，已参加学校的是9位：已有的答题卡可能填不下，请先核对答题卡的考号位数。',
  )
  expect(await numbers()).toContain('0001020260003')
})

/** A page of a candidate of this school, as reading stores it before its batch is closed. */
const aSheetOf = async (n: number) => {
  const { studentId } = (await candidatesOf(of.examId)).find((c) => c.schoolId === schools[n]!.schoolId)!
  const place = { schema: 1 as const, paperId: of.exam.papers[1]!.paperId, studentId, page: 1, pageCount: 1 }
  const picture = { scanId: newId<ScanId>('scan'), imageKey: 'k', width: 1, height: 1, imageVersion: 1 }
  await asFunction('scan-work', () =>
    slots.create({ ...place, ...picture, waits: false, choices: {}, blocks: [], version: 1 }),
  )
}
const aBatch = (state: Batch['state'], paperId = of.exam.papers[1]!.paperId) =>
  asFunction('scan-work', async () => {
    const { exam, examId, organiser } = of
    const ids = { batchId: newId<BatchId>('batch'), paperId, examId, owner: exam.owner, jobId: newId<JobId>('job') }
    const by = { fileTenant: exam.owner, uploadedBy: organiser.caller.userId, uploaderName: '甲' }
    const batch: Batch = { schema: 1, ...ids, ...by, fileCount: 1, handed: 1, state, createdAt: 1, version: 1 }
    await batches.create(batch)
    return batch
  })
const removing = async (n: number) => (await ask('removeSchools', [n])).done.status

it('a school goes by its own sheets, however far its papers are: not while any are read, nor with one of a batch not closed', async () => {
  const { examId, exam } = of
  const batch = await aBatch('recognising')
  expect(await removing(1)).toBe(examProblems.sheetsBeingRead.status)
  await asFunction('scan-work', () => batches.save({ ...batch, state: 'recognised' }))
  await aSheetOf(0)
  const { looked, done } = await ask('removeSchools', [0])
  expect(done.status).toBe(examProblems.schoolScanned.status)
  expect(looked.message).toContain('已有扫描数据')
  // The first batch moves the paper in all schools: the other has no sheet.
  await movePaper({ examId, paperId: exam.papers[1]!.paperId }, 'scanned')
  expect(await removing(1)).toBe(0)
  expect((await examSchoolsOf(examId)).map((s) => s.schoolId)).toEqual([schools[0]!.schoolId])
})

it.each(['a sheet', 'a batch', 'the only one'])('the job asks again, of %s that came in between', async (what) => {
  const { examId } = of
  const wishOf = (n: number): SchoolsWish => {
    const schoolIds = [schools[n]!.schoolId as SchoolId]
    return { kind: 'remove', examId, schoolIds, caller: of.organiser.caller }
  }
  const out = (n: number) =>
    asFunction('exam-work', async () => {
      const item = (await examSchoolsOf(examId)).find((s) => s.schoolId === schools[n]!.schoolId)!
      await letOut(wishOf(n), item, sheetsNow)
    })
  if (what === 'a batch') await aBatch('recognising')
  if (what === 'a sheet') {
    await aBatch('recognised')
    await aSheetOf(1)
  }
  if (what === 'the only one') await out(0)
  const why = { 'a batch': 'sheetsBeingRead', 'a sheet': 'schoolScanned', 'the only one': 'lastSchool' } as const
  await expect(out(1)).rejects.toMatchObject({ problem: examProblems[why[what as keyof typeof why]] })
  expect((await candidatesOf(examId)).some((c) => c.schoolId === schools[1]!.schoolId)).toBe(true)
})

/** What is on record of schools that came to the exam, or went. */
const records = async () => {
  const kept = await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.exam.owner, of.examId)))
  return kept.filter((r) => r.act === 'exam.schools').length
}

it('none comes once marking is open, also where its job had begun before', async () => {
  const { examId, exam, organiser } = of
  const { schoolId, gradeId } = schools[2]! as { schoolId: SchoolId; gradeId: GradeId }
  await movePaper({ examId, paperId: exam.papers[0]!.paperId }, 'opened')
  const wish: SchoolsWish = { kind: 'add', examId, schoolIds: [schoolId], caller: organiser.caller }
  const coming = asFunction('exam-work', () => letIn(wish, { schoolId, gradeId, ordinal: 3 }))
  await expect(coming).rejects.toMatchObject({ problem: examProblems.rosterFixed })
  expect([(await examSchoolsOf(examId)).length, await records()]).toEqual([2, 0])
})

it('a first try to let one in reads no teacher of the others, and another keeps what was said of the school since', async () => {
  const { examId, organiser } = of
  const { schoolId, gradeId } = schools[2]! as { schoolId: SchoolId; gradeId: GradeId }
  const wish: SchoolsWish = { kind: 'add', examId, schoolIds: [schoolId], caller: organiser.caller }
  const queries = vi.spyOn(examTeachers, 'query')
  const coming = () => asFunction('exam-work', () => letIn(wish, { schoolId, gradeId, ordinal: 3 }))
  await coming()
  expect(queries).not.toHaveBeenCalled()
  await asFunction('exam-api', () => examSchools.update({ examId, schoolId }, { groups: ['示范校'] }))
  await coming()
  expect(queries).toHaveBeenCalledOnce()
  queries.mockRestore()
  expect((await examSchoolsOf(examId)).find((s) => s.schoolId === schoolId)).toMatchObject({
    ordinal: 3,
    candidateCount: 1,
    groups: ['示范校'],
  })
})

it.each(['add', 'remove'] as const)('%s is whole wherever its job died', async (kind) => {
  const { examId, exam } = of
  await asFunction('exam-work', async () => {
    const { caller } = of.organiser
    const jobId = newId<JobId>('job')
    const wishKey = creationKey(jobId, exam.owner, examId, 'schools.json')
    const schoolIds = [schools[kind === 'add' ? 2 : 1]!.schoolId as SchoolId]
    await putJson(wishKey, { kind, examId, schoolIds, caller } satisfies SchoolsWish)
    const state = await queueJob(
      changeSchoolsJob,
      { examId, wishKey },
      { tenant: exam.owner, userId: caller.userId },
      { jobId },
    )
    const run = { ...state, job: changeSchoolsJob.name }
    let deaths = 0
    // What the state machine keeps of a step that was done is lost with a whole run: each begins anew, as after kill -9.
    const [, , work] = works
    const plan = await work!.steps['plan']!({
      input: { examId, wishKey },
      jobId,
      tenant: exam.owner,
      progress: () => Promise.resolve(),
    } as never)
    const steps = { ...work!.steps, plan: () => Promise.resolve(plan) }
    for (let at = 0, over = false; !over; at++) {
      const died = withFaults(({ index }) => (index === at ? (at % 2 ? 'crashAfter' : 'crashBefore') : null))
      over = await driveJob([{ ...work!, steps } as never], run, 1).then(
        () => true,
        () => !++deaths,
      )
      died.stop()
      // However far it came, of every school that is in or out there is a record, and the exam counts it.
      const { length } = await examSchoolsOf(examId, { consistent: true })
      const told = await records()
      expect([length, (await examOf(examId))!.schoolCount], `after ${at} calls`).toEqual(
        Array.from({ length: 2 }, () => (kind === 'add' ? 2 + told : 2 - told)),
      )
    }
    expect(deaths).toBeGreaterThan(10)
  })
  const all = await examSchoolsOf(examId)
  expect(all).toHaveLength(kind === 'add' ? 3 : 1)
  // However often its plan was begun, no place was given twice or lost.
  if (kind === 'add') expect([all.map((s) => s.ordinal), (await examOf(examId))!.places!.last]).toEqual([[1, 2, 3], 3])
  expect(await examOf(examId)).toMatchObject({
    schoolCount: all.length,
    classCount: all.length,
    candidateCount: all.length,
  })
  expect(await numbers()).toHaveLength(all.length)
  expect(await stepsOfPaper({ examId, paperId: exam.papers[0]!.paperId })).toHaveLength(all.length)
})
