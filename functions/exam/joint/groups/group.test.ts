/** Groups of schools: an area's own, over the stores. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/joint/group.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import type { AreaId, ExamGroupId, SchoolId } from '#shared/kit/ids.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { randomOf } from '#functions/kit/ports.ts'
import { actAs, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../../exam.api.ts'

/** An area with three schools, its organiser (13) and, of another area, another. */
const anArea = async () => {
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  const code = [...randomOf(12)].map((b) => String(b % 10)).join('')
  const { areaId } = (await viaGateway(createArea, { areaName: `学校组${code}`, areaCode: code }, operator.token)).data
  const schoolIds: SchoolId[] = []
  for (const n of [1, 2, 3]) {
    const wish = { areaId, schoolName: `组${code}第${n}中学`, stage: 2, accountName: `grp${code}${n}` }
    schoolIds.push((await viaGateway(createSchool, wish, operator.token)).data.schoolId)
  }
  const tenant = `a:${areaId as AreaId}` as const
  return { schoolIds, tenant, organiser: await testCaller({ userType: 13, tenant }) }
}
let of: Awaited<ReturnType<typeof anArea>>
let stranger: Awaited<ReturnType<typeof anArea>>
beforeAll(async () => {
  actAs('exam-api')
  of = await anArea()
  stranger = await anArea()
  actAs('exam-api')
})

const save = (input: object, who = of) => send(handler, calls.saveExamGroup, input as never, who.organiser.token)
const list = async (who = of) => (await send(handler, calls.listExamGroups, {}, who.organiser.token)).data
const schoolsIn = async (groupId: ExamGroupId) =>
  (await send(handler, calls.examGroup, { groupId }, of.organiser.token)).data?.schools.map((s) => s.schoolId)
const remove = (groupId: ExamGroupId, undo = false) =>
  send(handler, calls.deleteExamGroup, { groupId, undo }, of.organiser.token)

describe('a group of schools', () => {
  it('is made once, though asked twice, changed over what was read, deleted and had back', async () => {
    const [a, b, c] = of.schoolIds
    const wish = { groupName: '城区三校', schoolIds: [a, b, b] }
    const { groupId } = (await save(wish)).data
    expect((await save(wish)).data.groupId).toBe(groupId)
    expect(await list()).toMatchObject([{ groupId, groupName: '城区三校', schoolCount: 2, version: 1 }])
    const more = { groupId, groupName: '城区三校', schoolIds: [c, a], version: 1 }
    expect((await save(more)).data.version).toBe(2)
    expect((await save({ ...more, schoolIds: [a] })).message).toMatch(/请核对/)
    expect(await schoolsIn(groupId)).toEqual([c, a])
    expect((await save({ groupName: '城区三校', schoolIds: [b] })).message).toBe('已有名为“城区三校”的学校组')
    await remove(groupId)
    await remove(groupId)
    expect(await list()).toEqual([])
    expect((await save(more)).status).toBe(examProblems.groupNotFound.status)
    await remove(groupId, true)
    expect(await schoolsIn(groupId)).toEqual([c, a])
  })

  it('is told in the trail as it was and as it became, when it goes and when it is had back', async () => {
    const { groupId } = (await save({ groupName: '记录两校', schoolIds: of.schoolIds.slice(0, 2) })).data
    await remove(groupId)
    await remove(groupId, true)
    const records = await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.tenant, groupId)))
    const acts = records.filter((r) => r.act !== 'exam.saveGroup')
    expect(acts.map((r) => r.act).sort()).toEqual(['exam.deleteGroup', 'exam.restoreGroup'])
    for (const { before, after } of acts) expect(after).not.toBe(before)
  })

  it('does not come back beside another of its name', async () => {
    const wish = { groupName: '同名', schoolIds: of.schoolIds }
    const { groupId } = (await save(wish)).data
    await remove(groupId)
    await save(wish)
    expect((await remove(groupId, true)).status).toBe(examProblems.groupTaken.status)
  })

  it('holds schools of the own area, and is nothing to another’s organiser', async () => {
    const { groupId } = (await save({ groupName: '只给自己', schoolIds: of.schoolIds })).data
    expect((await save({ groupName: '外区', schoolIds: [stranger.schoolIds[0]] })).http).toBe(403)
    expect((await list(stranger)).map((g) => g.groupId)).not.toContain(groupId)
    const theirs = { groupId, groupName: '改名', schoolIds: stranger.schoolIds, version: 1 }
    expect((await save(theirs, stranger)).status).toBe(examProblems.groupNotFound.status)
    const looked = await send(handler, calls.examGroup, { groupId }, stranger.organiser.token)
    expect(looked.status).toBe(examProblems.groupNotFound.status)
    expect((await save({ groupName: '空', schoolIds: [] })).message).toContain('请选择学校')
  })

  it('is of an area: a school’s own people have none', async () => {
    const admin = await testCaller({ userType: 13, tenant: `s:${of.schoolIds[0]!}` })
    const wish = { groupName: '本校', schoolIds: [of.schoolIds[0]!] }
    expect((await send(handler, calls.saveExamGroup, wish, admin.token)).status).toBe(examProblems.areaOnly.status)
  })
})
