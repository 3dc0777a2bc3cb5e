/** The two services that a deployment speaks to itself; everything else is the CDK's. */
import { createHash, createHmac } from 'node:crypto'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { SignatureV4 } from '@smithy/signature-v4'

class Sha256 {
  readonly #hash
  constructor(secret?: unknown) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array)
  }
  update(data: unknown): void {
    this.#hash.update(data as Uint8Array)
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }
  reset(): void {}
}

/** Whose credentials these are. */
export const accountOf = async (region: string): Promise<string> => {
  const { Account } = await new STSClient({ region, maxAttempts: 2 }).send(new GetCallerIdentityCommand({}))
  return Account ?? ''
}

/** Invokes a function and answers what it answered. Throws what it threw. */
export const invoke = async (
  name: string,
  payload: object,
  of: { region: string; endpoint: string; at: Date },
): Promise<unknown> => {
  const url = new URL(`/2015-03-31/functions/${name}/invocations`, of.endpoint)
  const body = JSON.stringify(payload)
  const signer = new SignatureV4({
    service: 'lambda',
    region: of.region,
    credentials: new STSClient({ region: of.region }).config.credentials,
    sha256: Sha256,
  })
  const { headers } = await signer.sign(
    {
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port ? { port: Number(url.port) } : {}),
      path: url.pathname,
      query: {},
      headers: { host: url.host, 'content-type': 'application/json' },
      body,
    },
    { signingDate: of.at },
  )
  const { host: _, ...rest } = headers
  const answer = await fetch(url, { method: 'POST', headers: rest, body })
  const text = await answer.text()
  if (!answer.ok || answer.headers.get('x-amz-function-error')) throw new Error(`${name}: ${answer.status} ${text}`)
  return JSON.parse(text) as unknown
}
