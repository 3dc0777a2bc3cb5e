import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { asEditor } from './editor.ts'
import { Overtaken } from './edit.ts'
import { faultKinds, withFaults } from './faults.ts'
import type { FaultKind, StoreCall } from './faults.ts'
import { newId, now, usePorts } from './ports.ts'
import type { Refused } from './refusal.ts'
import { refuseStale } from './stale.ts'
import { stays } from './kinds.ts'
import { rows, transact } from './table.ts'
import { together } from './table.query.ts'
import { actAs } from './testing.ts'

const Note = z.object({
  schema: z.literal(1),
  id: z.string(),
  text: z.string(),
  n: z.int().optional(),
  version: z.int(),
})
const notes = rows({
  hangsOn: stays('of this test alone'),
  personal: 'nothing',
  schema: Note,
  key: (of: { id: string }) => ({ pk: `note#${of.id}`, sk: 'note' }),
  index: (r) => ({ gsi1pk: `notes#${r.text}`, gsi1sk: r.id }),
})
const tickets = rows({
  hangsOn: stays('of this test alone'),
  personal: 'nothing',
  schema: Note,
  key: (of: { id: string }) => ({ pk: `ticket#${of.id}`, sk: 'ticket' }),
  index: (r) => ({ gsi1pk: `tickets#${r.text}`, gsi1sk: r.id }),
  ttl: () => Math.ceil(now() / 1000) + 60,
})
const note = (text = 'a') => ({ schema: 1 as const, id: newId<string>('file'), text, version: 1 })

beforeEach(() => actAs('identity-api'))

