import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Sha256, hex } from './sha256.ts'

const known = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

it('agrees with WebCrypto, however the bytes are cut', async () => {
  expect(new Sha256().digest()).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(400), async (bytes, cut) => {
      const whole = new Uint8Array(bytes)
      const hash = new Sha256().update(whole.subarray(0, cut)).update(whole.subarray(cut)).digest()
      expect(hash).toBe(await known(whole))
    }),
  )
})
