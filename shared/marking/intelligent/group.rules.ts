/**
 * Like answers in groups: agglomerative by mean distance with a cut that errs towards too many groups, since a person sees
 * a group's members before it is marked, but is not asked again. What fits nowhere stays alone.
 */
import { distance } from './feature.rules.ts'
import type { Shape } from './feature.rules.ts'

/**
 * Groups closer than this are one, and no two members of a group are further apart than that. Chosen on seeds of their own
 * (`infra/demo/like`), where a cut 0.04 wider begins to lay 3 beside 8.
 */
const cutAt = 0.46
const spreadAt = 0.69

export type Group = {
  /** Places in what was given: what fits least first, then as they are like the group's middle. */
  members: number[]
  /** So many at the beginning stand out from the rest. */
  outliers: number
}

/** The mean distance of a member to its group at which it stands out, as a multiple of the group's own. */
const standsOut = 1.35

const ordered = (members: readonly number[], at: (i: number, j: number) => number): Group => {
  if (members.length < 3) return { members: [...members], outliers: 0 }
  const mean = new Map(
    members.map((i) => [i, members.reduce((s, j) => s + (i === j ? 0 : at(i, j)), 0) / (members.length - 1)]),
  )
  const all = [...mean.values()].sort((a, b) => a - b)
  const middle = all[Math.floor(all.length / 2)]!
  const far = members.filter((i) => mean.get(i)! > standsOut * middle).sort((a, b) => mean.get(b)! - mean.get(a)!)
  const rest = members.filter((i) => !far.includes(i)).sort((a, b) => mean.get(a)! - mean.get(b)!)
  return { members: [...far, ...rest], outliers: far.length }
}

/** Groups of the answers at these places, all of as many signs: nearest neighbours are joined until none is near enough. */
const joined = (places: readonly number[], shapes: readonly (Shape | null)[]): Group[] => {
  const n = places.length
  // Mean and greatest distance between any two groups; a group is called by its first member.
  const mean = new Float32Array(n * n)
  const most = new Float32Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const d = distance(shapes[places[i]!]!, shapes[places[j]!]!, 1)
      mean[i * n + j] = mean[j * n + i] = most[i * n + j] = most[j * n + i] = d
    }
  const first = mean.slice()
  const groups: (number[] | null)[] = places.map((_, i) => [i])
  const nearest = new Int32Array(n).fill(-1)
  const look = (i: number): void => {
    nearest[i] = -1
    let best = cutAt
    for (let j = 0; j < n; j++)
      if (j !== i && groups[j] && most[i * n + j]! <= spreadAt && mean[i * n + j]! < best) {
        best = mean[i * n + j]!
        nearest[i] = j
      }
  }
  for (let i = 0; i < n; i++) look(i)
  for (;;) {
    let a = -1
    for (let i = 0; i < n; i++)
      if (groups[i] && nearest[i]! >= 0 && (a < 0 || mean[i * n + nearest[i]!]! < mean[a * n + nearest[a]!]!)) a = i
    if (a < 0) break
    const b = nearest[a]!
    const [p, q] = [groups[a]!, groups[b]!]
    for (let k = 0; k < n; k++)
      if (groups[k] && k !== a && k !== b) {
        const m = (mean[a * n + k]! * p.length + mean[b * n + k]! * q.length) / (p.length + q.length)
        mean[a * n + k] = mean[k * n + a] = m
        most[a * n + k] = most[k * n + a] = Math.max(most[a * n + k]!, most[b * n + k]!)
      }
    groups[a] = [...p, ...q]
    groups[b] = null
    look(a)
    for (let k = 0; k < n; k++) if (groups[k] && (nearest[k] === a || nearest[k] === b)) look(k)
  }
  return groups.flatMap((g) => {
    if (!g) return []
    const { members, outliers } = ordered(g, (i, j) => first[i * n + j]!)
    return [{ members: members.map((i) => places[i]!), outliers }]
  })
}

/**
 * Groups of like answers, largest first. Null, and what has nothing written, are their own kinds: nothing written is one
 * group, what has too many signs is alone.
 */
export const groupsOf = (shapes: readonly (Shape | null)[]): Group[] => {
  const byCount = new Map<number, number[]>()
  const alone: Group[] = []
  shapes.forEach((s, i) => {
    if (s === null) alone.push({ members: [i], outliers: 0 })
    else byCount.set(s.length, [...(byCount.get(s.length) ?? []), i])
  })
  const blank = byCount.get(0)
  byCount.delete(0)
  return [
    ...(blank ? [{ members: blank, outliers: 0 }] : []),
    ...[...byCount.values()].flatMap((places) => joined(places, shapes)),
    ...alone,
  ].sort((a, b) => b.members.length - a.members.length || a.members[0]! - b.members[0]!)
}
