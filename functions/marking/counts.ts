/**
 * What the monitor, the tasks and the markers' "left" show: counters that follow the table's stream (decision 5). A script
 * counts by what its items say now, a bundle by its row; the pages of a province are never counted by reading them.
 */
import { createHash } from 'node:crypto'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import { stratumOf } from '#shared/marking/quality/quality.rules.ts'
import { answerState, rolesPossible, standing, subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { Worked } from '#shared/marking/quality/pace.rules.ts'
import { isAnswered, isBlank, isThere, scoresOf, undecidedGroups } from './script.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { Bundle, QuestionProgress } from '#shared/marking/marking.types.ts'
import { unlikelyOf } from '#shared/marking/quality/unlikely.rules.ts'
import type { Unlikely } from '#shared/marking/quality/unlikely.rules.ts'
import { idPrefixes } from '#shared/kit/ids.ts'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { under } from '#functions/kit/kinds.ts'
import { memo } from '#functions/kit/memo.ts'
import { now } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { projection } from '#functions/kit/projection.ts'
import type { ApartKey, Counts, Told } from '#functions/kit/projection.ts'
import { candidateOf, candidatesOf, examOf } from '#functions/exam/exam.public.ts'
import { pointKeys, placedPoints, pointRowOf } from './rubric/points.counts.ts'
import { givenKeys, markerRowOf } from './quality/given.ts'
import type { MarkerGiven } from './quality/given.ts'
import { bundles, shards, shardOf } from './marking.store.ts'
import { bundlesOf } from './queue.ts'
import { scriptsOfStudents } from './scripts.ts'
import type { Script } from './scripts.ts'

/** Up to so many rows are read whole by a request; more are a job's. */
export const mostAtOnce = 5000

const table = 'TABLE_MARKING'

/** Where scripts are listed of which it is not known which optional questions count. */
export const undecidedIn = (group: string): string => `undecided#${group}`

/** A class has a row of its own, which lies with those of its school. */
const classesOf = (schoolId: string): string => `of ${schoolId} `
const classRow = ({ schoolId, classId }: Pick<Candidate, 'schoolId' | 'classId'>): string =>
  classesOf(schoolId) + classId

/** `@school.finished`: a school of a joint exam has a row of its own, so has each class (`@of school class.done`) and who marks (`@user.ms`). */
export const ownRowOf = (key: string): ApartKey | null => {
  const [, name, what] = /^@([^.]+)\.([^.]+)$/.exec(key) ?? []
  return name && what ? { name, adds: { [what]: 1 } } : null
}

/** Of a joint exam: names of rows that are a school's. */
const schoolRows = `${idPrefixes.school}_`
const isSchoolRow = (name: string): boolean => name.startsWith(schoolRows)

/** Scripts of a paper under one key; what each marker did is a row of its own, only the monitor reads those. */
export const scriptCounts = projection({
  table,
  // Another name than what counted before pairs of markers did: counters are made anew at the next look.
  name: 'paired',
  // A group for each version of the key, up to the one that holds now.
  hangsOn: (places) =>
    under('paper', ({ paperId, keyVersion = 0 }) =>
      Array.from({ length: keyVersion + 1 }, (_, v) =>
        places(groupOf({ paperId: paperId as PaperId, keyVersion: v })),
      ).flat(),
    ),
  shards,
  shardOf,
  apartOf: (key) => pointRowOf(key) ?? markerRowOf(key) ?? ownRowOf(key),
  // Rows of markers and classes lie beside those of schools, and move at each mark.
  followed: isSchoolRow,
  index: ({ group, unit, counts }) => (counts['undecided'] ? { gsi1pk: undecidedIn(group), gsi1sk: unit } : {}),
})

/** Bundles of a paper; how long its markers took and on which days is a row of each. */
export const workCounts = projection({
  table,
  // Another name than what counted before days did: counters are made anew at the next look.
  name: 'worked',
  shards,
  shardOf,
  apartOf: ownRowOf,
  hangsOn: (places) => under('paper', ({ paperId }) => places(paperId)),
})

/** Tolerances and keys decide how an answer counts, so a changed one begins a new group. */
export const groupOf = (paper: Pick<Paper, 'paperId' | 'keyVersion'>): string => `${paper.paperId}#${paper.keyVersion}`

/** How well a script's student chose, of all that may be chosen: answers of students who chose alike are held together. */
const stratumIn = (questions: readonly PaperQuestion[], scores: readonly number[]): number => {
  const chosen = questions.flatMap((q, i) => (isObjective(q) ? [{ score: scores[i]!, full: q.fullScore }] : []))
  const full = chosen.reduce((sum, q) => sum + q.full, 0)
  if (full === 0 || chosen.some((q) => q.score < 0)) return stratumOf(null)
  return stratumOf(chosen.reduce((sum, q) => sum + q.score, 0) / full)
}

/** What a script counts for. `named`: of two marks also whose the other was. */
export const scriptTold = (paper: Paper, script: Script, named = true): Told => {
  const counts: Record<string, number> = {}
  const add = (key: string, n = 1): void => {
    counts[key] = (counts[key] ?? 0) + n
  }
  add(script.head.state)
  const seen: unknown[] = [script.head.version, script.objective?.version ?? 0]
  const scores = scoresOf(script, paper.questions)
  const stratum = stratumIn(paper.questions, scores)
  for (const q of subjectiveOf(paper.questions)) {
    const item = script.answers.get(q.questionId)
    seen.push(item && [item.imageVersion, ...markRoles.map((r) => item[r]?.attemptId ?? '')])
    if (!item || script.head.state !== 'present' || isAnswered(script, q) === false) continue
    if (!isThere(script, q)) continue
    add(`${q.questionId}.total`)
    for (const role of markRoles) {
      const mark = standing(item[role], item.imageVersion)
      if (!mark) continue
      add(`${q.questionId}.${role}`)
      if (mark.value.kind === 'problem') add(`${q.questionId}.problems`)
    }
    for (const key of [...givenKeys(q, item, stratum, named), ...pointKeys(q, item)]) add(key)
    const state = answerState(q, item)
    if (state.kind === 'scored') {
      add(`${q.questionId}.done`)
      const isEmpty = script.empty?.has(q.questionId) === true
      if (isEmpty) add(`${q.questionId}.empty`)
      if (state.score === 0) add(`${q.questionId}.zero`)
      if (!isEmpty && isBlank(item)) add(`${q.questionId}.noAnswer`)
    }
    if (state.kind === 'waiting' && state.role === 'final') add(`${q.questionId}.needFinal`)
  }
  if (script.head.state === 'present') {
    if (scores.some((n) => n < 0)) add('unfinished')
    if (undecidedGroups(script, paper.questions).length > 0) add('undecided')
  }
  const stamp = createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 16)
  return { stamp, counts }
}

