/**
 * IAM policy evaluation for the local cloud.
 * Source: IAM User Guide, "Policy evaluation logic" and "IAM JSON policy elements: Condition operators".
 */

type OneOrMany = string | string[]
type ConditionBlock = Record<string, Record<string, OneOrMany | boolean>>

export type PolicyStatement = {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Action?: OneOrMany
  NotAction?: OneOrMany
  Resource?: OneOrMany
  NotResource?: OneOrMany
  Condition?: ConditionBlock
}

export type PolicyDocument = { Version?: string; Statement: PolicyStatement | PolicyStatement[] }

export type PolicyRequest = {
  action: string
  resource: string
  /** Condition keys with their values, e.g. `{ 's3:prefix': 'ab/', 'dynamodb:LeadingKeys': ['s:1'] }`. */
  conditionContext?: Record<string, string | string[]>
}

const list = (value: OneOrMany | boolean | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [String(value)]

/** Whether a text matches a pattern of `*` (any run) and `?` (one character). Linear in both, no backtracking blow-up. */
export function matchesWildcard(pattern: string, text: string): boolean {
  let p = 0
  let t = 0
  let star = -1
  let resume = 0
  while (t < text.length) {
    const symbol = pattern[p]
    if (symbol === '*') {
      star = p++
      resume = t
    } else if (symbol !== undefined && (symbol === '?' || symbol === text[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++resume
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

type Matches = (text: string) => boolean

/** A pattern, read once: most are a text, or the beginning of one. */
const matching = (pattern: string): Matches => {
  const wild = pattern.search(/[*?]/)
  if (wild < 0) return (text) => text === pattern
  if (wild < pattern.length - 1 || pattern[wild] === '?') return (text) => matchesWildcard(pattern, text)
  const start = pattern.slice(0, -1)
  return (text) => text.startsWith(start)
}
const matchingAny = (patterns: readonly string[]): Matches => {
  const each = patterns.map(matching)
  return (text) => each.some((one) => one(text))
}
const lower =
  (matches: Matches): Matches =>
  (text) =>
    matches(text.toLowerCase())
const lowered = (patterns: readonly string[]): string[] => patterns.map((pattern) => pattern.toLowerCase())

const compares: Record<string, (expected: readonly string[]) => Matches> = {
  StringEquals: (expected) => (actual) => expected.includes(actual),
  StringLike: matchingAny,
  StringEqualsIgnoreCase: (expected) => lower((actual) => lowered(expected).includes(actual)),
  ArnEquals: matchingAny,
  ArnLike: matchingAny,
  Bool: (expected) => lower((actual) => lowered(expected).includes(actual)),
}

const negated: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotLike: 'StringLike',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
}

type Context = Record<string, string | string[]>

/** aws:SecureTransport is false by nature on a loopback: the key is taken as absent, so that a TLS-only Deny lets it be. */
const valuesOf = (wanted: string, context: Context): string[] | undefined => {
  if (wanted === 'aws:securetransport') return undefined
  const name = Object.keys(context).find((candidate) => candidate.toLowerCase() === wanted)
  return name === undefined ? undefined : list(context[name])
}

/** @throws for an operator that is not known here, by name, rather than guessing. */
const condition = (operator: string, key: string, expected: string[]): ((context: Context) => boolean) => {
  const wanted = key.toLowerCase()
  if (operator === 'Null')
    return (context) =>
      expected.some((value) => (value.toLowerCase() === 'true') === (valuesOf(wanted, context) === undefined))
  const [, set, plain, ifExists] = /^(ForAllValues:|ForAnyValue:)?(\w+?)(IfExists)?$/.exec(operator) ?? []
  const positive = plain === undefined ? undefined : (negated[plain] ?? plain)
  const compare = positive === undefined ? undefined : compares[positive]
  if (!compare || plain === undefined) throw new Error(`policy: the condition operator ${operator} is not known here`)
  const not = plain in negated
  const matches = compare(expected)
  const one: Matches = (value) => matches(value) !== not
  const every = set === 'ForAllValues:' || (set === undefined && not)
  const absent = set === 'ForAllValues:' || Boolean(ifExists) || (not && set === undefined)
  return (context) => {
    const actual = valuesOf(wanted, context)
    return actual === undefined ? absent : every ? actual.every(one) : actual.some(one)
  }
}

type Judge = {
  effect: PolicyStatement['Effect']
  onAction: Matches
  onResource: Matches
  conditions: readonly ((context: Context) => boolean)[]
}

/** What the one list holds, or the other does not; a statement with neither says nothing. */
const within = (of: OneOrMany | undefined, notOf: OneOrMany | undefined, read: (of: OneOrMany) => Matches): Matches => {
  if (of === undefined && notOf === undefined) return () => false
  const [isIn, isOut] = [of && read(of), notOf && read(notOf)]
  return (text) => (!isIn || isIn(text)) && (!isOut || !isOut(text))
}

const judgeOf = (statement: PolicyStatement): Judge => ({
  effect: statement.Effect,
  onAction: within(statement.Action, statement.NotAction, (of) => lower(matchingAny(lowered(list(of))))),
  // `Resource` cuts an ARN into its six fields: a wildcard in one field may still run on into the next, as in IAM.
  onResource: within(statement.Resource, statement.NotResource, (of) => matchingAny(list(of))),
  conditions: Object.entries(statement.Condition ?? {}).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, value]) => condition(operator, key, list(value))),
  ),
})

/** A policy is read once, and its statements of an action are found once: every request to a store is judged. */
type Read = { judges: readonly Judge[]; byAction: Map<string, readonly Judge[]> }
const known = new WeakMap<PolicyDocument, Read>()
const readPolicy = (policy: PolicyDocument): Read => {
  const there = known.get(policy)
  if (there) return there
  const read: Read = { judges: [policy.Statement].flat().map(judgeOf), byAction: new Map() }
  known.set(policy, read)
  return read
}
const judgesOf = (policy: PolicyDocument, action: string): readonly Judge[] => {
  const { judges, byAction } = readPolicy(policy)
  const there = byAction.get(action)
  if (there) return there
  const found = judges.filter((j) => j.onAction(action))
  byAction.set(action, found)
  return found
}

/**
 * Whether a set of identity policies allows a request: an explicit Deny wins, then an Allow, otherwise no.
 * Throws for a condition operator that it does not know, wherever it stands.
 */
export function allows(policies: readonly PolicyDocument[], request: PolicyRequest): boolean {
  const { action, resource, conditionContext = {} } = request
  const own = policies.flatMap((policy) => judgesOf(policy, action))
  const applying = own.filter((j) => j.onResource(resource) && j.conditions.every((holds) => holds(conditionContext)))
  return applying.some((j) => j.effect === 'Allow') && applying.every((j) => j.effect !== 'Deny')
}
