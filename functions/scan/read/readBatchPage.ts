/** One page of a batch: recognised, cut, and put in its place. Running it again changes nothing. */
import type { PageGeometry, PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import type { RecognitionMode } from '#shared/scan/act.types.ts'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { Batch, ScanPage, SheetDoubt, StoredReading } from '#shared/scan/sheet.types.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { lyingOf } from '#shared/scan/lying.rules.ts'
import { likelyBlank, nothingChosen } from '#shared/scan/scan.rules.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { getObject, putObject, putPieces, sha256 } from '#functions/kit/objects.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import { printedCardByCode, printedCardOfPaper } from '#functions/card/card.public.ts'
import { standingOf, place } from '../pagePlace.ts'
import { decodeGrey, encodeJpeg } from '../omr/decode.ts'
import { PageProblem } from '../omr/pageProblem.ts'
import { recognise } from '../omr/recognise.ts'
import type { Recognition } from '../omr/recognise.ts'
import { halvesOf } from '../omr/twoUp.ts'
import type { Halves } from '../omr/twoUp.ts'
import { pages, piecesName, readings, scanIdOf, scanKey } from '../scan.store.ts'
import { cutBlocks, cutDoubts, cutThumb } from './crops.ts'
import { choicesRead, judgePage } from './judgePage.ts'
import type { Judged } from './judgePage.ts'
import { ownerOf } from './ownerOf.ts'
import type { Owner } from './ownerOf.ts'
import type { Roster } from './roster.ts'
import { seatPage } from './seatPage.ts'

export type Expected = {
  card: PrintedCard | null
  roster: Roster
  questions: readonly PaperQuestion[]
}

/** What a page is read against: the paper's published card and the candidates. */
export const expectedOf = async (
  batch: Pick<Batch, 'paperId'>,
  roster: Roster,
  questions: readonly PaperQuestion[],
): Promise<Expected> => ({
  card: await printedCardOfPaper(batch.paperId),
  roster,
  questions,
})

/** The card of a QR, if it is one of this paper's; older published versions lie on desks too. */
const lookupFor = (paperId: string) => async (qr: { code: string; version: number }) => {
  const card = await printedCardByCode(qr.code, qr.version)
  return card && card.paperId === paperId ? card : null
}

const refusedBy = (kind: 'unreadable', detail: string): Recognition => ({
  status: 'refused',
  doubts: [{ kind, detail }],
  choices: [],
  blocks: [],
})

/** Decoding and recognising never fail a batch: what they throw is the page's doubt. Lookups in stores may fail. */
const recognised = async (
  page: ScanPage,
  bytes: Uint8Array,
  expected: Expected,
): Promise<{ grey: Grey | null; seen: Recognition }> => {
  let grey: Grey
  try {
    grey = await decodeGrey(bytes, 0, false, page.dpi)
  } catch (error) {
    const why = error instanceof PageProblem ? error.message : '图像无法解码，请重新扫描'
    return { grey: null, seen: refusedBy('unreadable', `${page.source.name}：${why}`) }
  }
  let lookupFailure: unknown
  const lookup = lookupFor(page.paperId)
  try {
    const seen = await recognise(
      grey,
      async (qr) => {
        try {
          return await lookup(qr)
        } catch (error) {
          lookupFailure = error
          throw error
        }
      },
      expected.card ? [expected.card] : [],
    )
    return { grey, seen }
  } catch (error) {
    if (lookupFailure !== undefined) throw error
    return { grey, seen: refusedBy('unreadable', '识别时出错，请重新扫描这一页') }
  }
}

const geometryOf = async (seen: Recognition, expected: Expected) => {
  if (!seen.card) return undefined
  const { code, version } = seen.card
  const card =
    expected.card?.code === code && expected.card.version === version
      ? expected.card
      : await printedCardByCode(code, version)
  return card?.geometry
}

/** A page of a class that its uploader was not given waits. */
const ofUploader = (judged: Judged, { forClasses }: Pick<Batch, 'forClasses'>, owner: Candidate | null): Judged => {
  if (!judged.studentId || !owner || !forClasses || forClasses.includes(owner.classId)) return judged
  const { studentId: _student, ...rest } = judged
  const detail = `${owner.studentName}是${owner.className}的，不在上传者负责的班级中`
  return { ...rest, doubts: [{ kind: 'uploader', detail }, ...judged.doubts] }
}

/** A page of a paper that the candidate's school does not take waits: parcels of two schools, or papers of two subjects, were mixed up. */
const ofTaker = (judged: Judged, paperId: string, owner: Candidate | null, { sits }: Pick<Roster, 'sits'>): Judged => {
  if (!judged.studentId || !owner || sits(owner, paperId)) return judged
  const { studentId: _student, ...rest } = judged
  const detail = `${owner.studentName}（${owner.className}）的学校不参加这一科，请核对是否放错了答题卡`
  return { ...rest, doubts: [{ kind: 'unknownStudent', detail }, ...judged.doubts] }
}

const nearTo = async (number: string, expected: Expected, { tied }: Owner): Promise<Pick<ScanPage, 'near'>> => {
  const near = tied.length > 0 ? tied : await expected.roster.near(number)
  return near.length > 0 ? { near } : {}
}

/** The row of a picture's second page. */
const secondOf = (no: string): string => `${no}b`

/**
 * A picture of two pages becomes two rows, each with its half; both are unread then. Done again, it finds them there.
 * The name says where the halves come from.
 */
const split = async (page: ScanPage, { first, second }: Halves): Promise<void> => {
  const half = async (part: 'first' | 'second', grey: Grey) => {
    const bytes = await encodeJpeg(grey, 90)
    const imageKey = scanKey(page, `${part}.jpg`)
    await putObject(imageKey, bytes, { type: 'image/jpeg', replace: true })
    const name = `${page.source.name} › ${part === 'first' ? '前' : '后'}一半`
    const { width, height } = grey
    const whole = page.imageKey ? { wholeKey: page.imageKey } : {}
    return { half: part, ...whole, imageKey, sha256: sha256(bytes), width, height, source: { ...page.source, name } }
  }
  const no = secondOf(page.no)
  const [one, two] = [await half('first', first), await half('second', second)]
  await transact(
    [
      pages.saving({ ...page, ...one }),
      pages.creating({ ...page, ...two, no, scanId: scanIdOf(page.batchId, no), version: 1 }),
    ],
    randomText(27),
  )
  // Whether it worked, or another run was faster, is seen by reading again.
}

/** Reads the page `no` of a batch, and the second one of its picture, unless that was done. */
export const readBatchPage = async (
  batch: Pick<Batch, 'batchId' | 'forClasses'>,
  no: string,
  expected: Expected,
  mode: RecognitionMode = 'standard',
): Promise<void> => {
  const done = await edit(`page ${no} of ${batch.batchId}`, async () => {
    const half = await readOne(batch, no, expected, mode)
    // Whether it was cut here, or by another run, is seen by reading again.
    return half === 'cut' ? beaten : half
  })
  if (done === 'first') await readOne(batch, secondOf(no), expected, mode)
}

const lying = (
  grey: Grey | null,
  { card, homography }: Recognition,
  geometry: PrintedCard['geometry'] | undefined,
): Pick<StoredReading, 'lies'> =>
  grey && card && homography && geometry ? { lies: lyingOf(card, homography, geometry, grey) } : {}

/** All that is cut out of a page, in one object: it is as many bytes as before, and one write. */
const pictured = async (
  page: ScanPage,
  grey: Grey | null,
  seen: Recognition,
  own: PageGeometry | undefined,
  size: { width: number; height: number } | undefined,
  doubts: SheetDoubt[],
): Promise<{ thumbKey?: string; wide?: boolean; doubts: SheetDoubt[]; blocks?: StoredReading['blocks'] }> => {
  if (!grey) return { doubts }
  const [thumb, doubted, blocks] = await Promise.all([
    cutThumb(grey, seen.rotation),
    own && size ? cutDoubts(grey, seen, own, size, doubts) : doubts.map((doubt) => ({ doubt, bytes: undefined })),
    own && seen.status === 'read' ? cutBlocks(grey, seen, own) : undefined,
  ])
  const pieces = [thumb.bytes, ...doubted.flatMap((d) => d.bytes ?? []), ...(blocks ?? []).map((b) => b.bytes)]
  const keyOf = await putPieces(pieces, (digest) => scanKey(page, `${piecesName}${digest}.bin`))
  return {
    thumbKey: keyOf(thumb.bytes),
    wide: thumb.wide,
    doubts: doubted.map(({ doubt, bytes }) => (bytes ? { ...doubt, cropKey: keyOf(bytes) } : doubt)),
    ...(blocks ? { blocks: blocks.map(({ bytes, ...block }) => ({ ...block, key: keyOf(bytes) })) } : {}),
  }
}

/** Answers 'cut' where the page has become two, and which half it was where it is one. */
const readOne = async (
  batch: Pick<Batch, 'batchId' | 'forClasses'>,
  no: string,
  expected: Expected,
  mode: RecognitionMode,
): Promise<'cut' | ScanPage['half']> => {
  const stored = await pages.get({ batchId: batch.batchId, no })
  if (!stored || stored.state !== 'open' || stored.readAt !== undefined || !stored.imageKey) return stored?.half
  const { grey, seen } = await recognised(stored, await getObject(stored.imageKey), expected)
  const geometry = await geometryOf(seen, expected)
  const own = geometry?.pages.find((p) => p.page === seen.page)
  const halves = grey && geometry && seen.status === 'read' && !stored.half ? halvesOf(grey, seen, geometry) : null
  if (halves === 'overlap') seen.doubts.unshift({ kind: 'twoPages', detail: '一张图里有两页，叠在一起' })
  else if (halves) {
    await split(stored, halves)
    return 'cut'
  }
  const owner = await ownerOf(seen.studentNumber, expected.roster)
  const { candidate } = owner
  const known = ofUploader(judgePage(seen, own, owner, expected.questions), batch, candidate)
  const judged = ofTaker(known, stored.paperId, candidate, expected.roster)
  const near = judged.number && !judged.studentId ? await nearTo(judged.number, expected, owner) : {}
  const empty = seen.status === 'read' && !judged.absent && nothingChosen(choicesRead(seen))
  if (mode === 'strict' && empty) judged.doubts.push(likelyBlank)
  const { thumbKey, wide, doubts, blocks } = await pictured(stored, grey, seen, own, geometry, judged.doubts)
  if (blocks) {
    await readings.put({
      schema: 1,
      batchId: stored.batchId,
      no,
      ...(seen.rotation === undefined ? {} : { rotation: seen.rotation }),
      ...(seen.scale === undefined ? {} : { scale: seen.scale }),
      ...lying(grey, seen, geometry),
      ...(seen.absent ? { absent: seen.absent.state } : {}),
      choices: choicesRead(seen),
      ...(judged.marks.length > 0 ? { marks: judged.marks } : {}),
      blocks,
    })
  }
  return edit(`page ${no} of ${batch.batchId}`, async () => {
    const page = await pages.get({ batchId: batch.batchId, no })
    // Read by another run since, or voided by a person.
    if (!page || page.state !== 'open' || page.readAt !== undefined) return stored.half
    const read: ScanPage = {
      ...page,
      readAt: now(),
      ...(grey ? { width: grey.width, height: grey.height } : {}),
      ...(thumbKey ? { thumbKey, wide: wide ?? false } : {}),
      ...(seen.page === undefined ? {} : { page: seen.page }),
      ...(geometry ? { pageCount: geometry.pages.length } : {}),
      ...(seen.card ? { code: seen.card.code } : {}),
      ...(seen.status === 'refused' && seen.qr ? { otherCode: seen.qr.code } : {}),
      ...(judged.number ? { number: judged.number } : {}),
      ...(judged.numberless ? { numberless: true } : {}),
      ...near,
      doubts,
    }
    const placed =
      judged.studentId && candidate
        ? await seatPage(read, candidate, { absent: judged.absent })
        : // A page without a number is no doubt until the batch is whole.
          await place([{ page: read, to: { ...standingOf(read), waits: !judged.numberless, doubts } }])
    return placed.done ? stored.half : beaten
  })
}
