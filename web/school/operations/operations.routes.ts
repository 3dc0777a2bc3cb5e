import * as companyCalls from '#shared/school/operations/company.calls.ts'
import { companyKeepers } from '#shared/kit/people.ts'
import * as refundCalls from '#shared/school/operations/refund.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { operationsPaths as paths } from './operations.paths.ts'

export const operationsRoutes: readonly ScreenRoute[] = [
  {
    path: paths.companies,
    also: ['/v2/center/company-manage', '/v2/company-manage'],
    under: homePaths.centre,
    name: '合作公司',
    ...companyKeepers,
    load: async () => (await import('./CompanyScreens.tsx')).CompaniesScreen,
    help: [
      '与平台合作的公司：印刷、录题、校对、扫描。',
      '按名称、服务、状态或合同查找；点名称看人员和操作记录。',
      '还有人员的公司不能删除；删除后十秒内可以撤销。',
    ],
    calls: [companyCalls.listCompanies, companyCalls.deleteCompany],
  },
  {
    path: paths.company,
    under: paths.companies,
    name: '公司详情',
    ...companyKeepers,
    load: async () => (await import('./CompanyScreen.tsx')).CompanyScreen,
    help: [
      '一家公司的资料、人员和操作记录。',
      '按账号添加人员，一个人同时只属于一家公司。',
      '移出只解除关系，账号本身不变。',
    ],
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
    ...companyKeepers,
    load: async () => (await import('./CompanyScreens.tsx')).EditCompanyScreen,
    help: [
      '登记或修改一家公司。',
      '统一社会信用代码会核对校验位，名称和代码都不能重复。',
      '有人在您之前改过，保存时会告诉您是谁。',
    ],
    calls: [companyCalls.companyDetail, companyCalls.saveCompany],
  },
  {
    path: paths.refunds,
    under: homePaths.centre,
    name: '退款登记',
    ...companyKeepers,
    load: async () => (await import('./RefundScreens.tsx')).RefundsScreen,
    help: [
      '退款的登记本：这里不会划转资金。',
      '按时间、学校、状态筛选，上方是筛选结果的合计。',
      '导出的内容与筛选一致，导出会留下记录。',
    ],
    calls: [refundCalls.listRefunds, refundCalls.exportRefunds, listSchools],
  },
  {
    path: paths.refund,
    under: paths.refunds,
    name: '退款详情',
    ...companyKeepers,
    load: async () => (await import('./RefundScreen.tsx')).RefundScreen,
    help: [
      '一笔退款现在到了哪一步，以及每一步是谁做的。',
      '登记或修改过的人不能审批；通过后实际退款，再填日期和凭证号。',
      '审批和已退款，只有操作的人可以撤回。',
    ],
    calls: [refundCalls.refundDetail, refundCalls.withdrawRefund, refundCalls.decideRefund, refundCalls.payRefund],
  },
  {
    path: paths.editRefund,
    under: paths.refunds,
    name: '登记退款',
    hide: true,
    ...companyKeepers,
    load: async () => (await import('./RefundScreens.tsx')).EditRefundScreen,
    help: ['登记一笔退款。', '选学校，填事项、金额和原因，由另一人审批。', '审批前和驳回后可以修改。'],
    calls: [refundCalls.refundDetail, refundCalls.saveRefund, companyCalls.listCompanies, listSchools],
  },
]
