/** Scripts as the rest of the room needs them: all of a paper, its scores, and the making of them from readings. */
import type { Paper } from '#shared/exam/exam.types.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { isOnGrid, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { showedThis, shownWith } from '#shared/marking/shown.rules.ts'
import { chosenOf, readsOtherwise, scoresOf, undecidedGroups } from './script.rules.ts'
import type {
  AnswerItem,
  ObjectiveAnswers,
  PaperScores,
  ScriptHead,
  ScriptImages,
} from '#shared/marking/marking.types.ts'
import { canonical } from '#shared/kit/canonical.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { inPartition } from '#functions/kit/table.query.ts'
import { now as clock } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import type { PublishedCard } from '#functions/card/card.public.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { answers, heads, images, isAnswer, lateChoices, objectives } from './marking.store.ts'
import { paperMark, takePaperMarks } from './paperMarks.ts'
import { raiseTo } from './again/keptMarks.ts'

export type Script = {
  head: ScriptHead
  objective: ObjectiveAnswers | null
  answers: Map<string, AnswerItem>
  /** Questions on whose pictures no ink was seen. */
  empty?: ReadonlySet<string>
}

const emptyIn = (blocks: ScriptImages['blocks']): ReadonlySet<string> => {
  const inked = new Set(blocks.flatMap((b) => (b.likelyBlank ? [] : b.questionIds)))
  return new Set(blocks.flatMap((b) => b.questionIds).filter((id) => !inked.has(id)))
}

/** The heads of some students' scripts, by student id; read by key, so that none is missed that was just written. */
export const headsOfStudents = async (paperId: string, studentIds: readonly string[]): Promise<ScriptHead[]> =>
  (await heads.getMany(studentIds.map((studentId) => ({ paperId, studentId })))).sort((a, b) =>
    a.studentId < b.studentId ? -1 : 1,
  )

/** The heads of all scripts of a paper: its exam's candidates are all who can have one. */
export const headsOf = async (paper: Pick<Paper, 'paperId' | 'examId'>): Promise<ScriptHead[]> =>
  headsOfStudents(
    paper.paperId,
    (await candidatesOf(paper.examId)).map((c) => c.studentId),
  )

/** Partitions that are asked for at once. */
const together = 32

type MaybeScript = Omit<Script, 'head'> & { head: ScriptHead | null }
/**
 * A whole script; without a head where there is none. A script lies in one partition and is read by one query of it: its rows
 * are small, and each that is read by its key is paid as four kilobytes.
 */
const readScript = (paper: Paper) => {
  const marked = new Set<string>(subjectiveOf(paper.questions).map((q) => q.questionId))
  return async (at: Pick<ScriptHead, 'paperId' | 'studentId'>): Promise<MaybeScript> => {
    const { pk, sk } = objectives.keyOf(at)
    const [headAt, imagesAt] = [heads.keyOf(at).sk, images.keyOf(at).sk]
    const script: MaybeScript = { head: null, objective: null, answers: new Map() }
    for (const stored of await inPartition(objectives, pk)) {
      if (stored.sk === headAt) script.head = heads.from(stored)
      if (stored.sk === sk) script.objective = objectives.from(stored)
      if (stored.sk === imagesAt) script.empty = emptyIn(images.from(stored)?.blocks ?? [])
      const item = isAnswer(stored) ? answers.from(stored) : null
      if (item && marked.has(item.questionId)) script.answers.set(item.questionId, item)
    }
    return script
  }
}

/** Whole scripts of some students, whose heads were read before. */
export const scriptsOf = async (paper: Paper, of: readonly ScriptHead[]): Promise<Script[]> => {
  const read = readScript(paper)
  return inTurns(of, together, async (head) => ({ ...(await read(head)), head }))
}

/** The same of students by their ids; who has no script is left out. */
export const scriptsOfStudents = async (paper: Paper, studentIds: readonly StudentId[]): Promise<Script[]> => {
  const read = readScript(paper)
  const found = await inTurns(studentIds, together, (studentId) => read({ paperId: paper.paperId, studentId }))
  return found.flatMap(({ head, ...script }) => (head ? [{ head, ...script }] : []))
}

