import { randomBytes } from 'node:crypto'
import { CallFailure, startCallServer } from '../callServer.ts'
import { localPlace } from '../stores.types.ts'
import { xmlDocument } from '../xml.ts'
import type { PolicyDocument } from './policy.ts'
import type { Authorise, Place, Running, Secret, SecretOf } from '../stores.types.ts'

/** Temporary credentials and what they stand for. */
export type TemporaryCredentials = Required<Secret> & {
  accessKeyId: string
  roleArn: string
  sessionName: string
  /** The session's own policy: what it allows counts only where the role's policy allows it too. */
  policy: PolicyDocument | null
  /** UTC milliseconds. */
  expiration: number
}

export type StsOptions = {
  port?: number
  host?: string
  secretOf: SecretOf
  authorise?: Authorise
  place?: Place
  now?: () => number
}

export type RunningSts = Running & {
  /** What was issued under a key; null for an unknown or an expired one. */
  credentialsOf(accessKeyId: string): TemporaryCredentials | null
}

const namespace = 'https://sts.amazonaws.com/doc/2011-06-15/'

function readPolicy(text: string | null): PolicyDocument | null {
  if (text === null || text === '') return null
  if (text.length > 2048)
    throw new CallFailure('PackedPolicyTooLarge', 'The session policy has at most 2048 characters')
  try {
    const policy = JSON.parse(text) as PolicyDocument
    const statements = [policy.Statement].flat()
    if (statements.every((statement) => statement?.Effect === 'Allow' || statement?.Effect === 'Deny')) return policy
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new CallFailure('MalformedPolicyDocument', 'The policy is not in the valid JSON format.')
}

/** Starts the local STS: AssumeRole and GetCallerIdentity. What it issued is in memory only: a restart ends every session. */
export async function startSts(options: StsOptions): Promise<RunningSts> {
  const place = options.place ?? localPlace
  const now = options.now ?? Date.now
  const issued = new Map<string, TemporaryCredentials>()

  const credentialsOf = (accessKeyId: string): TemporaryCredentials | null => {
    const found = issued.get(accessKeyId)
    if (!found || found.expiration > now()) return found ?? null
    issued.delete(accessKeyId)
    return null
  }
  const sessionArn = ({ roleArn, sessionName }: TemporaryCredentials): string =>
    `arn:${place.partition}:sts::${place.account}:assumed-role/${roleArn.slice(roleArn.lastIndexOf('/') + 1)}/${sessionName}`

  const assumeRole = (
    form: URLSearchParams,
    caller: string,
  ): { [name: string]: string | { [name: string]: string } } => {
    const roleArn = form.get('RoleArn') ?? ''
    const sessionName = form.get('RoleSessionName') ?? ''
    const seconds = Number(form.get('DurationSeconds') ?? 3600)
    if (!/^arn:[\w-]+:iam::\d{12}:role\/.+/.test(roleArn))
      throw new CallFailure('ValidationError', `${roleArn} is invalid`)
    if (!/^[\w+=,.@-]{2,64}$/.test(sessionName)) throw new CallFailure('ValidationError', 'roleSessionName is invalid')
    if (!Number.isInteger(seconds) || seconds < 900 || seconds > 43_200) {
      throw new CallFailure('ValidationError', 'durationSeconds has 900 to 43200 seconds')
    }
    const policy = readPolicy(form.get('Policy'))
    if (!(options.authorise?.({ accessKeyId: caller, action: 'sts:AssumeRole', resource: roleArn }) ?? true)) {
      throw new CallFailure(
        'AccessDenied',
        `User: ${caller} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`,
        403,
      )
    }
    // Sessions that ended are forgotten here, so that the map holds no more than what is alive.
    for (const [key, session] of issued) if (session.expiration <= now()) issued.delete(key)
    const credentials: TemporaryCredentials = {
      accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
      secretAccessKey: randomBytes(30).toString('base64'),
      sessionToken: randomBytes(96).toString('base64'),
      roleArn,
      sessionName,
      policy,
      expiration: now() + seconds * 1000,
    }
    issued.set(credentials.accessKeyId, credentials)
    return {
      Credentials: {
        AccessKeyId: credentials.accessKeyId,
        SecretAccessKey: credentials.secretAccessKey,
        SessionToken: credentials.sessionToken,
        Expiration: new Date(credentials.expiration).toISOString(),
      },
      AssumedRoleUser: { AssumedRoleId: `AROALOCAL:${sessionName}`, Arn: sessionArn(credentials) },
    }
  }

  const identify = (caller: string): { [name: string]: string } => {
    const session = credentialsOf(caller)
    const Arn = session ? sessionArn(session) : `arn:${place.partition}:iam::${place.account}:user/${caller}`
    return { Arn, UserId: caller, Account: place.account }
  }

  const running = await startCallServer({
    service: 'sts',
    port: options.port,
    host: options.host,
    secretOf: (accessKeyId) => credentialsOf(accessKeyId) ?? options.secretOf(accessKeyId),
    now,
    contentType: 'text/xml',
    handle({ body, accessKeyId, requestId }) {
      const form = new URLSearchParams(body)
      const action = form.get('Action') ?? ''
      if (action !== 'AssumeRole' && action !== 'GetCallerIdentity') {
        throw new CallFailure('InvalidAction', `The local STS does not know ${action}`)
      }
      const result = action === 'AssumeRole' ? assumeRole(form, accessKeyId) : identify(accessKeyId)
      const answer = { [`${action}Result`]: result, ResponseMetadata: { RequestId: requestId } }
      return xmlDocument(`${action}Response`, answer, namespace)
    },
    fail: ({ code, message }, requestId) => {
      const Code = code === 'UnrecognizedClientException' ? 'InvalidClientTokenId' : code
      return xmlDocument(
        'ErrorResponse',
        { Error: { Type: 'Sender', Code, Message: message }, RequestId: requestId },
        namespace,
      )
    },
  })
  return { ...running, credentialsOf }
}
