/**
 * Candidates of a paper with what their scripts count for, a page at a time. A request looks at one page of rows, however
 * many candidates there are: by class and by state from the counters' own lists, by number from the roster's.
 */
import type { Candidate, Exam } from '#shared/exam/exam.types.ts'
import type { PaperSight } from '#shared/exam/sight.rules.ts'
import type { InputOf, OutputOf } from '#shared/kit/call.ts'
import type { ScriptFilter, scriptList, ScriptRow } from '#shared/scan/scan.calls.ts'
import { numbersIn } from '#shared/scan/tally.rules.ts'
import { candidatesByIds, candidatesByNumber, classNaming } from '#functions/exam/exam.public.ts'
import type { Unit } from '#functions/kit/projection.ts'
import { Barred } from '#functions/kit/refusal.ts'
import { partNamed, scriptCounts, scriptsIn, scriptUnit, stateIn, watched } from '../counts.ts'
import { walkedScripts } from '../walked.read.ts'
import type { Script } from '../walked.read.ts'

type Asked = InputOf<typeof scriptList>
type Listed = Script & { cursor: string }
type Looked = { rows: Listed[]; end: boolean }

/** So many rows are looked at for those that fit; the answer says where to go on. */
const mostLooked = 1000

type Naming = Awaited<ReturnType<typeof classNaming>>
const rowOf =
  (named: Naming) =>
  ({ candidate: c, counts }: Script): ScriptRow => ({
    studentId: c.studentId,
    studentName: c.studentName,
    studentNumber: c.studentNumber,
    pinyin: c.pinyin,
    classId: c.classId,
    className: named(c),
    state: stateIn(counts),
    pages: numbersIn(counts, 'page.'),
    missingPages: numbersIn(counts, 'miss.'),
    lacking: (counts['lacking'] ?? 0) > 0,
    complete: counts['complete'] === 1,
    doubtful: counts['doubtfulChoices'] ?? 0,
    allBlank: counts['allBlank'] === 1,
    unpicked: counts['unpicked'] === 1,
  })

const ofUnits = async (exam: Exam, units: readonly Unit[], limit: number): Promise<Looked> => {
  const people = await candidatesByIds(
    exam,
    units.map((u) => u.unit.split('#')[1]!),
  )
  const byId = new Map(people.map((c) => [c.studentId as string, c]))
  const rows = units.flatMap(({ unit, counts }) => {
    const candidate = byId.get(unit.split('#')[1]!)
    return candidate ? [{ candidate, counts, cursor: unit }] : []
  })
  return { rows, end: units.length < limit }
}

const byNumber = async (exam: Exam, paperId: string, prefix: string, after: string | undefined, limit: number) => {
  const people = await candidatesByNumber(exam, { prefix, after, limit })
  const told = await scriptCounts.told(paperId, people.map(scriptUnit))
  const rows = people.map((candidate) => ({
    candidate,
    counts: told.get(scriptUnit(candidate))?.counts ?? {},
    cursor: candidate.studentNumber,
  }))
  return { rows, end: people.length < limit }
}

const sparse: readonly ScriptFilter[] = ['incomplete', 'low', 'allBlank', 'unpicked']
/** States that are no list of their own: rows of another are looked through. */
const chosen: readonly ScriptFilter[] = [...sparse, 'complete']

const look = async (exam: Exam, { paperId, classId, state, name, after }: Asked, limit: number): Promise<Looked> => {
  const prefix = classId === undefined ? undefined : `${classId}#`
  if (state !== undefined) {
    const rare = sparse.includes(state)
    const key = rare ? watched(paperId) : scriptsIn(paperId, state === 'complete' ? 'present' : state)
    return ofUnits(exam, await scriptCounts.listed(rare ? 'gsi2' : 'gsi1', key, { after, prefix, limit }), limit)
  }
  if (prefix !== undefined) return ofUnits(exam, await scriptCounts.range(paperId, prefix, { after, limit }), limit)
  return byNumber(exam, paperId, /^\d+$/.test(name ?? '') ? name! : '', after, limit)
}

