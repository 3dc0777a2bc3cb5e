import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allows } from './stores/access/policy.ts'
import type { PolicyDocument } from './stores/access/policy.ts'
import type { Access, Secret } from './stores/stores.types.ts'
import type { LocalFunction, LocalRole } from './inventory.ts'

/** Temporary credentials, as the local STS gave them out. */
export type Assumed = Secret & { roleArn: string; sessionPolicies: readonly PolicyDocument[] }

export type AccessDesk = {
  /** The credentials that a function runs under. */
  credentialsOf: (functionId: string) => { accessKeyId: string; secretAccessKey: string }
  /** The local cloud's own: they may do everything. */
  root: { accessKeyId: string; secretAccessKey: string }
  secretOf: (accessKeyId: string) => Secret | null
  authorise: (access: Access) => boolean
  roleOf: (accessKeyId: string) => string | null
  /** Notes an act that was refused elsewhere, by the same policies. */
  refused: (access: Access) => void
  /** Denied acts, newest last: what a test or a person looks at when a function fails. */
  denials: readonly string[]
}

const mostDenials = 200

/** A secret that stays with the data, so that URLs signed before a restart are good after it. */
const seedIn = (dataDir: string): Buffer => {
  const file = join(dataDir, 'seed')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}

/**
 * Who is who in the local cloud: every function has a key of its own, judged by its role's synthesised policy; a
 * temporary key is judged by its role's policy and by its session's.
 */
export const accessDesk = (options: {
  dataDir: string
  functions: readonly Pick<LocalFunction, 'id' | 'roleArn'>[]
  roles: ReadonlyMap<string, Pick<LocalRole, 'policies'>>
  assumed: (accessKeyId: string) => Assumed | null
}): AccessDesk => {
  const seed = seedIn(options.dataDir)
  const made = (name: string) => {
    const digest = createHmac('sha256', seed).update(name)
    const hex = digest.digest('hex')
    return { accessKeyId: `AKIA${hex.slice(0, 16).toUpperCase()}`, secretAccessKey: hex.slice(16, 56) }
  }
  const root = made('root')
  const ofFunction = new Map(options.functions.map((f) => [f.id, made(`function ${f.id}`)]))
  const roleOfKey = new Map(options.functions.map((f) => [ofFunction.get(f.id)!.accessKeyId, f.roleArn]))
  const secrets = new Map([root, ...ofFunction.values()].map((c) => [c.accessKeyId, c.secretAccessKey]))
  const denials: string[] = []

  const judged = ({ accessKeyId, action, resource, context }: Access): boolean => {
    if (accessKeyId === root.accessKeyId) return true
    const request = { action, resource, ...(context ? { conditionContext: context } : {}) }
    const assumed = options.assumed(accessKeyId)
    const role = options.roles.get(assumed?.roleArn ?? roleOfKey.get(accessKeyId) ?? '')
    if (!role || !allows(role.policies, request)) return false
    // A session policy can only take away.
    return !assumed || assumed.sessionPolicies.length === 0 || allows(assumed.sessionPolicies, request)
  }
  const refused = ({ accessKeyId, action, resource }: Access): void => {
    const who = [...ofFunction].find(([, c]) => c.accessKeyId === accessKeyId)?.[0] ?? accessKeyId
    denials.push(`${who} may not ${action} on ${resource}`)
    if (denials.length > mostDenials) denials.shift()
  }
  return {
    root,
    denials,
    refused,
    credentialsOf(functionId) {
      const found = ofFunction.get(functionId)
      if (!found) throw new Error(`no function ${functionId}`)
      return found
    },
    secretOf(accessKeyId) {
      const secretAccessKey = secrets.get(accessKeyId)
      return secretAccessKey === undefined ? options.assumed(accessKeyId) : { secretAccessKey }
    },
    roleOf: (accessKeyId) => options.assumed(accessKeyId)?.roleArn ?? roleOfKey.get(accessKeyId) ?? null,
    authorise(access) {
      const allowed = judged(access)
      if (!allowed) refused(access)
      return allowed
    },
  }
}
