/** The near way of a process beside the cloud: what it writes is told over a socket, so that what reads the streams looks. */
import { createSocket } from 'node:dgram'
import type { Judging } from '../access/judgement.ts'
import { gathered, nearDynamo } from './near.ts'

/** What another process needs to find the database. */
export type NearPlace = {
  /** The stand-in's own port. */
  port: number
  /** Where tables that were written to are told. */
  told: number
}

/** Hears what `nearBeside` tells; answers the port. */
export const hearWrites = async (
  wrote: (table: string) => void,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const socket = createSocket('udp4')
  socket.on('message', (text) => text.toString().split('\n').forEach(wrote))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, close: () => new Promise((resolve) => socket.close(() => resolve())) }
}

export const nearBeside = (judging: Judging, { port, told }: NearPlace) => {
  const socket = createSocket('udp4').unref()
  return nearDynamo(
    judging,
    port,
    gathered((tables) => socket.send(tables.join('\n'), told, '127.0.0.1')),
  )
}
