import { adjustNumbers, findNumbers } from '#shared/school/people/number.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { classesOf } from '../roster/school.public.ts'
import * as commands from './number.commands.ts'
import { byNumber, live } from './number.commands.ts'

export const numberHandlers = [
  implement(findNumbers, async ({ input }) => {
    const [rows, ownClasses] = await Promise.all([byNumber(input.schoolId, input.numbers), classesOf(input.schoolId)])
    const names = new Map(ownClasses.map((c) => [c.classId as string, c.className]))
    const found = [...rows.values()].filter(live)
    return {
      found: found.map((s) => ({ ...s, className: names.get(s.classId) ?? '' })),
      unknown: [...new Set(input.numbers)].filter((n) => !live(rows.get(n))),
    }
  }),

  implement(adjustNumbers, ({ input, caller }) => commands.adjustNumbers(input, caller)),
]