/** The score table of a paper, from the answer items (the journal's fold is the other computation of I11). */
export const tableOf = (paper: Paper, scripts: readonly Script[]): PaperScores => {
  const present = (s: Script) => s.head.state === 'present'
  const scores = scripts.map((s) => (present(s) ? scoresOf(s, paper.questions) : paper.questions.map(() => -1)))
  const unfinished = scripts.filter((s, i) => present(s) && scores[i]!.some((n) => n < 0)).length
  return {
    paperId: paper.paperId,
    keyVersion: paper.keyVersion,
    questionIds: paper.questions.map((q) => q.questionId),
    studentIds: scripts.map((s) => s.head.studentId),
    states: scripts.map((s) => s.head.state),
    scores,
    chosen: scripts.map((s, i) => chosenOf(s, paper.questions, scores[i]!)),
    complete: unfinished === 0 && scripts.some(present),
    unfinished,
    undecided: scripts
      .filter((s) => present(s) && undecidedGroups(s, paper.questions).length > 0)
      .map((s) => s.head.studentId),
  }
}

/** Which page of the card each question stands on. */
export type Placed = Pick<PublishedCard, 'geometry'>

export const pagesOfQuestions = ({ geometry }: Placed): ReadonlyMap<string, ReadonlySet<number>> => {
  const pagesOf = new Map<string, Set<number>>()
  for (const { page, blocks, choices } of geometry.pages)
    for (const id of [...blocks.flatMap((b) => b.questionIds), ...choices.map((c) => c.questionId)])
      pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page))
  return pagesOf
}

/**
 * Questions that stand only on pages which are not there: whether a person has confirmed that none was handed in. Of a
 * question that goes on over pages what is there is marked.
 */
export const unseenOn = (
  { geometry }: Placed,
  missing: readonly { page: number; accepted: boolean }[],
): Record<string, boolean> => {
  if (missing.length === 0) return {}
  const gone = new Map(missing.map((m) => [m.page, m.accepted]))
  return Object.fromEntries(
    [...pagesOfQuestions({ geometry })]
      .filter(([, pages]) => [...pages].every((page) => gone.has(page)))
      .map(([id, pages]) => [id, [...pages].every((page) => gone.get(page) === true)]),
  )
}

/** Letters as the packed item keeps them; a question in doubt is left out. */
const packed = (reading: StudentReading): Record<string, string> =>
  Object.fromEntries(Object.entries(reading.choices).flatMap(([id, c]) => (c === null ? [] : [[id, c.join('')]])))

/** The pictures of a script as they are kept. */
const imagesOf = ({ imageVersion, blocks, pages }: StudentReading, unseen: Record<string, boolean>) => {
  const gone = Object.keys(unseen)
  return {
    imageVersion,
    blocks: blocks.map(({ blockId: _id, ...b }) => b),
    pages,
    ...(gone.length > 0 ? { unseen: gone } : {}),
  }
}

/** What a person has decided was decided before pictures: it stands while these are the same. */
const decidedStill = (
  there: ObjectiveAnswers | null,
  imageVersion: number,
  shown: ScriptImages['shown'],
): ObjectiveAnswers['decided'] => {
  const { decided, decidedFor } = there ?? {}
  if (!decided || decidedFor === undefined || decidedFor === imageVersion) return decided
  const same = Object.keys(decided).every((id) => showedThis(shown?.[id] ?? [], decidedFor, imageVersion))
  return same ? decided : undefined
}

