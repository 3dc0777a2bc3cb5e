/**
 * Notes on questions: who is shown a paper's results writes and reads those of the own school. Its writer alone changes a
 * note; it is deleted by him or by who is shown all of the paper. Closed notes stay as they are for all until they are opened.
 */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { mostNotes } from '#shared/analysis/notes/note.calls.ts'
import type * as calls from '#shared/analysis/notes/note.calls.ts'
import type { NoteLock, QuestionNote } from '#shared/analysis/notes/note.types.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { csvFile } from '#shared/kit/csv.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { showTime } from '#shared/kit/time.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { deleteOrUndo, keepOnce, saveOver, within } from '#functions/kit/stale.ts'
import type { Limit } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { seenBy } from '../sight.ts'
import type { Seen } from '../sight.ts'
import { locksOf, noteLocks, notesOf, questionNotes } from './note.store.ts'

type Of = { paperId: string; questionId: string }

/** What the caller is shown of the paper; a total has no questions of its own. @throws Refused notPublished, noClasses, notFound */
export const notable = async (paperId: string, caller: Caller): Promise<Seen> => {
  const seen = await seenBy(paperId, caller)
  return seen.head.of ? refuse(commonProblems.notFound) : seen
}
export const seesAll = ({ sight }: Pick<Seen, 'sight'>): boolean => sight.classIds === null

const record = (
  { exam, paper, head }: Seen,
  act: AuditAct,
  caller: Caller,
  on?: { questionId: string },
  after?: object,
) =>
  auditRecord(caller, act, paper.paperId, {
    ...(after ? { after } : {}),
    told: {
      name: paperTitle(exam, paper),
      ...(on
        ? { changes: [{ field: `第${head.questions.find((q) => q.questionId === on.questionId)?.number ?? '?'}题` }] }
        : {}),
    },
  })

const refuseLocked = async (of: Of & { owner: string }): Promise<void> => {
  const lock = (await noteLocks.get(of))?.locked
  if (lock) refuse(analysisProblems.notesLocked, { who: lock.userName, when: showTime(lock.at) })
}

/** A note is written together with its record, and only while the notes of its question are open. */
const writing =
  (seen: Seen, act: AuditAct, caller: Caller) =>
  async (write: WriteItem, note: QuestionNote): Promise<boolean> => {
    await refuseLocked(note)
    const done = await audited([write, noteLocks.holding(note, 'locked')], record(seen, act, caller, note, note))
    // Closed in between.
    if (!done) await refuseLocked(note)
    return done
  }

/** @throws Refused notFound */
const there = async (
  { paperId, questionId, noteId }: Of & { noteId: string },
  caller: Caller,
): Promise<QuestionNote> => {
  const note = await questionNotes.get({ paperId, owner: caller.tenant, noteId })
  return note?.questionId === questionId ? note : refuse(commonProblems.notFound)
}

const roomFor = (of: Parameters<typeof notesOf>[0]): Limit => ({
  most: mostNotes,
  there: () => notesOf(of),
  problem: analysisProblems.notesFull,
})

