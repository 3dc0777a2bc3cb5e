/**
 * Exams by a part of their names: read at the runs of what is looked for (`named.rules.ts`), so that a search costs what it finds,
 * however many exams an owner has. The rarest run is gone through, in the order of lists; the listed row has the last word.
 */
import { createHash } from 'node:crypto'
import { namesIn, runsIn, runsOf } from '#shared/exam/named.rules.ts'
import type { Exam, ListedExam } from '#shared/exam/exam.types.ts'
import type { Tenant } from '#shared/kit/ids.ts'
import { memo } from '#functions/kit/memo.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { dayKey, listedExams, listings, listPlace, namedExams, namedPlace } from './exam.store.ts'
import type { NamedExam } from './exam.store.ts'
import { wholeList } from './listed.ts'

type Nameable = Pick<Exam, 'examId' | 'owner' | 'examName' | 'gradeName' | 'examDate'>

/** So many exams are kept by their names a search, until all of an owner are; so many side by side. */
const [laidAtOnce, sideBySide] = [100, 16]
/** So many rows a run are looked at first, at least and at most; so many a request then. */
const [fewest, most, furtherAtOnce] = [50, 500, 500]

/** One name on one day. */
const namingOf = (of: Nameable): string =>
  createHash('sha256')
    .update(JSON.stringify([dayKey(of.examDate), ...namesIn(of)]))
    .digest('base64url')
    .slice(0, 12)

/** Before an exam is made or takes another name or day. */
export const nameExam = (exam: Nameable): Promise<void> => {
  const { examId, owner, examDate } = exam
  const kept = { schema: 1 as const, examId, owner, examDate, naming: namingOf(exam), names: namesIn(exam) }
  return namedExams.putMany(runsOf(exam).map((run) => ({ ...kept, run })))
}

/** Names some more of the exams that were made before they were kept by their names; whether all of the owner's are. */
const nameSome = async (owner: Tenant): Promise<boolean> => {
  await wholeList(owner)
  const listing = await listings.get({ owner })
  if (!listing || listing.named === 'all') return listing !== null
  const some = await listedExams.queryIndex('gsi1', `listed#${owner}`, {
    limit: laidAtOnce,
    ...(listing.named === undefined ? {} : { from: listing.named }),
  })
  await inTurns(some, sideBySide, nameExam)
  const named = some.length < laidAtOnce ? 'all' : listPlace(some.at(-1)!)
  await listings.put({ ...listing, named })
  return named === 'all'
}

/** That all exams of the owner are kept by their names. Once they are they stay so. */
export const wholeNames = memo(3600, nameSome, { keep: (whole) => whole })

/** The first rows of the run that reaches furthest back: of as many rows the rarest. One that ends is rarer still. */
const rarest = async (owner: Tenant, runs: readonly string[], limit: number) => {
  const probes = await Promise.all(
    runs.map(async (run) => {
      const found = await namedExams.queryIndex('gsi1', namedPlace(owner, run), { reverse: true, limit })
      return { run, found, ends: found.length < limit }
    }),
  )
  const reach = ({ found, ends }: (typeof probes)[number]): string =>
    ends ? ` ${String(found.length).padStart(6, '0')}` : listPlace(found.at(-1)!)
  return probes.reduce((a, b) => (reach(b) < reach(a) ? b : a))
}

/** Of rows that were found, the exams that are called so now. */
const calledSo = async (found: readonly NamedExam[], words: readonly string[]): Promise<ListedExam[]> => {
  const fit = found.filter(({ names }) => words.every((w) => names.some((name) => name.includes(w))))
  const now = new Map((await listedExams.getMany(fit)).map((e) => [e.examId as string, e]))
  return fit.flatMap(({ examId, naming }) => {
    const listed = now.get(examId)
    return listed && namingOf(listed) === naming ? [listed] : []
  })
}

/** The owner's exams that hold every word, some at a time, in the order of lists. `each`: how many are about to be looked at. */
export const namedPieces = async function* (
  owner: Tenant,
  words: readonly string[],
  each: number,
): AsyncGenerator<ListedExam[]> {
  const { run, found, ends } = await rarest(owner, runsIn(words), Math.min(most, Math.max(fewest, each)))
  yield await calledSo(found, words)
  if (ends) return
  const seen = new Set(found.map((e) => `${e.examId} ${e.naming}`))
  const rest = { reverse: true, to: listPlace(found.at(-1)!), each: furtherAtOnce }
  for await (const some of namedExams.indexPages('gsi1', namedPlace(owner, run), rest))
    yield await calledSo(
      some.filter((e) => !seen.has(`${e.examId} ${e.naming}`)),
      words,
    )
}
