/**
 * When every page is read: backs without a number go to whom the front before them belongs, as the scanner fed them;
 * white last sides are taken out. The order of the batch decides, so it runs once over the whole, and again if need be.
 */
import type { Batch, PageStanding, ScanPage } from '#shared/scan/sheet.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now } from '#functions/kit/ports.ts'
import { place, standingOf } from '../pagePlace.ts'
import { pageAfter, pages, pagesOfBatch, slots } from '../scan.store.ts'
import type { Roster } from './roster.ts'
import { seatPage } from './seatPage.ts'

/** The white back of a card with an odd number of pages. */
const isWhiteBack = (page: ScanPage, before: ScanPage | undefined): boolean =>
  page.state === 'open' &&
  page.doubts.length === 1 &&
  page.doubts[0]!.kind === 'blankPage' &&
  before?.page !== undefined &&
  before.page === before.pageCount &&
  before.page % 2 === 1

/** The page that `page` follows: the one fed just before it, if it is the card's page before. */
export const leaderOf = (page: ScanPage, before: ScanPage | undefined): ScanPage | null =>
  before?.page !== undefined && page.page === before.page + 1 && before.code === page.code ? before : null

const settledStanding = (page: ScanPage, before: ScanPage | undefined): PageStanding | null => {
  if (isWhiteBack(page, before))
    return { ...standingOf(page), state: 'voided', waits: false, doubts: [], reason: '答题卡最后一页的空白背面' }
  if (!page.numberless || page.state !== 'open' || page.waits) return null
  const leader = leaderOf(page, before)
  const why = !leader
    ? '这一页没有考号，也接不上扫描在它前面的一页'
    : leader.state === 'voided'
      ? '它前面的一页已作废'
      : '前一页还没有确定考生；确定后这一页自动跟随'
  const crop = page.doubts.find((d) => d.cropKey)?.cropKey
  return {
    ...standingOf(page),
    waits: true,
    doubts: [
      { kind: 'noNumber', detail: why, ...(crop ? { cropKey: crop } : {}) },
      ...page.doubts.filter((d) => d.kind !== 'noNumber'),
    ],
  }
}

const closePage = async (at: ScanPage, before: ScanPage | undefined, roster: Roster): Promise<ScanPage> => {
  let page = at
  return edit(`page ${at.no} of ${at.batchId}`, async () => {
    const leader = page.numberless && page.state === 'open' ? leaderOf(page, before) : null
    const known = leader && leader.state !== 'voided' && leader.studentId ? await roster.withId(leader.studentId) : null
    if (page.numberless && page.state === 'open' && known && !page.doubts.some((d) => d.kind === 'duplicate')) {
      const placed = await seatPage(page, known)
      if (placed.done) return placed.page
    } else {
      const to = settledStanding(page, before)
      if (!to) return page
      const placed = await place([{ page, to }])
      if (placed.done) return placed.page
    }
    const fresh = await pages.get({ batchId: at.batchId, no: at.no })
    if (!fresh) return at
    page = fresh
    return beaten
  })
}

/** So many pages, or a fifth of a batch, may be unreadable; more is a fault of the cloud, and the batch is read again. */
const mostGivenUp = 8

/**
 * A page that could not be read however often it was tried (its bytes end the process, or the store does not answer)
 * waits for a person; the others of its batch go on. Read again later, it is read.
 */
export const giveUpUnread = async (batchId: string): Promise<void> => {
  const all = await pagesOfBatch(batchId)
  const unread = all.filter((p) => p.state === 'open' && p.readAt === undefined && p.imageKey)
  if (unread.length > Math.max(mostGivenUp, all.length / 5))
    throw new Error(`${unread.length} of ${all.length} pages of ${batchId} could not be read`)
  for (const page of unread) {
    const detail = `${page.source.name}：多次读取没有成功，请重新识别或重新扫描这一页`
    // Refused: another run has read it after all.
    await pages.save({ ...page, readAt: now(), waits: true, doubts: [{ kind: 'unreadable', detail }] })
  }
}

/** Follows the batch in the order of scanning; answers its pages as they stand then. */
export const closePages = async (batch: Pick<Batch, 'batchId'>, roster: Roster): Promise<ScanPage[]> => {
  let before: ScanPage | undefined
  const waiting: ScanPage[] = []
  for (const page of await pagesOfBatch(batch.batchId)) {
    before = await closePage(page, before, roster)
    if (isDuplicate(before)) waiting.push(before)
  }
  for (const page of waiting) await inOrder(page)
  return pagesOfBatch(batch.batchId)
}

/** Pages right after this one of the same script, as far as each `goes`. */
const following = async (page: ScanPage, goes: (next: ScanPage) => boolean): Promise<ScanPage[]> => {
  const found: ScanPage[] = []
  let leader: ScanPage = page
  let next = await pageAfter(page)
  while (next && goes(next) && leaderOf(next, leader)) {
    found.push(next)
    leader = next
    next = await pageAfter(leader)
  }
  return found
}

/** Pages right after this one that take their student from it. */
export const followersOf = (page: ScanPage): Promise<ScanPage[]> => following(page, (next) => next.numberless === true)

/** The other pages of the sheets that this one begins, also where each bears its number. */
export const sheetsAfter = (page: ScanPage): Promise<ScanPage[]> => following(page, () => true)

/** Whether a page waits because another has its place. */
export const isDuplicate = (page: ScanPage): boolean =>
  page.state === 'open' && page.studentId !== undefined && page.doubts.some((d) => d.kind === 'duplicate')

/**
 * Of two sheets of one batch for one place the one fed first has it, on each of its sides: pages are read beside each
 * other, and which came first to the store would give the front of the one and the back of the other. What a person has
 * said of either stands.
 */
const inOrder = async (late: ScanPage): Promise<void> => {
  if (!isDuplicate(late)) return
  const { paperId, studentId, page, batchId, no } = late
  const slot = await slots.get({ paperId, studentId: studentId!, page: page ?? 0 })
  if (slot?.batchId !== batchId || !slot.no || slot.no <= no) return
  const holder = await pages.get({ batchId, no: slot.no })
  if (holder?.state !== 'matched' || holder.journal.length + late.journal.length > 0) return
  const [asked, others] = [
    late.doubts.filter((d) => d.kind === 'duplicate'),
    late.doubts.filter((d) => d.kind !== 'duplicate'),
  ]
  await place([
    { page: late, to: { ...standingOf(late), state: 'matched', waits: others.length > 0, doubts: others } },
    { page: holder, to: { ...standingOf(holder), state: 'open', waits: true, doubts: [...asked, ...holder.doubts] } },
  ])
}
