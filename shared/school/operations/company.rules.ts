/** What holds of a company that the platform works with. */
import { cleanText } from '#shared/kit/text.ts'
import { dayStart } from '#shared/kit/time.ts'

/** GB 32100-2015: digits, and letters without I, O, S, V and Z; a place is its value. */
const symbols = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const bare = 17

export const cleanCreditCode = (text: string): string => cleanText(text).replace(/[\s-]/g, '').toUpperCase()

/** The 18th character of a unified social credit code: weights are the powers of 3 modulo 31. */
export const creditCheck = (first17: string): string => {
  let [sum, weight] = [0, 1]
  for (const c of first17) {
    sum += symbols.indexOf(c) * weight
    weight = (weight * 3) % 31
  }
  return symbols[(31 - (sum % 31)) % 31]!
}

/** Registrar and kind, six digits of the division, nine characters of the body, and the check. */
export const isCreditCode = (code: string): boolean =>
  code.length === bare + 1 &&
  /^..\d{6}/.test(code) &&
  [...code].every((c) => symbols.includes(c)) &&
  creditCheck(code.slice(0, bare)) === code[bare]

export const services = { print: '印刷制卡', entry: '录题', proofread: '校对', scan: '扫描', other: '其他' } as const
export type Service = keyof typeof services
export const serviceNames = Object.keys(services) as [Service, ...Service[]]
export const serviceWords = (of: readonly Service[]): string => of.map((s) => services[s]).join('、')

export const companyStates = { active: '合作中', stopped: '已停用' } as const

export const contracts = {
  none: '未填写',
  coming: '未开始',
  valid: '有效',
  ending: '30天内到期',
  over: '已到期',
} as const
export type Contract = keyof typeof contracts
export const contractNames = Object.keys(contracts) as [Contract, ...Contract[]]

const dayMs = 86_400_000
const noticeDays = 30

/** How a contract stands at a moment; both of its days belong to it. */
export const contractOf = (
  { from, until }: { from?: number | undefined; until?: number | undefined },
  at: number,
): Contract => {
  if (from === undefined && until === undefined) return 'none'
  const today = dayStart(at)
  if (from !== undefined && today < dayStart(from)) return 'coming'
  if (until === undefined) return 'valid'
  const left = dayStart(until) - today
  return left < 0 ? 'over' : left < noticeDays * dayMs ? 'ending' : 'valid'
}

/** Types of user who may belong to a company: those who enter, proofread, review, view and operate. */
export const companyTypes: readonly number[] = [6, 7, 18, 19, 20, 21, 24, 26]
export const mostCompanies = 1_000
export const mostPeople = 1_000
