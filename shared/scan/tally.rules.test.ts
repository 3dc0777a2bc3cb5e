import { expect, it } from 'vitest'
import type { ScanPage, Slot } from './sheet.types.ts'
import { doubtsIn, handedIn, kindsFrom, lackingIn, queuedIn, scriptTallies, sheetTallies } from './tally.rules.ts'

const scripts = new Map([['lacking', 3]])
const kinds = (sheets: ReadonlyMap<string, number>) => kindsFrom(sheets, scripts).map((k) => [k.kind, k.count])

it('pages that scripts lack are doubts when every batch is read: until then they may still be in it', () => {
  const reading = new Map([
    ['recognising', 1],
    ['queue', 2],
    ['kind.noNumber', 2],
  ])
  expect([lackingIn(reading, scripts), doubtsIn(reading, scripts)]).toEqual([0, 2])
  expect(kinds(reading)).toEqual([['noNumber', 2]])
  const read = new Map([...reading, ['recognising', 0]] as const)
  expect([lackingIn(read, scripts), doubtsIn(read, scripts)]).toEqual([3, 5])
  expect(kinds(read)).toContainEqual(['missingPage', 3])
})

it('what must and what may be settled, by batch too, add up to the queue: a page that follows another is settled along', () => {
  const page = (rest: Partial<ScanPage>) =>
    ({
      batchId: 'b',
      code: 'c',
      state: 'open',
      waits: true,
      doubts: [{ kind: 'noNumber' }],
      journal: [],
      ...rest,
    }) as never
  const first = page({ page: 1 })
  const pages: [ScanPage, ScanPage | null][] = [
    [first, null],
    [page({ page: 2, numberless: true }), first],
    [page({ page: 1, state: 'matched', doubts: [{ kind: 'doubleMark' }] as never }), null],
  ]
  const sums = new Map<string, number>()
  for (const [of, before] of pages)
    for (const [key, n] of Object.entries(sheetTallies(of, before))) sums.set(key, (sums.get(key) ?? 0) + n)
  expect([queuedIn(sums), doubtsIn(sums, new Map())]).toEqual([{ must: 1, later: 1 }, 2])
  expect([sums.get('@b.waiting'), sums.get('doubtful'), sums.get('open')]).toEqual([2, 2, 2])
})

it('of two sheets on one number the front alone is asked about, while it is', () => {
  const of = (page: number, rest: Partial<ScanPage>) =>
    ({
      ...{ batchId: 'b', code: 'c', state: 'open', waits: true, studentId: 's', journal: [], page },
      doubts: [{ kind: 'duplicate' }],
      ...rest,
    }) as ScanPage
  const back = of(2, { numberless: true })
  const queued = (before: ScanPage) => sheetTallies(back, before)['queue']
  expect(queued(of(1, {}))).toBeUndefined()
  expect(queued(of(1, { waits: false }))).toBe(1)
  // Its front waits for another thing, or is another student's.
  expect(queued(of(1, { doubts: [{ kind: 'doubleMark' }] as never }))).toBe(1)
  expect(queued(of(1, { studentId: 't' as never }))).toBe(1)
})

it('a script counts for each optional question that its card says was chosen, and for each page that it lacks', () => {
  const slot = (page: number, chosen: string | null, there = true): Slot =>
    ({
      page,
      pageCount: 2,
      studentId: 's',
      ...(there ? { scanId: `scan${page}` } : {}),
      choices: {},
      blocks: [],
      ...(page === 1 ? { marks: [{ id: '@pick:q22', kind: 'pick', questionIds: ['q22', 'q23'], value: chosen }] } : {}),
      version: 1,
    }) as never
  const of = { studentId: 's', classId: 'c' }
  const sums = new Map<string, number>()
  for (const own of [[slot(1, 'q22'), slot(2, '')], [slot(1, 'q23')], [slot(1, null)], []])
    for (const [key, n] of Object.entries(scriptTallies(of, own, false, []))) sums.set(key, (sums.get(key) ?? 0) + n)
  // What is in doubt is no choice yet.
  expect(handedIn(sums)).toEqual({ missingOn: { 2: 2 }, picked: { q22: 1, q23: 1 } })
})

it('a script that says nothing of an optional group is told and looked at, unless that is in doubt or it is no script', () => {
  const of = { studentId: 's', classId: 'c' }
  const told = (value: string | null, absent = false) => {
    const marks = [{ id: '@pick:q22', kind: 'pick', questionIds: ['q22', 'q23'], value }]
    const slot = { page: 1, pageCount: 1, studentId: 's', scanId: 'a', choices: {}, blocks: [], marks, version: 1 }
    const { unpicked, watch } = scriptTallies(of, [slot as never], absent, [])
    return [unpicked, watch]
  }
  expect(told('')).toEqual([1, 1])
  expect(told('q22')).toEqual([undefined, undefined])
  expect(told(null)).toEqual([undefined, undefined])
  expect(told('', true)).toEqual([undefined, undefined])
})
