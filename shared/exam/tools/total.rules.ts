/** Totals of several papers (总分): which may be formed, how they read, and which an exam is offered. Pure. */
import type { PaperId } from '#shared/kit/ids.ts'
import type { Candidate, ExamSchool, Paper, TotalPart } from '../exam.types.ts'

type Named = { paperId: PaperId; courseName: string; courseId?: string }
/** What a total adds up: papers that count for all, and groups of which so many count, as a student chose. */
export type TotalWish = {
  all: readonly PaperId[]
  groups: readonly { name: string; paperIds: readonly PaperId[]; count: number }[]
}

/** The groups of the total 3+1+2, by the words of the specification's stages. */
export const firstChoice = '首选'
export const otherChoice = '再选'

/** What is wrong with a total, in words; [] when nothing is. */
export const totalFaults = ({ all, groups }: TotalWish, papers: readonly Named[]): string[] => {
  const used = [...all, ...groups.flatMap((g) => g.paperIds)]
  const names = new Map(papers.map((p) => [p.paperId, p.courseName]))
  const faults: string[] = []
  if (used.length < 2) faults.push('总分至少由两科组成')
  if (used.some((id) => !names.has(id))) faults.push('有科目不在本场考试中')
  const twice = used.find((id, i) => used.indexOf(id) !== i)
  if (twice) faults.push(`${names.get(twice) ?? '科目'}只能计一次`)
  for (const g of groups) if (g.paperIds.length <= g.count) faults.push(`${g.name}科目要多于应选的${g.count}科`)
  return faults
}

/** 语文+数学+英语+首选1科（物理、历史）. */
export const totalWords = (parts: readonly Pick<TotalPart, 'courseName' | 'optional'>[]): string => {
  const groups = Map.groupBy(
    parts.filter((p) => p.optional),
    (p) => p.optional!.group,
  )
  return [
    ...parts.filter((p) => !p.optional).map((p) => p.courseName),
    ...[...groups.values()].map((own) => {
      const { group, count } = own[0]!.optional!
      return `${group}${count}科（${own.map((p) => p.courseName).join('、')}）`
    }),
  ].join('+')
}

const main = ['语文', '数学', '英语']
const firsts = ['物理', '历史']
const others = ['化学', '生物', '政治', '思想政治', '地理']

/** Totals that the papers of an exam lend themselves to, with their usual names. */
export const offeredTotals = (papers: readonly Named[]): (TotalWish & { name: string })[] => {
  // Of a course all its papers, which count together.
  const ofCourse = ({ paperId, courseId }: Named): PaperId[] =>
    papers
      .filter((p) => p.paperId === paperId || (courseId !== undefined && p.courseId === courseId))
      .map((p) => p.paperId)
  const named = (names: readonly string[]): PaperId[] =>
    names.flatMap((name) => papers.filter((p) => p.courseName === name).map((p) => p.paperId))
  const [three, one, two] = [named(main), named(firsts), named(others)]
  const offered: (TotalWish & { name: string })[] = []
  if (papers.length >= 2) offered.push({ name: '总分', all: papers.map((p) => p.paperId), groups: [] })
  const mains = papers.filter((p) => three.includes(p.paperId)).flatMap(ofCourse)
  if (three.length === main.length && papers.length > mains.length)
    offered.push({ name: '语数英', all: mains, groups: [] })
  if (three.length === main.length && one.length === firsts.length && two.length > 2)
    offered.push({
      name: '3+1+2',
      all: mains,
      groups: [
        { name: firstChoice, paperIds: one, count: 1 },
        { name: otherChoice, paperIds: two, count: 2 },
      ],
    })
  const several = papers.filter((p) => ofCourse(p).length > 1 && ofCourse(p)[0] === p.paperId)
  for (const p of several) offered.push({ name: `${p.courseName}合计`, all: ofCourse(p), groups: [] })
  return offered
}

/** Whether a candidate sits a paper: what others chose and the candidate did not is not taken. */
export const takesPaper = ({ without }: Pick<Candidate, 'without'>, paperId: PaperId): boolean =>
  !without?.includes(paperId)

/** A candidate's choice where the class sits another paper of a course. */
export const inClassOf = <C extends Pick<Candidate, 'without'>>(of: C, notOfClass: readonly PaperId[] = []): C =>
  notOfClass.length === 0 ? of : { ...of, without: [...new Set([...(of.without ?? []), ...notOfClass])] }

/** A school's papers with how many of its roster take each, where that is not all of it. */
export const withTakers = <P extends { paperId: PaperId; takers?: number | undefined; walks?: number | undefined }>(
  papers: readonly P[],
  roster: readonly Pick<Candidate, 'without' | 'teaching'>[],
): P[] =>
  papers.map(({ takers: _before, walks: _walked, ...p }) => {
    const taking = roster.filter((c) => takesPaper(c, p.paperId))
    const walks = taking.filter((c) => c.teaching?.[p.paperId] !== undefined).length
    return {
      ...p,
      ...(taking.length === roster.length ? {} : { takers: taking.length }),
      ...(walks > 0 ? { walks } : {}),
    } as P
  })

const shortNames: Readonly<Record<string, string>> = { 历史: '史', 思想政治: '政' }
const order = '物史化生政地技'
/** 物化生: a combination by the first characters of its courses, in the usual order. */
const combinationName = (courseNames: readonly string[]): string => {
  const place = (name: string): number => {
    const at = order.indexOf(name)
    return at < 0 ? order.length : at
  }
  const names = courseNames.map((name) => shortNames[name] ?? name.slice(0, 1))
  return names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1)).join('')
}

/** Where nothing was chosen, beside combinations. */
export const noCombination = '未选'
/** The combination of a candidate by the names of the exam's papers. */
export const combinationOf =
  (papers: readonly Named[]) =>
  ({ chosen }: Pick<Candidate, 'chosen'>): string =>
    combinationName(papers.filter((p) => chosen?.includes(p.paperId)).map((p) => p.courseName)) || noCombination

/**
 * What a candidate chose of the papers of his school's exam: those of his courses, and those that can be chosen and that he
 * left out. Who has chosen nothing takes all.
 */
export const choiceOf = (
  courseIds: readonly string[] | undefined,
  papers: readonly { paperId: PaperId; courseId: string }[],
  electives: ReadonlySet<string>,
): Pick<Candidate, 'chosen' | 'without'> => {
  const open = papers.filter((p) => electives.has(p.courseId))
  const chosen = open.filter((p) => courseIds?.includes(p.courseId)).map((p) => p.paperId)
  if (chosen.length === 0) return {}
  return { chosen, without: open.map((p) => p.paperId).filter((id) => !chosen.includes(id)) }
}

/**
 * The courses that a school's candidates choose among: as the exam's organiser has said, and for what is not said as the
 * school has it.
 */
export const electivesIn = (
  said: Readonly<Record<string, boolean>> | undefined,
  papers: readonly { paperId: PaperId; courseId: string }[],
  schools: ReadonlySet<string>,
): Set<string> => new Set(papers.filter((p) => said?.[p.paperId] ?? schools.has(p.courseId)).map((p) => p.courseId))

/** Whether any of a school's candidates sit a paper; a total is sat by who sits any of its papers. */
export const schoolSits = (
  school: Pick<ExamSchool, 'candidateCount' | 'papers'>,
  { paperId, total }: Pick<Paper, 'paperId' | 'total'>,
): boolean => {
  const ids = total ? total.map((part) => part.paperId) : [paperId]
  return school.candidateCount > 0 && school.papers.some((p) => p.takers !== 0 && ids.includes(p.paperId))
}
