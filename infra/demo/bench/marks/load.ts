/** Keep-alive clients over plain sockets: cheap enough that the server, not the client, is what is measured. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type Client = {
  ask: (path: string, body: string, authorization: string) => Promise<Answered>
  close: () => void
}
export type Answered = { status: number; body: string }

/** One connection that sends one request after the other. Everything that goes wrong rejects. */
export const openClient = async (port: number): Promise<Client> => {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let text = ''
  let waiting: { done: (a: Answered) => void; failed: (e: Error) => void } | null = null
  const fail = (error: Error): void => {
    waiting?.failed(error)
    waiting = null
  }
  socket.setEncoding('latin1')
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a keep-alive connection')))
  socket.on('data', (chunk: string) => {
    text += chunk
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: *(\d+)/i.exec(text.slice(0, head))?.[1])
    if (text.length < head + 4 + length) return
    const answer = { status: Number(text.slice(9, 12)), body: text.slice(head + 4, head + 4 + length) }
    text = text.slice(head + 4 + length)
    waiting?.done(answer)
    waiting = null
  })
  return {
    ask: (path, body, authorization) =>
      new Promise((done, failed) => {
        if (socket.destroyed) return failed(new Error('the connection is closed'))
        waiting = { done, failed }
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n` +
            `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }),
    close: () => socket.destroy(),
  }
}
