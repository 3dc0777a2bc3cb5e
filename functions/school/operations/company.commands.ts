/** Companies and who belongs to them, in the caller's own register. */
import type * as calls from '#shared/school/operations/company.calls.ts'
import type { Company } from '#shared/school/operations/company.calls.ts'
import {
  companyStates,
  companyTypes,
  contractOf,
  mostCompanies,
  mostPeople,
  serviceWords,
} from '#shared/school/operations/company.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showDate } from '#shared/kit/time.ts'
import { accountReached } from '#functions/identity/identity.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { deleteOrUndo, keepOnce, saveOver } from '#functions/kit/stale.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { changesOf } from '../people/told.ts'
import { freeingName, takingName } from '../people/names.ts'
import { companies, companyPersons } from './operations.store.ts'

type Own = Pick<Caller, 'tenant'>
const isLive = (c: Company): boolean => c.deletedAt === undefined

/** Those of the caller's register, in no order. */
export const companiesOf = async ({ tenant }: Own): Promise<Company[]> =>
  (await companies.query(`companies#${tenant}`, { consistent: true })).filter(isLive)

/** @throws Refused notFound */
export const ownCompany = async (companyId: string, { tenant }: Own): Promise<Company> => {
  const company = await companies.get({ owner: tenant, companyId })
  return company && isLive(company) ? company : refuse(commonProblems.notFound)
}

/** Two of one name or code there cannot be: both are rows of their own. */
const nameIn = (c: Company) => ({ scope: `companies#${c.owner}`, name: `name#${c.companyName}` })
const codeIn = (c: Company) => ({ scope: `companies#${c.owner}`, name: `code#${c.creditCode}` })
const guards = [nameIn, codeIn]

const day = (ms: number | undefined): string => (ms === undefined ? '' : showDate(ms))
/** What the record tells. */
const told = (c: Company) => ({
  公司名称: c.companyName,
  统一社会信用代码: c.creditCode,
  服务类型: serviceWords(c.services),
  合同开始: day(c.from),
  合同截止: day(c.until),
  状态: companyStates[c.state],
})
/** That these are other than they were, and not what they are: the trail names no person. */
const untold = [
  ['联系人', (c: Company) => c.contact],
  ['联系电话', (c: Company) => c.phone],
  ['备注', (c: Company) => c.notes],
] as const

const write =
  (caller: Caller, act: AuditAct, after: Company, before?: Company, more: readonly WriteItem[] = [], person?: string) =>
  (saving: WriteItem): Promise<boolean> => {
    const changes = act === 'school.saveCompany' ? changesOf(before ? told(before) : {}, told(after)) : []
    if (before) for (const [field, of] of untold) if (of(before) !== of(after)) changes.push({ field })
    const record = auditRecord(caller, act, `company:${after.companyId}`, {
      ...(before ? { before } : {}),
      after,
      told: { name: after.companyName, changes, ...(person ? { people: [person], count: 1 } : {}) },
    })
    return audited([saving, ...more], record)
  }

/** @throws Refused companyTaken, creditCodeTaken: another of the register has it */
const refuseTaken = async (c: Company): Promise<void> => {
  const others = (await companiesOf({ tenant: c.owner })).filter((o) => o.companyId !== c.companyId)
  if (others.some((o) => o.companyName === c.companyName)) refuse(schoolProblems.companyTaken, { name: c.companyName })
  if (others.some((o) => o.creditCode === c.creditCode)) refuse(schoolProblems.creditCodeTaken, { code: c.creditCode })
}

