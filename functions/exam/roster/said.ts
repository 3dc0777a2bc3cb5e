/** Words on candidates that a large change says of their rows as they stand then: tags, and what is released to whom. */
import { isDeepStrictEqual } from 'node:util'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { withWords } from '#shared/exam/roster/roster.rules.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { candidates } from '../exam.store.ts'

/** What `next` says otherwise than `old`, said of the candidate as the row stands now; of who has left nothing. */
export const sayOf = (old: Candidate, next: Candidate): Promise<void> =>
  edit(`what is said of ${old.studentId} in ${old.examId}`, async () => {
    const there = await candidates.get(old)
    const said = there && withWords(there, old, next)
    if (!said || isDeepStrictEqual(said, there)) return
    return (await candidates.replace(said, there)) ? undefined : beaten
  })
