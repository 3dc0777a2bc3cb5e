import { companyStates, contracts } from '#shared/school/operations/company.rules.ts'
import type { Contract } from '#shared/school/operations/company.rules.ts'
import type { CompanyRow } from '#shared/school/operations/company.calls.ts'
import { showDate } from '#shared/kit/time.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

export const stateOf = ({ state }: Pick<CompanyRow, 'state'>): { text: string; meaning: Meaning } => ({
  text: companyStates[state],
  meaning: state === 'active' ? 'done' : 'out',
})

const meanings: Record<Contract, Meaning> = {
  none: 'none',
  coming: 'none',
  valid: 'done',
  ending: 'waits',
  over: 'failed',
}
export const contractMark = ({ contract }: Pick<CompanyRow, 'contract'>): { text: string; meaning: Meaning } => ({
  text: contracts[contract],
  meaning: meanings[contract],
})

/** Its days; an open end is one. */
export const contractDays = ({ from, until }: Pick<CompanyRow, 'from' | 'until'>): string =>
  from === undefined && until === undefined
    ? '—'
    : `${from === undefined ? '' : showDate(from)}至${until === undefined ? '长期' : showDate(until)}`

export const whyKept = ({ people }: Pick<CompanyRow, 'people'>): string | false =>
  people > 0 && `公司还有${people}名人员，请先移出再删除`
