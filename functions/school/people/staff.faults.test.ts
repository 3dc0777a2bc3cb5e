import { beforeAll, describe, expect, it } from 'vitest'
import { openStaff } from '#shared/school/school.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { kindsOf } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { accounts } from '#functions/identity/identity.store.ts'
import { handler } from '../school.api.ts'
import { aSchool } from '../school.fixtures.ts'
import { leadersOf, teachersOf } from '../roster/school.public.ts'

type Written = { command: string; index: number }
const isWrite = ({ command }: Written): boolean => /Put|Update|Delete|Transact|BatchWrite/.test(command)
const fresh = (): string => `staff${newId<string>('file').slice(-10)}`

describe('an account and its place in the roster', () => {
  let of: Awaited<ReturnType<typeof aSchool>>
  beforeAll(async () => {
    actAs('school-api')
    of = await aSchool()
  })
  const base = () => ({ schoolId: of.schoolId, password: 'Abcd2345' })
  const people = {
    teacher: {
      open: (accountName: string) =>
        send(handler, createTeacher, { ...base(), accountName, teacherName: '甲', teaches: [] }, of.admin.token),
      row: async (accountName: string) => (await teachersOf(of.schoolId)).some((t) => t.accountName === accountName),
    },
    leader: {
      open: (accountName: string) =>
        send(handler, openStaff, { ...base(), accountName, userName: '乙', userType: 12 }, of.admin.token),
      row: async (accountName: string) => (await leadersOf(of.schoolId)).some((l) => l.accountName === accountName),
    },
  }

  it.each(['teacher', 'leader'] as const)('of a %s are one, at any failing write', async (kind) => {
    const { open, row } = people[kind]
    const dry = withFaults(() => null)
    expect((await open(fresh())).status).toBe(0)
    dry.stop()
    let tried = 0
    for (const call of [...dry.calls].filter(isWrite))
      for (const fault of kindsOf(call)) {
        const accountName = fresh()
        const faults = withFaults(({ index }) => (index === call.index ? fault : null))
        await open(accountName).catch(() => null)
        faults.stop()
        const there = (await accounts.get({ accountName })) !== null
        expect([fault, call.command, there, await row(accountName)]).toEqual([fault, call.command, there, there])
        tried++
      }
    expect(tried).toBeGreaterThan(6)
  })
})
