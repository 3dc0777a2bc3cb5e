import type { Candidate } from '#shared/exam/exam.types.ts'
import { seesCandidate } from '#shared/exam/sight.rules.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { doubtList } from '#shared/scan/scan.calls.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { isUnclear, unclearOf } from '#shared/scan/doubts/unclear.rules.ts'
import { isBlankWhole, isUntouched } from '#shared/scan/doubts/untouched.rules.ts'
import { choicesOf, doubtTexts, sameMarks, suggested } from '#shared/scan/scan.rules.ts'
import type { ScanPage, SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { followsWaiting, mayFollow, numbersIn, waitsFor } from '#shared/scan/tally.rules.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { candidatesByIds, classNaming } from '#functions/exam/exam.public.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { pageUnit, scriptCounts, sheetCounts, watched } from '../counts.ts'
import { ownBatches, seenPages } from '../managed.ts'
import type { Seen } from '../managed.ts'
import type { Lack } from '../own.read.ts'
import { slots, pages, pageBefore, readings } from '../scan.store.ts'
import { belongsTo } from './otherSheet.ts'

type Naming = (c: Candidate) => string

const shownStudent = (c: Candidate | null | undefined, named: Naming) =>
  c
    ? { studentId: c.studentId, studentName: c.studentName, studentNumber: c.studentNumber, className: named(c) }
    : undefined

const sourceOf = (p: ScanPage): string => `${p.source.name}　第${p.source.page}页`

const urlOf = (key: string | undefined) => (key ? signedUrl(key) : Promise.resolve(undefined))

const rivalOf = async (of: Seen, p: ScanPage): Promise<DoubtRow['rival']> => {
  if (p.doubts[0]?.kind !== 'duplicate' || !p.studentId || p.page === undefined) return undefined
  const slot = await slots.get({ paperId: p.paperId, studentId: p.studentId, page: p.page })
  const other = slot?.batchId && slot.no ? await pages.get({ batchId: slot.batchId, no: slot.no }) : null
  if (!other || (await seenPages(of, [other])).list.length === 0) return undefined
  const [own, theirs] = await readings.getMany([p, other].map(({ batchId, no }) => ({ batchId, no })))
  const same = own && theirs ? sameMarks(choicesOf(own, p.settled), choicesOf(theirs, other.settled)) : null
  return { imageUrl: await urlOf(other.imageKey), source: sourceOf(other), ...(same === null ? {} : { same }) }
}

/** Whose page it may be. */
type Likely = { one?: string; possible: { studentId: string; taken: boolean }[] }

/** More than these are not told apart by their names at a glance. */
const mostPossible = 5

/**
 * The nearest candidate who has no such page yet, and those whose digits are those that were read; where there is none, those
 * one mistake away. Who has the page already comes last.
 */
const suggestionOf = async (p: ScanPage): Promise<Likely> => {
  if (p.state !== 'open' || p.studentId || !p.near || p.page === undefined) return { possible: [] }
  const page = p.page
  const held = await slots.getMany(p.near.map(({ studentId }) => ({ paperId: p.paperId, studentId, page })))
  const taken = new Set(held.filter((s) => s.scanId !== undefined).map((s) => s.studentId))
  const free = p.near.filter((n) => !taken.has(n.studentId))
  const one = suggested(free)
  const within = (n: { far: number }) => (free.some((f) => f.far < 1) ? n.far < 1 : n.far <= 1)
  const may = p.near
    .filter((n) => n.studentId === one || within(n))
    .map(({ studentId }) => ({ studentId: studentId as string, taken: taken.has(studentId) }))
    .sort((a, b) => Number(a.taken) - Number(b.taken))
    .slice(0, mostPossible)
  return { ...(one ? { one } : {}), possible: may }
}

/** To whom the page belongs that was fed just before one without a number. */
export const ownerBefore = async (p: ScanPage): Promise<string | undefined> => {
  if (!p.numberless || p.studentId || p.state !== 'open') return undefined
  const before = await pageBefore(p)
  return before?.state === 'matched' ? before.studentId : undefined
}

/** Of a page in its place what is decided of all its questions at once. Its reading is looked at only where two show nothing, or are unclear. */
const wholeOf = async (p: ScanPage): Promise<Pick<DoubtRow, 'blank' | 'unclear'>> => {
  const many = Math.max(p.doubts.filter(isUntouched).length, p.doubts.filter(isUnclear).length)
  if (p.state !== 'matched' || many < 2) return {}
  const [reading, card] = await Promise.all([readings.get(p), printedCardOfPaper(p.paperId)])
  if (!reading) return {}
  const choices = choicesOf(reading, p.settled)
  if (!isBlankWhole(p.doubts, choices)) return { unclear: unclearOf(p.doubts, reading.choices, p.settled) }
  const asking = card?.geometry.pages.filter((page) => page.choices.length > 0).length
  return { blank: asking === 1 ? 'script' : 'page' }
}

const pageDoubt = async (
  p: ScanPage,
  byId: ReadonlyMap<string, Candidate>,
  named: Naming,
  near: Likely,
  before: string | undefined,
  rival: DoubtRow['rival'],
  other: string | null,
  maySettle: boolean,
): Promise<DoubtRow> => {
  const kind = waitsFor(p)
  return {
    id: `${p.batchId}:${p.no}`,
    kind,
    ...doubtTexts[kind],
    batchId: p.batchId,
    no: p.no,
    version: p.version,
    source: sourceOf(p),
    doubts: await Promise.all(
      p.doubts.map(async ({ cropKey, ...d }) => ({
        ...d,
        ...(other === null ? {} : { detail: `${other}（${d.detail}）` }),
        ...(cropKey ? { cropUrl: await signedUrl(cropKey) } : {}),
      })),
    ),
    imageUrl: await urlOf(p.imageKey),
    page: p.page,
    pageCount: p.pageCount,
    number: p.number,
    assignable: p.page !== undefined && p.code !== undefined,
    student: shownStudent(p.studentId ? byId.get(p.studentId) : undefined, named),
    suggestion: shownStudent(near.one === undefined ? undefined : byId.get(near.one), named),
    ...(near.possible.length > 0
      ? {
          possible: near.possible.flatMap(({ studentId, taken }) => {
            const shown = shownStudent(byId.get(studentId), named)
            return shown ? { ...shown, ...(taken ? { taken } : {}) } : []
          }),
        }
      : {}),
    before: shownStudent(before === undefined ? undefined : byId.get(before), named),
    rival,
    ...(await wholeOf(p)),
    maySettle,
  }
}

export const missingDoubt = (
  m: { studentId: string; page: number },
  byId: ReadonlyMap<string, Candidate>,
  named: Naming,
  maySettle: boolean,
): DoubtRow => {
  const c = byId.get(m.studentId)
  return {
    id: `missing:${m.studentId}:${m.page}`,
    kind: 'missingPage',
    ...doubtTexts.missingPage,
    source: c ? `${named(c)} ${c.studentName}` : '',
    doubts: [{ kind: 'missingPage', detail: `${c?.studentName ?? ''}缺第${m.page}页，其他页已有` }],
    page: m.page,
    assignable: false,
    student: shownStudent(c, named),
    maySettle,
  }
}

type Found = { pages: ScanPage[]; lacks: Lack[]; next?: string }

/** Pages that wait, in the order of scanning, without those that follow the one before them. */
const waitingPages = async (input: Asked): Promise<{ list: ScanPage[]; next?: string }> => {
  const [index, key] = input.kind
    ? (['gsi2', `doubts#${input.paperId}#${input.kind}`] as const)
    : (['gsi1', `doubts#${input.paperId}`] as const)
  const from = input.after?.startsWith('p#') ? `${input.after.slice(2)}\u0000` : ' '
  const found = await pages.queryIndex(index, key, { from, limit: input.pageSize })
  const list = await Promise.all(
    found.map(async (p) => (mayFollow(p) && followsWaiting(p, await pageBefore(p)) ? null : p)),
  )
  const more = found.length === input.pageSize
  return { list: list.filter((p) => p !== null), ...(more ? { next: `p#${pageUnit(found.at(-1)!)}` } : {}) }
}

/** What scripts lack, by class. */
const lackingPages = async (input: Asked, limit: number): Promise<{ list: Lack[]; next?: string }> => {
  // The queue shows what it counts: none of them while a batch that may hold them is being read.
  if (((await sheetCounts.read(input.paperId)).get('recognising') ?? 0) > 0) return { list: [] }
  const after = input.after?.startsWith('m#') ? input.after.slice(2) : undefined
  const found = await scriptCounts.listed('gsi2', watched(input.paperId), { after, limit })
  const list = found.flatMap(({ unit, counts }) =>
    numbersIn(counts, 'lack.').map((page) => ({ unit, studentId: unit.split('#')[1]!, page })),
  )
  return { list, ...(found.length === limit ? { next: `m#${found.at(-1)!.unit}` } : {}) }
}

type Asked = InputOf<typeof doubtList>

/** Waiting pages behind `after`, to be handed out. */
export const queueFrom = (paperId: Asked['paperId'], after: string | undefined, pageSize: number) =>
  waitingPages({ paperId, pageSize, ...(after === undefined ? {} : { after }) })

/** Waiting pages of one kind. */
export const queueOfKind = (
  paperId: Asked['paperId'],
  kind: SheetDoubtKind,
  pageSize: number,
  after?: string | undefined,
) => waitingPages({ paperId, pageSize, kind, ...(after === undefined ? {} : { after }) })

/** These waiting pages as they are shown. */
export const doubtRows = async (of: Seen, all: readonly ScanPage[], caller: Caller): Promise<DoubtRow[]> => {
  const { list: seen } = await seenPages(of, all)
  const [near, before] = await Promise.all([Promise.all(seen.map(suggestionOf)), Promise.all(seen.map(ownerBefore))])
  const wanted = [
    ...seen.map((p) => p.studentId),
    ...near.flatMap((n) => [n.one, ...n.possible.map((m) => m.studentId)]),
    ...before,
  ].filter((id) => id !== undefined)
  const people = await candidatesByIds(of.exam, [...new Set(wanted)])
  const byId = new Map(people.map((c) => [c.studentId as string, c]))
  const [named, mine] = await Promise.all([classNaming(of.exam), of.sight.manages ? null : ownBatches(of, seen)])
  // Who it may be is told of those alone who are seen anyway.
  const told = (studentId: string | undefined): string | undefined => {
    const candidate = byId.get(studentId ?? '')
    return candidate && seesCandidate(of.sight, candidate) ? studentId : undefined
  }
  return Promise.all(
    seen.map(async (p, i) =>
      pageDoubt(
        p,
        byId,
        named,
        {
          ...near[i]!,
          one: told(near[i]!.one),
          possible: near[i]!.possible.filter((m) => told(m.studentId) !== undefined),
        },
        told(before[i]),
        await rivalOf(of, p),
        await belongsTo(p, caller),
        mine === null || mine.has(p.batchId),
      ),
    ),
  )
}

/** The same of what is an uploader's own, whose pages are few: what waits of the own batches, then what scripts lack. */
export const ownQueue = (
  { waiting, lacks }: { waiting: readonly ScanPage[]; lacks: readonly Lack[] },
  { kind, after, pageSize }: Pick<Asked, 'kind' | 'after' | 'pageSize'>,
): Found => {
  const all = [
    ...waiting.flatMap((p) => (kind === undefined || waitsFor(p) === kind ? [{ at: `p#${pageUnit(p)}`, p }] : [])),
    ...lacks.flatMap((m) => (kind === undefined || kind === 'missingPage' ? [{ at: `m#${m.unit}#${m.page}`, m }] : [])),
  ]
  const from = after === undefined ? 0 : all.findIndex((x) => x.at === after) + 1
  const shown = all.slice(from, from + pageSize)
  const last = from + pageSize < all.length ? shown.at(-1) : undefined
  return {
    pages: shown.flatMap((x) => ('p' in x ? [x.p] : [])),
    lacks: shown.flatMap((x) => ('m' in x ? [x.m] : [])),
    ...(last ? { next: last.at } : {}),
  }
}

export const foundOf = async (input: Asked): Promise<Found> => {
  const first = input.kind === 'missingPage' || input.after?.startsWith('m#') ? { list: [] } : await waitingPages(input)
  if (first.next !== undefined) return { pages: first.list, lacks: [], next: first.next }
  const room = input.pageSize - first.list.length
  if (input.kind !== undefined && input.kind !== 'missingPage') return { pages: first.list, lacks: [] }
  if (room === 0) return { pages: first.list, lacks: [], next: 'm#' }
  const then = await lackingPages(input, room)
  return { pages: first.list, lacks: then.list, ...(then.next === undefined ? {} : { next: then.next }) }
}