/** All that was marked with a pencil, and what is not there to be marked, as it is kept. */
const objectiveOf = (
  reading: StudentReading,
  unseen: Record<string, boolean>,
  there: ObjectiveAnswers | null,
  shown?: ScriptImages['shown'],
) => {
  const { paperType, picks, imageVersion } = reading
  // What a file says is older than any page: pages count from 1, and files by their moment.
  const seq = reading.fromFile ? undefined : reading.seq
  const decided = decidedStill(there, imageVersion, shown)
  const known = Object.entries(picks ?? {}).filter((p): p is [string, boolean] => p[1] !== null)
  return {
    chosen: packed(reading),
    ...(paperType ? { paperType } : {}),
    ...(picks ? { picks: Object.fromEntries(known) } : {}),
    ...(decided ? { decided, decidedFor: imageVersion } : {}),
    ...(Object.keys(unseen).length > 0 ? { unseen } : {}),
    ...(seq === undefined ? {} : { seq }),
  }
}

class ChangedSince extends Error {
  override name = 'ChangedSince'
}

const saysSame = <T extends { version: number }>(there: T | null, row: T): boolean =>
  there !== null && canonical(there) === canonical({ ...row, version: there.version })

/** Stores a row over what is there, unless it says the same. @throws ChangedSince when another write was faster. */
const settle = async <T extends { version: number }>(
  store: { create: (row: T) => Promise<boolean>; save: (row: T) => Promise<T | null> },
  there: T | null,
  row: T,
): Promise<void> => {
  if (saysSame(there, row)) return
  const stored = there ? (await store.save({ ...row, version: there.version })) !== null : await store.create(row)
  if (!stored) throw new ChangedSince('a script was changed since it was read')
}

/**
 * Brings one student's script in line with the reading. Idempotent; a replaced picture raises the image version, which
 * makes marks on the old one void by themselves (I10). A reading older than the script changes nothing.
 */
export const takeIn = async (
  paper: Paper,
  reading: StudentReading,
  card: Placed | null = null,
  options: TakeIn = {},
): Promise<void> => {
  await edit(`the script of ${reading.studentId}`, () =>
    takeInOnce(paper, reading, card, options).catch((error: unknown) => {
      if (error instanceof ChangedSince) return beaten
      throw error
    }),
  )
}

/** Scripts that are laid down side by side, and of one request's writes. */
const laidTogether = 4
const laidInOne = 20

/**
 * Many scripts at once that are not there yet, with the scores that came along, while marking cannot be opened: a request
 * writes many rows, but looks at none of them. Of two openings at once what one is slow to lay down would lie over marks
 * that the other let in, so these take scripts in one by one. A script of which anything is there is taken in by itself.
 * Laid down again, with the same moment, it is the same.
 */
export const layDown = async (paper: Paper, readings: readonly StudentReading[], at: number): Promise<void> => {
  const { paperId, examId, owner } = paper
  const asked = readings.map(({ studentId }) => ({ paperId, studentId }))
  // What was told of choices is in the journal under its version, though its script was cut off before the head.
  const there = await Promise.all([heads.getMany(asked), objectives.getMany(asked)])
  const known = new Set<string>(there.flat().map((row) => row.studentId))
  for (const reading of readings) if (known.has(reading.studentId)) await takeIn(paper, reading)
  const subjective = subjectiveOf(paper.questions)
  const headOf = ({ studentId }: StudentReading) => ({ schema: 1 as const, paperId, studentId })
  const lay = async (fresh: readonly StudentReading[]): Promise<void> => {
    const present = fresh.filter((r) => r.state === 'present')
    await Promise.all([
      images.putMany(present.map((reading) => ({ ...headOf(reading), ...imagesOf(reading, {}), version: 1 }))),
      objectives.putMany(
        present.map((reading) => ({ ...headOf(reading), ...objectiveOf(reading, {}, null), version: 1 })),
      ),
      answers.putMany(
        present.flatMap((reading) =>
          subjective.map((q) => {
            const given = reading.scores?.[q.questionId]
            const marked =
              given && isOnGrid(q, given.score)
                ? paperMark(q, reading, { kind: 'score', score: given.score }, at)
                : undefined
            return {
              ...headOf(reading),
              questionId: q.questionId,
              imageVersion: reading.imageVersion,
              ...(marked ? { [marked.role]: marked.mark } : {}),
            }
          }),
        ),
      ),
    ])
    // The head last: a head that exists has its answers.
    await heads.putMany(
      fresh.map((r) => ({
        ...headOf(r),
        examId,
        owner,
        state: r.state,
        imageVersion: r.imageVersion,
        complete: r.complete,
        version: 1,
      })),
    )
  }
  const fresh = readings.filter((r) => !known.has(r.studentId))
  const groups = Array.from({ length: Math.ceil(fresh.length / laidInOne) }, (_, i) =>
    fresh.slice(i * laidInOne, (i + 1) * laidInOne),
  )
  await inTurns(groups, laidTogether, lay)
}