/**
 * Of so many classes only, one after the other: a cursor of theirs begins with the class. No caller has sight of so
 * many single classes that this were many reads.
 */
const lookIn = async (
  exam: Exam,
  input: Asked,
  classIds: readonly Candidate['classId'][],
  limit: number,
): Promise<Looked> => {
  const rows: Listed[] = []
  const begun = input.after?.split('#')[0] ?? ''
  for (const classId of [...classIds].sort()) {
    if (classId < begun) continue
    const after = classId === begun ? input.after : undefined
    const own = await look(exam, { ...input, classId, after }, limit - rows.length)
    rows.push(...own.rows)
    if (!own.end || rows.length >= limit) return { rows, end: false }
  }
  return { rows, end: true }
}

const fits = (input: Asked, { candidate: c, counts }: Script): boolean => {
  const { state } = input
  if (state !== undefined && chosen.includes(state) && !counts[state]) return false
  const name = input.name?.toLowerCase()
  return !name || c.studentName.includes(name) || c.studentNumber.startsWith(name) || c.pinyin.includes(name)
}

/** How many there are; of a search only what this page has found. */
const totalOf = async (
  exam: Exam,
  { paperId, state, name }: Asked,
  classIds: readonly string[] | null,
  found: number,
): Promise<number> => {
  if (name) return found
  if (classIds === null) {
    if (state === undefined) return exam.candidateCount
    return (await scriptCounts.read(paperId)).get(state) ?? 0
  }
  if (state === 'low' || state === 'allBlank' || state === 'unpicked') return found
  const wanted = classIds.map((classId) => ({ of: classId, part: partNamed(classId) }))
  const counts = await scriptCounts.readParts(paperId, wanted)
  return counts.reduce((n, c, i) => n + (c.get(`${wanted[i]!.part}.${state ?? 'total'}`) ?? 0), 0)
}

/** A page of scripts that were all looked up, by number. */
const pageOfWalked = (scripts: readonly Script[], input: Asked, named: Naming): OutputOf<typeof scriptList> => {
  const { state, after, pageSize } = input
  const found = scripts.filter(
    (s) =>
      fits(input, s) &&
      (state === undefined || chosen.includes(state) || (s.counts['total'] && stateIn(s.counts) === state)),
  )
  const from = after === undefined ? 0 : found.findIndex((s) => s.candidate.studentNumber === after) + 1
  const list = found.slice(from, from + pageSize)
  const last = from + pageSize < found.length ? list.at(-1) : undefined
  return {
    list: list.map(rowOf(named)),
    total: found.length,
    ...(last ? { next: last.candidate.studentNumber } : {}),
  }
}

/** The candidates of the classes that are seen, or of one of them. */
export const scriptPage = async (
  { exam, sight }: { exam: Exam; sight: Pick<PaperSight, 'classIds' | 'homeIds'> },
  asked: Asked,
): Promise<OutputOf<typeof scriptList>> => {
  const input = { ...asked, name: asked.name?.trim() }
  const [named, walked] = await Promise.all([
    classNaming(exam),
    walkedScripts({ exam, paperId: input.paperId, sight }, input.classId),
  ])
  if (walked) return pageOfWalked(walked, input, named)
  const filtered = input.name !== undefined && input.name !== '' ? true : chosen.includes(input.state ?? 'present')
  const limit = filtered ? mostLooked : input.pageSize
  const { classId } = input
  const seen = sight.classIds as readonly Candidate['classId'][] | null
  if (classId !== undefined && seen !== null && !seen.includes(classId)) throw new Barred(403)
  const within = classId !== undefined ? [classId] : seen
  const { rows, end } =
    classId !== undefined || within === null ? await look(exam, input, limit) : await lookIn(exam, input, within, limit)
  const found = rows.filter((r) => fits(input, r))
  const list = found.slice(0, input.pageSize)
  const next = found.length > input.pageSize ? list.at(-1) : end ? undefined : rows.at(-1)
  return {
    list: list.map(rowOf(named)),
    total: await totalOf(exam, input, within, list.length),
    ...(next ? { next: next.cursor } : {}),
  }
}
