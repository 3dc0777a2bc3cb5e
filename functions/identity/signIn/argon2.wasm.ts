/** argon2id in WebAssembly, loaded only where the runtime has none. About twice the time of Node's own. */
import { argon2id as derive } from 'hash-wasm'
import type { Cost } from './argon2.ts'

export const argon2id = async (
  password: Uint8Array,
  salt: Uint8Array,
  cost: Cost,
  hashLength: number,
): Promise<Buffer> =>
  Buffer.from(
    await derive({
      password,
      salt,
      memorySize: cost.memory,
      iterations: cost.passes,
      parallelism: cost.parallelism,
      hashLength,
      outputType: 'binary',
    }),
  )
