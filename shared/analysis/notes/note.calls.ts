/** What teachers note on the questions of a paper, for their colleagues of the own school. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { QuestionId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { prose, sought } from '#shared/kit/text.ts'
import { analysisProblems } from '../analysis.problems.ts'
import { PaperInput, reading, reads } from '../analysis.scope.ts'
import { NoteLock, QuestionNote } from './note.types.ts'

/** So many has a school on a paper: a list of them is one answer. */
export const mostNotes = 500

const NoteInput = PaperInput.extend({ questionId: QuestionId, noteId: QuestionNote.shape.noteId })
const keeping = {
  ...reads,
  problems: [
    ...reading,
    commonProblems.notFound,
    commonProblems.conflict,
    commonProblems.stale,
    analysisProblems.notesLocked,
    analysisProblems.noteOfOther,
    analysisProblems.notesFull,
  ],
  refreshes: ['questionNotes'],
}

export const listNotes = call('GET /api/analysis/question/note/list', {
  summary: 'The notes of the own school on a paper’s questions, in the order of the questions',
  ...reads,
  input: () => PaperInput.extend({ ...pageFields, questionId: QuestionId.optional(), keyword: sought() }),
  output: () =>
    pageOf(
      QuestionNote.pick({ noteId: true, questionId: true, text: true, userName: true, at: true, version: true }).extend(
        {
          /** null of a question that is no part of the paper any more. */
          number: z.string().nullable(),
          editedAt: z.int().optional(),
          mine: z.boolean(),
          mayDelete: z.boolean(),
          locked: NoteLock.shape.locked,
          mayLock: z.boolean(),
          lockVersion: z.int(),
        },
      ),
    ).extend({
      examName: z.string(),
      courseName: z.string(),
      questions: z.array(z.object({ questionId: QuestionId, number: z.string(), notes: z.int(), locked: z.boolean() })),
    }),
  problems: [...reading, commonProblems.notFound],
  feeds: ['questionNotes', 'publication'],
})

export const saveNote = call('POST /api/analysis/question/note/save', {
  summary:
    'Note something on a question under an id of the browser, or change the own note over the version that was read',
  ...keeping,
  input: () =>
    NoteInput.extend({
      text: prose('请填写笔记', 1, 500),
      /** 0: it is new. */
      version: z.int().min(0).default(0),
    }),
  output: () => z.object({ version: z.int() }),
})

export const deleteNote = call('POST /api/analysis/question/note/delete', {
  summary: 'Delete a note, or take that back',
  ...keeping,
  input: () => NoteInput.extend({ undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
})

export const lockNotes = call('POST /api/analysis/question/note/lock', {
  summary: 'Close the notes of a question, so that none is added, changed or deleted, or open them again',
  ...reads,
  input: () => PaperInput.extend({ questionId: QuestionId, locked: z.boolean(), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [...reading, commonProblems.notFound, commonProblems.stale, analysisProblems.notesLockOthers],
  refreshes: ['questionNotes'],
})

export const takeNotes = call('POST /api/analysis/question/note/down', {
  summary: 'The notes of the own school on a paper as a table; on record',
  ...reads,
  input: () => PaperInput,
  output: () => z.object({ fileName: z.string(), csv: z.string() }),
  problems: [...reading, commonProblems.notFound, analysisProblems.noNotes],
})
