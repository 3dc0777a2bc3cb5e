/** Whether a reader's proposals of a question are shown to who marks it. */
import { standOfReader } from '#shared/marking/reader/reader.rules.ts'
import type { TypedRule } from '#shared/marking/reader/typed.rules.ts'
import { readerAddress } from './reader.client.ts'
import { answerRules, readers } from './reader.store.ts'

/** The rules by which its texts are worth something; null where it proposes nothing. Without a reader no row is read. */
export const proposingBy = async (of: { paperId: string; questionId: string }): Promise<TypedRule[] | null> => {
  if (readerAddress() === null) return null
  const [row, rules] = await Promise.all([readers.get(of), answerRules.get(of)])
  return standOfReader(row?.told, rules?.version ?? 0) === 'trusted' ? (rules?.rules ?? []) : null
}
