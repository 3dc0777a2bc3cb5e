/** Whether a reader's proposals of a question are shown to who marks it. */
import { standOfReader } from '#shared/marking/reader/reader.rules.ts'
import { readerAddress } from './reader.client.ts'
import { readers } from './reader.store.ts'

/** Where the deployment has no reader this asks nothing of the store. */
export const isProposing = async (of: { paperId: string; questionId: string }): Promise<boolean> =>
  readerAddress() !== null && standOfReader((await readers.get(of))?.told) === 'trusted'