/** What a bundle counts for: answers by question and role, and those of done bundles. */
export const bundleTold = (b: Bundle): Told => {
  const n = b.studentIds.length
  const total = { [`${b.questionId}#${b.role}#total`]: n }
  if (b.state !== 'done') return { stamp: String(b.version), counts: total }
  const { ms = 0, steps = 0, turns = steps + 1, marks = turns } = b.worked ?? {}
  const counts: Record<string, number> = { ...total, [`${b.questionId}#${b.role}#done`]: n }
  // Bundles of an arbitrator are of one answer: without a step nothing is known of how long it took.
  if (steps > 0)
    for (const [what, of] of Object.entries({ ms, steps, turns, marks })) counts[`@${b.holder!}.${what}`] = of
  for (const { by, days } of b.days ?? []) for (const day of days) counts[`@${by}.d${day}`] = 1
  return { stamp: String(b.version), counts }
}

/** What a script of which nothing waits for a mark any more counts for in its school. */
const endOf = ({ counts }: Told): 'finished' | 'absent' | null =>
  counts['present'] ? (counts['unfinished'] ? null : 'finished') : counts['absent'] ? 'absent' : null

type Place = Pick<Candidate, 'schoolId' | 'classId' | 'teaching'>
/** Where candidates sit. The roster stands while marks come, so that one is looked for once in ten minutes. */
const placed = memo(
  600,
  async (examId: string, studentId: string): Promise<Place | null> => {
    const c = await candidateOf({ examId: examId as Exam['examId'] }, studentId)
    return c && { schoolId: c.schoolId, classId: c.classId, ...(c.teaching ? { teaching: c.teaching } : {}) }
  },
  { keep: (place) => place !== null },
)

