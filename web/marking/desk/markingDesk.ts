/**
 * The work of one marker at one question: bundles in hand, where the marker stands, what was given. Giving a mark never
 * waits: it goes to the outbox, and the next answer is there. The next bundle is taken before this one ends.
 */
import * as z from 'zod'
import { AttemptId } from '#shared/kit/ids.ts'
import type { BundleId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { mostBesides } from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import type { claimBundle, finishBundle } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { MarkValue } from '#shared/marking/marking.types.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'
import type { OutputOf, SentOf } from '#web/kit/ask.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { entriesOf, firstOpen, givenTurns, isLead, openBehind, openTurns, turnAt, turnOf } from './entries.ts'
import type { Entry } from './entries.ts'
import { newAttempt } from './outbox.ts'
import type { Outbox, Sent } from './outbox.ts'

/** An answer that the same marker gave another mark elsewhere: that one stands until it is said which is meant. */
type Clash = { bundleId: string; studentId: string; number: string; there: MarkValue; here: MarkValue }
export type Desk = {
  phase: 'loading' | 'marking' | 'empty' | 'failed'
  entries: readonly Entry[]
  at: number
  question: ClaimedBundle['question'] | null
  /** Answers of this question that are not done yet, the marker's own included. */
  left: number
  waiting: number
  offline: boolean
  error: unknown
  /** What came back: shown until the next mark. */
  notice: string | null
  /** In the order in which they came; the first is asked about. */
  clashes: readonly Clash[]
  /** So many answers with writing on them were given as unanswered, one after the other: asked once whether it is meant. */
  unanswered: number | null
}

export type DeskPorts = {
  paperId: PaperId
  questionId: QuestionId
  role?: MarkRole
  /** All questions of the group at once, where they are shown together. */
  together?: true
  claim: (input: SentOf<typeof claimBundle>) => Promise<ClaimedBundle>
  finish: (input: SentOf<typeof finishBundle>) => Promise<OutputOf<typeof finishBundle>>
  outbox: (settled: (mark: Sent, refusal: Refusal | null) => void, changed: () => void) => Outbox
  /** Pictures that will be wanted. */
  fetchAhead: (urls: readonly string[]) => void
  /** Waits, or until the network is back. */
  pause: (ms: number) => Promise<void>
}

const ahead = 3
/** A bundle that could not be given back is, after so long. */
const finishAgainMs = 3000
/** After so many one may have the wrong key under the finger. */
const unansweredRun = 10
/** Said with more work, so that no marker learns by which answer. */
const offTheScale = '您近期的评分与标准有些偏差，请对照标杆卷和评分标准再看一看'
/** Refusals after which this answer is no longer this marker's, or not with this picture. */
const lost: readonly number[] = [
  markingProblems.taken,
  markingProblems.imageReplaced,
  markingProblems.sameMarker,
  markingProblems.notMarker,
  markingProblems.notOpen,
  markingProblems.paused,
].map((p) => p.status)

/** What a refusal tells of the mark that stands. */
const seenElsewhere = z.object({ attemptId: AttemptId, value: MarkValue })

export const openDesk = (ports: DeskPorts) => {
  const { paperId, questionId, role, together } = ports
  const listeners = new Set<() => void>()
  const finished = new Set<BundleId>()
  let asking = false
  let exhausted = false
  /** The server lends no more than a few bundles at once: there may be others when one of these is given back. */
  let full = false
  /** Why there is no more to take, where that is not that nothing is left: said once what is in hand is given. */
  let refused: Refusal | null = null
  /** So many were given back, and so many are on their way. */
  let given = 0
  let giving = 0
  let open = true
  let state: Desk = {
    phase: 'loading',
    entries: [],
    at: 0,
    question: null,
    left: 0,
    waiting: 0,
    offline: false,
    error: null,
    notice: null,
    clashes: [],
    unanswered: null,
  }
  const set = (patch: Partial<Desk>): void => {
    if (!open) return
    state = { ...state, ...patch }
    for (const l of listeners) l()
  }
  /** The server counts bundles; what this marker has given in an open one is taken off. */
  const without = (left: number, entries: readonly Entry[] = state.entries): number =>
    Math.max(0, left - givenTurns(entries, finished))
  const look = (): void => {
    const next = openBehind(state.entries, state.at).slice(0, ahead)
    ports.fetchAhead(next.flat().flatMap((e) => e.answer.images.map((i) => i.url)))
    if (openTurns(state.entries) <= ahead && !full) void take()
  }
  /** Nothing is in hand: the next is on its way while others wait for a marker, and otherwise this is the end. */
  const rest = (): void => {
    if (firstOpen(state.entries) >= 0) return
    if (refused) set({ phase: 'failed', error: refused })
    else set({ phase: full && state.left > 0 ? 'loading' : 'empty' })
  }
  const finish = async (bundle: Entry['bundle']): Promise<void> => {
    finished.add(bundle.bundleId)
    giving++
    try {
      const { left } = await ports.finish({ paperId, bundleId: bundle.bundleId, epoch: bundle.epoch })
      // Of what is shown together the first question is counted.
      if (state.entries.some((e) => isLead(e) && e.bundle.bundleId === bundle.bundleId)) set({ left: without(left) })
    } catch (error) {
      // The marker who took it over finishes it; without the network it is said again, also where no mark follows: what is
      // not given back is counted as in this marker's hand.
      if (!(error instanceof Refusal)) {
        finished.delete(bundle.bundleId)
        void ports.pause(finishAgainMs).then(() => open && settleBundles())
      }
    } finally {
      giving--
    }
    if (!finished.has(bundle.bundleId)) return
    given++
    if (!full) return
    full = false
    void take()
  }
  /** Bundles whose answers are all marked and acknowledged are given back as done. */
  const settleBundles = (): void => {
    const waiting = new Set(outbox.waiting().map((w) => w.bundleId as string))
    const bundles = new Map(state.entries.map((e) => [e.bundle.bundleId, e.bundle]))
    for (const bundle of bundles.values()) {
      if (finished.has(bundle.bundleId) || waiting.has(bundle.bundleId)) continue
      const own = state.entries.filter((e) => e.bundle.bundleId === bundle.bundleId)
      if (own.every((e) => e.value !== undefined)) void finish(bundle)
    }
  }
  const take = async (): Promise<void> => {
    if (asking || exhausted || !open) return
    asking = true
    const inHand = [...new Set(state.entries.map((e) => e.bundle.bundleId))].filter((id) => !finished.has(id))
    const before = given
    let again = false
    try {
      const got = await ports.claim({
        paperId,
        questionId,
        ...(role ? { role } : {}),
        ...(together ? { together } : {}),
        besides: inHand.slice(-mostBesides),
      })
      const known = new Set(state.entries.map((e) => turnOf(e.bundle.bundleId, e.answer.studentId)))
      const waiting = new Map(outbox.waiting().map((w) => [turnOf(w.bundleId, w.studentId), w]))
      const fresh = entriesOf(got, (bundleId, answer) => waiting.get(turnOf(bundleId, answer.studentId)) ?? answer.mine)
        // A part that came later than its turn is a turn by itself.
        .filter((e) => !known.has(turnOf(e.bundle.bundleId, e.answer.studentId)))
        .map((e) => (known.has(e.turn) ? { ...e, turn: turnOf(e.bundle.bundleId, e.answer.studentId) } : e))
      for (const { bundle } of [got, ...(got.joined ?? [])]) finished.delete(bundle.bundleId)
      const entries = [...state.entries, ...fresh]
      // Who looks at an answer stays there, also at one that has its mark: a half-typed digit is of that answer.
      const stay = state.phase === 'marking' && state.entries[state.at] !== undefined
      const at = stay ? state.at : firstOpen(entries)
      if (fresh.length === 0) exhausted = true
      set({
        entries,
        question: got.question,
        left: without(got.left, entries),
        at: Math.max(at, 0),
        phase: at < 0 ? 'empty' : 'marking',
        error: null,
        ...(got.warned ? { notice: offTheScale } : {}),
      })
    } catch (error) {
      if (error instanceof Refusal && error.status === markingProblems.nothingLeft.status) {
        again = given !== before
        full = !again && inHand.length + giving > 0
        exhausted = !again && !full
        if (!again) rest()
      } else {
        // A refusal stands until it is asked again: there is no more to take. Without the network it is tried after the next mark.
        if (error instanceof Refusal) [exhausted, refused] = [true, error]
        if (firstOpen(state.entries) < 0) set({ phase: 'failed', error })
      }
    } finally {
      asking = false
    }
    // One was given back while this was asked.
    if (again) void take()
    else if (state.phase === 'marking') look()
    settleBundles()
  }
  const isOf = (c: Pick<Clash, 'bundleId' | 'studentId'>, e: Entry): boolean =>
    c.bundleId === e.bundle.bundleId && c.studentId === e.answer.studentId
  const numberOf = (mark: Sent): string => state.entries.find((e) => isOf(mark, e))?.question.number ?? ''
  /** The mark from elsewhere stands and is shown; what was given here waits to be meant. */
  const clash = (mark: Sent, there: { attemptId: string; value: MarkValue }): void => {
    const { bundleId, studentId, value: here } = mark
    const of = (c: Pick<Clash, 'bundleId' | 'studentId'>) => c.bundleId === bundleId && c.studentId === studentId
    set({
      entries: state.entries.map((e) => (isOf(mark, e) ? { ...e, ...there } : e)),
      clashes: [
        ...state.clashes.filter((c) => !of(c)),
        { bundleId, studentId, number: numberOf(mark), there: there.value, here },
      ],
    })
  }
  const bare = ({ bundle, question, answer, turn }: Entry): Entry => ({ bundle, question, answer, turn })
  const settled = (mark: Sent, refusal: Refusal | null): void => {
    if (refusal?.status === markingProblems.elsewhere.status) {
      const there = seenElsewhere.safeParse(refusal.data).data
      if (there) clash(mark, there)
    } else if (refusal) {
      const mine = (e: Entry) => e.bundle.bundleId === mark.bundleId && e.answer.studentId === mark.studentId
      const gone = lost.includes(refusal.status)
      const at = state.entries.findIndex(mine)
      const entries = gone
        ? state.entries.filter((e) => !mine(e))
        : state.entries.map((e) => (mine(e) ? { ...bare(e), ...(mark.over ? { attemptId: mark.over } : {}) } : e))
      const moved = gone && at >= 0 && at < state.at ? state.at - 1 : state.at
      // Another picture of it, or a bundle given back, may be there to take.
      exhausted = false
      full = false
      refused = null
      const first = firstOpen(entries)
      // The marker stays where he is, in case he is typing; what came back is shown when its turn comes.
      const stays = state.phase === 'marking' && entries[moved] !== undefined
      set({
        entries,
        notice: together ? `第${numberOf(mark)}题：${refusal.message}` : refusal.message,
        at: stays ? moved : Math.max(0, first),
        ...(first < 0 ? {} : { phase: 'marking' }),
      })
      if (first < 0) void take()
    }
    settleBundles()
  }
  const changed = (): void => set({ waiting: outbox.waiting().length, offline: outbox.offline() })
  const outbox = ports.outbox(settled, changed)

  const go = (at: number): void => {
    if (at < 0 || at >= state.entries.length) return
    set({ at: turnAt(state.entries, at).from, phase: 'marking' })
    look()
  }
  const send = ({ bundle, question, answer, attemptId: over }: Entry, attemptId: AttemptId, value: MarkValue): void =>
    outbox.put({
      paperId,
      questionId: question.questionId,
      bundleId: bundle.bundleId,
      role: bundle.role,
      epoch: bundle.epoch,
      studentId: answer.studentId,
      imageVersion: answer.imageVersion,
      attemptId,
      value,
      over: over ?? null,
    })
  /** Answers on which the reading saw writing, given as unanswered since any other mark; once asked, never again. */
  let inked: Entry[] = []
  let asked = false
  const doubted = (entry: Entry, value: MarkValue): number | null => {
    const same = (e: Entry) => e.answer === entry.answer
    inked = value.kind !== 'noAnswer' ? [] : entry.answer.likelyBlank || inked.some(same) ? inked : [...inked, entry]
    if (asked) return state.unanswered === null || inked.length === 0 ? null : inked.length
    asked = inked.length >= unansweredRun
    return asked ? inked.length : null
  }
  /** Marks of the turn in sight, by its parts: each is sent by itself, and the next turn is there. */
  const give = (values: readonly (MarkValue | undefined)[]): void => {
    const { from, to } = turnAt(state.entries, state.at)
    if (state.entries.length === 0 || state.phase !== 'marking') return
    const given = state.entries.slice(from, to).flatMap((entry, i) => {
      const value = values[i]
      return value ? [{ entry, value, attemptId: newAttempt(entry.attemptId) }] : []
    })
    const entries = state.entries.map((e) => {
      const own = given.find(({ entry }) => entry === e)
      return own ? { ...e, value: own.value, attemptId: own.attemptId } : e
    })
    const next = firstOpen(entries, to)
    const lead = given.some(({ entry }) => isLead(entry) && entry.value === undefined)
    const left = lead ? Math.max(0, state.left - 1) : state.left
    // With none left this is the end, said at once; what comes all the same opens the desk again.
    const over = left === 0 ? 'empty' : 'loading'
    // What was asked of these answers is answered by their marks.
    const clashes = state.clashes.filter((c) => !given.some(({ entry }) => isOf(c, entry)))
    let { unanswered } = state
    for (const { entry, value } of given) unanswered = doubted(entry, value)
    set({
      entries,
      left,
      clashes,
      unanswered,
      notice: null,
      at: next < 0 ? state.at : next,
      phase: next < 0 ? over : 'marking',
    })
    for (const { entry, attemptId, value } of given) send(entry, attemptId, value)
    if (next >= 0) look()
    else if (exhausted || full) rest()
    else void take()
  }
  void take()
  return {
    state: (): Desk => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    give,
    mark: (value: MarkValue) => give([value]),
    /** Says anew what is written on an answer of the turn in sight, whose mark stands. */
    annotate: (value: MarkValue, part = 0) => {
      const at = state.at + part
      const entry = state.entries[at]
      if (entry?.value === undefined) return
      const attemptId = newAttempt(entry.attemptId)
      set({ entries: state.entries.map((e, i) => (i === at ? { ...e, value, attemptId } : e)) })
      send(entry, attemptId, value)
    },
    // One step back is to the answer that was just given, also while the next is on its way.
    back: () => {
      if (state.phase === 'empty') return go(state.entries.length - 1)
      const isGiven = state.phase !== 'marking' && state.entries[state.at]?.value !== undefined
      go(isGiven ? state.at : state.at - 1)
    },
    next: () => go(turnAt(state.entries, state.at).to),
    /** Shows an answer again that this marker gave a mark before, so that another can be given. */
    reopen: (question: ClaimedBundle['question'], { bundle, answer }: Pick<Entry, 'bundle' | 'answer'>) => {
      const same = (e: Entry) => e.bundle.bundleId === bundle.bundleId && e.answer.studentId === answer.studentId
      const known = state.entries.findIndex(same)
      if (known >= 0) return go(known)
      const own = answer.mine
      // It was given back, or is no longer in hand: nothing of it is to be finished again.
      if (!state.entries.some((e) => e.bundle.bundleId === bundle.bundleId)) finished.add(bundle.bundleId)
      set({
        question: state.question ?? question,
        entries: [
          ...state.entries,
          {
            ...{ bundle, question, answer, turn: turnOf(bundle.bundleId, answer.studentId) },
            ...(own ? { value: own.value, attemptId: own.attemptId } : {}),
          },
        ],
      })
      go(state.entries.length - 1)
    },
    /** Of the first answer that was marked elsewhere too: the mark from there stays, or the one given here is meant. */
    settle: (keeps: 'there' | 'here') => {
      const [first, ...clashes] = state.clashes
      if (!first) return
      const same = (e: Entry) => isOf(first, e)
      const entry = state.entries.find(same)
      set({ clashes })
      if (keeps === 'there' || !entry) return
      const attemptId = newAttempt(entry.attemptId)
      set({ entries: state.entries.map((e) => (same(e) ? { ...e, value: first.here, attemptId } : e)) })
      send(entry, attemptId, first.here)
    },
    /** They are unanswered indeed, or the first of them is looked at again. */
    answerUnanswered: (meant: boolean) => {
      set({ unanswered: null })
      const first = inked[0]
      if (!meant && first) go(state.entries.findIndex((e) => e.answer === first.answer))
    },
    /** Looks for more work. */
    again: () => {
      exhausted = false
      full = false
      refused = null
      set({ phase: 'loading', error: null })
      void take()
    },
    close: () => {
      open = false
      outbox.close()
    },
  }
}
export type MarkingDesk = ReturnType<typeof openDesk>
