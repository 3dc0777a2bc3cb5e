import * as companyCalls from '#shared/school/operations/company.calls.ts'
import * as refundCalls from '#shared/school/operations/refund.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { operationsPaths as paths } from './operations.paths.ts'

/** Spec 2 §2.1: -1 and 1. */
const operators = companyCalls.companyKeepers

export const operationsRoutes: readonly ScreenRoute[] = [
  {
    path: paths.companies,
    also: ['/v2/center/company-manage', '/v2/company-manage'],
    under: homePaths.centre,
    name: '合作公司',
    ...operators,
    load: async () => (await import('./CompanyScreens.tsx')).CompaniesScreen,
    calls: [companyCalls.listCompanies, companyCalls.deleteCompany],
  },
  {
    path: paths.company,
    under: paths.companies,
    name: '公司详情',
    ...operators,
    load: async () => (await import('./CompanyScreen.tsx')).CompanyScreen,
    calls: [
      companyCalls.companyDetail,
      companyCalls.companyPeople,
      companyCalls.addCompanyPerson,
      companyCalls.removeCompanyPerson,
      companyCalls.deleteCompany,
    ],
  },
  {
    path: paths.editCompany,
    under: paths.companies,
    name: '登记公司',
    hide: true,
    ...operators,
    load: async () => (await import('./CompanyScreens.tsx')).EditCompanyScreen,
    calls: [companyCalls.companyDetail, companyCalls.saveCompany],
  },
  {
    path: paths.refunds,
    under: homePaths.centre,
    name: '退款登记',
    ...operators,
    load: async () => (await import('./RefundScreens.tsx')).RefundsScreen,
    calls: [refundCalls.listRefunds, refundCalls.exportRefunds, listSchools],
  },
  {
    path: paths.refund,
    under: paths.refunds,
    name: '退款详情',
    ...operators,
    load: async () => (await import('./RefundScreen.tsx')).RefundScreen,
    calls: [refundCalls.refundDetail, refundCalls.withdrawRefund, refundCalls.decideRefund, refundCalls.payRefund],
  },
  {
    path: paths.editRefund,
    under: paths.refunds,
    name: '登记退款',
    hide: true,
    ...operators,
    load: async () => (await import('./RefundScreens.tsx')).EditRefundScreen,
    calls: [refundCalls.refundDetail, refundCalls.saveRefund, companyCalls.listCompanies, listSchools],
  },
]
