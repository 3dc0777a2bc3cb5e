/** Which part of a paper's report a caller sees (spec 2 §5). */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { ClassFigures, PaperReport } from '#shared/analysis/analysis.types.ts'
import { setsOfSchools } from '#shared/analysis/publication.rules.ts'
import type { SetAxis } from '#shared/analysis/publication.rules.ts'
import { homesSeen } from '#shared/analysis/transcript.rules.ts'
import type { Sight } from '#shared/analysis/transcript.rules.ts'
import type { Correction, SnapshotHead } from '#shared/analysis/publication.types.ts'
import type { GroupRow } from '#shared/analysis/reports/report.ts'
import type { Counted } from '#shared/analysis/tags/counted.rules.ts'
import { setsAt } from '#shared/analysis/tags/tallies.rules.ts'
import type { FigureAxis } from '#shared/analysis/tags/tallies.rules.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { isJoint, mayManage } from '#shared/exam/exam.rules.ts'
import { newsSince } from '#shared/exam/step.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { disclosedTo } from '#functions/exam/tools/disclosure.public.ts'
import { resultsSeenOf } from '#functions/exam/sight.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import {
  classFiguresOf,
  combinationFiguresOf,
  headOf,
  homeFiguresOf,
  indexOf,
  reportOf,
  schoolFiguresOf,
  setFiguresOf,
  versionFor,
  tagFiguresOf,
} from './snapshot.ts'
import type { Version } from './snapshot.ts'
import { examAndPaper } from './standing/standing.ts'

export type Seen = {
  exam: Exam
  paper: Paper
  version: Version
  head: SnapshotHead
  /** Its classes are asked for by themselves: `classRows`. */
  report: PaperReport
  sight: Sight
  /** The classes shown. */
  classes: (SnapshotHead['classes'][number] & { index: number })[]
  /** Where the course walks, the administrative classes shown: `classes` are its teaching classes then. */
  homes?: (SnapshotHead['classes'][number] & { index: number })[]
  /** Of several schools, those whose figures are shown as a whole. */
  schools: (NonNullable<SnapshotHead['schools']>[number] & { index: number })[]
  /** Which of these is the reader's own. */
  ownSchool?: string
  /** The reader is of a school or an area that sits another's exam. */
  guest?: boolean
  /** Where only candidates with certain tags are counted, their figures; `report` is theirs too. */
  counted?: Counted
}

/**
 * Managers, leaders and directors see all; a teacher the own classes; a teacher of none sees nothing; and each what the
 * exam's policy shows them.
 */
const sightOf = async (exam: Exam, paper: Paper, caller: Caller, teacherTotalRank: boolean): Promise<Sight> => {
  const [seen, shown] = await Promise.all([
    resultsSeenOf({ exam, paper }, caller),
    disclosedTo({ exam, paper }, caller),
  ])
  if (!shown || !('results' in shown)) return refuse(analysisProblems.notPublished)
  const { classIds, homeIds, schoolIds } = seen
  if (classIds === null) return { classIds, totalRank: true, schoolIds }
  if (classIds.length === 0) refuse(analysisProblems.noClasses)
  // An account that is shown more than its classes: of an own exam, where no other school's figures lie.
  if (shown.results.whole && caller.userType === 3 && exam.owner === caller.tenant)
    return { classIds: null, totalRank: true, schoolIds: null }
  return { classIds: [...classIds], homeIds, totalRank: teacherTotalRank && shown.results.totalRank, schoolIds }
}

/** What a version corrected, with the time of its own publication where readers see it; not what was no news to any of them. */
export const correctedIn = ({
  exam,
  head: { corrections = [], questions },
  version: { at },
}: {
  exam: Parameters<typeof newsSince>[0]
  head: Pick<SnapshotHead, 'corrections' | 'questions'>
  version: Pick<Version, 'at'>
}): { corrections: Correction[]; questions: SnapshotHead['questions'] } => {
  const since = newsSince(exam)
  const dated = corrections.map((c) => (c.at === undefined && at !== undefined ? { ...c, at } : c))
  return { corrections: dated.filter((c) => since !== null && (c.at === undefined || c.at >= since)), questions }
}

/** A version as it is seen from `tenant`. */
export const seenAt = async (
  of: { exam: Exam; paper: Paper },
  version: Version,
  sight: Sight,
  tenant?: string,
): Promise<Seen> => {
  const [head, report] = await Promise.all([headOf(of.paper, version.v), reportOf(of.paper, version.v)])
  const seenOf = (all: SnapshotHead['classes'], ids: ReadonlySet<string> | null) =>
    all.map((c, index) => ({ ...c, index })).filter((c) => ids?.has(c.classId) !== false)
  // Where the course walks most administrative classes have no candidate of their own.
  const peopled = head.homes && new Set((await indexOf(of.paper, version.v)).parts.flatMap((p) => p.classes))
  const classes = seenOf(head.classes, sight.classIds && new Set(sight.classIds)).filter(
    (c) => peopled?.has(c.index) ?? true,
  )
  const schools = (head.schools ?? [])
    .map((s, index) => ({ ...s, index }))
    .filter((s) => sight.schoolIds === null || sight.schoolIds.includes(s.schoolId))
  const own = schools.find((s) => schoolTenant(s.schoolId) === tenant)
  const homes = head.homes ? { homes: seenOf(head.homes, homesSeen(sight)) } : {}
  return {
    ...of,
    version,
    head,
    report,
    sight,
    classes,
    ...homes,
    schools,
    ...(own ? { ownSchool: own.schoolId } : {}),
  }
}