describe('rows', () => {
  it('creates once, saves over its own version, and refuses a stale one', async () => {
    const row = note()
    expect(await notes.create(row)).toBe(true)
    expect(await notes.create({ ...row, text: 'b' })).toBe(false)
    const saved = await notes.save({ ...row, text: 'c' })
    expect(saved).toMatchObject({ text: 'c', version: 2 })
    expect(await notes.save({ ...row, text: 'd' })).toBeNull()
    expect(await notes.get(row)).toEqual(saved)
  })

  it('saves version 0 where there is none yet, alone and in a transaction, and never over one that is', async () => {
    const [a, b] = [note(), note()].map((n) => ({ ...n, version: 0 })) as [
      ReturnType<typeof note>,
      ReturnType<typeof note>,
    ]
    expect(await notes.save(a)).toEqual({ ...a, version: 1 })
    expect(await notes.save({ ...a, text: 'b' })).toBeNull()
    const put = (row: typeof b) => transact([notes.saving(row)], newId<string>('attempt'))
    expect([await put(b), await put({ ...b, text: 'b' })]).toEqual([true, false])
    expect(await notes.get(b)).toEqual({ ...b, version: 1 })
  })

  it('writes beside a row only while that has nothing in a field, or is not there', async () => {
    const [held, row] = [note(), note()]
    const put = (version: number) =>
      transact([notes.saving({ ...row, version }), notes.holding(held, 'n')], newId<string>('attempt'))
    expect(await put(0)).toBe(true)
    await notes.create(held)
    expect(await put(1)).toBe(true)
    await notes.update(held, { n: 1 })
    expect(await put(2)).toBe(false)
    await notes.update(held, { n: undefined })
    expect(await put(2)).toBe(true)
    expect(await notes.get(row)).toMatchObject({ version: 3 })
  })

  it('remembers who edited last, and tells who comes late', async () => {
    const row = note()
    const [li, wang] = [
      { userId: 'li', userName: '李老师' },
      { userId: 'wang', userName: '王老师' },
    ]
    const at = Date.UTC(2026, 10, 20, 0, 5)
    const late = (who: typeof li) =>
      asEditor(who, () => refuseStale(notes, row)).catch((e: unknown) => (e as Refused).message)
    expect(await late(li)).toBe('其他人已于刚才修改了这条数据，请核对后重试')
    const back = usePorts({ now: () => at })
    try {
      await asEditor(li, () => notes.create(row))
      expect(await notes.get(row)).toEqual(row)
      expect(await notes.editedBy(row)).toEqual({ ...li, at })
      await asEditor(wang, () => notes.save({ ...row, text: 'b' }))
      expect(await late(li)).toBe('王老师已于2026-11-20 08:05修改了这条数据，请核对后重试')
      expect(await late(wang)).toBe('您已于2026-11-20 08:05修改了这条数据，请核对后重试')
      await asEditor(li, () => notes.update(row, { n: 1 }))
      expect(await notes.editedBy(row)).toEqual({ ...li, at })
      // A stream's reader or a timer is no editor.
      await notes.update(row, { n: 2 })
      expect(await notes.editedBy(row)).toEqual({ at })
      await asEditor(wang, () => transact([notes.saving({ ...row, version: 2 })], newId('attempt')))
      expect(await notes.editedBy(row)).toEqual({ ...wang, at })
    } finally {
      back()
    }
  })

  it('updates where its expectations hold, and nowhere else', async () => {
    const row = note()
    expect(await notes.update(row, { n: 1 })).toBeNull()
    await notes.create(row)
    expect(await notes.update(row, { n: 1 }, { n: undefined })).toMatchObject({ n: 1 })
    expect(await notes.update(row, { n: 2 }, { n: undefined })).toBeNull()
    expect(
      await notes.update(row, { n: 3 }, {}, { expression: '#n < :max', names: { '#n': 'n' }, values: { ':max': 2 } }),
    ).toMatchObject({ n: 3 })
    expect(
      await notes.update(row, { n: 4 }, {}, { expression: '#n < :max', names: { '#n': 'n' }, values: { ':max': 2 } }),
    ).toBeNull()
    expect(await notes.update(row, { n: undefined })).not.toHaveProperty('n')
  })

  it('reads many by key, all of a partition, and by index', async () => {
    const text = newId<string>('file')
    const many = Array.from({ length: 130 }, () => note(text))
    await notes.putMany(many)
    expect(await notes.getMany(many)).toHaveLength(130)
    // A row that two others name is asked for once, and answered once: also far apart.
    expect(await notes.getMany([many[0]!, many[0]!, ...many, many[0]!])).toHaveLength(130)
    expect(await notes.queryIndex('gsi1', `notes#${text}`)).toHaveLength(130)
    expect(await notes.queryIndex('gsi1', `notes#${text}`, { limit: 7, reverse: true })).toHaveLength(7)
  })

  it('finds what was written since a time, however it was written, and nothing twice', async () => {
    const shelf = newId<string>('file')
    const kept = rows({
      hangsOn: stays('of this test alone'),
      personal: 'nothing',
      schema: Note,
      key: (of: { id: string }) => ({ pk: `kept#${shelf}`, sk: of.id }),
      latest: () => `kept-latest#${shelf}`,
    })
    let at = 1_000
    const back = usePorts({ now: () => at })
    const since = async (time: number) => (await kept.since(`kept-latest#${shelf}`, time)).map((r) => r.text).sort()
    const [a, b, c] = [note('a'), note('b'), note('c')]
    await kept.putMany([a, b, c])
    const writes = [
      () => kept.save({ ...a, text: 'saved' }),
      () => kept.amend(b, { text: 'amended' }),
      () => kept.update(c, { text: 'updated' }),
      () => kept.edit(a, (there) => there && { ...there, text: 'edited' }),
      () => transact([kept.updating(b, { text: 'in one with others' })], newId<string>('file')),
      () => kept.put({ ...c, text: 'put' }),
    ]
    for (const [i, write] of writes.entries()) {
      at = 1_000 * (i + 2)
      await write()
    }
    expect(await since(1_000)).toEqual(['edited', 'in one with others', 'put'])
    expect(await since(6_000)).toEqual(['in one with others', 'put'])
    expect(await since(7_001)).toEqual([])
    expect(await kept.get(a)).toEqual({ ...a, text: 'edited', version: 3 })
    back()
  })

  it('answers nothing of a range that ends before it begins, as an address may ask for one', async () => {
    const one = note()
    await notes.create(one)
    const pk = `note#${one.id}`
    expect(await notes.query(pk, { from: 'note', to: 'note' })).toHaveLength(1)
    // By bytes, as the store compares: an emoji lies behind the last of the ASCII.
    for (const range of [
      { from: 'noteb', to: 'notea' },
      { from: '😀', to: '~' },
    ])
      expect(await notes.query(pk, range)).toEqual([])
  })

  it('a row past its time is gone for readers, and its name is free, before the store sweeps it', async () => {
    const at = now()
    const row = note(newId<string>('file'))
    await tickets.create(row)
    expect(await tickets.create({ ...row, n: 1 })).toBe(false)
    const back = usePorts({ now: () => at + 61_000 })
    try {
      expect(await tickets.get(row)).toBeNull()
      expect(await tickets.getMany([row])).toEqual([])
      expect(await tickets.query(`ticket#${row.id}`)).toEqual([])
      expect(await tickets.queryIndex('gsi1', `tickets#${row.text}`)).toEqual([])
      expect(await tickets.create({ ...row, n: 2 })).toBe(true)
      expect(await tickets.get(row)).toMatchObject({ n: 2 })
    } finally {
      back()
    }
  })

  it('reads two rows of different kinds at once, each as it would be read alone', async () => {
    const [a, b] = [note(), note(newId<string>('file'))]
    await notes.create(a)
    await tickets.create(b)
    expect(await together(notes.asking(a), tickets.asking(b))).toEqual([await notes.get(a), await tickets.get(b)])
    expect(await together(tickets.asking(b), notes.asking(note()))).toEqual([await tickets.get(b), null])
    const at = now()
    const back = usePorts({ now: () => at + 3_600_000 })
    try {
      expect(await together(notes.asking(a), tickets.asking(b))).toEqual([await notes.get(a), null])
    } finally {
      back()
    }
  })

  it('writes all of a transaction or nothing', async () => {
    const [a, b] = [note(), note()]
    await notes.create(b)
    expect(await transact([notes.creating(a), notes.creating(b)], newId<string>('attempt'))).toBe(false)
    expect(await notes.get(a)).toBeNull()
    expect(await transact([notes.creating(a), notes.saving(b)], newId<string>('attempt'))).toBe(true)
    expect(await notes.get(b)).toMatchObject({ version: 2 })
  })
})

