/** Notes lie under their paper, each school's together: another's are not to be named. */
import { NoteLock, QuestionNote } from '#shared/analysis/notes/note.types.ts'
import { cleaned, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_ANALYSIS'
type Own = { paperId: string; owner: string }

export const questionNotes = rows({
  table,
  schema: QuestionNote,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `notes#${paperId}` })),
  // A note may speak of a student.
  personal: cleaned,
  key: (of: Own & { noteId: string }) => ({
    pk: `notes#${of.paperId}`,
    sk: `${of.owner}#${of.noteId}`,
  }),
})

export const noteLocks = rows({
  table,
  schema: NoteLock,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `note-locks#${paperId}` })),
  personal: 'staff',
  key: (of: Own & { questionId: string }) => ({
    pk: `note-locks#${of.paperId}`,
    sk: `${of.owner}#${of.questionId}`,
  }),
})

/** The oldest first. */
export const notesOf = async ({ paperId, owner }: Own): Promise<QuestionNote[]> =>
  (await questionNotes.query(`notes#${paperId}`, { prefix: `${owner}#`, consistent: true }))
    .filter((n) => n.deletedAt === undefined)
    .sort((a, b) => a.at - b.at || (a.noteId < b.noteId ? -1 : 1))
export const locksOf = ({ paperId, owner }: Own): Promise<NoteLock[]> =>
  noteLocks.query(`note-locks#${paperId}`, { prefix: `${owner}#`, consistent: true })
