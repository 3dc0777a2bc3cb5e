/** Companies that the platform, an area or a school works with, and who of them has an account. */
import * as z from 'zod'
import { Change } from '#shared/kit/acts.ts'
import { call, caller } from '#shared/kit/call.ts'
import { AccountId, Tenant } from '#shared/kit/ids.ts'
import { pageFields, pageOf, sortField } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, optionalLine, sought } from '#shared/kit/text.ts'
import { schoolProblems as p } from '../school.problems.ts'
import { companyKeepers } from '#shared/kit/people.ts'
import { cleanCreditCode, contractNames, isCreditCode, serviceNames } from './company.rules.ts'

export const CompanyId = z.uuid('编号格式不正确')

export const Company = z.object({
  schema: z.literal(1),
  companyId: CompanyId,
  /** Whose register it stands in. */
  owner: Tenant,
  companyName: z.string(),
  creditCode: z.string(),
  contact: z.string(),
  phone: z.string(),
  services: z.array(z.enum(serviceNames)),
  /** The contract's first and last day. */
  from: z.int().optional(),
  until: z.int().optional(),
  state: z.enum(['active', 'stopped']),
  notes: z.string(),
  /** How many belong to it; one who comes or goes raises its version. */
  people: z.int(),
  editedBy: z.string(),
  editedAt: z.int(),
  deletedAt: z.int().optional(),
  version: z.int(),
})
export type Company = z.infer<typeof Company>

const CompanyRow = Company.omit({ schema: true, owner: true, deletedAt: true }).extend({
  contract: z.enum(contractNames),
})
export type CompanyRow = z.infer<typeof CompanyRow>

const phone = () =>
  optionalLine('联系电话', 20).refine((t) => !t || /^\+?\d[\d\- ()]{4,18}$/.test(t), '请填写有效的电话号码')

export const listCompanies = call('GET /api/school/company/list', {
  summary: "The companies of the caller's register, filtered, sorted and by pages",
  ...companyKeepers,
  scope: caller,
  input: () =>
    z.object({
      ...pageFields,
      keyword: sought(),
      service: z.enum(serviceNames).optional(),
      state: Company.shape.state.optional(),
      contract: z.enum(contractNames).optional(),
      sort: sortField('companyName', 'until', 'people', 'editedAt'),
    }),
  output: () => pageOf(CompanyRow),
  feeds: ['companies'],
})

export const companyDetail = call('GET /api/school/company/detail', {
  summary: "A company of the caller's register and what was done to it, latest first",
  ...companyKeepers,
  scope: caller,
  input: () => z.object({ companyId: CompanyId }),
  output: () =>
    CompanyRow.extend({
      history: z.array(
        z.object({
          auditId: z.string(),
          at: z.int(),
          words: z.string(),
          userName: z.string(),
          changes: z.array(Change),
        }),
      ),
    }),
  problems: [commonProblems.notFound],
  feeds: ['companies'],
})

export const saveCompany = call('POST /api/school/company/save', {
  summary: 'Enter a company under an id of the browser, or change one over the version that was read',
  ...companyKeepers,
  scope: caller,
  input: () =>
    z
      .object({
        companyId: CompanyId,
        companyName: line('公司名称', 60),
        creditCode: z
          .string({ error: '请填写统一社会信用代码' })
          .max(60, '统一社会信用代码应为18位')
          .transform(cleanCreditCode)
          .pipe(
            z
              .string()
              .min(1, '请填写统一社会信用代码')
              .refine((c) => c.length === 0 || isCreditCode(c), '统一社会信用代码应为18位，请核对有无错漏'),
          ),
        contact: optionalLine('联系人', 40),
        phone: phone(),
        services: z.array(z.enum(serviceNames)).min(1, '请选择服务类型').max(serviceNames.length),
        from: z.int().min(0).optional(),
        until: z.int().min(0).optional(),
        state: Company.shape.state.default('active'),
        notes: optionalLine('备注', 500),
        /** 0: it is new. */
        version: z.int().default(0),
      })
      .refine((c) => c.from === undefined || c.until === undefined || c.from <= c.until, {
        message: '合同截止日期不能早于开始日期',
        path: ['until'],
      }),
  output: () => z.object({ companyId: CompanyId, version: z.int() }),
  problems: [
    p.companyTaken,
    p.creditCodeTaken,
    p.companiesFull,
    commonProblems.notFound,
    commonProblems.conflict,
    commonProblems.stale,
  ],
  refreshes: ['companies'],
})

export const deleteCompany = call('POST /api/school/company/delete', {
  summary: 'Delete a company to which no one belongs, or take the deletion back',
  ...companyKeepers,
  scope: caller,
  input: () => z.object({ companyId: CompanyId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [p.companyHasPeople, p.companyTaken, p.creditCodeTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['companies'],
})

export const companyPeople = call('GET /api/school/company/people', {
  summary: 'Who belongs to a company, by when they came',
  ...companyKeepers,
  scope: caller,
  input: () => z.object({ ...pageFields, companyId: CompanyId }),
  output: () =>
    pageOf(
      z.object({
        accountId: AccountId,
        accountName: z.string(),
        userName: z.string(),
        userTypes: z.array(z.int()),
        /** Every identity that let the account in is closed. */
        closed: z.boolean(),
        addedAt: z.int(),
        addedBy: z.string(),
      }),
    ),
  problems: [commonProblems.notFound],
  feeds: ['companies'],
})

export const addCompanyPerson = call('POST /api/school/company/person/add', {
  summary: 'Add the account of a name to a company: one company a person',
  ...companyKeepers,
  scope: caller,
  input: () => z.object({ companyId: CompanyId, accountName: line('账号', 60) }),
  output: () => z.object({ accountId: AccountId }),
  problems: [
    p.companyPersonUnknown,
    p.companyPersonType,
    p.companyPersonTaken,
    p.companyPeopleFull,
    commonProblems.notFound,
  ],
  refreshes: ['companies'],
})

export const removeCompanyPerson = call('POST /api/school/company/person/remove', {
  summary: 'Remove an account from its company; the account itself stays as it is',
  ...companyKeepers,
  scope: caller,
  input: () => z.object({ companyId: CompanyId, accountId: AccountId }),
  output: () => z.object({ removed: z.boolean() }),
  problems: [commonProblems.notFound],
  refreshes: ['companies'],
})
