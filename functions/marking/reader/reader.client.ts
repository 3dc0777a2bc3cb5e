/**
 * The adaptor of a reader by contract: one answer a request, over TLS, signed as messages are. It is told the question and
 * the pictures, and no name, number, school or id of ours. What it does instead of answering is a fault with a name.
 */
import { createHash, createHmac } from 'node:crypto'
import type { ReaderAsked, ReaderSaid } from '#shared/marking/reader/reader.rules.ts'
import { readerSaid } from '#shared/marking/reader/reader.rules.ts'
import type { ReaderFault } from '#shared/marking/reader/reader.types.ts'
import { setting } from '#functions/kit/clients.ts'
import { now, randomText } from '#functions/kit/ports.ts'

/** So long it may take to answer, unless the deployment says otherwise; and so much it may say, bytes. */
const patienceSeconds = 10
const mostBytes = 64 * 1024

/** Only over TLS; a reader on this very machine is a test's. */
const addressOf = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && (url.protocol === 'https:' || url.hostname === '127.0.0.1') ? url : null
}

export const readerAddress = (): URL | null => addressOf(setting('READER_URL') ?? '')

type Question = Pick<ReaderAsked, 'fullScore' | 'markStep'> & {
  kind: 'blank' | 'solution' | 'english' | 'writing'
  points?: readonly { name: string; score: number }[]
}
type Shown = { bytes: Buffer; width: number; height: number }

const textOf = async (response: Response): Promise<string | null> => {
  let size = 0
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Asks of one answer. Never throws: a reader that cannot be asked has not answered. */
export const askOne = async (
  url: URL,
  { kind, points, fullScore, markStep }: Question,
  shown: readonly Shown[],
): Promise<ReaderSaid | ReaderFault> => {
  const pictures = shown.map(({ bytes, width, height }) => ({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    type: 'image/jpeg',
    ...{ width, height },
    data: bytes.toString('base64'),
  }))
  const asked: ReaderAsked = { id: randomText(16), pictures: pictures.map((p) => p.sha256), fullScore, markStep }
  const question = { kind, fullScore: fullScore / 100, step: (markStep ?? 100) / 100, ...(points ? { points } : {}) }
  const body = JSON.stringify({ schema: 1, id: asked.id, question, pictures })
  const at = String(now())
  const signature = createHmac('sha256', setting('READER_SECRET') ?? '')
    .update(`${at}.${body}`)
    .digest('hex')
  // Of the request and its answer together: one that trickles is slow as well.
  const signal = AbortSignal.timeout(1000 * Number(setting('READER_SECONDS') ?? patienceSeconds))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-qinghe-time': at, 'x-qinghe-signature': signature },
      ...{ body, redirect: 'error', signal },
    })
    if (!response.ok) {
      await response.body?.cancel()
      return 'silent'
    }
    const said = await textOf(response)
    return said === null ? 'malformed' : readerSaid(asked, said)
  } catch {
    return signal.aborted ? 'slow' : 'silent'
  }
}
