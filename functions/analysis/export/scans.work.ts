/** The steps of `analysis.exportScans`; how the zip is cut is `scans.pieces.ts`. */
import { exportScansJob } from '#shared/analysis/analysis.jobs.ts'
import type { ScansSlice } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { fileName } from '#shared/kit/text.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { candidatesIn, rosterSlices } from '#functions/exam/exam.public.ts'
import { removeObjects } from '#functions/kit/erase.ts'
import { beginUpload, fillUpload, putParts } from '#functions/kit/multipart.ts'
import type { Part, Upload } from '#functions/kit/multipart.ts'
import { asideKey, getJson, getObject, putJson, putLines, putObject, sha256, sizeOf } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { readingsOfStudents } from '#functions/scan/scan.public.ts'
import { sizes } from '../sizes.ts'
import { manifestOf } from '../snapshot.ts'
import { examAndPaper } from '../standing/standing.ts'
import { exportKey, handOver, typeOf } from './offer.ts'
import { piecesOf, sizeIn } from './scans.pieces.ts'
import type { Measured, Piece } from './scans.pieces.ts'
import { endScans, packScans } from './scans.zip.ts'
import type { Packed, ScanEntry } from './scans.zip.ts'

/** What lies beside the export until it is done: `slice-00012.jsonl`. */
const numberedKey = (paper: Paper, jobId: string, kind: string, n: number, suffix: string): string =>
  asideKey(jobId, paper.owner, 'analysis', paper.paperId, `${kind}-${String(n).padStart(5, '0')}.${suffix}`)
const manifestKey = (paper: Paper, jobId: string, kind: string): string =>
  asideKey(jobId, paper.owner, 'analysis', paper.paperId, `${kind}.jsonl`)

/** Characters that would make another folder or that a file system refuses. */
const segment = (text: string): string => fileName(text, 'x').slice(0, -2)

const entriesIn = async (paper: Paper, slice: ScansSlice, classIds: readonly string[] | null): Promise<ScanEntry[]> => {
  const roster = (await candidatesIn(paper.examId, slice)).filter(
    (c) => classIds === null || classIds.includes(c.classId),
  )
  const readings = await readingsOfStudents(
    paper.paperId,
    roster.map((c) => c.studentId),
  )
  return roster.flatMap(({ studentNumber, studentName, className }, i) =>
    readings[i]!.pages.toSorted((a, b) => a.page - b.page).map(({ key, page }): ScanEntry => {
      const suffix = /\.(jpe?g|png|tiff?|webp)$/i.exec(key)?.[1]?.toLowerCase() ?? 'jpg'
      const stem = `${segment(studentNumber)}-${segment(studentName)}-第${page}页`
      return { name: `${segment(className)}/${stem}.${suffix}`, key, studentNumber, studentName, className, page }
    }),
  )
}

const entriesOfPiece = async (paper: Paper, jobId: string, piece: Piece): Promise<ScanEntry[]> => {
  const slices = await inTurns(piece.slices, 16, (n) =>
    manifestOf<ScanEntry>(numberedKey(paper, jobId, 'slice', n, 'jsonl')),
  )
  return slices.flat()
}

/** Packs a piece into its parts and, if it is the last, the end behind it. */
const packPiece = async (
  { exam, paper }: Awaited<ReturnType<typeof examAndPaper>>,
  jobId: string,
  upload: Upload,
  piece: Piece,
  before: readonly Packed[] | null,
): Promise<{ packed: Packed; parts: Part[]; size: number }> => {
  const date = new Date(exam.examDate)
  const entries = await entriesOfPiece(paper, jobId, piece)
  const kept: { packed?: Packed } = {}
  const bytes = async function* () {
    const packed = yield* packScans(entries, { date, begun: piece.begun, read: getObject, digest: sha256 })
    kept.packed = packed
    if (before) yield* endScans(date, [...before, packed])
  }
  const { parts, size } = await putParts(upload, piece.firstPart, bytes(), piece.partSize)
  return { packed: kept.packed!, parts, size }
}

