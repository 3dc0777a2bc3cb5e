/** Of which schools of a joint exam a file of scores is: each by its own rows, and all of them back where it is taken back. */
import { beforeAll, expect, it } from 'vitest'
import { schoolStand } from '#shared/exam/atWork.rules.ts'
import { importScoresJob, takeImportBackJob } from '#shared/marking/marking.jobs.ts'
import type { AreaId, JobId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { candidates, exams, papers } from '#functions/exam/exam.store.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { stepsOfPaper } from '#functions/exam/step.public.ts'
import { schoolIn, storeSchool } from '#functions/exam/stored.fixtures.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, testCaller } from '#functions/kit/testing.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { seat } from '../marking.fixtures.ts'
import { works } from '../marking.work.ts'

beforeAll(() => actAs('marking-work'))

/** Of four schools the first has two candidates, each of the others one. */
const fourSchools = async () => {
  const of = await seat(5, {}, 0)
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const { paperId, examId } = of.paper
  const others = [newId<SchoolId>('school'), newId<SchoolId>('school'), newId<SchoolId>('school')]
  const exam = (await examOf(examId))!
  await asFunction('exam-api', async () => {
    await exams.put({ ...exam, owner, schoolCount: 4 })
    await papers.put({ ...(await paperOf(paperId))!, owner })
    for (const [i, schoolId] of others.entries()) {
      await storeSchool(schoolIn(exam, schoolId, i + 2, { classCount: 1, candidateCount: 1 }), [], [])
      const [there] = await candidates.queryIndex('gsi1', `student#${of.students[i + 2]!}`)
      await candidates.remove(there!)
      await candidates.put({ ...there!, schoolId })
    }
  })
  const manager = await testCaller({ userType: 18, tenant: owner })
  const schoolIds = [of.tenant.slice(2), ...others]
  const stand = async () => {
    const steps = await asFunction('exam-api', () => stepsOfPaper({ examId, paperId }))
    return schoolIds.map((id) => {
      const { begun, marked, over } = schoolStand(steps.filter((s) => s.schoolId === id))
      return [begun, marked, over]
    })
  }
  const drive = (job: string, input: object) =>
    driveJob(works, {
      job,
      jobId: newId<JobId>('job'),
      tenant: owner,
      startedBy: manager.caller.userId,
      input,
      out: {},
    })
  const take = async (lines: readonly string[]) => {
    const text = ['考号,姓名,缺考,1,2', ...lines].join('\n')
    const key = await uploadAs(manager.token, text, '成绩.csv', 'scores')
    return drive(importScoresJob.name, { paperId, key, fileName: '成绩.csv', mode: 'all' })
  }
  return { stand, take, takeBack: () => drive(takeImportBackJob.name, { paperId }) }
}

it('has come of those whose scores it holds and of one all of whom it calls absent, and not of one that it leaves out', async () => {
  const { stand, take, takeBack } = await fourSchools()
  await take(['1000,学生0,,AC,8', '1001,学生1,缺考,,', '1002,学生2,缺考,,', '1003,学生3,,A,3'])
  const marked = [1, 1, 1]
  expect(await stand()).toEqual([marked, marked, marked, [0, 0, 1]])
  await takeBack()
  expect((await stand()).map(([begun]) => begun)).toEqual([0, 0, 0, 0])
  await take(['1004,学生4,,AC,8'])
  expect(await stand()).toEqual([[0, 0, 1], [0, 0, 1], [0, 0, 1], marked])
})

it('of a school of which only some were absent and of the others nothing is said nothing has come', async () => {
  const { stand, take } = await fourSchools()
  await take(['1000,学生0,缺考,,', '1003,学生3,,A,3'])
  expect((await stand()).map(([begun]) => begun)).toEqual([0, 0, 1, 0])
})
