/** A card of a paper that the candidate's school does not take: the parcels of two schools of a joint exam were mixed up. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/scan/scan.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { candidates, examSchools } from '#functions/exam/exam.store.ts'
import { schoolIn } from '#functions/exam/stored.fixtures.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { readingsOf, sheetOf, sit } from '../scan.fixtures.ts'
import { ask, laid, recognise } from '../scan.steps.fixtures.ts'

beforeAll(() => actAs('scan-api'))

it('waits with what is wrong, and is no candidate’s until a person has looked; the other school’s cards are read as ever', async () => {
  const of = await sit(2)
  const [own, other] = of.students
  const { paperId } = of
  await asFunction('exam-api', async () => {
    const second = schoolIn(of.exam, newId<SchoolId>('school'), 2, { classCount: 1, candidateCount: 1 })
    // It takes another paper of the exam.
    await examSchools.put({ ...second, papers: [] })
    const [there] = await candidates.queryIndex('gsi1', `student#${other!.studentId}`)
    await candidates.remove(there!)
    await candidates.put({ ...there!, schoolId: second.schoolId })
  })
  await recognise(await laid(of, ...(await sheetOf(of, 0)), ...(await sheetOf(of, 1))))
  const { list } = (await ask(calls.doubtList, { paperId }, of)).data
  expect(new Set(list.map((d) => d.kind))).toEqual(new Set(['unknownStudent']))
  expect(list.map((d) => d.number)).toContain(other!.studentNumber)
  const readings = await asFunction('scan-api', () => readingsOf(paperId))
  const seated = readings.filter((r) => r.state === 'present').map((r) => r.studentId)
  expect(seated).toEqual([own!.studentId])
})