/** Of a joint exam a script counts for its class at each quarter of its answers: a row of a class is not written at every mark. */
const classParts = 4
const settledIn = (joint: boolean, done: number, total: number): number => {
  const step = joint && done < total ? Math.ceil(total / classParts) : 1
  return Math.floor(done / step) * step
}

/** What a script counts for in any class. */
export const scriptIn = (joint: boolean, { counts }: Pick<Told, 'counts'>): Counts => {
  if (!counts['present']) return {}
  const sum = (what: string): number =>
    Object.entries(counts).reduce((n, [key, of]) => (/^[^@]/.test(key) && key.endsWith(`.${what}`) ? n + of : n), 0)
  const total = sum('total')
  return {
    scripts: 1,
    total,
    done: settledIn(joint, sum('done'), total),
    finished: counts['unfinished'] ? 0 : 1,
  }
}

/** What a script counts for in its class. */
export const classCounts = (joint: boolean, told: Told, place: Place): Counts =>
  Object.fromEntries(
    Object.entries(scriptIn(joint, told)).flatMap(([what, n]) => (n > 0 ? [[`@${classRow(place)}.${what}`, n]] : [])),
  )

/** A script counts for its class as well, and of a joint exam, once its last mark is there or the candidate was not, for its school. */
const withPlaces = async (paper: Paper, told: Map<string, Told>): Promise<Map<string, Told>> => {
  const joint = isJoint(paper)
  await inTurns([...told], 25, async ([studentId, of]) => {
    const end = endOf(of)
    if (!of.counts['present'] && !(joint && end)) return
    const place = await placed(paper.examId, studentId)
    if (!place) return
    const school = joint && end ? { [`@${place.schoolId}.${end}`]: 1 } : {}
    const points = placedPoints(place, { paperId: paper.paperId, joint }, of.counts)
    const counts = { ...of.counts, ...classCounts(joint, of, place), ...school, ...points }
    told.set(studentId, { stamp: of.stamp, counts })
  })
  return told
}

/** What each class of a school has, by its id. */
export const classesIn = async (paper: Paper, schoolId: string): Promise<Map<string, Map<string, number>>> => {
  const own = await scriptCounts.listApart(groupOf(paper), classesOf(schoolId))
  return new Map(own.map(({ name, counts }) => [name.slice(classesOf(schoolId).length), counts]))
}
/** What each school of a joint exam has, or what these have. */
export const schoolsIn = (paper: Pick<Paper, 'paperId' | 'keyVersion'>, schoolIds?: readonly string[]) =>
  schoolIds ? scriptCounts.readSomeApart(groupOf(paper), schoolIds) : scriptCounts.listApart(groupOf(paper), schoolRows)

/** What each marker has given. */
export const markerRows = async (paper: Paper): Promise<Map<string, Map<string, number>>> => {
  const own = await scriptCounts.listApart(groupOf(paper), `${idPrefixes.user}_`)
  return new Map(own.map(({ name, counts }) => [name, counts]))
}

/** How long each marker took, and on which days, of the bundles that are done. */
export const workedBy = async (paperId: string): Promise<Map<string, Worked & { days: number[] }>> => {
  const own = await workCounts.listApart(paperId)
  return new Map(
    own.map(({ name, counts }) => {
      const n = (what: keyof Worked): number => counts.get(what) ?? 0
      const days = [...counts].flatMap(([what, of]) => (of > 0 && /^d\d+$/.test(what) ? [Number(what.slice(1))] : []))
      return [
        name,
        { ms: n('ms'), steps: n('steps'), turns: n('turns'), marks: n('marks'), days: days.sort((a, b) => a - b) },
      ]
    }),
  )
}

