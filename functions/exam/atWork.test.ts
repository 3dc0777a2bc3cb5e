import { expect, it } from 'vitest'
import { examsAtWork } from '#shared/exam/exam.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './exam.api.ts'
import { exams } from './exam.store.ts'
import { classesNamed, examOfSchool, standAt, storeExam } from './stored.fixtures.ts'

actAs('exam-api')

const day = 86_400_000

it('who looks after an area sees its exams that are under way and those that stay silent, and no others do', async () => {
  const owner: Tenant = `a:${newId<AreaId>('area')}`
  const stored = async (examName: string, daysAgo: number, step: number) => {
    const more = {
      owner,
      examName,
      examDate: now() - daysAgo * day,
      candidateCount: 3,
      classes: classesNamed('1班'),
      step,
    }
    const of = examOfSchool(newId<SchoolId>('school'), [], more)
    await storeExam(of, [])
    return of.exam.examId
  }
  await stored('刚考', 0, paperStep.cardUpload)
  await stored('还没考', -2, paperStep.answerUpload)
  const silent = await stored('没有动静', 5, paperStep.cardUpload)
  const marking = await stored('阅卷', 9, paperStep.marking)
  await stored('扫描', 1, paperStep.cardExceptions)
  const released = await stored('发布', 9, paperStep.released)
  const gone = await stored('删了', 9, paperStep.marking)
  await asFunction('exam-api', () => exams.edit({ examId: gone }, (e) => ({ ...e!, deletedAt: now() })))
  const staff = await testCaller({ userType: 18, tenant: owner })
  const seen = async () => {
    const { running, silent: still } = (await send(handler, examsAtWork, {}, staff.token)).data
    return [running, still].map((k: { count: number; first: { examName: string }[] }) => [
      k.count,
      ...k.first.map((e) => e.examName),
    ])
  }
  // The oldest first: it waits longest.
  expect(await seen()).toEqual([
    [2, '阅卷', '扫描'],
    [1, '没有动静'],
  ])
  await standAt(marking, paperStep.released)
  await standAt(silent, paperStep.cardExceptions)
  await standAt(released, paperStep.done)
  expect(await seen()).toEqual([[3, '发布', '没有动静', '扫描'], [0]])
  const other = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
  expect((await send(handler, examsAtWork, {}, other.token)).data.running.count).toBe(0)
  const director = await testCaller({ userType: 15, tenant: owner })
  expect((await send(handler, examsAtWork, {}, director.token)).http).toBe(403)
})
