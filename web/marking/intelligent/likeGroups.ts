/** Groups of like answers as their marker arranges them: taken apart and laid together before a mark is given. Pure. */
import type { AnswerView, ClaimedBundle } from '#shared/marking/claimed.types.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { rubricChoices } from '../rubric/rubricKeys.ts'

export type LikeGroup = {
  key: string
  bundle: ClaimedBundle['bundle']
  answers: readonly AnswerView[]
  /** So many at the beginning stand out. */
  outliers: number
  /** Its pictures hardly show any ink. */
  blank: boolean
}

/** A picture of an answer: another one in its place has not been looked at. */
export const lookKey = (a: Pick<AnswerView, 'studentId' | 'imageVersion'>): string => `${a.studentId}|${a.imageVersion}`

/** One claim of a bundle: claimed again, what is left of it is to be given anew. */
export const claimKey = (b: Pick<LikeGroup['bundle'], 'bundleId' | 'epoch'>): string => `${b.bundleId}|${b.epoch}`

const groupOf = (
  bundle: LikeGroup['bundle'],
  answers: readonly AnswerView[],
  { outliers = 0, key }: { outliers?: number; key?: string } = {},
): LikeGroup => ({
  key: key ?? `${claimKey(bundle)}|${answers[0]!.studentId}`,
  bundle,
  answers,
  outliers,
  blank: answers.every((a) => a.likelyBlank),
})

/** What was claimed, by groups; a bundle that was never grouped is answers one by one. What the marker has marked is done. */
export const groupsIn = ({ bundle, answers, sets }: ClaimedBundle): LikeGroup[] => {
  const byId = new Map(answers.map((a) => [a.studentId, a]))
  const of = sets ?? answers.map((a) => ({ studentIds: [a.studentId], outliers: 0 }))
  return of.flatMap(({ studentIds, outliers }) => {
    const own = studentIds.flatMap((id) => byId.get(id) ?? []).filter((a) => a.mine === undefined)
    return own.length > 0 ? [groupOf(bundle, own, { outliers: Math.min(outliers, own.length) })] : []
  })
}

/** These answers leave their group and stand by themselves, one by one, behind all others: the queue goes on in its order. */
export const movedOut = (groups: readonly LikeGroup[], key: string, ids: ReadonlySet<string>): LikeGroup[] => {
  const g = groups.find((x) => x.key === key)
  const stay = g?.answers.filter((a) => !ids.has(a.studentId)) ?? []
  const out = g?.answers.filter((a) => ids.has(a.studentId)) ?? []
  if (!g || stay.length === 0 || out.length === 0) return [...groups]
  const outliers = g.answers.slice(0, g.outliers).filter((a) => !ids.has(a.studentId)).length
  return [
    // Who looks at the group stays at it: what is left keeps its key.
    ...groups.map((x) => (x === g ? groupOf(g.bundle, stay, { outliers, key }) : x)),
    ...out.map((a) => groupOf(g.bundle, [a], { key: `${key}|${a.studentId}` })),
  ]
}

/** The group and the open one behind it become one. */
export const joined = (groups: readonly LikeGroup[], key: string, open: (g: LikeGroup) => boolean): LikeGroup[] => {
  const at = groups.findIndex((g) => g.key === key)
  const one = groups[at]
  const next = groups.findIndex((g, i) => i > at && one && open(g) && claimKey(g.bundle) === claimKey(one.bundle))
  if (!one || next < 0) return [...groups]
  const merged = groupOf(one.bundle, [...one.answers, ...groups[next]!.answers], { outliers: one.outliers, key })
  return groups.flatMap((g, i) => (i === at ? [merged] : i === next ? [] : [g]))
}

type Choice = { key: string; name: string; value: MarkValue }
const others: Choice[] = [
  { key: 'b', name: '未作答', value: { kind: 'noAnswer' as const } },
  { key: 's', name: '有问题', value: { kind: 'problem' as const, reason: 'other' as const } },
]

/** What a group of a question that has a rubric may be given. */
export const likeByPoints = (...of: Parameters<typeof rubricChoices>): Choice[] => [...rubricChoices(...of), ...others]

/** A digit for each mark where one is enough; where it is not, marks are typed. */
export const likeChoices = (q: { fullScore: number; step: number }): Choice[] => {
  const digits = q.step % 100 === 0 && q.fullScore <= 900
  const count = digits ? q.fullScore / q.step + 1 : 0
  return [
    ...Array.from({ length: count }, (_, i) => i * q.step).map((score) => ({
      key: String(score / 100),
      name: `${showScore(score)} 分`,
      value: { kind: 'score' as const, score },
    })),
    ...others,
  ]
}
