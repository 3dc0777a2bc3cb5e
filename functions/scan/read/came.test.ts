/** Which schools of a joint exam have come of a paper: each by its own scripts, however far the paper moves in all of them. */
import { beforeAll, expect, it } from 'vitest'
import * as acts from '#shared/scan/act.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { candidates, exams, papers } from '#functions/exam/exam.store.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { stepsOfPaper } from '#functions/exam/step.public.ts'
import { schoolIn, storeSchool } from '#functions/exam/stored.fixtures.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { sheetOf, sit } from '../scan.fixtures.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'

beforeAll(() => actAs('scan-api'))

/** Of three schools with a candidate in each of the first two. */
const threeSchools = async () => {
  const of = await sit(2)
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const [two, three] = [newId<SchoolId>('school'), newId<SchoolId>('school')]
  await asFunction('exam-api', async () => {
    await exams.put({ ...of.exam, owner, schoolCount: 3 })
    await papers.put({ ...(await paperOf(of.paperId))!, owner })
    for (const [i, schoolId] of [two, three].entries())
      await storeSchool(schoolIn(of.exam, schoolId, i + 2, { classCount: 1, candidateCount: 1 }), [], [])
    const [there] = await candidates.queryIndex('gsi1', `student#${of.students[1]!.studentId}`)
    await candidates.remove(there!)
    await candidates.put({ ...there!, schoolId: two })
  })
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const stand = async () => {
    const all = await asFunction('exam-api', () => stepsOfPaper({ examId: of.exam.examId, paperId: of.paperId }))
    return [of.students[0]!.schoolId, two, three].map((id) => {
      const own = all.find((s) => s.schoolId === id)!
      return [own.step >= paperStep.cardExceptions, own.came]
    })
  }
  return { of: { ...of, owner, ...organiser }, stand }
}

it('has come with its first script and not with that of another, and has not come any more once it is taken out', async () => {
  const { of, stand } = await threeSchools()
  const first = await laid(of, ...(await sheetOf(of, 0)))
  expect(await stand()).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ])
  await laid(of, ...(await sheetOf(of, 1)))
  expect((await stand()).map(([, came]) => came)).toEqual([true, true, false])
  const wish = { batchId: first.batchId, actId: `act-came-${now()}`, reason: '扫错了' }
  const { uuid } = (await ask(acts.deleteBatch, wish, of)).data
  await jobEndsFor(of, uuid)
  expect((await stand()).map(([, came]) => came)).toEqual([false, true, false])
})
