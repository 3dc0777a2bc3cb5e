import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allows, matchesWildcard } from './policy.ts'
import type { PolicyStatement } from './policy.ts'

const judge = (
  statements: PolicyStatement[],
  action: string,
  resource: string,
  conditionContext?: Record<string, string | string[]>,
): boolean => allows([{ Version: '2012-10-17', Statement: statements }], { action, resource, conditionContext })
const allow = (more: Partial<PolicyStatement>): PolicyStatement => ({
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: '*',
  ...more,
})

describe('wildcards', () => {
  const small = fc
    .array(fc.constantFrom('a', 'b', '/', ':', '.', '*', '?'), { maxLength: 8 })
    .map((parts) => parts.join(''))
  const plain = fc.array(fc.constantFrom('a', 'b', '/', ':', '.'), { maxLength: 10 }).map((parts) => parts.join(''))

  it('match as the same regular expression does', () => {
    fc.assert(
      fc.property(small, plain, (pattern, text) => {
        const source = pattern.replace(/[.:/]/g, '\\$&').replaceAll('*', '[^]*').replaceAll('?', '[^]')
        expect(matchesWildcard(pattern, text)).toBe(new RegExp(`^${source}$`).test(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('match what they were cut from', () => {
    fc.assert(
      fc.property(plain, plain, plain, (a, b, c) => matchesWildcard(`${a}*${c}`, a + b + c) && matchesWildcard('*', b)),
    )
  })

  it('end in time on a pattern made to blow up', () => {
    expect(matchesWildcard('*a'.repeat(50) + 'b', 'a'.repeat(5000))).toBe(false)
  })
})

describe('evaluation', () => {
  // IAM User Guide "Policy evaluation logic"
  it('denies by default, allows by statement, and lets a Deny win wherever it stands', () => {
    expect(allows([], { action: 's3:GetObject', resource: 'x' })).toBe(false)
    const one = allow({ Action: ['s3:Get*', 'S3:putobject'], Resource: 'arn:aws:s3:::b/ab/*' })
    expect(judge([one], 's3:GetObject', 'arn:aws:s3:::b/ab/1')).toBe(true)
    expect(judge([one], 's3:PutObject', 'arn:aws:s3:::b/ab/1')).toBe(true)
    expect(judge([one], 's3:DeleteObject', 'arn:aws:s3:::b/ab/1')).toBe(false)
    expect(judge([one], 's3:GetObject', 'arn:aws:s3:::b/ac/1')).toBe(false)
    const deny: PolicyStatement = { Effect: 'Deny', Action: '*', Resource: 'arn:aws:s3:::b/ab/secret*' }
    for (const order of [
      [one, deny],
      [deny, one],
    ]) {
      expect(judge(order, 's3:GetObject', 'arn:aws:s3:::b/ab/secret1')).toBe(false)
      expect(judge(order, 's3:GetObject', 'arn:aws:s3:::b/ab/1')).toBe(true)
    }
    expect(
      allows([{ Statement: one }, { Statement: deny }], {
        action: 's3:GetObject',
        resource: 'arn:aws:s3:::b/ab/secret',
      }),
    ).toBe(false)
  })

  it('never allows more when a Deny is added', () => {
    const text = fc.constantFrom('s3:GetObject', 's3:PutObject', 's3:*', '*', 'kms:Decrypt')
    const statement = fc.record({
      Effect: fc.constantFrom('Allow' as const, 'Deny' as const),
      Action: text,
      Resource: fc.constantFrom('*', 'a*', 'b'),
    })
    fc.assert(
      fc.property(
        fc.array(statement),
        statement,
        text,
        fc.constantFrom('a', 'b', 'ab'),
        (list, more, action, resource) => {
          if (judge([...list, { ...more, Effect: 'Deny' }], action, resource))
            expect(judge(list, action, resource)).toBe(true)
        },
      ),
    )
  })

  it('reads NotAction and NotResource', () => {
    expect(judge([allow({ Action: undefined, NotAction: 'iam:*' })], 's3:GetObject', 'x')).toBe(true)
    expect(judge([allow({ Action: undefined, NotAction: 'iam:*' })], 'iam:PassRole', 'x')).toBe(false)
    expect(judge([allow({ Resource: undefined, NotResource: 'x' })], 's3:GetObject', 'x')).toBe(false)
  })

  it('holds conditions on leading keys and prefixes', () => {
    const keys = allow({
      Action: 'dynamodb:*',
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['s:1', 's:1#*'] } },
    })
    const leading = (values: string[]): boolean =>
      judge([keys], 'dynamodb:GetItem', 't', { 'dynamodb:LeadingKeys': values })
    expect([leading(['s:1']), leading(['s:1#2', 's:1']), leading(['s:1', 's:2'])]).toEqual([true, true, false])
    expect(judge([keys], 'dynamodb:Scan', 't')).toBe(true) // ForAllValues is true of a key that is not there
    const prefix = allow({ Action: 's3:ListBucket', Condition: { StringLike: { 's3:prefix': 'ab/*' } } })
    expect(judge([prefix], 's3:ListBucket', 'b', { 's3:prefix': 'ab/1' })).toBe(true)
    expect(judge([prefix], 's3:ListBucket', 'b', { 's3:prefix': '' })).toBe(false)
    expect(judge([prefix], 's3:ListBucket', 'b')).toBe(false)
    const two = allow({ Condition: { StringEquals: { a: '1' }, StringLike: { b: '2*' } } })
    expect(judge([two], 's3:GetObject', 'x', { a: '1', b: '23' })).toBe(true)
    expect(judge([two], 's3:GetObject', 'x', { a: '1', b: '3' })).toBe(false)
  })

  it('takes aws:SecureTransport as absent: a TLS-only Deny does not bite on loopback', () => {
    const tls: PolicyStatement = {
      Effect: 'Deny',
      Action: '*',
      Resource: '*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }
    expect(judge([allow({}), tls], 's3:GetObject', 'x', { 'aws:SecureTransport': 'false' })).toBe(true)
  })

  it('throws for an operator that it does not know, even where the action does not match', () => {
    const strange = allow({ Action: 'kms:*', Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } })
    expect(() => judge([strange], 's3:GetObject', 'x')).toThrow('IpAddress')
  })
})