export const exportScansWork = work(exportScansJob, {
  plan: async ({ input, jobId, progress }) => {
    const { exam, paper } = await examAndPaper(input.paperId)
    const slices: ScansSlice[] = []
    for await (const { slice } of rosterSlices(exam, sizes.scans)) slices.push({ slice: slices.length, ...slice })
    const key = manifestKey(paper, jobId, 'slices')
    await putLines(key, slices)
    await progress({ message: '正在清点答卷' })
    return { manifestKey: key, slices: slices.length }
  },

  measure: async ({ input, jobId, items }) => {
    const { paper } = await examAndPaper(input.paperId)
    for (const slice of items) {
      const entries = await entriesIn(paper, slice, input.classIds)
      const found = await inTurns(entries, 16, async (e) => {
        const size = await sizeOf(e.key)
        if (size === null) throw new Error(`no picture ${e.key}`)
        return sizeIn(e, size)
      })
      await putLines(numberedKey(paper, jobId, 'slice', slice.slice, 'jsonl'), entries)
      const measured: Measured = {
        slice: slice.slice,
        bytes: found.reduce((sum, size) => sum + size, 0),
        pages: entries.length,
        students: new Set(entries.map((e) => e.studentNumber)).size,
      }
      await putJson(numberedKey(paper, jobId, 'slice', slice.slice, 'json'), measured, { replace: true })
    }
    // The progress counts pages that are packed.
    return 0
  },

  lay: async ({ input, jobId, out, progress }) => {
    const { exam, paper } = await examAndPaper(input.paperId)
    const { slices } = out.plan
    const numbers = Array.from({ length: slices }, (_, i) => i)
    const measured = await inTurns(numbers, 16, (n) => getJson<Measured>(numberedKey(paper, jobId, 'slice', n, 'json')))
    const pieces = piecesOf(measured)
    if (pieces.length === 0) refuse(analysisProblems.noScans)
    const [pages, students] = [measured.reduce((n, m) => n + m.pages, 0), measured.reduce((n, m) => n + m.students, 0)]
    const key = manifestKey(paper, jobId, 'pieces')
    await putLines(key, pieces.slice(0, -1))
    await putJson(numberedKey(paper, jobId, 'piece', pieces.length - 1, 'last.json'), pieces.at(-1), { replace: true })
    const name = fileName(`${exam.examName} ${paper.courseName}答卷图片`, 'zip')
    const upload = await beginUpload(exportKey(paper, jobId, 'zip'), { type: typeOf.zip, name })
    await progress({ total: pages, message: `正在打包${pages}页答卷` })
    return { manifestKey: key, many: pieces.length > 1, pieces: pieces.length, upload, pages, students }
  },

  pack: async ({ input, jobId, out, items }) => {
    const found = await examAndPaper(input.paperId)
    const { upload } = out.lay
    let pages = 0
    for (const piece of items) {
      const { packed, parts } = await packPiece(found, jobId, upload, piece, null)
      const { records, lines, ...rest } = packed
      const key = (suffix: string): string => numberedKey(found.paper, jobId, 'piece', piece.piece, suffix)
      await putObject(key('records'), records, { replace: true })
      await putObject(key('lines'), lines, { replace: true })
      await putJson(key('json'), { ...rest, parts }, { replace: true })
      pages += packed.count
    }
    return pages
  },

  finish: async ({ input, jobId, out }) => {
    const found = await examAndPaper(input.paperId)
    const { exam, paper } = found
    const { upload, pieces, pages, students } = out.lay
    const name = fileName(`${exam.examName} ${paper.courseName}答卷图片`, 'zip')
    const aside = (n: number, suffix: string): string => numberedKey(paper, jobId, 'piece', n, suffix)
    const numbers = Array.from({ length: pieces - 1 }, (_, i) => i)
    const before = await inTurns(numbers, 16, async (n) => {
      const [told, records, lines] = await Promise.all([
        getJson<{ count: number; size: number; parts: Part[] }>(aside(n, 'json')),
        getObject(aside(n, 'records')),
        getObject(aside(n, 'lines')),
      ])
      return { ...told, records, lines }
    })
    const piece = await getJson<Piece>(aside(pieces - 1, 'last.json'))
    const size = await fillUpload(upload, async () => {
      const last = await packPiece(found, jobId, upload, piece, before)
      return { parts: [...before.flatMap((p) => p.parts), ...last.parts], size: piece.begun + last.size }
    })
    const file = await handOver(jobId, input.by, 'analysis.exportScans', paper, { key: upload.key, name, size })
    return { ...file, pages, students }
  },

  /** What lies beside the export names students: it goes as soon as it is of no use. */
  tidy: async ({ input, jobId, out }) => {
    const { paper } = await examAndPaper(input.paperId)
    const { slices } = out.plan
    const { pieces } = out.lay
    const of = (kind: string, count: number, suffixes: readonly string[]): string[] =>
      Array.from({ length: count }, (_, n) =>
        suffixes.map((suffix) => numberedKey(paper, jobId, kind, n, suffix)),
      ).flat()
    await removeObjects([
      ...['slices', 'pieces'].map((kind) => manifestKey(paper, jobId, kind)),
      ...of('slice', slices, ['jsonl', 'json']),
      ...of('piece', pieces, ['records', 'lines', 'json', 'last.json']),
    ])
    return out.finish
  },
})
