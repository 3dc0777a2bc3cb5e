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

const anyAction = (patterns: string[], action: string): boolean =>
  patterns.some((pattern) => matchesWildcard(pattern.toLowerCase(), action.toLowerCase()))

/** `Resource` cuts an ARN into its six fields: a wildcard in one field may still run on into the next, as in IAM. */
const anyResource = (patterns: string[], resource: string): boolean =>
  patterns.some((pattern) => matchesWildcard(pattern, resource))

type Compare = (expected: string, actual: string) => boolean

const compares: Record<string, Compare> = {
  StringEquals: (expected, actual) => expected === actual,
  StringLike: matchesWildcard,
  StringEqualsIgnoreCase: (expected, actual) => expected.toLowerCase() === actual.toLowerCase(),
  ArnEquals: matchesWildcard,
  ArnLike: matchesWildcard,
  Bool: (expected, actual) => expected.toLowerCase() === actual.toLowerCase(),
}

const negated: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotLike: 'StringLike',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
}

/** aws:SecureTransport is false by nature on a loopback: the key is taken as absent, so that a TLS-only Deny lets it be. */
function valuesOf(key: string, context: Record<string, string | string[]>): string[] | undefined {
  const wanted = key.toLowerCase()
  if (wanted === 'aws:securetransport') return undefined
  const name = Object.keys(context).find((candidate) => candidate.toLowerCase() === wanted)
  return name === undefined ? undefined : list(context[name])
}

function holds(operator: string, key: string, expected: string[], context: Record<string, string | string[]>): boolean {
  const actual = valuesOf(key, context)
  if (operator === 'Null') return expected.some((value) => (value.toLowerCase() === 'true') === (actual === undefined))
  const [, set, plain, ifExists] = /^(ForAllValues:|ForAnyValue:)?(\w+?)(IfExists)?$/.exec(operator) ?? []
  const positive = plain === undefined ? undefined : (negated[plain] ?? plain)
  const compare = positive === undefined ? undefined : compares[positive]
  if (!compare || plain === undefined) throw new Error(`policy: the condition operator ${operator} is not known here`)
  const not = plain in negated
  const one = (value: string): boolean => expected.some((candidate) => compare(candidate, value)) !== not
  if (actual === undefined) return set === 'ForAllValues:' || Boolean(ifExists) || (not && set === undefined)
  if (set === 'ForAllValues:') return actual.every(one)
  if (set === 'ForAnyValue:') return actual.some(one)
  return not ? actual.every(one) : actual.some(one)
}

function applies(statement: PolicyStatement, request: PolicyRequest): boolean {
  const conditions = Object.entries(statement.Condition ?? {}).flatMap(([operator, keys]) =>
    // Every operator is judged, so that an unknown one throws even where another condition already fails.
    Object.entries(keys).map(([key, value]) => holds(operator, key, list(value), request.conditionContext ?? {})),
  )
  if (statement.Action !== undefined && !anyAction(list(statement.Action), request.action)) return false
  if (statement.NotAction !== undefined && anyAction(list(statement.NotAction), request.action)) return false
  if (statement.Action === undefined && statement.NotAction === undefined) return false
  if (statement.Resource !== undefined && !anyResource(list(statement.Resource), request.resource)) return false
  if (statement.NotResource !== undefined && anyResource(list(statement.NotResource), request.resource)) return false
  if (statement.Resource === undefined && statement.NotResource === undefined) return false
  return conditions.every(Boolean)
}

/**
 * Whether a set of identity policies allows a request: an explicit Deny wins, then an Allow, otherwise no.
 * Throws for a condition operator that it does not know, by name, rather than guessing.
 */
export function allows(policies: readonly PolicyDocument[], request: PolicyRequest): boolean {
  const statements = policies.flatMap((policy) => policy.Statement)
  const matching = statements.filter((statement) => applies(statement, request))
  return matching.some((s) => s.Effect === 'Allow') && !matching.some((s) => s.Effect === 'Deny')
}
