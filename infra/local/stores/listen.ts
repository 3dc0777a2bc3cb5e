/** A server of the local cloud on a port of its own, and its end. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Running } from './stores.types.ts'

type Place = { port?: number | undefined; host?: string | undefined }

/** Begins to listen; `closed` runs when the server has ended. */
export const listening = async (server: Server, at: Place, closed: () => void = () => undefined): Promise<Running> => {
  const host = at.host ?? '127.0.0.1'
  server.keepAliveTimeout = 60_000
  server.listen(at.port ?? 0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://${host}:${port}`,
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      closed()
    },
  }
}
