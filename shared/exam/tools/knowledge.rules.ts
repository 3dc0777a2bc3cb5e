/** A tree of knowledge points as a school brings it, and what of it a paper asks. Pure. */
import type { QuestionGroups } from '../questionGroup.types.ts'
import type { Chapter } from './knowledge.tree.ts'

export const mostChapters = 100
export const mostPoints = 1000
const mostLength = 40

/** A point as it is kept beside a question: it stays readable when the tree is another. */
export const pointOf = (chapter: string, point: string): string => `${chapter}/${point}`
export const pointsOf = (tree: readonly Chapter[]): string[] =>
  tree.flatMap(({ chapter, points }) => points.map((p) => pointOf(chapter, p)))

export type ReadTree = { tree: Chapter[]; points: number; wrong: { line: number; why: string }[] }

/**
 * Lines of two columns (chapter, point), as they are copied from a table; a chapter is said once or on every line. Nothing of
 * it is taken while a line is wrong.
 */
export const readTree = (text: string): ReadTree => {
  const tree = new Map<string, Set<string>>()
  const wrong: ReadTree['wrong'] = []
  let last = ''
  let points = 0
  text
    .normalize('NFKC')
    .split(/\r?\n/)
    .forEach((raw, i) => {
      if (raw.trim() === '') return
      const [first = '', ...rest] = raw.split(/\t|,|;/).map((cell) => cell.trim())
      const chapter = first || last
      const [point = ''] = rest.filter((cell) => cell !== '')
      const why =
        chapter === ''
          ? '没有章节'
          : point === ''
            ? '没有知识点：两列，章节和知识点'
            : [chapter, point].some((c) => c.length > mostLength)
              ? `超过${mostLength}个字`
              : [chapter, point].some((c) => c.includes('/'))
                ? '不能有“/”'
                : null
      if (why) return void wrong.push({ line: i + 1, why })
      last = chapter
      const there = tree.get(chapter) ?? new Set<string>()
      tree.set(chapter, there)
      // Said twice, it is one.
      if (!there.has(point)) points++
      there.add(point)
    })
  if (tree.size > mostChapters) wrong.push({ line: 0, why: `最多${mostChapters}章` })
  if (points > mostPoints) wrong.push({ line: 0, why: `最多${mostPoints}个知识点` })
  return { tree: [...tree].map(([chapter, of]) => ({ chapter, points: [...of] })), points, wrong }
}

type Groups = Readonly<Record<string, QuestionGroups>>
/** Some questions are of another ability or volume: what is absent stays, and what is empty goes. */
export const regrouped = (
  before: Groups,
  questionIds: readonly string[],
  { ability, volume }: { ability?: string | undefined; volume?: 0 | 1 | 2 | undefined },
): Record<string, QuestionGroups> => {
  const next: Record<string, QuestionGroups> = { ...before }
  for (const id of questionIds) {
    const { ability: a = '', volume: v = 0 } = next[id] ?? {}
    const [saidAbility, saidVolume] = [ability ?? a, volume ?? v]
    const own = {
      ...(saidAbility === '' ? {} : { ability: saidAbility }),
      ...(saidVolume === 0 ? {} : { volume: saidVolume }),
    }
    if (Object.keys(own).length === 0) delete next[id]
    else next[id] = own
  }
  return next
}
export const abilitiesOf = (groups: Groups): string[] => [
  ...new Set(Object.values(groups).flatMap(({ ability }) => (ability === undefined ? [] : [ability]))),
]

type Asked = { number: string; fullScore: number; points: readonly string[] }
/** What a paper asks by knowledge points: which questions, and how much they are worth. A question of several counts to each. */
export const coverage = (questions: readonly Asked[]): { point: string; numbers: string[]; fullScore: number }[] => {
  const found = new Map<string, { numbers: string[]; fullScore: number }>()
  for (const { number, fullScore, points } of questions)
    for (const point of new Set(points)) {
      const there = found.get(point) ?? { numbers: [], fullScore: 0 }
      found.set(point, { numbers: [...there.numbers, number], fullScore: there.fullScore + fullScore })
    }
  return [...found].map(([point, of]) => ({ point, ...of })).sort((a, b) => b.fullScore - a.fullScore)
}
