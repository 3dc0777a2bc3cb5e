import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ofType } from '../inventory.ts'
import type { Resource } from '../template.ts'

/**
 * Queues as the place where what failed ends: a file each, a message a line. No function here receives from them by
 * SQS's own protocol; an operator and the tests read them.
 */
export type Queues = {
  /** Throws for a queue that no template declares. */
  send: (queueArn: string, message: object) => void
  messagesOf: (name: string) => unknown[]
}

export const startQueues = (dataDir: string, resources: readonly Resource[]): Queues => {
  const names = new Set(ofType(resources, 'AWS::SQS::Queue').map((r) => r.physicalId.split('/').at(-1)!))
  const fileOf = (name: string): string => {
    if (!names.has(name)) throw new Error(`no template declares the queue ${name}`)
    return join(dataDir, `queue-${name}.jsonl`)
  }
  return {
    send: (queueArn, message) => appendFileSync(fileOf(queueArn.split(':').at(-1)!), `${JSON.stringify(message)}\n`),
    messagesOf(name) {
      const file = fileOf(name)
      if (!existsSync(file)) return []
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown)
    },
  }
}
