import { commonProblems } from '#shared/kit/problem.ts'
import { showTime } from '#shared/kit/time.ts'
import { editorNow } from './editor.ts'
import { refuse } from './refusal.ts'
import type { Rows } from './table.ts'

/** Refuses an edit of a row that another user changed first: says who changed it and when. */
export const refuseStale = async <K>(store: Pick<Rows<unknown, K>, 'editedBy'>, of: K): Promise<never> => {
  const last = await store.editedBy(of)
  const own = last?.userId !== undefined && last.userId === editorNow()?.userId
  const who = own ? '您' : (last?.userName ?? '其他人')
  return refuse(commonProblems.stale, { who, when: last ? showTime(last.at) : '刚才' })
}
