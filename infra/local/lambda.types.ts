import type { PolicyDocument } from './stores/access/policy.ts'
import type { Access } from './stores/stores.types.ts'

export type LambdaError = { errorType: string; errorMessage: string; trace: string[] }
export type WorkerData = {
  module: string
  entry: string
  functionName: string
  functionArn: string
  memory: number
  metered: boolean
  /** How its clients go straight to the database: whose module makes them, where it listens, what the function's role may. */
  near: { clients: string; port: number; policies: readonly PolicyDocument[] } | null
}
/** `event` is JSON; `deadline` UTC milliseconds. */
export type ToWorker = { id: string; event: string; deadline: number }
/** What a call took, ms: of the processor, and of waiting for stores as far away as they are in the cloud. */
export type Effort = { cpu: number; wait: number }
export type FromWorker =
  | { kind: 'ready'; cpu: number }
  | { kind: 'initFailed'; error: LambdaError }
  | { kind: 'result'; id: string; payload: string; effort: Effort }
  | { kind: 'wrote'; tables: string[] }
  | { kind: 'denied'; access: Access }
  | { kind: 'failed'; id: string; error: LambdaError; effort: Effort }

/** What a call of a function comes to; `payload` is JSON. */
export type Invocation = { ok: true; payload: string } | { ok: false; error: LambdaError }
