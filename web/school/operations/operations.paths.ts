/** Addresses of the registers that operators keep (spec 2 §2.1). */
const company = '/v2/center/company-manage'
const refund = '/v2/center/refund'

export const operationsPaths = {
  companies: `${company}/list`,
  company: `${company}/detail`,
  editCompany: `${company}/edit`,
  refunds: refund,
  refund: `${refund}/detail`,
  editRefund: `${refund}/edit`,
} as const

export const companyPath = (companyId: string): string => `${operationsPaths.company}?company=${companyId}`
export const editCompanyPath = (companyId: string): string => `${operationsPaths.editCompany}?company=${companyId}`
export const refundPath = (refundId: string): string => `${operationsPaths.refund}?refund=${refundId}`
export const editRefundPath = (refundId: string): string => `${operationsPaths.editRefund}?refund=${refundId}`
/** Those that wait for a decision. */
export const refundsAskedPath = `${refund}?state=asked`