/**
 * One version, resolved once: everything that a call answers comes from its objects.
 * @throws Refused notPublished, noClasses
 */
export const seenBy = async (paperId: string, caller: Caller): Promise<Seen> => {
  const { exam, paper } = await examAndPaper(paperId)
  const version = (await versionFor(paper, mayManage(exam, caller))) ?? refuse(analysisProblems.notPublished)
  const { teacherTotalRank } = await headOf(paper, version.v)
  const sight = await sightOf(exam, paper, caller, teacherTotalRank)
  const guest = caller.tenant !== exam.owner && isJoint(exam) && !mayManage(exam, caller)
  return { ...(await seenAt({ exam, paper }, version, sight, caller.tenant)), guest }
}

const placesOf = (groups: readonly { index: number }[]): Set<number> => new Set(groups.map((g) => g.index))

/** Of those who are counted, where not all are. */
const figures = async (
  { counted }: Seen,
  axis: FigureAxis,
  ofAll: () => Promise<ClassFigures[]>,
  wanted?: ReadonlySet<number>,
): Promise<ClassFigures[]> =>
  counted ? (counted.groups[axis] ?? []).filter((f) => wanted?.has(f.classIndex) !== false) : ofAll()

/** Figures of the classes that are seen, named. */
export const classRows = async (seen: Seen): Promise<GroupRow[]> => {
  const { paper, version, head, classes } = seen
  const wanted = placesOf(classes)
  return (await figures(seen, 'classes', () => classFiguresOf(paper, version.v, head, wanted), wanted)).map((f) => {
    const { classId, className } = head.classes[f.classIndex]!
    return { ...f, groupId: classId, groupName: className }
  })
}

/** Figures of the administrative classes that are seen, named, where the course walks. */
export const homeRows = async (seen: Seen): Promise<GroupRow[]> => {
  const { paper, version, head, homes = [] } = seen
  const wanted = placesOf(homes)
  return (await figures(seen, 'homes', () => homeFiguresOf(paper, version.v, wanted), wanted)).map((f) => {
    const { classId, className } = head.homes![f.classIndex]!
    return { ...f, groupId: classId, groupName: className }
  })
}

/** Figures of the schools that are seen, named. */
export const schoolRows = async (seen: Seen): Promise<GroupRow[]> => {
  const { paper, version, head, schools } = seen
  const wanted = placesOf(schools)
  return (await figures(seen, 'schools', () => schoolFiguresOf(paper, version.v, wanted), wanted)).map((f) => {
    const { schoolId, schoolName } = head.schools![f.classIndex]!
    return { ...f, groupId: schoolId, groupName: schoolName }
  })
}

/** Figures of sets of schools: of the whole, so only who sees every school is shown them. */
export const setRows = async (seen: Seen, axis: SetAxis): Promise<GroupRow[]> => {
  const { paper, version, head } = seen
  const names = setsOfSchools(head.schools ?? [])[axis]
  return (await figures(seen, setsAt[axis], () => setFiguresOf(paper, version.v, head, axis))).map((f) => {
    const name = names[f.classIndex]!
    return { ...f, groupId: name, groupName: name }
  })
}

/** Figures by combination of chosen courses: of the whole, so only who sees all of it is shown them. */
export const combinationRows = async (seen: Seen): Promise<GroupRow[]> => {
  const { paper, version, head } = seen
  return (await figures(seen, 'combinations', () => combinationFiguresOf(paper, version.v, head))).map((f) => {
    const name = head.combinations![f.classIndex]!
    return { ...f, groupId: name, groupName: name }
  })
}

/** Figures by tag: of the whole, so only who sees all of it is shown them. */
export const tagRows = async (seen: Seen): Promise<GroupRow[]> => {
  const { paper, version, head } = seen
  return (await figures(seen, 'tags', () => tagFiguresOf(paper, version.v, head))).map((f) => {
    const name = head.tags![f.classIndex]!
    return { ...f, groupId: name, groupName: name }
  })
}

/** Narrowed down to the classes of one school. */
export const inSchool = (seen: Seen, schoolId: string): Seen => {
  const place = seen.head.schools?.findIndex((s) => s.schoolId === schoolId)
  const classes = seen.classes.filter((c) => c.school !== undefined && c.school === place)
  const homes = seen.homes?.filter((c) => c.school === place)
  const homeIds = (homes ?? []).map((c) => c.classId)
  const classIds = [...classes.map((c) => c.classId), ...homeIds]
  return { ...seen, classes, ...(homes ? { homes } : {}), sight: { ...seen.sight, classIds, homeIds } }
}

export const itemRows = ({ report, head }: Seen) =>
  report.items.map((item, i) => {
    const q = head.questions[i]
    // Of a key that was changed what is right now, in words where it is not one answer.
    return { ...item, answer: (q && head.keys?.[q.questionId]) ?? q?.answer ?? '' }
  })
