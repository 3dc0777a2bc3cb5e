import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { FlowNode } from '#shared/kit/job.ts'
import { sharedTables } from '#shared/kit/tables.ts'
import type { SharedTable } from '#shared/kit/tables.ts'
import type { Room } from '#shared/kit/problem.ts'
import { machineName, readsStream } from '../domains.ts'
import type { Domain, FunctionKind } from '../domains.ts'

/** ARNs that a function's policy is written with. */
export type Arns = {
  readonly table: (table: Room | SharedTable) => string
  readonly bucket: string
  readonly machine: (name: string) => string
  readonly signingKey: string
  readonly auditBucket: string
}

const read = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const write = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
]

const allow = (actions: string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources })
const withIndexes = (arn: string): string[] => [arn, `${arn}/index/*`]

/** Rooms whose work begins with files that people upload. */
const uploadReaders: readonly Room[] = ['school', 'scan', 'card', 'marking', 'analysis']
/** Where only some of them are a room's business: files of papers and lists of numbers, and no scan. */
const uploadsRead = (room: Room): readonly string[] =>
  uploadReaders.includes(room) ? ['uploads'] : room === 'exam' ? ['uploads/examPaper', 'uploads/roster'] : []

/** Rooms that read the journal of marks. */
const journalReaders: readonly Room[] = ['marking', 'analysis']

/** What a room's field keys are wrapped for. */
export const fieldPurpose = (room: Room): string => `qinghe-fields-${room}`

/** What identity wraps: the keys that sign tokens, those that passwords are sealed for, and its own fields. */
const identityPurposes = ['qinghe-access-token', 'qinghe-sign-in', 'qinghe-fields']

const waitsForPerson = (flow: readonly FlowNode[]): boolean =>
  flow.some((n) => {
    if (n.kind === 'when') return waitsForPerson([...n.then, ...n.otherwise])
    if (n.kind === 'all') return waitsForPerson(n.branches.flat())
    return n.kind === 'person'
  })

/**
 * Rows of the audit trail are made and never touched again: there is no right to update or delete one, and none to put one
 * outside of a transaction, where each of ours has a condition that nothing is there yet. A policy cannot ask for that
 * condition itself: who puts over a record by a transaction of its own is told by the stream and found by the chain
 * (`functions/platform/audit.verify.ts`), whose rows the rooms may not put at all.
 */
const auditPuts = (keys: string[], arns: Arns): PolicyStatement =>
  new PolicyStatement({
    actions: ['dynamodb:PutItem'],
    resources: [arns.table('audit')],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
      StringEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
    },
  })

/**
 * A school's records, as its managers are shown them: by day, by object, by person. Neither the chain nor
 * the journal. Of an area and of the platform what was done to the companies and refunds of their registers, and nothing
 * else.
 */
const auditReads = (arns: Arns): PolicyStatement =>
  new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: withIndexes(arns.table('audit')),
    conditions: {
      'ForAllValues:StringLike': {
        'dynamodb:LeadingKeys': ['s:*', 'acts-on#s:*', 'acts-of#s:*', 'acts-on#*#company:*', 'acts-on#*#refund:*'],
      },
      // A request that names no key meets the line above: it has to name one.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  })

/** Who chains the trail, verifies it, and puts copies where they stay. */
const chainGrants = (kind: FunctionKind, arns: Arns): PolicyStatement[] =>
  kind === 'api'
    ? []
    : [
        allow(read, arns.table('audit')),
        auditPuts(['chain#*', 'chained#*', 'chain-heads'], arns),
        ...(kind === 'work'
          ? [
              // A tenant's folder is its own; there is no right to remove or change.
              allow(['s3:PutObject'], ...['s-*', 'a-*', 'p'].map((tenant) => `${arns.auditBucket}/${tenant}/*.jsonl`)),
              allow(['s3:ListBucket'], arns.auditBucket),
            ]
          : []),
      ]

const tableGrants = (d: Domain, arns: Arns): PolicyStatement[] => {
  const own = allow([...read, ...write], ...withIndexes(arns.table(d.room)))
  const others = [...d.reads, ...d.readsRows].filter((r) => r !== d.room && !d.writes.includes(r))
  return [
    own,
    ...others.map((r) => allow(read, ...withIndexes(arns.table(r)))),
    ...d.writes.map((r) => allow([...read, ...write], ...withIndexes(arns.table(r)))),
    // Sessions are judged by every room on every call and changed by one.
    d.room === 'identity'
      ? allow([...read, ...write], ...withIndexes(arns.table('session')))
      : allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], ...withIndexes(arns.table('session'))),
    // Who closes an identity ends its sessions in the same transaction, by the account's epoch and by nothing else.
    ...(d.writes.includes('identity')
      ? [
          new PolicyStatement({
            actions: ['dynamodb:PutItem'],
            resources: [arns.table('session')],
            conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['epoch#*'] } },
          }),
        ]
      : []),
    auditPuts(['s:*', 'a:*', 'p#*'], arns),
    ...(d.room === 'school' ? [auditReads(arns)] : []),
    // The journal of marks lies in the audit table: read by who chains it and by who computes scores from it.
    ...(journalReaders.includes(d.room) ? [allow(read, arns.table('audit'))] : []),
    ...(d.room === 'marking' ? [auditPuts(['journal#*', 'journal-head#*'], arns)] : []),
    // Records of jobs, which every room starts and reports on.
    ...(d.room === 'platform' || d.writes.includes('platform')
      ? []
      : [
          allow(
            ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
            ...withIndexes(arns.table('platform')),
          ),
        ]),
  ]
}

