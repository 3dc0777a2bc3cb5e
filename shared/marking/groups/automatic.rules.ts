/**
 * Who marks what, proposed: every group has the markers that its answers need, all have about as much to do, and where
 * schools sit together no answer waits for a marker of another school who is not there. Pure, and the same for the same.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, UserId } from '#shared/kit/ids.ts'
import { fromOutside } from './group.rules.ts'
import { rolesPossible } from '../marking.rules.ts'

export type Marker = { userId: UserId; schoolId?: string | undefined }
export type Work = {
  lead: QuestionId
  /** Markers that each of its answers needs. */
  needs: number
  /** Seconds of marking in all. */
  seconds: number
}
export type Automatic = {
  groups: { lead: QuestionId; markers: UserId[]; seconds: number }[]
  /** Seconds of work by marker. */
  loads: Map<UserId, number>
  /** Groups whose needs cannot be met by those who are there. */
  short: QuestionId[]
  /** Groups whose answers of one school no marker of another school could mark. */
  ownOnly: QuestionId[]
}

type Seats = { work: Work; own: Marker[] }

/** What one marker of a group has to do of it. */
const shareOf = ({ work, own }: Seats, more = 0): number => work.seconds / Math.max(1, own.length + more)

/**
 * Each group is given what it needs first, the largest first, of those who have least to do; who is left over goes where
 * most is left for each. While markers suffice all are in one group, which is learnt once and marked alike.
 */
export const arrangeAutomatically = (
  works: readonly Work[],
  people: readonly Marker[],
  { sitting = new Set<string>() }: { sitting?: ReadonlySet<string> } = {},
): Automatic => {
  const seats: Seats[] = works
    .map((work) => ({ work, own: [] as Marker[] }))
    .sort((a, b) => b.work.seconds - a.work.seconds || (a.work.lead < b.work.lead ? -1 : 1))
  const taken = new Map<UserId, Seats[]>(people.map((m) => [m.userId, []]))
  const loadOf = (m: Marker): number => taken.get(m.userId)!.reduce((sum, s) => sum + shareOf(s), 0)
  const sit = (s: Seats, m: Marker): void => {
    s.own.push(m)
    taken.get(m.userId)!.push(s)
  }
  /** Of those who may come the one with least to do; `better` goes before. */
  const next = (s: Seats, better: (m: Marker) => number = () => 0): Marker | undefined =>
    people
      .filter((m) => !s.own.includes(m))
      .map((m, at) => ({ m, at, better: better(m), load: loadOf(m) }))
      .sort((a, b) => a.better - b.better || a.load - b.load || a.at - b.at)[0]?.m
  /** One of a school that has fewer of them in the group is as good as one who has less to do only where schools matter. */
  const apart = (s: Seats) => (m: Marker) =>
    sitting.size < 2 ? 0 : s.own.filter((o) => o.schoolId !== undefined && o.schoolId === m.schoolId).length
  for (const s of seats)
    while (s.own.length < s.work.needs) {
      const m = next(s, apart(s))
      if (!m) break
      sit(s, m)
    }
  // As many more, of the schools with fewest in the group, as the answers of any one school need; where that many are not
  // there, none comes for it.
  if (sitting.size > 1)
    for (const s of seats) {
      const possible = fromOutside(people, sitting) >= s.work.needs
      while (possible && fromOutside(s.own, sitting) < s.work.needs) sit(s, next(s, apart(s))!)
    }
  for (const m of people.filter((p) => taken.get(p.userId)!.length === 0)) {
    const most = seats.toSorted((a, b) => shareOf(b) - shareOf(a))[0]
    if (most) sit(most, m)
  }
  return {
    groups: works.map((work) => {
      const s = seats.find((x) => x.work === work)!
      return { lead: work.lead, markers: s.own.map((m) => m.userId), seconds: shareOf(s) }
    }),
    loads: new Map(people.map((m) => [m.userId, loadOf(m)])),
    short: seats.filter((s) => s.own.length < s.work.needs).map((s) => s.work.lead),
    ownOnly:
      sitting.size > 1
        ? seats
            .filter((s) => s.own.length >= s.work.needs && fromOutside(s.own, sitting) < s.work.needs)
            .map((s) => s.work.lead)
        : [],
  }
}

/** When all is done if all mark at once, in seconds: as late as the one who has most to do. */
export const finishOf = ({ loads }: Pick<Automatic, 'loads'>): number => Math.max(0, ...loads.values())

/** Markers that were needed to be done within these seconds; groups share no marker. */
export const neededWithin = (works: readonly Work[], seconds: number): number =>
  works.reduce((n, w) => n + Math.max(w.needs, Math.ceil(w.seconds / Math.max(1, seconds))), 0)

/** The same where they are arranged: who is there suffices if all is done in time, since a marker may be in several groups. */
export const neededOf = (works: readonly Work[], made: Pick<Automatic, 'loads' | 'short'>, seconds: number): number => {
  const apart = neededWithin(works, seconds)
  return made.short.length === 0 && finishOf(made) <= seconds ? Math.min(apart, made.loads.size) : apart
}

/** Markers that an answer of a block needs. */
export const needsOf = (questions: readonly PaperQuestion[]): number =>
  Math.max(1, ...questions.map((q) => rolesPossible(q).length))

/** What answers took in earlier exams, seconds, by kind and size of question. */
export type Learnt = Readonly<Record<string, number>>

/** Questions of a kind and of about one size are learnt of together. */
export const likeKey = (q: Pick<PaperQuestion, 'unitType' | 'fullScore'>): string =>
  `${q.unitType}:${q.fullScore <= 400 ? 's' : q.fullScore <= 900 ? 'm' : q.fullScore <= 2000 ? 'l' : 'xl'}`

/** The middle one of what was seen, where as much was seen that it says something. */
export const learn = (seen: readonly { key: string; seconds: number }[]): Learnt =>
  Object.fromEntries(
    [...Map.groupBy(seen, (s) => s.key)].map(([key, all]) => {
      const sorted = all.map((s) => s.seconds).sort((a, b) => a - b)
      return [key, sorted[Math.floor(sorted.length / 2)]!]
    }),
  )
