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

export type Signed = {
  /** The name that the request is signed for. */
  service: string
  region: string
  at: Date
  url: URL
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** A request under the operator's credentials. */
export const signedFetch = async ({ service, region, at, url, method = 'POST', ...of }: Signed): Promise<Response> => {
  const signer = new SignatureV4({
    service,
    region,
    credentials: new STSClient({ region }).config.credentials,
    sha256: Sha256,
  })
  const { headers } = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port ? { port: Number(url.port) } : {}),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host, ...of.headers },
      ...(of.body === undefined ? {} : { body: of.body }),
    },
    { signingDate: at },
  )
  const { host: _, ...rest } = headers
  return fetch(url, { method, headers: rest, ...(of.body === undefined ? {} : { body: of.body }) })
}

/** Invokes a function and answers what it answered. Throws what it threw. */
export const invoke = async (
  name: string,
  payload: object,
  of: { region: string; endpoint: string; at: Date },
): Promise<unknown> => {
  const answer = await signedFetch({
    service: 'lambda',
    region: of.region,
    at: of.at,
    url: new URL(`/2015-03-31/functions/${name}/invocations`, of.endpoint),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  const text = await answer.text()
  if (!answer.ok || answer.headers.get('x-amz-function-error')) throw new Error(`${name}: ${answer.status} ${text}`)
  return JSON.parse(text) as unknown
}

const lambdaGet = async <T>(path: string, of: { region: string; endpoint: string; at: Date }): Promise<T> => {
  const url = new URL(path, of.endpoint)
  const answer = await signedFetch({ service: 'lambda', region: of.region, at: of.at, url, method: 'GET' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** How many executions of functions the account may run at once in this region (Lambda, GetAccountSettings). */
export const concurrencyOf = async (of: { region: string; endpoint: string; at: Date }): Promise<number> => {
  type Settings = { AccountLimit: { ConcurrentExecutions: number } }
  return (await lambdaGet<Settings>('/2016-08-19/account-settings', of)).AccountLimit.ConcurrentExecutions
}

/** A variable of a function as it runs now; undefined where it has none (Lambda, GetFunctionConfiguration). */
export const variableOf = async (
  name: string,
  variable: string,
  of: { region: string; endpoint: string; at: Date },
): Promise<string | undefined> => {
  type Configuration = { Environment?: { Variables?: Record<string, string> } }
  const found = await lambdaGet<Configuration>(`/2015-03-31/functions/${name}/configuration`, of)
  return found.Environment?.Variables?.[variable]
}