/**
 * Keys are `<2 hex>/<tenant>/<room>/…`; `within` is the room's part of them. A pattern's * runs over slashes: who reads scans
 * reads `uploads/scan` as well, where a page lies that was handed in as a picture.
 */
const objectGrants = (d: Domain, arns: Arns): PolicyStatement[] => {
  const keys = (within: string): string => `??/*/${within}/*`
  const listed = (within: string[]): PolicyStatement =>
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [arns.bucket],
      conditions: { StringLike: { 's3:prefix': within.map(keys) } },
    })
  const others = [...d.reads.filter((r) => r !== d.room), ...uploadsRead(d.room)]
  return [
    allow(
      ['s3:GetObject', 's3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      `${arns.bucket}/${keys(d.room)}`,
    ),
    listed([d.room, ...others]),
    ...(others.length > 0 ? [allow(['s3:GetObject'], ...others.map((r) => `${arns.bucket}/${keys(r)}`))] : []),
    // An upload that says nothing of its life is told it by who reads it.
    ...uploadsRead(d.room).map((r) => allow(['s3:PutObjectTagging'], `${arns.bucket}/${keys(r)}`)),
    // Downloads of every room's job files are signed by the call that answers how the job stands.
    ...(d.room === 'platform' ? [allow(['s3:GetObject'], `${arns.bucket}/??/*`)] : []),
  ]
}

/** Taking a person out of everything: tables and objects of the rooms, sessions, and files that were uploaded. */
const eraseGrants = (d: Domain, arns: Arns): PolicyStatement[] => {
  const within = [d.room, ...d.erases, 'uploads'].map((room) => `??/*/${room}/*`)
  return [
    ...d.erases.map((r) => allow([...read, ...write], ...withIndexes(arns.table(r)))),
    allow(['dynamodb:DeleteItem'], arns.table('session')),
    allow(
      ['s3:GetObject', 's3:PutObject', 's3:PutObjectTagging', 's3:DeleteObject'],
      ...within.map((keys) => `${arns.bucket}/${keys}`),
    ),
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [arns.bucket],
      conditions: { StringLike: { 's3:prefix': within } },
    }),
  ]
}

/** Rows and objects of a room that go with what they hang on; scans take the files with them that they were read from. */
const purgeGrants = (room: Room, arns: Arns): PolicyStatement[] => [
  allow(['dynamodb:Query', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'], ...withIndexes(arns.table(room))),
  allow(['s3:DeleteObject'], `${arns.bucket}/??/*/${room}/*`),
  new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [arns.bucket],
    conditions: { StringLike: { 's3:prefix': `??/*/${room}/*` } },
  }),
]

const executionsOf = (machine: string): string => machine.replace(':stateMachine:', ':execution:')

/** Everything that a function of a room may do, and nothing else. */
export const grantsOf = (d: Domain, kind: FunctionKind, arns: Arns): PolicyStatement[] => {
  const machines = [...d.jobs.map((j) => j.name), ...d.starts].map((name) => arns.machine(machineName(name)))
  const waiting = d.jobs.filter((j) => waitsForPerson(j.flow)).map((j) => arns.machine(machineName(j.name)))
  return [
    ...tableGrants(d, arns),
    ...(d.streamOf === 'audit' ? chainGrants(kind, arns) : []),
    ...objectGrants(d, arns),
    // What a job lays aside while it works (`asideKey`), it removes when it is done; nothing else.
    ...(d.jobs.length > 0 && kind === 'work'
      ? [allow(['s3:DeleteObject'], `${arns.bucket}/??/*/${d.room}/*/aside/*`)]
      : []),
    ...(d.erases.length > 0 && kind === 'work' ? eraseGrants(d, arns) : []),
    ...(kind === 'work' || kind === 'stream' ? d.purges.flatMap((r) => purgeGrants(r, arns)) : []),
    ...(machines.length > 0 && !readsStream(kind) ? [allow(['states:StartExecution'], ...machines)] : []),
    // How a job ended, where no event said so: every room of its own, the platform of all.
    ...(readsStream(kind)
      ? []
      : d.room === 'platform'
        ? [allow(['states:DescribeExecution'], executionsOf(`${arns.machine('')}*`))]
        : machines.length > 0
          ? [allow(['states:DescribeExecution'], ...machines.map((m) => executionsOf(`${m}:*`)))]
          : []),
    // A job of any room that failed goes on where it stopped: asked for by the platform's own people (`jobAgain`).
    ...(d.room === 'platform' && kind === 'api'
      ? [allow(['states:RedriveExecution'], executionsOf(`${arns.machine('')}*`))]
      : []),
    ...(waiting.length > 0 && !readsStream(kind)
      ? [allow(['states:SendTaskSuccess', 'states:SendTaskFailure'], ...waiting)]
      : []),
    ...(d.room === 'identity' && !readsStream(kind)
      ? [
          new PolicyStatement({
            actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:GenerateDataKey'],
            resources: [arns.signingKey],
            conditions: { StringEquals: { 'kms:EncryptionContext:purpose': identityPurposes } },
          }),
        ]
      : []),
    // The one key wraps what several rooms seal: the context says whose, and each opens its own.
    ...(d.seals && !readsStream(kind)
      ? [
          new PolicyStatement({
            actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
            resources: [arns.signingKey],
            conditions: { StringEquals: { 'kms:EncryptionContext:purpose': fieldPurpose(d.room) } },
          }),
        ]
      : []),
  ]
}

/** The tables whose names a function is told. */
export const tablesOf = (d: Domain): (Room | SharedTable)[] => [
  ...new Set<Room | SharedTable>([
    d.room,
    ...d.reads,
    ...d.readsRows,
    ...d.writes,
    ...d.erases,
    ...d.purges,
    'platform',
    ...sharedTables,
  ]),
]
