/** What groups came to, held against the marks that people gave. Pure. */
import { worth } from '../marking.rules.ts'
import { agreementOfPairs, weightedKappa } from '../quality/agreement.rules.ts'
import type { MarkValue } from '../marking.types.ts'
import { setsOf } from './sheet.rules.ts'
import type { LikeSet } from './sheet.types.ts'

/** `other`: what another marker gave the same answer, hundredths. */
export type Given<Id extends string = string> = { id: Id; value: MarkValue; at: number; other?: number }
export type MarkedSheet<Id extends string = string> = {
  studentIds: readonly Id[]
  sets?: readonly LikeSet[] | undefined
  given: readonly Given<Id>[]
}

const said = (v: MarkValue): string => (v.kind === 'score' ? String(v.score) : v.kind)

/** Longer than this between two marks is a pause, not work. */
const pauseMs = 120_000

/** Seconds an answer took on these sheets; null of fewer than ten answers. The first mark of a sheet has no beginning. */
export const secondsEach = (sheets: readonly Pick<MarkedSheet, 'given'>[]): number | null => {
  let ms = 0
  let answers = 0
  for (const { given } of sheets) {
    const at = given.map((g) => g.at).sort((a, b) => a - b)
    const steps = at.slice(1).map((t, i) => t - at[i]!)
    ms += steps.reduce((sum, d) => sum + (d > pauseMs ? 0 : d), 0)
    answers += steps.filter((d) => d <= pauseMs).length
  }
  return answers < 10 ? null : ms / answers / 1000
}

const besideOthers = (pairs: [number, number][]) => {
  const of = agreementOfPairs(pairs, 0)
  return of && { n: of.n, exact: of.exact, kappa: weightedKappa(pairs, 1) }
}

export const resultOf = <Id extends string>(sheets: readonly MarkedSheet<Id>[]) => {
  const grouped = sheets.filter((s) => s.sets !== undefined)
  const result = { answers: 0, groups: 0, alone: 0, members: 0, agreed: 0 }
  const apart: { id: Id; given: MarkValue; most: MarkValue }[] = []
  /** Each member's mark beside that of most of its group, and beside another marker's. */
  const [within, beside]: [[number, number][], [number, number][]] = [[], []]
  for (const sheet of grouped) {
    const byId = new Map(sheet.given.map((g) => [g.id, g]))
    for (const { studentIds } of setsOf(sheet, (id) => byId.has(id))) {
      const own = studentIds.map((id) => byId.get(id)!)
      result.answers += own.length
      for (const { value, other } of own) {
        const score = worth(value)
        if (score !== null && other !== undefined) beside.push([score, other])
      }
      result.groups++
      if (own.length === 1) {
        result.alone++
        continue
      }
      const kinds = [...Map.groupBy(own, (g) => said(g.value)).values()].sort((a, b) => b.length - a.length)
      result.members += own.length
      result.agreed += kinds[0]!.length
      const most = kinds[0]![0]!.value
      const usual = worth(most)
      for (const { value } of own) {
        const score = worth(value)
        if (score !== null && usual !== null) within.push([score, usual])
      }
      for (const g of kinds.slice(1).flat()) apart.push({ id: g.id, given: g.value, most })
    }
  }
  return {
    ...result,
    kappa: weightedKappa(within, 1),
    /** The marks of groups beside those of who marked the same answers as well. */
    others: besideOthers(beside),
    apart,
    together: secondsEach(grouped),
    single: secondsEach(sheets.filter((s) => s.sets === undefined)),
  }
}
