/** Apps of two rooms with everything that a room may have, and what their templates say: for tests. */
import type { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'
import { call, publicly } from '#shared/kit/call.ts'
import { each, job, person, step } from '#shared/kit/job.ts'
import { domains } from '../domains.ts'
import type { App } from 'aws-cdk-lib'
import type { Domain } from '../domains.ts'

// The tests that ask for CDK's own rules turn them on for themselves.
process.env['CDK_VALIDATION'] = 'false'

const any = () => z.unknown()
const open = (path: `GET /${string}`) =>
  call(path, { summary: '', userTypes: [], scope: publicly, input: () => z.object({}), output: () => z.object({}) })

/** Two rooms with everything that a room may have. */
export const rich: Domain[] = [
  // Alone here, they read no other room.
  ...domains.filter((d) => d.room === 'platform' || d.room === 'identity').map((d) => ({ ...d, reads: [] })),
  {
    ...domains[0]!,
    room: 'scan',
    calls: [['a', open('GET /api/scan/a')]],
    jobs: [
      job('scan.read', {
        title: 'read',
        input: any,
        flow: [step('list', any), each('pages', { from: 'list', item: any }), person('nod', any)],
      }),
    ],
    reads: ['exam'],
    writes: [],
    schedules: [{ name: 'sweep', rate: '5 minutes' }],
    hearsExecutions: false,
    workEphemeral: 2048,
    streams: ['page#'],
    streamOf: null,
    projects: ['page#', 'heap#'],
  },
  {
    ...domains[0]!,
    room: 'exam',
    calls: [['b', open('GET /api/exam/b')]],
    jobs: [],
    reads: [],
    streams: [],
    streamOf: null,
    schedules: [],
    hearsExecutions: false,
  },
]

type Statement = { Action: string | string[]; Resource: unknown }
export type Json = Record<string, unknown>

export const stackOf = (app: App, name: string): Template => Template.fromStack(app.node.findChild(name) as Stack)
const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** The statements of the policy of one function, resources as text. */
export const statementsOf = (template: Template, functionName: string): { actions: string[]; resources: string }[] => {
  const all = template.toJSON()['Resources'] as Record<string, { Type: string; Properties: Json }>
  const found = Object.values(all).find(
    (r) => r.Type === 'AWS::Lambda::Function' && r.Properties['FunctionName'] === functionName,
  )
  const role = (found?.Properties['Role'] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]
  return Object.values(all)
    .filter((r) => r.Type === 'AWS::IAM::Policy' && JSON.stringify(r.Properties['Roles']).includes(`"${role}"`))
    .flatMap((r) => (r.Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
    .map((s) => ({ actions: listOf(s.Action), resources: JSON.stringify(s.Resource) }))
}

export const bare = { 'aws:cdk:bundling-stacks': [] }
export const staged = { ...bare, stage: 'prod', account: '111111111111', alarmEmail: 'night@example.com' }
export const inAws = {
  ...staged,
  region: 'eu-west-1',
  domains: 'a.example.com',
  certificate: 'arn:aws:acm:us-east-1:111111111111:certificate/1-2',
  webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/q/1',
  mailFrom: 'exam@mail.example.com',
  sms: 'sns',
}
export const inChina = {
  ...staged,
  region: 'cn-north-1',
  domains: 'a.example.cn,b.example.cn',
  certificate: 'ASCAEXAMPLE',
  icp: '京ICP备2026000001号',
  publicApi: '1',
}
/** Turns what CDK's own rules find in a template into errors. */
export const strict = { '@aws-cdk/core:validateAgainstDefaultRules': true }

/** Synthesises with CDK's own rules, and answers what they find; each is printed by the synthesis, too. */
export const foundBy = (app: App): string[] => {
  delete process.env['CDK_VALIDATION']
  const told: string[] = []
  const before = { code: process.exitCode, error: console.error, log: console.log }
  console.error = console.log = (...words: unknown[]) => void told.push(words.join(' '))
  try {
    app.synth()
  } catch (error) {
    told.push(String(error))
  } finally {
    process.env['CDK_VALIDATION'] = 'false'
    Object.assign(console, { error: before.error, log: before.log })
    process.exitCode = before.code
  }
  return told
}
export const resourcesOf = (template: Template): { type: string; id: string; properties: Json; whole: Json }[] =>
  Object.entries(template.toJSON()['Resources'] as Record<string, { Type: string; Properties?: Json }>).map(
    ([id, r]) => ({ type: r.Type, id, properties: r.Properties ?? {}, whole: r }),
  )