describe('under faults', () => {
  it.each(faultKinds)('a create that met "%s" can be told from a lost race', async (kind) => {
    const row = note()
    const faults = withFaults((c) => (c.index === 0 ? kind : null))
    const first = await notes.create(row).catch((e: unknown) => e)
    faults.stop()
    const stored = await notes.get(row)
    // Acknowledged means stored; not acknowledged may be either, and a repeat settles it.
    if (first === true) expect(stored).toEqual(row)
    else {
      expect(first).toBeInstanceOf(Error)
      await notes.create(row)
      expect(await notes.get(row)).toEqual(row)
    }
  })

  it('knows its own write when the answer was lost and the SDK sent it again', async () => {
    const row = note()
    const resent = async <T>(run: () => Promise<T>): Promise<T> => {
      const faults = withFaults((c) => (c.index === 0 ? 'resent' : null))
      try {
        return await run()
      } finally {
        faults.stop()
      }
    }
    expect(await resent(() => notes.create(row))).toBe(true)
    expect(await resent(() => notes.save({ ...row, text: 'b' }))).toMatchObject({ text: 'b', version: 2 })
    expect(await resent(() => notes.update(row, { n: 1 }, { n: undefined }))).toMatchObject({ n: 1 })
    expect(await resent(() => notes.amend(row, { n: 2 }, { n: 1 }))).toBe(true)
    expect(await notes.amend(row, { n: 3 }, { n: 1 })).toBe(false)
    expect(await notes.get(row)).toMatchObject({ n: 2 })
  })
})

/** Runs under a plan, without waiting: answers what came of it, how often the store was asked, and the pauses. */
const under = async <T>(plan: (call: StoreCall) => FaultKind | null, run: () => Promise<T>) => {
  const pauses: number[] = []
  const back = usePorts({
    pause: async (ms) => {
      pauses.push(ms)
    },
  })
  const faults = withFaults(plan)
  try {
    const answer = await run().catch((e: unknown) => e)
    return { answer, calls: faults.calls.length, pauses }
  } finally {
    faults.stop()
    back()
  }
}

