/** An invitation to a joint exam, under every single fault of the stores (I11, I16). */
import { beforeAll, describe, it } from 'vitest'
import type { SchoolId } from '#shared/kit/ids.ts'
import { placeSchool } from '#shared/school/place.calls.ts'
import { holdsUnderFaults } from '#functions/kit/actFaults.testing.ts'
import type { Act } from '#functions/kit/actFaults.testing.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, testCaller } from '#functions/kit/testing.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { examInvites } from './joint.store.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { answerInvite, inviteSchool, withdrawInvite } from './invite.commands.ts'
import { aJointExamOf, aStudentIn } from './joint.fixtures.ts'
import type { JointSchool } from './joint.fixtures.ts'

const schoolCode = newId('school').slice(-12).toUpperCase().replaceAll('_', '')
let [there, asked]: [JointSchool[], JointSchool?] = [[]]
beforeAll(async () => {
  actAs('exam-api')
  const operator = await testCaller({ userType: -1, tenant: 'p' })
  const schools: JointSchool[] = []
  for (const n of [1, 2, 3]) {
    const school = await aSchoolThroughGateway(`断电${n}小${newId('school').slice(-8)}`)
    await aStudentIn(school, school.classId, n)
    schools.push(school)
  }
  const { schoolId } = schools[2]!
  const { version } = (await asFunction('school-api', () => schoolOf(schoolId)))!
  await viaGateway(placeSchool, { schoolId, schoolCode, version } as never, operator.token)
  ;[there, asked] = [schools.slice(0, 2), schools[2]]
})

type Of = Awaited<ReturnType<typeof aJointExamOf>>
const inviteOf = ({ examId }: Of) => examInvites.get({ examId, schoolId: asked!.schoolId as SchoolId })
const invited = (of: Of) => inviteSchool({ examId: of.examId, schoolCode }, of.organiser.caller)
/** Asked and answered as the row stood when it was read. */
const seen = { version: 1 }

const byOrganiser: Act<Of>[] = [
  {
    name: 'a school that is asked',
    record: 'exam.schools',
    run: invited,
    told: async (of) => (await inviteOf(of))?.state ?? null,
  },
  {
    name: 'an invitation that is taken back',
    record: 'exam.schools',
    before: invited,
    run: (of, who) => withdrawInvite({ ...seen, examId: of.examId, schoolId: asked!.schoolId as SchoolId }, who),
    told: async (of) => (await inviteOf(of))?.state ?? null,
  },
]

const bySchool: Act<Of>[] = [
  {
    name: 'an invitation that is declined',
    record: 'exam.schools',
    tenant: ({ exam }) => exam.owner,
    before: invited,
    run: (of, who) => answerInvite({ ...seen, examId: of.examId, accepts: false, reason: '另有考试' }, who),
    told: async (of) => {
      const invite = await inviteOf(of)
      return [invite?.state, invite?.reason]
    },
  },
]

describe.each([
  ['its organiser', byOrganiser],
  ['the school', bySchool],
])('an act of %s', (by, acts) => {
  it.each(acts)(
    '$name',
    async (act) => {
      await holdsUnderFaults(act, 'exam-api', async () => {
        const of = await aJointExamOf(there)
        const tenant = `s:${asked!.schoolId}` as const
        const who = by === 'the school' ? (await testCaller({ userType: 2, tenant })).caller : of.organiser.caller
        return { of, who }
      })
    },
    240_000,
  )
})
