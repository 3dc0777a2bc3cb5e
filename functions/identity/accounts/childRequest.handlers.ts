/** The school's side of a parent's request, and what the parent sees of it. */
import {
  askerPhone,
  childRequests,
  ownRequests,
  requestStates,
  settleRequest,
} from '#shared/identity/accounts/childRequest.calls.ts'
import { page } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import { ownRequestsOf, requestsOf, shownRequest } from './childRequests.ts'
import * as commands from './childRequest.commands.ts'
import { classesOf } from './childRequest.commands.ts'

export const childRequestHandlers = [
  implement(ownRequests, async ({ caller }) =>
    (await ownRequestsOf(caller.accountId)).sort((a, b) => b.askedAt - a.askedAt),
  ),

  implement(childRequests, async ({ input, caller }) => {
    const classes = await classesOf(caller)
    const states = input.state ? [input.state] : requestStates
    const all = (await Promise.all(states.map((state) => requestsOf(input.schoolId, state)))).flat()
    const own = classes === null ? all : all.filter((r) => classes.has(r.classId))
    const shown = page(own, input)
    return { ...shown, list: shown.list.map(shownRequest) }
  }),

  implement(askerPhone, ({ input, caller }) => commands.askerPhone(input, caller)),
  implement(settleRequest, ({ input, caller }) => commands.settleRequest(input, caller)),
]
