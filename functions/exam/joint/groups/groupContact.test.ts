/** Whom an area's organisers ask for of the schools of a group: kept, masked, changed, and taken over into an exam. */
import { beforeAll, expect, it } from 'vitest'
import { createJointExam } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/joint/group.calls.ts'
import { listOwnParts, sayContact } from '#shared/exam/joint/part.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { AreaId, ExamGroupId, SchoolId } from '#shared/kit/ids.ts'
import { createClass, listGrades } from '#shared/school/classes/class.calls.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { objectIndex, audits } from '#functions/kit/audit.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../../exam.api.ts'
import { examOf } from '../../exam.public.ts'
import { aStudentIn } from '../joint.fixtures.ts'
import { examGroups, schoolParts } from '../joint.store.ts'
import type { JointSchool } from '../joint.fixtures.ts'

type Who = Awaited<ReturnType<typeof testCaller>>

let organiser: Who
let own: SchoolId[]
let enrolmentYear: number
beforeAll(async () => {
  actAs('exam-api')
  const root = await testCaller({ userType: -1, tenant: 'p' })
  const areaCode = String(BigInt(`0x${Buffer.from(newId('area').slice(-8)).toString('hex')}`)).slice(-12)
  const areaId: AreaId = (await viaGateway(createArea, { areaName: '联系区', areaCode }, root.token)).data.areaId
  own = []
  for (const n of [1, 2, 3]) {
    const accountName = `g${newId('account').slice(-12)}`
    const of = { areaId, schoolName: `联系${n}小`, stage: 1, accountName }
    own.push((await viaGateway(createSchool, of, root.token)).data.schoolId)
  }
  organiser = await testCaller({ userType: 18, tenant: `a:${areaId}` })
  const admin = await testCaller({ userType: 2, tenant: `s:${own[0]!}` })
  const grade = (await viaGateway(listGrades, { schoolId: own[0]! }, admin.token)).data[0]!
  enrolmentYear = grade.enrolmentYear
  const made = await viaGateway(createClass, { gradeId: grade.gradeId, className: '1班' }, admin.token)
  await aStudentIn({ admin } as JointSchool, made.data.classId, 8)
})

const ask = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2], who = organiser) =>
  send(handler, call, input, who.token)
const aGroup = async (groupName: string, schoolIds = own.slice(0, 2)): Promise<ExamGroupId> =>
  (await ask(calls.saveExamGroup, { groupName, schoolIds })).data.groupId
const contacts = async (groupId: ExamGroupId) => (await ask(calls.listGroupContacts, { groupId })).data
const say = async (groupId: ExamGroupId, schoolId: SchoolId, contact?: object) => {
  const version = (await contacts(groupId))[0]!.version
  return ask(calls.saveGroupContact, { groupId, schoolId, version, ...(contact ? { contact } : {}) } as never)
}
const li = { name: '李老师', role: '教务主任', phone: '13800001111' }

it('is kept, shown masked, changed without its number being typed again, and cleared', async () => {
  const groupId = await aGroup('联系组')
  expect((await say(groupId, own[0]!, li)).status).toBe(0)
  const seen = async () => (await contacts(groupId)).map((s) => s.contact)
  expect(await seen()).toEqual([{ name: '李老师', role: '教务主任', phone: '138****1111' }, undefined])
  expect((await say(groupId, own[0]!, { name: '王老师' })).status).toBe(0)
  expect((await examGroups.get({ owner: organiser.caller.tenant, groupId }))!.contacts).toEqual([
    { schoolId: own[0]!, name: '王老师', role: '', phone: '13800001111' },
  ])
  expect((await say(groupId, own[0]!)).status).toBe(0)
  expect(await seen()).toEqual([undefined, undefined])
  const kept = await asRoot(() => audits.queryIndex('gsi1', objectIndex(organiser.caller.tenant, groupId)))
  expect(kept.filter((r) => r.act === 'exam.groupContact')).toHaveLength(3)
  expect(JSON.stringify(kept)).not.toContain('13800001111')
})

it('is refused without a number, of a school of another group or area, over a stale form, and to a stranger', async () => {
  const groupId = await aGroup('不收组')
  expect((await say(groupId, own[1]!, { name: '赵老师' })).status).toBe(examProblems.contactNumber.status)
  expect((await say(groupId, own[1]!, { ...li, phone: '=1+1' })).message).toContain('请输入正确的电话')
  expect((await say(groupId, own[2]!, li)).status).toBe(commonProblems.notFound.status)
  expect((await say(groupId, newId<SchoolId>('school'), li)).http).toBe(403)
  const stale = { groupId, schoolId: own[0]!, contact: li, version: 0 }
  expect((await ask(calls.saveGroupContact, stale)).status).toBe(commonProblems.stale.status)
  const stranger = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
  expect((await ask(calls.listGroupContacts, { groupId }, stranger)).status).toBe(examProblems.groupNotFound.status)
  expect((await contacts(groupId)).every((s) => s.contact === undefined)).toBe(true)
})

it('goes with its school out of the group, and with the group', async () => {
  const groupId = await aGroup('离开组')
  await say(groupId, own[0]!, li)
  const { version } = (await contacts(groupId))[0]!
  const wish = { groupId, groupName: '离开组', schoolIds: [own[1]!], version }
  expect((await ask(calls.saveExamGroup, wish)).status).toBe(0)
  expect((await examGroups.get({ owner: organiser.caller.tenant, groupId }))!.contacts).toEqual([])
  await ask(calls.deleteExamGroup, { groupId })
  expect((await ask(calls.listGroupContacts, { groupId })).status).toBe(examProblems.groupNotFound.status)
})

it("is an exam's school's own when the exam is made of the group: the later word of two, and the school says another", async () => {
  const [first, second] = [await aGroup('先'), await aGroup('后')]
  await say(first, own[0]!, { name: '旧老师', phone: '0592-5551234' })
  await say(first, own[1]!, { name: '二老师', phone: '13900002222' })
  await say(second, own[0]!, li)
  const made = await ask(createJointExam, {
    ...{ schoolIds: own, stage: 1, enrolmentYear, courseNames: ['语文'], examName: '联系联考', examType: 7 },
    ...{ examDate: now(), groupIds: [first, second, newId<ExamGroupId>('examGroup')] },
  } as never)
  const { examId } = made.data
  await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
  const parts = await schoolParts.getMany(own.map((schoolId) => ({ examId, schoolId })))
  expect(parts.map((p) => [p.schoolId, p.contact?.name, p.contact?.phone]).sort()).toEqual(
    [
      [own[0], '李老师', '13800001111'],
      [own[1], '二老师', '13900002222'],
    ].sort(),
  )
  const admin = await testCaller({ userType: 2, tenant: `s:${own[0]!}` })
  const told = (await ask(listOwnParts, {}, admin)).data.find((p) => p.examId === examId)!
  expect(told.contact).toEqual({ name: '李老师', phone: '13800001111' })
  const other = { examId, name: '本校老师', phone: '13700003333', version: told.contactVersion }
  expect((await ask(sayContact, other, admin)).status).toBe(0)
})
