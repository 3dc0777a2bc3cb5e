import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JobId } from '#shared/kit/ids.ts'
import type { JobState } from '#shared/kit/job.ts'
import { exportScansJob } from '#shared/analysis/analysis.jobs.ts'
import { partSize } from '#functions/kit/multipart.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { getObject, objectKey, putObject, sha256 } from '#functions/kit/objects.ts'
import { actAs, asFunction, driveJob } from '#functions/kit/testing.ts'
import { keysUnder } from '#functions/kit/erase.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { readingsOfStudents } from '#functions/scan/scan.public.ts'
import { markedPaper, queuedExport } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { analysisWorks } from '../analysis.work.ts'
import { sizes } from '../sizes.ts'
import { piecesOf } from './scans.pieces.ts'
import type { Measured } from './scans.pieces.ts'
import { scansZip } from './scans.testing.ts'

const measured = fc
  .array(fc.integer({ min: 0, max: 3 * partSize }), { minLength: 1, maxLength: 40 })
  .map((all) => all.map((bytes, slice): Measured => ({ slice, bytes, pages: 1, students: 1 })))

describe('the pieces of a zip', () => {
  it('hold every slice with a page once, in order, from the byte and the part where the one before ends', () => {
    fc.assert(
      fc.property(measured, (all) => {
        const pieces = piecesOf(all)
        expect(pieces.flatMap((p) => p.slices)).toEqual(all.filter((m) => m.bytes > 0).map((m) => m.slice))
        let [begun, part] = [0, 1]
        for (const [i, piece] of pieces.entries()) {
          const bytes = piece.slices.reduce((sum, n) => sum + all[n]!.bytes, 0)
          expect(piece).toMatchObject({ piece: i, begun, firstPart: part })
          // A part that is not the upload's last one is large enough for the store.
          if (i < pieces.length - 1) expect(bytes).toBeGreaterThanOrEqual(piece.partSize)
          begun += bytes
          part += Math.floor(bytes / piece.partSize)
        }
        expect(part).toBeLessThanOrEqual(10_000)
      }),
    )
  })
})

describe('the zip of a large exam', () => {
  beforeAll(() => actAs('analysis-work'))

  /** Pictures so large that some students make a piece. */
  const enlarge = (of: Marked): Promise<void> =>
    asFunction('scan-work', async () => {
      for (const [i, studentId] of of.studentIds.entries()) {
        const key = objectKey(studentId, of.tenant, 'scan', of.paperId, `${studentId}.jpg`)
        await putObject(key, Buffer.alloc(4_500_000, `picture ${i} `), { replace: true })
      }
    })
  const run = async (of: Marked, works = analysisWorks): Promise<{ state: JobState; bytes: Buffer }> => {
    const state = await driveJob(works, await queuedExport(of, exportScansJob, { classIds: null }))
    const [file] = (await jobRecords.get({ jobId: state.jobId as JobId }))!.files
    return { state, bytes: await getObject(file!.key) }
  }

  it('is made in pieces, byte for byte as by one hand, at any lost answer, and nothing is left beside it', async () => {
    const of = await markedPaper(6)
    await enlarge(of)
    const usual = sizes.scans
    sizes.scans = 1
    try {
      let writes = 0
      const faults = withFaults((call) =>
        /UploadPart|CompleteMultipart|PutObject/.test(call.command) && ++writes % 7 === 0 ? 'appliedButFailed' : null,
      )
      const { state, bytes } = await run(of).finally(() => faults.stop())
      expect(state.out['lay']).toMatchObject({ many: true, pieces: 3, pages: 5, students: 5 })
      const readings = await readingsOfStudents(of.paperId, of.studentIds)
      const byId = of.studentIds
        .map((studentId, i) => ({ studentId, i }))
        .sort((a, b) => (a.studentId < b.studentId ? -1 : 1))
      const entries = byId.flatMap(({ i }) =>
        readings[i]!.pages.map(({ key, page }) => {
          const [className, studentNumber, studentName] = [`${1 + (i % 2)}班`, String(1000 + i), `学生${i}`]
          const name = `${className}/${studentNumber}-${studentName}-第${page}页.jpg`
          return { name, key, studentNumber, studentName, className, page }
        }),
      )
      const one: Uint8Array[] = []
      const source = { date: new Date(of.exam.examDate), read: getObject, digest: sha256 }
      for await (const chunk of scansZip(entries, source)) one.push(chunk)
      expect(sha256(bytes)).toBe(sha256(Buffer.concat(one)))
      expect(await keysUnder(of.tenant, 'analysis', of.paperId, 'export', 'aside')).toEqual([])
    } finally {
      sizes.scans = usual
    }
  }, 120_000)

  it('is offered where the process was killed after any of its steps, before that was kept', async () => {
    const of = await markedPaper(6)
    const twice = analysisWorks
      .filter((w) => w.job === exportScansJob)
      .map(({ job, steps }) => ({
        job,
        steps: Object.fromEntries(
          Object.entries(steps).map(([name, step]): [string, typeof step] => [
            name,
            async (context) => {
              await step(context)
              return step(context)
            },
          ]),
        ),
      }))
    const [once, again] = [await run(of), await run(of, twice)]
    expect(again.state.out['finish']).toMatchObject({ size: once.bytes.length, pages: 5 })
    expect(sha256(again.bytes)).toBe(sha256(once.bytes))
  })
})
