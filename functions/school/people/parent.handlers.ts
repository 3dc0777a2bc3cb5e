import { bindParent, listParents, unbindParent } from '#shared/school/people/parent.calls.ts'
import type { ParentRow } from '#shared/school/people/parent.calls.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { accountNamesOf, parentsOfTenant } from '#functions/identity/accounts/parents.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { matches } from './findPeople.ts'
import { pinyinOf } from './pinyin.ts'
import { classesOf, studentOf } from '../roster/school.public.ts'
import * as commands from './parent.commands.ts'

export const parentHandlers = [
  implement(listParents, async ({ input }) => {
    const { schoolId } = input
    const [all, ownClasses] = await Promise.all([parentsOfTenant(schoolTenant(schoolId)), classesOf(schoolId)])
    const classNames = new Map(ownClasses.map((c) => [c.classId as string, c]))
    const wanted = all.filter((p) => input.studentId === undefined || p.studentId === input.studentId)
    const children = new Map<string, Student>()
    const ids = [...new Set(wanted.map((p) => p.studentId))]
    for (const s of await inTurns(ids, 50, (id) => studentOf(id))) if (s) children.set(s.studentId, s)
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

  implement(bindParent, ({ input, caller }) => commands.bindParent(input, caller)),

  implement(unbindParent, ({ input, caller }) => commands.unbindParent(input, caller)),
]