type TakeIn = {
  /** Readers see the paper's scores: what becomes other is noted for those who may publish again. */
  released?: boolean
}

const takeInOnce = async (
  paper: Paper,
  reading: StudentReading,
  card: Placed | null,
  options: TakeIn,
): Promise<void> => {
  const key = { paperId: paper.paperId, studentId: reading.studentId }
  const { imageVersion } = reading
  const head = await heads.get(key)
  if (head && head.imageVersion > imageVersion) return
  // The head last: a head that exists has its answers. Pictures before the answers' version: none is marked unseen.
  if (reading.state === 'present') {
    const [pictures, objective, there] = await Promise.all([
      images.get(key),
      objectives.get(key),
      answers.getMany(subjectiveOf(paper.questions).map((q) => ({ ...key, questionId: q.questionId as string }))),
    ])
    // A newer picture is on its way in: its writer writes the head last.
    if (pictures && pictures.imageVersion > imageVersion) return
    const unseen = card ? unseenOn(card, reading.missing ?? []) : {}
    const next = imagesOf(reading, unseen)
    const marked = subjectiveOf(paper.questions).map((q) => q.questionId)
    const shown = shownWith(pictures, next, marked)
    await settle(images, pictures, { schema: 1, ...key, ...next, ...(shown ? { shown } : {}), version: 1 })
    // Told late, what the pages said once changes nothing of what they say now.
    const latest = (objective?.seq ?? 0) <= (reading.seq ?? 0)
    if (latest) {
      const now: ObjectiveAnswers = { schema: 1, ...key, ...objectiveOf(reading, unseen, objective, shown), version: 1 }
      // Noted before it is stored: noted twice is harmless, missed is not.
      if (options.released && objective && readsOtherwise(objective, now))
        await lateChoices.put({ schema: 1, ...key, at: clock() })
      await settle(objectives, objective, now)
    }
    const known = new Map(there.map((a) => [a.questionId, a]))
    await Promise.all(
      marked.map(async (questionId) => {
        const item = known.get(questionId)
        if (item && item.imageVersion >= imageVersion) return
        const stored = item
          ? await raiseTo(item, imageVersion, shown?.[questionId] ?? [])
          : await answers.create({ schema: 1, ...key, questionId, imageVersion })
        if (!stored) throw new ChangedSince('an answer was changed since it was read')
      }),
    )
    if (latest) await takePaperMarks(paper, reading)
  }
  await settle(heads, head, {
    schema: 1,
    ...key,
    examId: paper.examId,
    owner: paper.owner,
    state: head?.state === 'void' ? 'void' : reading.state,
    imageVersion,
    complete: reading.complete,
    version: 1,
  })
}

/** As if nothing had ever been told of these candidates: what a person has voided stays so. Again it changes nothing. */
export const takeOut = async (paperId: string, studentIds: readonly string[]): Promise<void> => {
  const told = (head: ScriptHead): boolean => head.state === 'present' || head.state === 'absent'
  await inTurns((await headsOfStudents(paperId, studentIds)).filter(told), takenOutTogether, (head) =>
    heads.edit(head, (there) => (there && told(there) ? { ...there, state: 'missing', complete: false } : null)),
  )
}
const takenOutTogether = 16
