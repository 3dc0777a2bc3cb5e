import { describe, expect, it } from 'vitest'
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { newId as id } from '#functions/kit/ports.ts'
import { auditRecord, audited, audits } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { dynamo, env } from '#functions/kit/clients.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, driveJob, testCaller } from '#functions/kit/testing.ts'
import { verifyAuditJob } from '#shared/platform/platform.jobs.ts'
import type { JobId, Tenant } from '#shared/kit/ids.ts'
import { archiveChain, segmentsOf } from './audit.archive.ts'
import { chained, chainHeads, chainRecords, entries, entriesFrom } from './audit.chain.ts'
import { verifyTenant } from './audit.verify.ts'
import { auditWork } from './audit.work.ts'

actAs('platform-work')

/** A tenant of one test, whose acts are put on record by the rooms and chained by the local cloud's own stream. */
const someTenant = async () => {
  const schoolId = id<string>('school')
  const { caller } = await testCaller({ userType: 2, tenant: `s:${schoolId}` as Tenant })
  const act = async (n: number): Promise<AuditRecord> => {
    const record = auditRecord(caller, 'school.export', `object-${n}`, { after: n, reason: `because ${n}` })
    await asFunction('school-api', () => audited([], record))
    return record
  }
  const untilChained = async (records: readonly AuditRecord[]): Promise<void> => {
    for (let i = 0; i < 2400; i++) {
      if ((await chained.getMany(records)).length === records.length) return
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error('the stream does not chain')
  }
  const acts = async (n: number): Promise<AuditRecord[]> => {
    const records: AuditRecord[] = []
    for (let i = 0; i < n; i++) records.push(await act(i))
    await untilChained(records)
    return records
  }
  return { tenant: caller.tenant, act, acts }
}

const rawPut = (key: { pk: string; sk: string }, change: Record<string, unknown>) =>
  asRoot(() =>
    dynamo().send(
      new UpdateCommand({
        TableName: env('TABLE_AUDIT'),
        Key: key,
        UpdateExpression: `SET ${Object.keys(change)
          .map((_, i) => `#n${i} = :v${i}`)
          .join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(Object.keys(change).map((n, i) => [`#n${i}`, n])),
        ExpressionAttributeValues: Object.fromEntries(Object.values(change).map((v, i) => [`:v${i}`, v])),
      }),
    ),
  )
const rawRemove = (key: { pk: string; sk: string }) =>
  asRoot(() => dynamo().send(new DeleteCommand({ TableName: env('TABLE_AUDIT'), Key: key })))

describe('the chain of the audit trail', () => {
  it('holds every record of a tenant in its order, made by the stream', async () => {
    const { tenant, acts } = await someTenant()
    const records = await acts(5)
    const chain = await entriesFrom(tenant, 1, 100)
    expect(chain.map((e) => e.seq)).toEqual([1, 2, 3, 4, 5])
    expect(chain.map((e) => e.auditId).sort()).toEqual(records.map((r) => r.auditId).sort())
    expect(await verifyTenant(tenant)).toEqual({ entries: 5, late: 0, faults: [] })
  })

  it('says the same however often, in any pieces and order it is told, at any failure on the way', async () => {
    const { tenant, acts } = await someTenant()
    const records = await acts(4)
    const before = await entriesFrom(tenant, 1, 100)
    await chainRecords(tenant, records.toReversed())
    await Promise.all(records.map((r) => chainRecords(tenant, [r, r])))
    expect(await entriesFrom(tenant, 1, 100)).toEqual(before)

    // A tenant that no stream tells of, so that each fault of the writer is met by a repeat.
    const lone = `s:${id<string>('school')}` as Tenant
    const own = records.map((r) => ({ ...r, tenant: lone }))
    for (let at = 0; at < 6; at++) {
      const plan = withFaults((c) => (c.index === at ? 'appliedButFailed' : null))
      await chainRecords(lone, own).catch(() => undefined)
      plan.stop()
    }
    expect(await chainRecords(lone, own)).toBe(0)
    const chain = await entriesFrom(lone, 1, 100)
    expect(chain.map((e) => e.seq)).toEqual([1, 2, 3, 4])
    expect((await chainHeads.get({ tenant: lone }))?.hash).toBe(chain.at(-1)!.hash)
  })

  it.each([
    [
      'a record that is changed',
      async ({ records }: { records: AuditRecord[] }) => rawPut(audits.keyOf(records[1]!), { reason: 'another' }),
      /^changed 2 /,
    ],
    ['a record that is removed', async ({ records }) => rawRemove(audits.keyOf(records[1]!)), /^missing 2 /],
    [
      'two records that change places',
      async ({ records }) => {
        await rawPut(audits.keyOf(records[0]!), { act: 'school.reveal', object: 'object-1' })
        await rawPut(audits.keyOf(records[1]!), { object: 'object-0' })
      },
      /^changed 1 /,
    ],
    [
      'an entry that is changed',
      async ({ tenant }) => rawPut(entries.keyOf({ tenant, seq: 2 }), { at: 1 }),
      /^entry 2/,
    ],
    ['an entry that is removed', async ({ tenant }) => rawRemove(entries.keyOf({ tenant, seq: 2 })), /^gap 2-2/],
    [
      'entries that change places',
      async ({ tenant }) => {
        const [one, two] = await entriesFrom(tenant, 1, 2)
        await rawPut(entries.keyOf({ tenant, seq: 1 }), { ...two!, seq: 1 })
        await rawPut(entries.keyOf({ tenant, seq: 2 }), { ...one!, seq: 2 })
      },
      /^entry 1/,
    ],
    [
      'the end that is cut off, head and all',
      async ({ tenant }) => {
        const head = (await chainHeads.get({ tenant }))!
        const last = (await entriesFrom(tenant, 3, 1))[0]!
        await rawRemove(entries.keyOf({ tenant, seq: 3 }))
        await rawPut(chainHeads.keyOf({ tenant }), { seq: head.seq - 1, hash: last.prev })
      },
      /^archive 3/,
    ],
  ] as [string, (of: { tenant: Tenant; records: AuditRecord[] }) => Promise<unknown>, RegExp][])(
    'tells of %s',
    async (_, tamper, wanted) => {
      const { tenant, acts } = await someTenant()
      const records = await acts(3)
      records.sort((a, b) => a.at - b.at || (a.auditId < b.auditId ? -1 : 1))
      const back = usePorts({ now: () => Date.now() + 86_400_000 })
      try {
        expect(await archiveChain(tenant)).toBe(1)
        expect((await verifyTenant(tenant)).faults).toEqual([])
        await tamper({ tenant, records })
        expect((await verifyTenant(tenant)).faults.join('\n')).toMatch(new RegExp(wanted.source, 'm'))
      } finally {
        back()
      }
    },
  )

  it('is caught up with by the verification where the stream told nothing', async () => {
    const { tenant, acts, act } = await someTenant()
    const records = [...(await acts(1)), await act(7)]
    for (let i = 0; i < 2400 && (await chained.getMany(records)).length < 2; i++)
      await new Promise((done) => setTimeout(done, 50))
    // As if its piece of the stream had been lost: its entry was the last one.
    const first = (await entriesFrom(tenant, 1, 1))[0]!
    const mark = (await chained.get(records[1]!))!
    expect(mark.seq).toBe(2)
    await rawRemove(entries.keyOf({ tenant, seq: 2 }))
    await rawRemove(chained.keyOf(records[1]!))
    await rawPut(chainHeads.keyOf({ tenant }), { seq: 1, hash: first.hash })
    const back = usePorts({ now: () => Date.now() + 3_600_000 })
    try {
      expect(await verifyTenant(tenant)).toEqual({ entries: 2, late: 1, faults: [] })
      expect(await verifyTenant(tenant)).toEqual({ entries: 2, late: 0, faults: [] })
    } finally {
      back()
    }
  })
})

describe('the copies of the chain', () => {
  it('are made once a day of what is over, go on where they ended, and are never written over', async () => {
    const { tenant, acts } = await someTenant()
    await acts(3)
    // Today is not over.
    expect(await archiveChain(tenant)).toBe(0)
    const back = usePorts({ now: () => Date.now() + 86_400_000 })
    try {
      expect(await archiveChain(tenant)).toBe(1)
      expect(await archiveChain(tenant)).toBe(0)
      const [segment, ...more] = await segmentsOf(tenant)
      expect([segment?.from, segment?.to, more]).toEqual([1, 3, []])
      expect(segment!.root).toBe((await entriesFrom(tenant, 3, 1))[0]!.hash)
      await acts(2)
    } finally {
      back()
    }
    const later = usePorts({ now: () => Date.now() + 2 * 86_400_000 })
    try {
      expect(await archiveChain(tenant)).toBe(1)
      expect((await segmentsOf(tenant)).map((s) => [s.from, s.to])).toEqual([
        [1, 3],
        [4, 5],
      ])
    } finally {
      later()
    }
  })

  it('are looked after by a job, whose result is on record', async () => {
    const { tenant, acts } = await someTenant()
    const records = await acts(2)
    const run = async () =>
      (
        await driveJob([auditWork], {
          job: verifyAuditJob.name,
          jobId: id<JobId>('job'),
          tenant: 'p',
          startedBy: 'us_x',
          input: { tenant },
          out: {},
        })
      ).out['finish']
    expect(await run()).toEqual({ tenants: 1, entries: 2, late: 0, broken: 0, faults: [] })
    await rawRemove(audits.keyOf(records[0]!))
    expect(await run()).toMatchObject({
      tenants: 1,
      broken: 1,
      faults: [expect.stringContaining(`${tenant}: missing`)],
    })
  })
})

describe('what the roles may do to the trail', () => {
  const item = () => {
    const tenant = `s:${id<string>('school')}`
    const record: AuditRecord = {
      schema: 1,
      auditId: id<string>('attempt'),
      at: now(),
      tenant,
      userId: 'us_x',
      sessionId: 'se_x',
      act: 'test',
      object: 'x',
      before: '',
      after: '',
      reason: '',
    }
    return { ...record, ...audits.keyOf(record) }
  }
  const denied = async (roleId: string, command: () => Promise<unknown>) =>
    asFunction(roleId, () =>
      command().then(
        () => 'done',
        (error: Error) => error.name,
      ),
    )
  const refused = ['AccessDeniedException']

  it.each(['school-api', 'school-work', 'identity-api', 'exam-api', 'scan-work', 'marking-stream', 'platform-api'])(
    '%s puts records by transactions, and neither changes nor removes one nor touches the chain',
    async (roleId) => {
      const Item = item()
      const Key = { pk: Item.pk, sk: Item.sk }
      const TableName = env('TABLE_AUDIT')
      const put = (of: Record<string, unknown>) => () =>
        dynamo().send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: of } }] }))
      expect(await denied(roleId, put(Item))).toBe('done')
      expect(refused).toContain(await denied(roleId, () => dynamo().send(new PutCommand({ TableName, Item }))))
      expect(refused).toContain(await denied(roleId, () => dynamo().send(new DeleteCommand({ TableName, Key }))))
      const update = { TableName, Key, UpdateExpression: 'SET #r = :x', ExpressionAttributeNames: { '#r': 'reason' } }
      const changing = () =>
        dynamo().send(new UpdateCommand({ ...update, ExpressionAttributeValues: { ':x': 'another' } }))
      expect(refused).toContain(await denied(roleId, changing))
      for (const pk of [`chain#${Item.tenant}`, 'chain-heads', `chained#${Item.tenant}#20261122`])
        expect(refused).toContain(await denied(roleId, put({ ...Item, pk })))
    },
  )
})
