import * as calls from '#shared/school/operations/company.calls.ts'
import { companyTypes } from '#shared/school/operations/company.rules.ts'
import { page, sorted } from '#shared/kit/paging.ts'
import { identitiesOf } from '#functions/identity/identity.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import * as commands from './company.commands.ts'
import { historyOf } from './registerHistory.ts'
import { companyPersons } from './operations.store.ts'

export const companyHandlers = [
  implement(calls.listCompanies, async ({ input, caller }) => {
    const { keyword, service, state, contract, sort } = input
    const text = keyword?.normalize('NFKC').trim().toLowerCase() ?? ''
    const found = (await commands.companiesOf(caller))
      .map(commands.shown)
      .filter(
        (c) =>
          (service === undefined || c.services.includes(service)) &&
          (state === undefined || c.state === state) &&
          (contract === undefined || c.contract === contract) &&
          [c.companyName, c.creditCode, c.contact, c.phone].some((t) => t.toLowerCase().includes(text)),
      )
      .sort((a, b) => a.companyName.localeCompare(b.companyName, 'zh'))
    const inOrder = sorted(found, sort, {
      companyName: (a, b) => a.companyName.localeCompare(b.companyName, 'zh'),
      until: (a, b) => (a.until ?? Infinity) - (b.until ?? Infinity) || 0,
      people: (a, b) => a.people - b.people,
      editedAt: (a, b) => a.editedAt - b.editedAt,
    })
    return page(inOrder, input)
  }),

  implement(calls.companyDetail, async ({ input, caller }) => ({
    ...commands.shown(await commands.ownCompany(input.companyId, caller)),
    history: await historyOf(caller.tenant, `company:${input.companyId}`),
  })),

  implement(calls.saveCompany, ({ input, caller }) => commands.saveCompany(input, caller)),

  implement(calls.deleteCompany, ({ input, caller }) => commands.deleteCompany(input, caller)),

  implement(calls.companyPeople, async ({ input, caller }) => {
    await commands.ownCompany(input.companyId, caller)
    const all = await companyPersons.queryIndex('gsi1', `company-people#${caller.tenant}#${input.companyId}`)
    const { list, ...rest } = page(all, input)
    const people = await inTurns(list, 20, async ({ accountId, accountName, addedAt, addedBy }) => {
      const own = (await identitiesOf(accountId)).filter((u) => companyTypes.includes(u.userType))
      const open = own.filter((u) => u.closedAt === undefined)
      const as = open.length > 0 ? open : own
      return {
        accountId,
        accountName,
        userName: as[0]?.userName ?? '',
        userTypes: [...new Set(as.map((u) => u.userType))],
        closed: open.length === 0,
        addedAt,
        addedBy,
      }
    })
    return { ...rest, list: people }
  }),

  implement(calls.addCompanyPerson, ({ input, caller }) => commands.addPerson(input, caller)),

  implement(calls.removeCompanyPerson, ({ input, caller }) => commands.removePerson(input, caller)),
]
