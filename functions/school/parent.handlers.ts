import { childrenKept } from '#shared/identity/account.rules.ts'
import { bindParent, listParents, unbindParent } from '#shared/school/parent.calls.ts'
import type { ParentRow } from '#shared/school/parent.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import {
  accountNamesOf,
  parentsOfTenant,
  parentUser,
  rebindingParent,
  unbindingParent,
} from '#functions/identity/parents.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { firstPassword, firstStatus, matches } from './people.ts'
import { notePersonal } from './personal.store.ts'
import { pinyinOf } from './pinyin.ts'
import { changePerson } from './told.ts'
import { classesOf, schoolOf, studentOf } from './roster/school.public.ts'
import { bindOne } from './parent.commands.ts'

export const parentHandlers = [
  implement(listParents, async ({ input }) => {
    const { schoolId } = input
    const [all, ownClasses] = await Promise.all([parentsOfTenant(schoolTenant(schoolId)), classesOf(schoolId)])
    const classNames = new Map(ownClasses.map((c) => [c.classId as string, c]))
    const wanted = all.filter((p) => input.studentId === undefined || p.studentId === input.studentId)
    const children = new Map<string, Student>()
    const ids = [...new Set(wanted.map((p) => p.studentId))]
    for (let at = 0; at < ids.length; at += 50)
      for (const s of await Promise.all(ids.slice(at, at + 50).map((id) => studentOf(id))))
        if (s) children.set(s.studentId, s)
    const found = wanted.flatMap((p) => {
      const child = children.get(p.studentId)
      if (!child || child.schoolId !== schoolId) return []
      if (input.gradeId !== undefined && child.gradeId !== input.gradeId) return []
      return input.classId !== undefined && child.classId !== input.classId ? [] : [{ p, child }]
    })
    const names = await accountNamesOf(input.name ? found.map(({ p }) => p.accountId) : [])
    const typed: typeof found = []
    for (const f of found) {
      const { p, child } = f
      const of = [p.userName, names.get(p.accountId) ?? '', child.studentName, child.studentNumber]
      const pinyin = input.name ? `${await pinyinOf(p.userName)} ${child.pinyin}` : ''
      if (matches(input.name ?? '', { pinyin, names: of })) typed.push(f)
    }
    typed.sort((a, b) => (a.child.studentNumber < b.child.studentNumber ? -1 : 1))
    const shown = page(typed, input)
    const accounts = await accountNamesOf(shown.list.map(({ p }) => p.accountId))
    return {
      ...shown,
      list: shown.list.map(({ p, child }): ParentRow => ({
        userId: p.userId,
        userName: p.userName,
        accountName: accounts.get(p.accountId) ?? '',
        studentId: child.studentId,
        studentName: child.studentName,
        studentNumber: child.studentNumber,
        className: classNames.get(child.classId)?.className ?? '',
        since: p.createdAt,
      })),
    }
  }),

  implement(bindParent, async ({ input, caller }) => {
    const student = (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)
    const school = (await schoolOf(student.schoolId)) ?? refuse(commonProblems.notFound)
    const { accountName, parentName, phone } = input
    const initialPassword = input.password ?? firstPassword()
    const told = {
      schoolId: school.schoolId,
      personId: student.studentId,
      name: student.studentName,
      after: { 家长: parentName },
    }
    const passwordStatus = firstStatus(input.mustChangePassword)
    const wanted = { accountName, parentName, password: initialPassword, passwordStatus }
    const done = await bindOne(school, student, wanted, (writes) =>
      changePerson(writes, caller, 'school.bindParent', told),
    )
    if (done === 'full') return refuse(schoolProblems.parentFull, { max: childrenKept })
    if (done === 'bound') return refuse(schoolProblems.parentBound)
    if (!done) return refuse(schoolProblems.accountTaken, { name: accountName })
    if (phone) {
      const of = { schoolId: school.schoolId, kind: 'parent' as const, personId: done.userId }
      await notePersonal(of, { phone })
    }
    return { userId: done.userId, accountName, ...(done.opened && !input.password ? { initialPassword } : {}) }
  }),

  implement(unbindParent, async ({ input, caller }) => {
    const of = schoolTenant(input.schoolId)
    const parent = await parentUser(input.userId, input.undo)
    if (!parent || parent.tenant !== of) return refuse(commonProblems.notFound)
    const writes = input.undo ? rebindingParent(parent) : await unbindingParent(parent)
    const act = input.undo ? 'school.rebindParent' : 'school.unbindParent'
    const child = await studentOf(parent.studentId)
    const who = { 家长: parent.userName }
    const told = {
      schoolId: input.schoolId,
      personId: parent.studentId,
      name: child?.studentName ?? '已删除的学生',
      ...(input.undo ? { after: who } : { before: who }),
    }
    if (await changePerson(writes, caller, act, told)) return { bound: input.undo }
    return refuse(input.undo ? schoolProblems.parentBound : commonProblems.notFound)
  }),
]
