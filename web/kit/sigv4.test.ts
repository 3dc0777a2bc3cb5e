import { SignatureV4 } from '@smithy/signature-v4'
import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { signS3 } from './sigv4.ts'

class Hash {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | Uint8Array) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array)
  }
  update(data: Uint8Array | string) {
    this.#hash.update(data)
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {}
}

it("signs as the SDK's own signer does", async () => {
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'to/ken+==' }
  const at = 1_700_000_000_000
  const payloadHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const path = "/bucket/ab/s:sc_1/scan/页 (1)'s.jpg"
  const ours = await signS3({
    method: 'PUT',
    origin: 'http://127.0.0.1:9000',
    path,
    query: { uploadId: 'a b', partNumber: '2' },
    payloadHash,
    region: 'cn-north-1',
    credentials,
    at,
  })
  const signer = new SignatureV4({
    credentials,
    region: 'cn-north-1',
    service: 's3',
    sha256: Hash as never,
    uriEscapePath: false,
  })
  const theirs = await signer.sign(
    {
      method: 'PUT',
      protocol: 'http:',
      hostname: '127.0.0.1',
      port: 9000,
      path: new URL(ours.url).pathname,
      query: { uploadId: 'a b', partNumber: '2' },
      headers: { host: '127.0.0.1:9000', 'x-amz-content-sha256': payloadHash },
    },
    { signingDate: new Date(at) },
  )
  expect(ours.headers['authorization']).toBe(theirs.headers['authorization'])
})
