import type { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { describe, expect, it } from 'vitest'
import { domains } from '../domains.ts'
import type { FunctionKind } from '../domains.ts'
import { grantsOf } from './grants.ts'

const arns = {
  table: (name: string) => `table/${name}`,
  bucket: 'bucket',
  machine: (name: string) => `machine/${name}`,
  signingKey: 'key',
  auditBucket: 'audits',
}
const school = domains.find((d) => d.room === 'school')!
const allowed = (kind: FunctionKind, action: string, resource: string): PolicyStatement[] =>
  grantsOf(school, kind, arns).filter((s) => s.actions.includes(action) && s.resources.includes(resource))

describe('what the school may', () => {
  it('opens field keys of its own only: never those that sign tokens, or seal for identity', () => {
    for (const kind of ['api', 'work'] as const)
      for (const action of ['kms:Decrypt', 'kms:GenerateDataKey'])
        expect(allowed(kind, action, 'key').map((s) => s.conditions)).toEqual([
          { StringEquals: { 'kms:EncryptionContext:purpose': 'qinghe-fields-school' } },
        ])
    expect(allowed('api', 'kms:Encrypt', 'key')).toEqual([])
  })
  it('reads the records of schools in the audit trail by key: no chain, no journal, nothing of an area', () => {
    for (const kind of ['api', 'work'] as const) {
      const reads = allowed(kind, 'dynamodb:Query', 'table/audit')
      expect(reads.map((s) => [s.actions, s.conditions])).toEqual([
        [
          ['dynamodb:Query'],
          {
            'ForAllValues:StringLike': {
              'dynamodb:LeadingKeys': [
                's:*',
                'acts-on#s:*',
                'acts-of#s:*',
                'acts-on#*#company:*',
                'acts-on#*#refund:*',
              ],
            },
            Null: { 'dynamodb:LeadingKeys': 'false' },
          },
        ],
      ])
      for (const action of ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:UpdateItem'])
        expect(allowed(kind, action, 'table/audit')).toEqual([])
    }
  })
  it('takes people out of the other rooms by its jobs, and by no call', () => {
    for (const room of ['exam', 'scan', 'analysis', 'card']) {
      expect(allowed('api', 'dynamodb:PutItem', `table/${room}`)).toEqual([])
      expect(allowed('work', 'dynamodb:PutItem', `table/${room}`)).not.toEqual([])
      expect(allowed('api', 's3:DeleteObject', `bucket/??/*/${room}/*`)).toEqual([])
      expect(allowed('work', 's3:DeleteObject', `bucket/??/*/${room}/*`)).not.toEqual([])
    }
    expect(allowed('work', 'dynamodb:DeleteItem', 'table/audit')).toEqual([])
  })
})

it('a job removes what it laid aside in its room, and no other object; a call removes nothing', () => {
  const analysis = domains.find((d) => d.room === 'analysis')!
  const removable = (kind: FunctionKind) =>
    grantsOf(analysis, kind, arns).flatMap((s) => (s.actions.includes('s3:DeleteObject') ? s.resources : []))
  expect(removable('work')).toEqual(['bucket/??/*/analysis/*/aside/*'])
  expect(removable('api')).toEqual([])
})

it('what an exam’s purge removes, its work and its reader of the stream may: objects of the rooms that it purges, by no call', () => {
  const exam = domains.find((d) => d.room === 'exam')!
  const removable = (kind: FunctionKind) =>
    grantsOf(exam, kind, arns).flatMap((s) => (s.actions.includes('s3:DeleteObject') ? s.resources : []))
  const purged = ['card', 'scan', 'marking', 'analysis'].map((room) => `bucket/??/*/${room}/*`)
  expect(removable('stream')).toEqual(purged)
  expect(removable('work')).toEqual(['bucket/??/*/exam/*/aside/*', ...purged])
  expect(removable('api')).toEqual([])
})
