/** What an organiser says to schools and what they answer, over the stores: three schools in two areas, two organisers. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/joint/part.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { lateAfter } from '#shared/exam/atWork.rules.ts'
import { mostReminders } from '#shared/exam/joint/part.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import type { AreaId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { exams, examSchools } from '../exam.store.ts'
import { schoolParts } from './joint.store.ts'
import { movePaper, tellCame } from '../step.public.ts'
import { classesNamed, examOfSchool, schoolIn, storeExam, storeSchool } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

const aJointExam = async () => {
  const schoolIds = [0, 1, 2].map(() => newId<SchoolId>('school')) as [SchoolId, SchoolId, SchoolId]
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const stored = examOfSchool(schoolIds[0], [], {
    classes: classesNamed('1班'),
    candidateCount: 6,
    owner,
    examType: 10,
    schoolCount: 3,
    step: paperStep.cardUpload,
  })
  await storeExam(stored, [])
  for (const n of [1, 2] as const)
    await storeSchool(schoolIn(stored.exam, schoolIds[n], n + 1, { classCount: 1, candidateCount: 2 }), [], [])
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const of = (n: 0 | 1 | 2, userType = 2) => testCaller({ userType, tenant: schoolTenant(schoolIds[n]) })
  return { ...stored, examId: stored.exam.examId, schoolIds, owner, organiser, of }
}
type Of = Awaited<ReturnType<typeof aJointExam>>
const remind = ({ examId, organiser }: Of, schoolIds: readonly SchoolId[], text: string, token = organiser.token) =>
  send(handler, calls.remindSchools, { examId, schoolIds: [...schoolIds], text }, token)
const partSeen = async (of: Of, n: 0 | 1 | 2, userType?: number) =>
  (await send(handler, calls.listOwnParts, {}, (await of.of(n, userType)).token)).data.find(
    (p) => p.examId === of.examId,
  )

describe('a reminder', () => {
  it('is read by the people of the schools that it is for, once however often it is sent, and stands on record', async () => {
    const of = await aJointExam()
    const [a, b] = of.schoolIds
    expect((await remind(of, [a, b, a], '请今天上传')).data).toMatchObject({ schools: 2 })
    expect((await remind(of, [a, b], '请今天上传')).data).toMatchObject({ schools: 0 })
    for (const n of [0, 1] as const)
      expect((await partSeen(of, n))!.reminders.map((r) => r.text)).toEqual(['请今天上传'])
    expect((await partSeen(of, 2))!.reminders).toEqual([])
    expect((await remind(of, [a], '还差12份')).data).toMatchObject({ schools: 1 })
    expect((await partSeen(of, 0, 15))!.reminders.map((r) => r.text)).toEqual(['还差12份', '请今天上传'])
    const back = usePorts({ now: () => Date.now() + 400_000 })
    expect((await remind(of, [a], '还差12份')).data).toMatchObject({ schools: 1 })
    back()
    const kept = await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.owner, of.examId)))
    expect(kept.filter((r) => r.act === 'exam.remindSchools')).toHaveLength(3)
  })

  it('keeps the last ones alone, and refuses no words, too many, and schools of other exams', async () => {
    const of = await aJointExam()
    const [a] = of.schoolIds
    for (let n = 0; n <= mostReminders; n++) await remind(of, [a], `第${n}次`)
    const texts = (await partSeen(of, 0))!.reminders.map((r) => r.text)
    expect(texts).toHaveLength(mostReminders)
    expect([texts[0], texts.at(-1)]).toEqual([`第${mostReminders}次`, '第1次'])
    expect((await remind(of, [a], ' \n ')).message).toContain('提醒内容不能为空')
    expect((await remind(of, [a], '长'.repeat(201))).message).toContain('不能超过200个字')
    expect((await remind(of, [], '空')).message).toContain('请选择学校')
    expect((await remind(of, [a, newId<SchoolId>('school')], '外校')).status).toBe(examProblems.notFound.status)
    expect((await partSeen(of, 0))!.reminders[0]!.text).toBe(`第${mostReminders}次`)
  })

  it('is not another organiser’s to send, nor a school’s', async () => {
    const of = await aJointExam()
    const other = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
    expect((await remind(of, of.schoolIds, '冒名', other.token)).http).toBe(403)
    expect((await remind(of, of.schoolIds, '冒名', (await of.of(0, 18)).token)).http).toBe(403)
    expect((await partSeen(of, 0))!.reminders).toEqual([])
  })
})

describe('the time, the end and who scans', () => {
  it('are said to a school and taken back; what stands so already is not written again', async () => {
    const of = await aJointExam()
    const [a, b] = of.schoolIds
    const { examId, exam, organiser } = of
    const to = <C extends Parameters<typeof send>[1]>(call: C, more: object) =>
      send(handler, call, { examId, schoolIds: [a, b], ...more } as never, organiser.token)
    const due = exam.examDate + 5 * 86_400_000
    expect((await partSeen(of, 0))!.dueAt).toBe(lateAfter(exam.examDate))
    expect((await to(calls.extendSchools, { dueAt: exam.examDate - 1 })).status).toBe(examProblems.dueBefore.status)
    expect((await to(calls.extendSchools, { dueAt: due })).data).toMatchObject({ schools: 2 })
    expect((await to(calls.extendSchools, { dueAt: due })).data).toMatchObject({ schools: 0 })
    expect((await partSeen(of, 1))!.dueAt).toBe(due)
    await to(calls.extendSchools, { schoolIds: [b] })
    expect((await partSeen(of, 1))!.dueAt).toBe(lateAfter(exam.examDate))
    expect((await partSeen(of, 0))!.dueAt).toBe(due)

    await to(calls.closeSchools, { closed: true, reason: '时间已过' })
    expect((await partSeen(of, 0))!.barred).toBe('组织方已截止本校的上传：时间已过')
    expect((await to(calls.closeSchools, { closed: true, reason: '再来' })).data).toMatchObject({ schools: 0 })
    await to(calls.closeSchools, { closed: false })
    expect((await partSeen(of, 0))!.barred).toBeNull()
    await to(calls.takeOverSchools, { takenOver: true })
    expect((await partSeen(of, 1))!.barred).toContain('接管')
    expect((await partSeen(of, 2))!.barred).toBeNull()
    await to(calls.takeOverSchools, { takenOver: false })
    expect((await partSeen(of, 1))!.barred).toBeNull()
    // Nothing of one was lost to another.
    expect(await asFunction('exam-api', () => schoolParts.get({ examId, schoolId: a }))).toMatchObject({ dueAt: due })
  })

  it('answers which schools stood otherwise, that an undo leaves the others as they were', async () => {
    const of = await aJointExam()
    const [a, b, c] = of.schoolIds
    const close = (schoolIds: SchoolId[], more: object) =>
      send(handler, calls.closeSchools, { examId: of.examId, schoolIds, ...more } as never, of.organiser.token)
    await close([b], { closed: true, reason: '停电' })
    const { data } = await close([a, b, c], { closed: true, reason: '时间已过' })
    expect([...data.schoolIds].sort()).toEqual([a, c].sort())
    await close(data.schoolIds, { closed: false })
    const barred: (string | null)[] = []
    for (const n of [0, 1, 2] as const) barred.push((await partSeen(of, n))!.barred)
    expect(barred).toEqual([null, '组织方已截止本校的上传：停电', null])
  })

  it('two organisers at once: both are done', async () => {
    const of = await aJointExam()
    const { examId, schoolIds, organiser } = of
    const second = await testCaller({ userType: 1, tenant: of.owner })
    const answers = await Promise.all([
      send(handler, calls.closeSchools, { examId, schoolIds, closed: true }, organiser.token),
      send(handler, calls.takeOverSchools, { examId, schoolIds, takenOver: true }, second.token),
      remind(of, schoolIds, '同时', second.token),
    ])
    expect(answers.map((a) => a.data)).toMatchObject([{ schools: 3 }, { schools: 3 }, { schools: 3 }])
    for (const schoolId of schoolIds) {
      const part = await asFunction('exam-api', () => schoolParts.get({ examId, schoolId }))
      expect([part!.closed !== undefined, part!.takenOver !== undefined, part!.reminders.length]).toEqual([
        true,
        true,
        1,
      ])
    }
  })
})

describe('a school’s answer', () => {
  const answer = async (of: Of, n: 0 | 1 | 2, input: object, userType?: number) =>
    send(
      handler,
      calls.answerPart,
      { examId: of.examId, version: 0, ...input } as never,
      (await of.of(n, userType)).token,
    )

  it('is given once, changed over what was read, with a reason where it does not take part', async () => {
    const of = await aJointExam()
    expect((await answer(of, 0, { accepts: false })).message).toContain('请写明不参加的原因')
    expect((await answer(of, 0, { accepts: false, reason: '停课' })).data).toEqual({ version: 1 })
    expect((await answer(of, 0, { accepts: false, reason: '停课' })).data).toEqual({ version: 1 })
    expect(await partSeen(of, 0)).toMatchObject({ answer: 'declined', reason: '停课', barred: '学校没有参加本场联考' })
    // Who organises reads it beside the schools.
    const { data } = await send(handler, jointSchools, { examId: of.examId }, of.organiser.token)
    expect(data.map((s) => [s.schoolId, s.answer, s.reason])).toEqual([
      [of.schoolIds[0], 'declined', '停课'],
      [of.schoolIds[1], 'none', ''],
      [of.schoolIds[2], 'none', ''],
    ])
    expect((await answer(of, 0, { accepts: true })).status).toBe(commonProblems.stale.status)
    expect((await answer(of, 0, { accepts: true, version: 1 }, 13)).data).toEqual({ version: 2 })
    expect(await partSeen(of, 0)).toMatchObject({ answer: 'accepted', reason: '', barred: null })
    expect(await partSeen(of, 1)).toMatchObject({ answer: 'none' })
  })

  it('is written over what its organiser has said since, and not over another answer', async () => {
    const of = await aJointExam()
    await remind(of, [of.schoolIds[0]], '请回复')
    expect((await answer(of, 0, { accepts: true })).data).toEqual({ version: 1 })
    await remind(of, [of.schoolIds[0]], '请上传')
    const seen = (await partSeen(of, 0))!
    await remind(of, [of.schoolIds[0]], '请尽快上传')
    expect((await answer(of, 0, { accepts: false, reason: '停课', version: seen.version })).data).toEqual({
      version: 2,
    })
    expect((await answer(of, 0, { accepts: true, version: seen.version })).status).toBe(commonProblems.stale.status)
    // Both are done where they meet.
    const { token } = await of.of(0)
    const [said, sent] = await Promise.all([
      send(handler, calls.answerPart, { examId: of.examId, accepts: true, version: 2 }, token),
      remind(of, [of.schoolIds[0]], '最后一次'),
    ])
    expect([said.data, sent.data.schools]).toEqual([{ version: 3 }, 1])
    expect((await partSeen(of, 0))!.reminders.map((r) => r.text)).toEqual([
      '最后一次',
      '请尽快上传',
      '请上传',
      '请回复',
    ])
  })

  it('is asked for however many exams of its own the school has held since', async () => {
    const of = await aJointExam()
    const [schoolId] = of.schoolIds
    const back = usePorts({ now: () => Date.now() + 1000 })
    const own = Array.from({ length: 205 }, () =>
      examOfSchool(schoolId, [], { classes: classesNamed('1班'), candidateCount: 1 }),
    )
    back()
    await asFunction('exam-api', async () => {
      await exams.putMany(own.map((s) => s.exam))
      await examSchools.putMany(own.map((s) => s.school))
    })
    expect(await partSeen(of, 0)).toMatchObject({ answer: 'none' })
  })

  it('stands once sheets have come, and is no one else’s', async () => {
    const of = await aJointExam()
    const { examId, paper } = of
    // The paper moves in all schools with the first batch of any.
    const at = { examId, paperId: paper.paperId }
    const come = (...ids: string[]) =>
      asFunction('exam-api', () =>
        tellCame(at, () => Promise.resolve(ids.map((schoolId) => ({ schoolId, there: 1, absent: 0 })))),
      )
    await come(of.schoolIds[0])
    await asFunction('exam-api', () => movePaper(at, 'scanned'))
    expect((await answer(of, 1, { accepts: false, reason: '停水' })).status).toBe(0)
    expect((await answer(of, 1, { accepts: true, version: 1 })).status).toBe(0)
    await come(...of.schoolIds)
    expect((await answer(of, 1, { accepts: false, reason: '晚了', version: 2 })).status).toBe(
      examProblems.partBegun.status,
    )
    expect((await answer(of, 1, { accepts: true, version: 2 })).status).toBe(0)
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    const asked = await send(handler, calls.answerPart, { examId, accepts: true, version: 0 }, stranger.token)
    expect(asked.status).toBe(examProblems.notFound.status)
    expect((await send(handler, calls.listOwnParts, {}, stranger.token)).data).toEqual([])
    expect((await send(handler, calls.listOwnParts, {}, of.organiser.token)).data).toEqual([])
  })
})

describe('a school’s contact', () => {
  const say = async (of: Of, n: 0 | 1 | 2, input: object, userType?: number) =>
    send(
      handler,
      calls.sayContact,
      { examId: of.examId, version: 0, name: '王老师', phone: '13800001111', ...input } as never,
      (await of.of(n, userType)).token,
    )

  it('is said by its own people, over what was read, once, and stands on record without the number', async () => {
    const of = await aJointExam()
    expect((await partSeen(of, 1))!.contact).toBeUndefined()
    expect((await say(of, 1, {})).data).toEqual({ version: 1 })
    expect((await say(of, 1, {})).data).toEqual({ version: 1 })
    expect((await say(of, 1, { name: '李老师' })).status).toBe(commonProblems.stale.status)
    // A reminder in between is kept, and makes no version of the contact old.
    await remind(of, [of.schoolIds[1]], '请回复')
    expect((await say(of, 1, { name: '李老师', phone: ' 0592—５５５１２３４ ', version: 1 })).data).toEqual({
      version: 2,
    })
    expect(await partSeen(of, 1)).toMatchObject({
      contact: { name: '李老师', phone: '0592-5551234' },
      contactVersion: 2,
      answer: 'none',
      reminders: [{ text: '请回复' }],
    })
    expect((await partSeen(of, 0))!.contact).toBeUndefined()
    const records = await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.owner, of.examId)))
    const told = records.filter((r) => r.act === 'exam.contact')
    expect(told.map((r) => r.told?.changes)).toEqual(
      expect.arrayContaining([
        [{ field: expect.any(String), before: '', after: '王老师' }],
        [{ field: expect.any(String), before: '王老师', after: '李老师' }],
      ]),
    )
    expect(JSON.stringify(told)).not.toMatch(/5551234|13800001111/)
  })

  it('is refused without a name, with what is no telephone, and of an exam that the school is not in', async () => {
    const of = await aJointExam()
    for (const bad of [
      { name: ' ' },
      { phone: '' },
      { phone: '请打给我' },
      { phone: '123' },
      { phone: 'tel:1380000<b>' },
    ])
      expect([bad, (await say(of, 0, bad)).status !== 0]).toEqual([bad, true])
    expect((await partSeen(of, 0))!.contact).toBeUndefined()
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    const input = { examId: of.examId, name: '王', phone: '13800001111', version: 0 }
    expect((await send(handler, calls.sayContact, input, stranger.token)).status).toBe(examProblems.notFound.status)
    expect((await say(of, 0, {}, 3)).http).toBe(403)
  })
})