/** Where candidates are few so are markers: a row of a marker has room for each other one. */
const fewCandidates = memo(600, async (examId: Paper['examId']) => {
  const exam = await examOf(examId)
  return exam !== null && exam.candidateCount <= mostAtOnce
})

/** Counts these students' scripts as they are now; answers how many counted otherwise. */
export const countScripts = (paper: Paper, studentIds: readonly string[]): Promise<number> =>
  scriptCounts.take(groupOf(paper), studentIds, async (ids) => {
    const scripts = await scriptsOfStudents(paper, ids as StudentId[])
    const named = await fewCandidates(paper.examId)
    const told = new Map(scripts.map((s) => [s.head.studentId as string, scriptTold(paper, s, named)]))
    return withPlaces(paper, told)
  })

/** Counts these bundles as they are now; answers how many counted otherwise. */
export const countBundles = (paperId: string, bundleIds: readonly string[]): Promise<number> =>
  workCounts.take(paperId, bundleIds, async (ids) => {
    const rows = await bundles.getMany(ids.map((bundleId) => ({ paperId, bundleId })))
    return new Map(rows.map((b) => [b.bundleId as string, bundleTold(b)]))
  })

/** Counts all bundles there are: for papers from before the counters. */
export const countWork = async (paperId: string): Promise<void> => {
  await countBundles(
    paperId,
    (await bundlesOf(paperId)).map((b) => b.bundleId),
  )
  await workCounts.markWhole(paperId, now())
}

/** Answers that are in a bundle which is not done yet, over all questions and roles. */
export const openAnswers = async (paperId: string): Promise<number> => {
  const of = await workCounts.read(paperId)
  return [...of].reduce((sum, [key, n]) => sum + (key.endsWith('#total') ? n : key.endsWith('#done') ? -n : 0), 0)
}

/** Counts all scripts of a small paper whose counters were never whole. */
export const recountHere = async (paper: Paper): Promise<void> => {
  await countScripts(
    paper,
    (await candidatesOf(paper.examId)).map((c) => c.studentId),
  )
  await scriptCounts.markWhole(groupOf(paper), now())
}

/** A question's row of the monitor. */
export const progressOf = (q: PaperQuestion, of: ReadonlyMap<string, number>): QuestionProgress => {
  const n = (key: string): number => of.get(`${q.questionId}.${key}`) ?? 0
  return {
    questionId: q.questionId,
    number: q.number,
    total: n('total'),
    first: n('first'),
    second: n('second'),
    third: n('third'),
    final: n('final'),
    needFinal: n('needFinal'),
    ...(rolesPossible(q).length === 1 && n('second') === 0 ? { single: true } : {}),
    problems: n('problems'),
    done: n('done'),
  }
}

/** Questions whose marks are hardly their students'. */
export const unlikelyIn = (paper: Paper, of: ReadonlyMap<string, number>): Unlikely[] =>
  subjectiveOf(paper.questions).flatMap((q) => {
    const n = (key: string): number => of.get(`${q.questionId}.${key}`) ?? 0
    return unlikelyOf(q, { done: n('done'), zero: n('zero'), blank: n('empty'), noAnswer: n('noAnswer') }) ?? []
  })

/** How many answers each marker has marked, and the mean of the share of the full score that they gave. */
export const markersOf = (
  questions: readonly PaperQuestion[],
  given: readonly MarkerGiven[],
): { userId: string; marked: number; mean: number | null }[] => {
  const full = new Map(questions.map((q) => [q.questionId as string, q.fullScore]))
  const all = new Map<string, { marked: number; scored: number; share: number }>()
  for (const { userId, questionId, marked, scored } of given) {
    const of = all.get(userId) ?? { marked: 0, scored: 0, share: 0 }
    all.set(userId, of)
    of.marked += marked
    of.scored += scored.n
    of.share += scored.sum / (full.get(questionId) ?? Infinity)
  }
  return [...all]
    .flatMap(([userId, { marked, scored, share }]) =>
      marked > 0 ? [{ userId, marked, mean: scored > 0 ? share / scored : null }] : [],
    )
    .sort((a, b) => b.marked - a.marked || (a.userId < b.userId ? -1 : 1))
}
