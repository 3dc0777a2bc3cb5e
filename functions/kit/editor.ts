/** Who is acting, carried through a call or a step without being handed on: rows remember it (`table.ts`). */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Editor = { userId: string; userName: string }

const acting = new AsyncLocalStorage<Editor>()

/** Runs with this person as the one who edits. */
export const asEditor = <T>(who: Editor, run: () => Promise<T>): Promise<T> => acting.run(who, run)

/** Who edits now; undefined in a stream's reader or a timer. */
export const editorNow = (): Editor | undefined => acting.getStore()