describe('what passes is asked for again', () => {
  it.each(['throttle', 'conflict'] as const)(
    'a transaction that meets "%s" goes through when that is over',
    async (kind) => {
      const row = note()
      const seen = await under(
        ({ index }) => (index < 3 ? kind : null),
        () => transact([notes.creating(row), notes.creating(note())], newId('attempt')),
      )
      expect(seen).toMatchObject({ answer: true, calls: 4 })
      // Full jitter: each pause somewhere below a bound that doubles.
      expect(seen.pauses.map((ms, i) => ms <= 20 * 2 ** i)).toEqual([true, true, true])
      expect(new Set(seen.pauses).size).toBe(3)
      expect(await notes.get(row)).toEqual(row)
    },
  )

  it.each(['throttle', 'conflict'] as const)('"%s" that does not pass is thrown, and is no lost race', async (kind) => {
    const row = note()
    await notes.create(row)
    const tries: (() => Promise<unknown>)[] = [
      () => transact([notes.saving(row)], newId('attempt')),
      () => notes.save(row),
      () => notes.update(row, { n: 1 }),
      () => notes.amend(row, { n: 1 }),
    ]
    for (const run of tries) {
      const seen = await under(() => kind, run)
      expect(seen.answer).toBeInstanceOf(Error)
      expect([seen.calls, seen.pauses.length]).toEqual([9, 8])
      expect(seen.pauses.every((ms) => ms <= 500)).toBe(true)
    }
    expect(await notes.get(row)).toEqual(row)
  })

  it('a condition that fails is not asked for again', async () => {
    const row = note()
    await notes.create(row)
    const seen = await under(
      () => null,
      () => transact([notes.creating(note()), notes.creating(row)], newId('attempt')),
    )
    expect(seen).toMatchObject({ answer: false, calls: 1, pauses: [] })
  })

  it('a single write that meets a transaction goes through when that is over', async () => {
    const row = note()
    const first = ({ index }: StoreCall) => (index === 0 ? ('conflict' as const) : null)
    expect((await under(first, () => notes.create(row))).answer).toBe(true)
    expect((await under(first, () => notes.save(row))).answer).toMatchObject({ version: 2 })
    expect((await under(first, () => notes.update(row, { n: 1 }))).answer).toMatchObject({ n: 1 })
    expect((await under(first, () => notes.amend(row, { n: 2 }))).answer).toBe(true)
    expect((await under(first, () => notes.remove(row))).answer).toBeUndefined()
    expect(await notes.get(row)).toBeNull()
  })

  it('what a batch or a page left over is asked for until it is whole', async () => {
    const text = newId<string>('file')
    const many = Array.from({ length: 60 }, () => note(text))
    const partly = ({ index }: StoreCall) => (index % 2 === 0 ? ('partial' as const) : null)
    const put = await under(partly, () => notes.putMany(many))
    expect(put).toMatchObject({ answer: undefined, calls: 6 })
    expect((await under(partly, () => notes.getMany(many))).answer).toHaveLength(60)
    const listed = await under(partly, () => notes.queryIndex('gsi1', `notes#${text}`))
    expect([listed.calls > 1, listed.answer]).toEqual([true, expect.objectContaining({ length: 60 })])
    // Nothing at all is taken, again and again: that is said.
    const none = await under(
      () => 'partial',
      () => notes.getMany([note()]),
    )
    expect(none.answer).toBeInstanceOf(Error)
  })
})

describe('an edit', () => {
  it('is made over a faster edit, and none is lost', async () => {
    const row = note()
    await notes.create(row)
    await Promise.all(
      Array.from({ length: 8 }, () => notes.edit(row, (there) => ({ ...there!, n: (there!.n ?? 0) + 1 }))),
    )
    expect(await notes.get(row)).toMatchObject({ n: 8, version: 9 })
  })

  it('creates what is not there, leaves what is to stay, and answers how it stands', async () => {
    const row = note()
    expect(await notes.edit(row, () => null)).toBeNull()
    expect(await notes.edit(row, (there) => there ?? { ...row, version: 7 })).toEqual({ ...row, version: 1 })
    expect(await notes.edit(row, () => null)).toEqual({ ...row, version: 1 })
  })

  it('says that it gave up', async () => {
    const row = note()
    await notes.create(row)
    const seen = await under(
      () => null,
      () =>
        notes.edit(row, async (there) => {
          await notes.save(there!)
          return { ...there!, n: 1 }
        }),
    )
    expect(seen.answer).toBeInstanceOf(Overtaken)
    expect(seen.pauses).toHaveLength(11)
    expect(await notes.get(row)).not.toHaveProperty('n')
  })
})
