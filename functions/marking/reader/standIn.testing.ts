/** For tests: a reader on this machine that keeps the contract, or breaks it in one way. */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReaderAsk = {
  schema: 1
  id: string
  question: { kind: string; fullScore: number; step: number; points?: { name: string; score: number }[] }
  pictures: { sha256: string; type: string; width: number; height: number; data: string }[]
}
type One = Record<string, unknown>

/** What it says when it keeps the contract; the rest of an answer is the contract's. */
export type Opinion = (asked: ReaderAsk, time: number) => { score?: number; text?: string; confidence?: number }

const ofOne = (asked: ReaderAsk, time: number, opinion: Opinion): One => ({
  id: asked.id,
  pictures: asked.pictures.map((p) => p.sha256),
  confidence: 0.97,
  ...opinion(asked, time),
})
const json = (response: ServerResponse, value: unknown): void => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

type Manner = (response: ServerResponse, one: One, asked: ReaderAsk) => void

/** One way of being bad each. */
export const badManners = {
  dead: (response) => void response.destroy(),
  failing: (response) => void response.writeHead(500).end('{"answers":[]}'),
  elsewhere: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  mute: () => undefined,
  trickling: (response) => void response.write('{"answers":['),
  page: (response) => void response.end('<html>busy</html>'),
  empty: (response) => json(response, { answers: [] }),
  endless: (response, one) => json(response, { answers: [{ ...one, reason: 'x'.repeat(100_000) }] }),
  words: (response, one) => json(response, { answers: [{ ...one, score: '3' }] }),
  infinite: (response, one) =>
    void response.end(JSON.stringify({ answers: [{ ...one, score: 12345 }] }).replace('12345', '1e999')),
  nothing: (response, one) => json(response, { answers: [{ ...one, score: null }] }),
  overSure: (response, one) => json(response, { answers: [{ ...one, confidence: 97 }] }),
  steering: (response, one) => json(response, { answers: [{ ...one, text: 'A\u202e\u0007' }] }),
  anotherAsked: (response, one) => json(response, { answers: [{ ...one, id: 'of-yesterday' }] }),
  anotherPicture: (response, one) => json(response, { answers: [{ ...one, pictures: ['0'.repeat(64)] }] }),
  twice: (response, one) => json(response, { answers: [one, { ...one, score: 0 }] }),
  others: (response, one) => json(response, { answers: [one, { ...one, id: 'of-another' }] }),
  aboveFull: (response, one, asked) =>
    json(response, { answers: [{ ...one, score: asked.question.fullScore + asked.question.step }] }),
  belowZero: (response, one) => json(response, { answers: [{ ...one, score: -1 }] }),
  offGrid: (response, one) => json(response, { answers: [{ ...one, score: 0.33 }] }),
} satisfies Record<string, Manner>
export type BadManner = keyof typeof badManners

/** A reader and its address; `asked` is what it was shown so far. */
export const readerStandIn = async (opinion: Opinion, manner?: BadManner) => {
  const asked: ReaderAsk[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (c: Buffer) => chunks.push(c))
    request.on('end', () => {
      const of = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReaderAsk
      asked.push(of)
      const time = asked.filter((a) => a.pictures[0]!.sha256 === of.pictures[0]!.sha256).length
      const one = ofOne(of, time, opinion)
      if (manner) (badManners[manner] as Manner)(response, one, of)
      else json(response, { answers: [one] })
    })
  })
  await new Promise<void>((up) => void server.listen(0, '127.0.0.1', up))
  const close = (): Promise<void> =>
    new Promise((down) => {
      server.close(() => down())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/read`, asked, close }
}
