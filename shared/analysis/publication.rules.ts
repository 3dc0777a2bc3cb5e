/** What a new version of a paper's figures is cut into and compared by. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { ClassFigures, PaperReport } from './analysis.types.ts'
import { fullScoreOf } from './stats/shard.ts'

type RatedBy = {
  items: readonly Pick<PaperReport['items'][number], 'mean' | 'answered'>[]
  overall: Pick<PaperReport['overall'], 'present'>
  groups: readonly Pick<ClassFigures, 'classIndex' | 'present' | 'itemScoreRates' | 'itemAnswered'>[]
}

/** Score rates by type of question, in the order of the types. */
export const questionTypeRates = (questions: readonly PaperQuestion[], report: RatedBy) => {
  const types = [...new Set(questions.map((q) => q.unitType))].sort((a, b) => a - b)
  return ratesOfSets(
    questions,
    report,
    types.map((unitType) => ({ unitType, of: (q: PaperQuestion): boolean => q.unitType === unitType })),
  )
}

/**
 * Score rates of sets of questions, of which a question may be in several: what was earned ÷ what the answers that are
 * there are worth, as a question's own rate is, so that a set lies between its questions. Who lacks a page, or chose
 * otherwise, is in neither.
 */
export const ratesOfSets = <S extends { of: (q: PaperQuestion) => boolean }>(
  questions: readonly PaperQuestion[],
  report: RatedBy,
  sets: readonly S[],
) =>
  sets.map(({ of, ...set }) => {
    const places = questions.flatMap((q, i) => (of(q) ? [i] : []))
    const fullScore = fullScoreOf(places.map((i) => questions[i]!))
    const rateOf = (parts: readonly { answers: number; mean: number; full: number }[]): number | null => {
      const worth = parts.reduce((n, p) => n + p.answers * p.full, 0)
      return worth === 0 ? null : parts.reduce((n, p) => n + p.answers * p.mean, 0) / worth
    }
    const scoreRate = rateOf(
      places.map((i) => {
        const { answered = report.overall.present, mean } = report.items[i]!
        return { answers: answered, mean: mean ?? 0, full: questions[i]!.fullScore }
      }),
    )
    const rateIn = (c: (typeof report.groups)[number]): number | null =>
      rateOf(
        places.map((i) => {
          const full = questions[i]!.fullScore
          return { answers: c.itemAnswered?.[i] ?? c.present, mean: (c.itemScoreRates[i] ?? 0) * full, full }
        }),
      )
    return {
      ...set,
      count: places.length,
      fullScore,
      /** Of the set's full mark. */
      mean: scoreRate === null ? null : scoreRate * fullScore,
      scoreRate,
      /** By the group's index. */
      rates: new Map(report.groups.map((g) => [g.classIndex, rateIn(g)])),
    }
  })

type Stretch = { readonly from: string; readonly before: string }

/**
 * Slices that lie into one another, with stretches of ids in which to look for what is of no roster. The stretches meet,
 * hold every id, and hold none twice, so that the looking does not grow with the number of schools. Slices of few students
 * have one stretch together, which its first one looks at: a look costs the same however few it finds.
 */
export const watchedBy = <S extends Stretch & { readonly students: number }>(
  slices: readonly S[],
  most: number,
): (S & { watch: Stretch })[] => {
  const order = [...slices.keys()].sort((a, b) => {
    const [one, two] = [slices[a]!.from, slices[b]!.from]
    return one < two ? -1 : one > two ? 1 : a - b
  })
  const looking: number[] = []
  let students = Infinity
  for (const slice of order) {
    students += slices[slice]!.students
    if (students <= most) continue
    looking.push(slice)
    students = slices[slice]!.students
  }
  const watches = new Map(
    looking.map((slice, i) => [
      slice,
      {
        from: i === 0 ? '' : slices[slice]!.from,
        before: i + 1 < looking.length ? slices[looking[i + 1]!]!.from : '~',
      },
    ]),
  )
  return slices.map((slice, i) => ({ ...slice, watch: watches.get(i) ?? { from: '', before: '' } }))
}

/** Sets of schools that figures are compared by; a school lies in one area, and in any number of groups. */
export const setAxes = ['area', 'group'] as const
export type SetAxis = (typeof setAxes)[number]
type PlacedSchool = { readonly area?: string | undefined; readonly groups?: readonly string[] | undefined }

/** The names of a school's sets. */
export const setsOf = ({ area, groups = [] }: PlacedSchool): Readonly<Record<SetAxis, readonly string[]>> => ({
  area: area === undefined ? [] : [area],
  group: groups,
})

/** All sets by name, in the order of their first schools. One area alone is the whole, and nothing to compare. */
export const setsOfSchools = (schools: readonly PlacedSchool[]): Readonly<Record<SetAxis, readonly string[]>> => {
  const named = (axis: SetAxis): string[] => [...new Set(schools.flatMap((s) => setsOf(s)[axis]))]
  const areas = named('area')
  return { area: areas.length > 1 ? areas : [], group: named('group') }
}
