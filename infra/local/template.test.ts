import { describe, expect, it } from 'vitest'
import { checkTypes } from './inventory.ts'
import { localPlace } from './stores/stores.types.ts'
import { resolveTemplates } from './template.ts'
import type { Template } from './template.ts'

const one = (properties: Record<string, unknown>, more: Partial<Template> = {}) =>
  resolveTemplates(
    [
      {
        stack: 'S',
        ...more,
        Resources: {
          T: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'qinghe-x' } },
          X: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'f', ...properties } },
        },
      },
    ],
    localPlace,
  )[1]!.properties

describe('templates', () => {
  it('resolves what CloudFormation resolves', () => {
    const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/qinghe-x'
    expect(
      one({
        ref: { Ref: 'T' },
        arn: { 'Fn::GetAtt': ['T', 'Arn'] },
        join: { 'Fn::Join': ['/', [{ Ref: 'T' }, 'index', '*']] },
        sub: { 'Fn::Sub': 'a ${T} ${T.Arn} ${AWS::Region} ${!T} ${v}'.replace('${v}', '') },
        subWith: { 'Fn::Sub': ['${v}!', { v: { Ref: 'AWS::Partition' } }] },
        pick: { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] },
        list: [1, { Ref: 'AWS::NoValue' }, 2],
        gone: { Ref: 'AWS::NoValue' },
      }),
    ).toEqual({
      FunctionName: 'f',
      ref: 'qinghe-x',
      arn: tableArn,
      join: 'qinghe-x/index/*',
      sub: `a qinghe-x ${tableArn} us-east-1 \${T} `,
      subWith: 'aws!',
      pick: 'b',
      list: [1, 2],
    })
  })

  it('leaves out what hangs on a parameter without a value', () => {
    const Parameters = { Secret: { Type: 'String' } }
    expect(one({ env: { A: '1', B: { Ref: 'Secret' } } }, { Parameters })['env']).toEqual({ A: '1' })
  })

  it('judges conditions and reads mappings', () => {
    const more = {
      Conditions: {
        Cn: { 'Fn::Equals': [{ Ref: 'AWS::Partition' }, 'aws-cn'] },
        Not: { 'Fn::Not': [{ Condition: 'Cn' }] },
      },
      Mappings: { M: { aws: { v: 'one' } } },
    }
    expect(
      one({ a: { 'Fn::If': ['Not', 1, 2] }, b: { 'Fn::FindInMap': ['M', { Ref: 'AWS::Partition' }, 'v'] } }, more),
    ).toMatchObject({
      a: 1,
      b: 'one',
    })
  })

  it('reads what another stack exports', () => {
    const [, user] = resolveTemplates(
      [
        {
          stack: 'A',
          Resources: { T: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'qinghe-y' } } },
          Outputs: { O: { Value: { Ref: 'T' }, Export: { Name: 'A:T' } } },
        },
        {
          stack: 'B',
          Resources: { F: { Type: 'AWS::Lambda::Function', Properties: { t: { 'Fn::ImportValue': 'A:T' } } } },
        },
      ],
      localPlace,
    )
    expect(user!.properties).toEqual({ t: 'qinghe-y' })
  })

  it('stops with the name of what it does not know', () => {
    expect(() => one({ a: { 'Fn::Cidr': [] } })).toThrow('Fn::Cidr')
    expect(() => one({ a: { Ref: 'Unknown' } })).toThrow('Unknown')
    expect(() => one({ a: { 'Fn::GetAtt': ['T', 'Colour'] } })).toThrow('Colour of AWS::DynamoDB::Table')
    const queue = resolveTemplates([{ stack: 'S', Resources: { Q: { Type: 'AWS::Kinesis::Stream' } } }], localPlace)
    expect(() => checkTypes(queue)).toThrow('AWS::Kinesis::Stream')
  })
})
