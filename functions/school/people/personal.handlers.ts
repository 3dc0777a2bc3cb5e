import { isIdCard, isPhone, cleanIdCard, cleanPhone } from '#shared/school/people/personal.rules.ts'
import {
  eraseStudent,
  exportStudentData,
  findPersonal,
  listReveals,
  personalOf,
  revealPersonal,
  savePersonal,
} from '#shared/school/people/personal.calls.ts'
import type { PersonalField } from '#shared/school/people/personal.types.ts'
import { eraseStudentJob, exportStudentJob } from '#shared/school/school.jobs.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { mask } from '#shared/kit/pii.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { isGuarded } from '#functions/identity/accounts/sensitive.public.ts'
import type { Sittings } from '#functions/kit/holding.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Implementation } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { countLook, pastSwitch } from './look.ts'
import { foundBy, openPersonal, personals, reveals, textsOf } from './personal.store.ts'
import { studentOf } from '../roster/school.public.ts'
import { studentNow } from './student.row.ts'
import * as commands from './personal.commands.ts'
import { personOf, named, onRecord } from './personal.commands.ts'

const fieldOf = (text: string): { field: PersonalField; text: string } | null => {
  const [idCard, phone] = [cleanIdCard(text), cleanPhone(text)]
  if (isPhone(phone)) return { field: 'phone', text: phone }
  return isIdCard(idCard) ? { field: 'idCard', text: idCard } : null
}

export const personalHandlers = ({ sittingsOf }: Sittings): Implementation[] => [
  implement(personalOf, async ({ input, caller }) => {
    await personOf(input)
    const row = await personals.get(input)
    const { idCard, phone } = await textsOf(row)
    return {
      ...(idCard === undefined ? {} : { idCard: mask('idCard', idCard) }),
      ...(phone === undefined ? {} : { phone: mask('phone', phone) }),
      version: row?.version ?? 0,
      guarded: await isGuarded(caller.userId),
    }
  }),

  implement(savePersonal, ({ input, caller }) => commands.savePersonal(input, caller)),

  implement(revealPersonal, async ({ input, caller }) => {
    await personOf(input)
    await pastSwitch(caller, input.password)
    const row = (await personals.get(input)) ?? refuse(commonProblems.notFound)
    if (!row[input.field]) return refuse(commonProblems.notFound)
    await onRecord(caller, input, [input.field], input.reason)
    return { value: (await openPersonal(row, input.field)) ?? '' }
  }),

  implement(findPersonal, async ({ input, caller }) => {
    const wanted = fieldOf(input.text) ?? refuse(schoolProblems.noPersonalNumber)
    await countLook(caller, 'find')
    const found = await foundBy(input.schoolId, wanted.field, wanted.text)
    return (await Promise.all(found.map((f) => named(f)))).filter((f) => f !== null)
  }),

  implement(listReveals, async ({ input }) => {
    const all = await reveals.query(`reveals#${input.schoolId}`, { reverse: true, limit: 1000 })
    const shown = page(
      all.filter((r) => input.kind === undefined || r.kind === input.kind),
      input,
    )
    const list = await Promise.all(shown.list.map(async (r) => ({ ...r, name: (await named(r))?.name ?? '已清除' })))
    return { ...shown, list }
  }),

  implement(exportStudentData, async ({ input, caller }) => {
    const student = (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)
    await pastSwitch(caller, input.password)
    const uuid = newId<JobId>('job')
    const of = { schoolId: student.schoolId, kind: 'student' as const, personId: student.studentId }
    await onRecord(caller, of, ['idCard', 'phone'], '导出本人数据')
    const { studentId, schoolId } = student
    const start = { jobId: uuid, about: student.studentNumber.slice(-4) }
    return startJob(exportStudentJob, { studentId, schoolId }, { tenant: caller.tenant, userId: caller.userId }, start)
  }),

  implement(eraseStudent, async ({ input, caller }) => {
    // A deleted student too: what was deleted by mistake is put back, what is to be gone is erased.
    const student = (await studentNow(input.studentId)) ?? refuse(commonProblems.notFound)
    if (student.schoolId !== input.schoolId) return refuse(commonProblems.notFound)
    if (student.studentName !== input.studentName) return refuse(schoolProblems.nameDiffers)
    await pastSwitch(caller, input.password)
    // Until an exam's scores are published they need to know whose they are.
    const open = (await sittingsOf(input.studentId)).flatMap(({ exam }) => (exam && !exam.released ? [exam] : []))
    if (open.length > 0) {
      const names = open
        .slice(0, 3)
        .map((e) => `“${e.examName}”`)
        .join('、')
      return refuse(schoolProblems.examsOpen, { names: open.length > 3 ? `${names}等${open.length}场` : names })
    }
    const uuid = newId<JobId>('job')
    await commands.recordErasure(student, input.reason, caller)
    const { studentId, schoolId } = input
    // Neither name nor number: a job's input is kept in its history.
    return startJob(
      eraseStudentJob,
      { studentId, schoolId },
      { tenant: caller.tenant, userId: caller.userId },
      { jobId: uuid },
    )
  }),
]
