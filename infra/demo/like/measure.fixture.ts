/** How pure groups are, and how many answers a decision settles, where it is known what stands on each crop. */
import { groupsOf } from '#shared/marking/intelligent/group.rules.ts'
import { shapesOf } from '#shared/marking/intelligent/shapes.rules.ts'
import type { Crop } from './hands.fixture.ts'

export type Measured = {
  answers: number
  decisions: number
  /** Members that say what most of their group say, of all answers. */
  pure: number
  alone: number
  wrong: string[]
}

export const measure = (crops: readonly Crop[]): Measured => {
  const groups = groupsOf(shapesOf(crops))
  const wrong: string[] = []
  for (const { members } of groups) {
    const counts = new Map<string, number>()
    for (const i of members) counts.set(crops[i]!.text, (counts.get(crops[i]!.text) ?? 0) + 1)
    const [most] = [...counts].sort((a, b) => b[1] - a[1])[0]!
    for (const i of members)
      if (crops[i]!.text !== most) wrong.push(`${crops[i]!.text || '(blank)'} among ${most || '(blank)'}`)
  }
  return {
    answers: crops.length,
    decisions: groups.length,
    pure: 1 - wrong.length / crops.length,
    alone: groups.filter((g) => g.members.length === 1).length,
    wrong,
  }
}