export const saveCompany = async (
  { version, contact = '', phone = '', notes = '', ...input }: InputOf<typeof calls.saveCompany>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveCompany>> => {
  const { companyId } = input
  const owner = caller.tenant
  const fields = { ...input, contact, phone, notes }
  const edited = { editedBy: caller.userName, editedAt: now() }
  if (version === 0) {
    const next: Company = { schema: 1, owner, ...fields, people: 0, ...edited, version: 1 }
    const taking = guards.map((guard) => takingName(guard(next), companyId))
    const made = await keepOnce(companies, next, fields, async (creating) => {
      await refuseTaken(next)
      if ((await companiesOf(caller)).length >= mostCompanies)
        return refuse(schoolProblems.companiesFull, { n: mostCompanies })
      return write(caller, 'school.saveCompany', next, undefined, taking)(creating)
    })
    return { companyId, ...made }
  }
  const before = await ownCompany(companyId, caller)
  const { from: _from, until: _until, ...kept } = before
  const next: Company = { ...kept, ...fields, ...edited, version }
  const renaming = guards.flatMap((guard) =>
    guard(before).name === guard(next).name ? [] : [freeingName(guard(before)), takingName(guard(next), companyId)],
  )
  if (renaming.length > 0) await refuseTaken(next)
  return {
    companyId,
    ...(await saveOver(companies, next, write(caller, 'school.saveCompany', next, before, renaming))),
  }
}

export const deleteCompany = async (
  { companyId, undo }: InputOf<typeof calls.deleteCompany>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.deleteCompany>> => {
  const company = (await companies.get({ owner: caller.tenant, companyId })) ?? refuse(commonProblems.notFound)
  return deleteOrUndo(companies, company, { undo }, async (saving, next) => {
    if (!undo && company.people > 0) return refuse(schoolProblems.companyHasPeople, { count: company.people })
    if (undo) await refuseTaken(company)
    const names = guards.map((guard) => (undo ? takingName(guard(company), companyId) : freeingName(guard(company))))
    const act = undo ? 'school.restoreCompany' : 'school.deleteCompany'
    return write(caller, act, next, company, names)(saving)
  })
}

/** With its company in one transaction, so that no one comes to a company that goes, and it knows how many they are. */
export const addPerson = async (
  { companyId, accountName }: InputOf<typeof calls.addCompanyPerson>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.addCompanyPerson>> => {
  await ownCompany(companyId, caller)
  const account =
    (await accountReached(caller, accountName)) ?? refuse(schoolProblems.companyPersonUnknown, { name: accountName })
  const { accountId, userName } = account
  if (!account.users.some((u) => companyTypes.includes(u.userType)))
    return refuse(schoolProblems.companyPersonType, { name: userName })
  return edit(`company ${companyId}`, async () => {
    const company = await ownCompany(companyId, caller)
    const there = await companyPersons.get({ accountId })
    if (there?.companyId === companyId && there.owner === caller.tenant) return { accountId }
    if (there) {
      const other = there.owner === caller.tenant ? await companies.get(there) : null
      const name = other ? `“${other.companyName}”` : '另一家公司'
      return refuse(schoolProblems.companyPersonTaken, { name: userName, company: name })
    }
    if (company.people >= mostPeople) return refuse(schoolProblems.companyPeopleFull, { n: mostPeople })
    const next = { ...company, people: company.people + 1 }
    const coming = companyPersons.creating({
      schema: 1,
      accountId,
      companyId,
      owner: caller.tenant,
      accountName: account.accountName,
      addedAt: now(),
      addedBy: caller.userName,
    })
    const person = account.users[0]!.userId
    const done = await write(caller, 'school.addCompanyPerson', next, company, [coming], person)(companies.saving(next))
    return done ? { accountId } : beaten
  })
}

export const removePerson = (
  { companyId, accountId }: InputOf<typeof calls.removeCompanyPerson>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.removeCompanyPerson>> =>
  edit(`company ${companyId}`, async () => {
    const company = await ownCompany(companyId, caller)
    const there = await companyPersons.get({ accountId })
    if (there?.companyId !== companyId || there.owner !== caller.tenant) return { removed: false }
    const next = { ...company, people: Math.max(0, company.people - 1) }
    // Who comes or goes raises the company's version: the row is still the one that was read.
    const going = companyPersons.dropping(there)
    const done = await write(caller, 'school.removeCompanyPerson', next, company, [going])(companies.saving(next))
    return done ? { removed: true } : beaten
  })

/** A company as it is shown. */
export const shown = ({ schema: _schema, owner: _owner, deletedAt: _gone, ...company }: Company) => ({
  ...company,
  contract: contractOf(company, now()),
})
