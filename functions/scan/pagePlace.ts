/**
 * The one place where a page changes its standing. Page and slot change in one transaction, each under its version, so
 * that no page is in two scripts and no slot holds two pages (I8). A new picture in a slot raises its image version (I10).
 */
import { marksOf } from '#shared/scan/results/marks.rules.ts'
import { bringBack } from '#shared/scan/aside.rules.ts'
import { choicesOf, uprightBy } from '#shared/scan/scan.rules.ts'
import type { PageStanding, ScanPage, Settlement, SheetMark, Slot, StoredReading } from '#shared/scan/sheet.types.ts'
import { randomText } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { absents, pages, readings, slots } from './scan.store.ts'

export const standingOf = (p: PageStanding): PageStanding => ({
  state: p.state,
  waits: p.waits,
  doubts: p.doubts,
  ...(p.aside?.length ? { aside: p.aside } : {}),
  ...(p.studentId ? { studentId: p.studentId } : {}),
  settled: p.settled,
  ...(p.reason ? { reason: p.reason } : {}),
})

const latest = 8
const most = 20
/** A page's journal with one more entry; only the latest ones can be taken back. */
const noted = (journal: readonly Settlement[], entry: Settlement | undefined): Settlement[] =>
  [...journal, ...(entry ? [entry] : [])].slice(-most).map((e, i, all) => {
    if (i >= all.length - latest) return e
    const { before: _before, ...kept } = e
    return kept
  })

/** The page under another standing. */
const moved = (page: ScanPage, to: PageStanding, entry?: Settlement): ScanPage => {
  const { studentId: _student, reason: _reason, aside: _aside, ...rest } = page
  return { ...rest, ...standingOf(to), journal: noted(page.journal, entry) }
}

const seat = (page: Pick<ScanPage, 'paperId' | 'page'>, studentId: string) => ({
  paperId: page.paperId,
  studentId,
  page: page.page ?? 0,
})

const marked = (marks: readonly SheetMark[]): Pick<Slot, 'marks'> => (marks.length > 0 ? { marks: [...marks] } : {})

const turned = ({ rotation }: StoredReading): Pick<Slot, 'turn'> => {
  const turn = uprightBy(rotation)
  return turn ? { turn } : {}
}

/** A slot with this page in it. */
const filled = (slot: Slot | null, page: ScanPage, to: PageStanding, reading: StoredReading): Slot => ({
  schema: 1,
  paperId: page.paperId,
  studentId: to.studentId!,
  page: page.page!,
  pageCount: page.pageCount ?? 1,
  scanId: page.scanId,
  batchId: page.batchId,
  no: page.no,
  sha256: page.sha256,
  ...(page.imageKey ? { imageKey: page.imageKey } : {}),
  width: page.width,
  height: page.height,
  ...turned(reading),
  ...(reading.lies ? { lies: reading.lies } : {}),
  imageVersion: slot ? slot.imageVersion + (slot.scanId === page.scanId ? 0 : 1) : 1,
  waits: to.waits,
  choices: choicesOf(reading, to.settled),
  ...marked(marksOf(reading.marks ?? [], to.settled)),
  blocks: reading.blocks,
  version: slot?.version ?? 1,
})

/** A slot whose page was taken out. */
const vacated = (slot: Slot): Slot => ({
  schema: 1,
  paperId: slot.paperId,
  studentId: slot.studentId,
  page: slot.page,
  pageCount: slot.pageCount,
  width: 0,
  height: 0,
  imageVersion: slot.imageVersion + 1,
  waits: false,
  choices: {},
  blocks: [],
  version: slot.version,
})

/** Of a candidate who is not marked absent nothing is set aside, by any way that a page comes to him. */
const withAnswers = async (move: Move): Promise<Move> => {
  const { page, to } = move
  const back = bringBack(to)
  if (!back || to.state === 'voided') return move
  const mark = to.studentId ? await absents.get({ paperId: page.paperId, studentId: to.studentId }) : null
  return mark?.absent ? move : { ...move, to: back }
}

export type Move = { page: ScanPage; to: PageStanding; entry?: Settlement }
export type Placed =
  | { done: true; page: ScanPage }
  /** Another write was faster: read again. */
  | { done: false; why: 'stale' }
  /** The slot holds another page. */
  | { done: false; why: 'taken'; slot: Slot }

/**
 * Moves one page, or two that change places, to their new standing; `extra` are further writes of the same transaction.
 * Nothing is changed unless everything is.
 */
export const place = async (asked: readonly Move[], extra: readonly WriteItem[] = []): Promise<Placed> => {
  const moves = await Promise.all(asked.map(withAnswers))
  const seats = new Map<string, { before: Slot | null; after: Slot | null }>()
  const seatOf = async (page: ScanPage, studentId: string) => {
    const at = seat(page, studentId)
    const name = `${studentId}#${at.page}`
    const known = seats.get(name)
    if (known) return known
    const before = await slots.get(at)
    const fresh = { before, after: before }
    seats.set(name, fresh)
    return fresh
  }
  for (const { page, to } of moves) {
    if (page.state !== 'matched' || (to.state === 'matched' && to.studentId === page.studentId)) continue
    const held = await seatOf(page, page.studentId!)
    if (held.after?.scanId !== page.scanId) return { done: false, why: 'stale' }
    held.after = vacated(held.after)
  }
  for (const { page, to } of moves) {
    if (to.state !== 'matched') continue
    const target = await seatOf(page, to.studentId!)
    if (target.after?.scanId !== undefined && target.after.scanId !== page.scanId)
      return { done: false, why: 'taken', slot: target.after }
    const reading = await readings.get({ batchId: page.batchId, no: page.no })
    if (!reading) return { done: false, why: 'stale' }
    target.after = filled(target.after, page, to, reading)
  }
  const next = moves.map((m) => moved(m.page, m.to, m.entry))
  const writes: WriteItem[] = next.map((p) => pages.saving(p))
  for (const { before, after } of seats.values()) {
    if (!after || after === before) continue
    writes.push(before ? slots.saving(after) : slots.creating(after))
  }
  if (!(await transact([...writes, ...extra], randomText(27)))) return { done: false, why: 'stale' }
  return { done: true, page: { ...next[0]!, version: next[0]!.version + 1 } }
}
