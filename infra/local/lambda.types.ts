export type LambdaError = { errorType: string; errorMessage: string; trace: string[] }
export type WorkerData = { module: string; entry: string; functionName: string; functionArn: string; memory: number }
/** `event` is JSON; `deadline` UTC milliseconds. */
export type ToWorker = { id: string; event: string; deadline: number }
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'initFailed'; error: LambdaError }
  | { kind: 'result'; id: string; payload: string }
  | { kind: 'failed'; id: string; error: LambdaError }

/** What a call of a function comes to; `payload` is JSON. */
export type Invocation = { ok: true; payload: string } | { ok: false; error: LambdaError }