export const saveNote = async (
  { version, ...input }: InputOf<typeof calls.saveNote>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveNote>> => {
  const seen = await notable(input.paperId, caller)
  const write = writing(seen, 'analysis.saveNote', caller)
  if (version > 0) {
    const before = await there(input, caller)
    if (before.deletedAt !== undefined) return refuse(commonProblems.notFound)
    if (before.userId !== caller.userId) return refuse(analysisProblems.noteOfOther)
    return saveOver(questionNotes, { ...before, text: input.text, editedAt: now(), version }, write)
  }
  if (!seen.head.questions.some((q) => q.questionId === input.questionId)) return refuse(commonProblems.notFound)
  const { userId, userName, tenant: owner } = caller
  const note: QuestionNote = { schema: 1, ...input, owner, userId, userName, at: now(), version: 1 }
  const told = { questionId: note.questionId, text: note.text, userId }
  return keepOnce(questionNotes, note, told, within(roomFor(note), write))
}

export const deleteNote = async (
  { undo, ...input }: InputOf<typeof calls.deleteNote>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.deleteNote>> => {
  const seen = await notable(input.paperId, caller)
  const note = await there(input, caller)
  if (note.userId !== caller.userId && !seesAll(seen)) return refuse(analysisProblems.noteOfOther)
  const write = writing(seen, undo ? 'analysis.restoreNote' : 'analysis.deleteNote', caller)
  return deleteOrUndo(questionNotes, note, { undo, by: caller.userName }, undo ? within(roomFor(note), write) : write)
}

/** Who is shown all of the paper, or has noted something on the question, closes its notes; the latter opens what he closed. */
export const mayLock = (
  seen: Pick<Seen, 'sight'>,
  lock: Pick<NoteLock, 'locked'> | undefined,
  notes: readonly Pick<QuestionNote, 'userId'>[],
  { userId }: Pick<Caller, 'userId'>,
): boolean => seesAll(seen) || (lock?.locked ? lock.locked.userId === userId : notes.some((n) => n.userId === userId))

export const lockNotes = async (
  { paperId, questionId, locked, version }: InputOf<typeof calls.lockNotes>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.lockNotes>> => {
  const seen = await notable(paperId, caller)
  const { userId, userName, tenant: owner } = caller
  const none: NoteLock = { schema: 1, paperId, owner, questionId, version: 0 }
  const notes = (await notesOf(none)).filter((n) => n.questionId === questionId)
  const lock = (await noteLocks.get(none)) ?? (notes.length > 0 ? none : refuse(commonProblems.notFound))
  if (!mayLock(seen, lock, notes, caller)) return refuse(analysisProblems.notesLockOthers)
  if ((lock.locked !== undefined) === locked) return { version: lock.version }
  const { locked: _open, ...kept } = lock
  const next = { ...kept, version, ...(locked ? { locked: { userId, userName, at: now() } } : {}) }
  const act = locked ? 'analysis.lockNotes' : 'analysis.openNotes'
  return saveOver(noteLocks, next, (write) => audited([write], record(seen, act, caller, lock, next)))
}

/** Notes of the own school in the order of the questions, with how each stands to the caller. */
export const notesFor = async (seen: Seen, caller: Caller) => {
  const own = { paperId: seen.paper.paperId, owner: caller.tenant }
  const [notes, locks] = await Promise.all([notesOf(own), locksOf(own)])
  const places = new Map(seen.head.questions.map((q, i) => [q.questionId as string, i]))
  const placeOf = (n: QuestionNote): number => places.get(n.questionId) ?? places.size
  const byQuestion = Map.groupBy(notes, (n) => n.questionId)
  const lockOf = new Map(locks.map((l) => [l.questionId, l]))
  const list = notes
    .sort((a, b) => placeOf(a) - placeOf(b) || a.at - b.at)
    .map(({ paperId: _p, owner: _o, schema: _s, ...note }) => {
      const lock = lockOf.get(note.questionId)
      const mine = note.userId === caller.userId
      return {
        ...note,
        number: seen.head.questions[placeOf({ ...note, ...own } as QuestionNote)]?.number ?? null,
        mine,
        mayDelete: mine || seesAll(seen),
        ...(lock?.locked ? { locked: lock.locked } : {}),
        mayLock: mayLock(seen, lock, byQuestion.get(note.questionId) ?? [], caller),
        lockVersion: lock?.version ?? 0,
      }
    })
  const questions = seen.head.questions.map(({ questionId, number }) => ({
    questionId,
    number,
    notes: byQuestion.get(questionId)?.length ?? 0,
    locked: lockOf.get(questionId)?.locked !== undefined,
  }))
  return { list, questions }
}

export const takeNotes = async (
  { paperId }: InputOf<typeof calls.takeNotes>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.takeNotes>> => {
  const seen = await notable(paperId, caller)
  const { list } = await notesFor(seen, caller)
  if (list.length === 0) return refuse(analysisProblems.noNotes)
  await audited([], record(seen, 'analysis.takeNotes', caller))
  const lines = list.map((n) => [
    n.number ?? '—',
    n.text,
    n.userName,
    showTime(n.editedAt ?? n.at),
    n.locked ? `${n.locked.userName}锁定` : '',
  ])
  return {
    fileName: fileName(`${paperTitle(seen.exam, seen.paper)} 题目笔记`, 'csv'),
    csv: csvFile([['题号', '笔记', '作者', '时间', '状态'], ...lines]),
  }
}
