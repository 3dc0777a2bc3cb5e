import * as calls from '#shared/analysis/notes/note.calls.ts'
import { page } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './note.commands.ts'

export const noteHandlers = [
  implement(calls.listNotes, async ({ input, caller }) => {
    const seen = await commands.notable(input.paperId, caller)
    const { list, questions } = await commands.notesFor(seen, caller)
    const keyword = input.keyword?.trim() ?? ''
    const wanted = list.filter(
      (n) =>
        (input.questionId === undefined || n.questionId === input.questionId) &&
        (n.text.includes(keyword) || n.userName.includes(keyword)),
    )
    const { examName, courseName } = seen.head
    return { ...page(wanted, input), examName, courseName, questions }
  }),
  implement(calls.saveNote, ({ input, caller }) => commands.saveNote(input, caller)),
  implement(calls.deleteNote, ({ input, caller }) => commands.deleteNote(input, caller)),
  implement(calls.lockNotes, ({ input, caller }) => commands.lockNotes(input, caller)),
  implement(calls.takeNotes, ({ input, caller }) => commands.takeNotes(input, caller)),
]
