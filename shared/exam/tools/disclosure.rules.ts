/** The one function of the disclosure policy, and what an exam begins with. Pure. */
import { ownReaders } from './disclosure.types.ts'
import type { DisclosureSet, OwnReader, OwnShows } from './disclosure.types.ts'

/** Junior and primary school (stages 2 and 3): students and parents are told bands, never a rank nor the figures of others. */
const compulsory: readonly number[] = [2, 3]
export const isCompulsory = (stage: number): boolean => compulsory.includes(stage)

/** Until an exam says otherwise. */
export const disclosureOfStage = (stage: number): DisclosureSet => {
  const bands = isCompulsory(stage)
  const own: OwnShows = {
    visible: true,
    score: !bands,
    level: bands,
    questions: !bands,
    key: true,
    rates: !bands,
    rank: !bands,
    rankBand: false,
    paper: true,
    mean: false,
    notes: false,
  }
  return {
    student: own,
    parent: own,
    teacher: { visible: true, totalRank: true, total: true },
    leader: { total: true },
    extra: [],
  }
}

/** Who reads: a student, a parent, a teacher of classes (who heads one or not), a leader (types 9 to 11), or one who sees all. */
export type Reader = {
  as: 'student' | 'parent' | 'teacher' | 'leader' | 'all'
  userId: string
  heads?: boolean
  /** Of a school that sits another's exam: which, and its area; or of another area alone. */
  guest?: { schoolId?: string; areaId?: string }
}
/** What is read: a total of several papers, or one paper. */
type Of = { total: boolean; stage: number }

export type Shown =
  | { own: Omit<OwnShows, 'visible' | 'from' | 'since'>; from?: number }
  /** Results of the classes that the reader sees; of all of them with `whole`. */
  | { results: { totalRank: boolean; whole: boolean } }

const begun = ({ visible, from = 0 }: { visible: boolean; from?: number | undefined }, at: number): boolean =>
  visible && from <= at

/** A part of a policy as it is saved over another: since when it is shown is the moment when that was switched on. */
export const switchedOn = <W extends { visible: boolean; since?: number | undefined }>(
  was: W,
  is: W,
  at: number,
): W => {
  const { since: _sent, ...rest } = is
  const since = is.visible ? (was.visible ? was.since : at) : undefined
  return { ...rest, ...(since === undefined ? {} : { since }) } as W
}

/** Nothing is shown to the people of a school, or an area, that its organiser left out, in any role. */
export const hiddenFrom = ({ hidden }: Pick<DisclosureSet, 'hidden'>, guest: Reader['guest']): boolean =>
  guest !== undefined &&
  hidden !== undefined &&
  (hidden.schools.some((id) => id === guest.schoolId) || hidden.areas.some((id) => id === guest.areaId))

/** What a reader is shown of published results now; null is nothing, not even that they are there. */
export const shownTo = (policy: DisclosureSet, reader: Reader, of: Of, at: number): Shown | null => {
  if (hiddenFrom(policy, reader.guest)) return null
  if (reader.as === 'student' || reader.as === 'parent') {
    const { visible, from, since, ...own } = policy[reader.as]
    if (!begun({ visible, from }, at)) return null
    // What the questions earned adds up to the score, and a rank stands for it.
    const shown = {
      ...own,
      questions: own.questions && own.score,
      rank: own.rank && own.score,
      rankBand: Boolean(own.rankBand) && own.score,
      paper: own.paper !== false,
      mean: Boolean(own.mean) && own.score,
      notes: Boolean(own.notes) && own.paper !== false && own.questions && own.score,
    }
    // What a policy says of ranks and others' figures may have been said of a later stage.
    return {
      own: isCompulsory(of.stage) ? { ...shown, rank: false, rankBand: false, rates: false, mean: false } : shown,
      ...(from === undefined && since === undefined ? {} : { from: Math.max(from ?? 0, since ?? 0) }),
    }
  }
  if (policy.extra.some((userId) => userId === reader.userId) || reader.as === 'all')
    return { results: { totalRank: true, whole: true } }
  const { teacher, leader } = policy
  if (reader.as === 'leader') return of.total && !leader.total ? null : { results: { totalRank: true, whole: true } }
  if (!begun(teacher, at) || (of.total && !teacher.total && !reader.heads)) return null
  return { results: { totalRank: teacher.totalRank, whole: false } }
}

/** Who is shown what markers write on answers, once results are shown at all. */
export const notesShownTo = (policy: DisclosureSet, stage: number): OwnReader[] =>
  ownReaders.filter((as) => {
    const shown = shownTo(policy, { as, userId: '' }, { total: false, stage }, Infinity)
    return shown !== null && 'own' in shown && shown.own.notes
  })
