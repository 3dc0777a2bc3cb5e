import { PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportAnswersJob, exportTranscriptJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems as no } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/export.calls.ts'
import { withdrawScores } from '#shared/analysis/publication.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { JobId, SchoolId } from '#shared/kit/ids.ts'
import { exams } from '#functions/exam/exam.store.ts'
import { removeUnder } from '#functions/kit/kinds.ts'
import { audits } from '#functions/kit/audit.ts'
import { getObject, objectKey, putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, driveJob, testCaller } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { images } from '#functions/marking/marking.store.ts'
import { encodeJpeg } from '#functions/scan/omr/decode.ts'
import { dayKey } from '#shared/kit/time.ts'
import { markedPaper, queuedExport } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { analysisWorks } from '../analysis.work.ts'
import { examFiles } from '../analysis.store.ts'
import { ask, release } from '../changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

const run = async (of: Marked, job: Parameters<typeof queuedExport>[1], input: object) => {
  const state = await queuedExport(of, job, input)
  await driveJob(analysisWorks, state)
  await driveJob(analysisWorks, state)
  const { files } = (await jobRecords.get({ jobId: state.jobId as JobId }))!
  return { jobId: state.jobId as JobId, file: files[0]! }
}

/** Each of these students' essays as a crop; a student without one has a whole page alone, with the name on it. */
const cut = async (of: Marked, students: readonly number[]): Promise<void> => {
  const [width, height] = [60, 30]
  const bytes = Buffer.from(await encodeJpeg({ width, height, data: new Uint8Array(width * height).fill(200) }))
  await asFunction('marking-work', async () => {
    for (const i of students) {
      const studentId = of.studentIds[i]!
      const key = objectKey(studentId, of.tenant, 'scan', of.paperId, `${studentId}-crop.jpg`)
      await asFunction('scan-work', () => putObject(key, bytes, { type: 'image/jpeg' }))
      const there = await images.get({ paperId: of.paperId, studentId })
      const block = { questionIds: [of.essay.questionId], part: 1, key, width, height, likelyBlank: false }
      await images.save({ ...there!, blocks: [block] })
    }
  })
}

describe('the files of an exam', () => {
  it('of scores that were taken back are no transcripts as readers see them, only what its manager looks at', async () => {
    const of = await markedPaper(6)
    await release(of)
    const status = async (more: object) => (await ask(of, calls.exportTranscript, more)).status
    expect(await status({ published: true })).toBe(0)
    expect((await ask(of, withdrawScores, { reason: '有一题要重评' })).status).toBe(0)
    expect([await status({ published: true }), await status({})]).toEqual([no.notPublished.status, 0])
  })

  it('are listed with who, when and how large, taken on record, and go with the exam', async () => {
    const of = await markedPaper(6)
    await release(of)
    const { examId, tenant } = of
    const fixed = { v: 1, classIds: null, totalRank: true }
    const { jobId, file } = await run(of, exportTranscriptJob, fixed)
    const { list, total } = (await ask(of, calls.listFiles, { examId })).data
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ jobId, name: file.name, size: file.size, what: '导出成绩单', byName: '测试用户' })
    expect(list[0]!.until - list[0]!.at).toBeGreaterThan(29 * 86_400_000)
    expect((await ask(of, calls.listFiles, { examId, paperId: newId('paper') })).data.total).toBe(0)

    // Another manager of the exam takes it, and that is on record; a stranger and a teacher do not.
    const other = await testCaller({ userType: 2, tenant })
    const { url } = (await ask(of, calls.takeFile, { examId, jobId }, other)).data
    expect((await fetch(url)).status).toBe(200)
    const acts = await audits.query(`${tenant}#${dayKey(now())}`, { consistent: true })
    expect(acts.filter((r) => r.act === 'analysis.takeFile').map((r) => [r.userId, r.told?.name])).toEqual([
      [other.caller.userId, file.name],
    ])
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    for (const who of [stranger, of.teachers[0]!]) {
      expect((await ask(of, calls.listFiles, { examId }, who)).http).toBe(403)
      expect((await ask(of, calls.takeFile, { examId, jobId }, who)).http).toBe(403)
    }
    const unknown = { examId, jobId: newId<JobId>('job') }
    expect((await ask(of, calls.takeFile, unknown)).status).toBe(commonProblems.notFound.status)

    // Of a deleted exam nothing is listed or taken; had back, all of it is there.
    const mark = (deletedAt?: number) => asRoot(() => exams.edit({ examId }, (e) => e && { ...e, deletedAt }))
    const both = async () => [
      (await ask(of, calls.listFiles, { examId })).status,
      (await ask(of, calls.takeFile, { examId, jobId })).status,
    ]
    await mark(now())
    expect(await both()).toEqual([commonProblems.notFound.status, commonProblems.notFound.status])
    await mark()
    expect(await both()).toEqual([0, 0])
    await asFunction('exam-stream', () => removeUnder('exam', { examId }))
    expect(await examFiles.get({ examId, jobId })).toBeNull()
  })

  it('have a booklet of answers without names, of those whose answer was cut', async () => {
    const of = await markedPaper(11)
    await release(of)
    const input = { v: 1, each: 2 }
    const bare = await queuedExport(of, exportAnswersJob, input)
    await expect(driveJob(analysisWorks, bare)).rejects.toThrow(no.noAnswers.message)
    // Student 9 has ten points, 8 nine; 4 and 5 stand about the mean.
    await cut(of, [9, 8, 4, 5])
    const { file } = await run(of, exportAnswersJob, input)
    expect(file.name).toBe('期中考试 数学优秀与典型答案.pdf')
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(await getObject(file.key))
    const text = [...document.pages()].map((p) => p.getText()).join('\n')
    library.destroy()
    expect(text).toContain('第2题')
    expect(text).toMatch(/优秀答案 1\s*10分/)
    expect(text).toMatch(/优秀答案 2\s*9分/)
    expect(text.match(/典型答案/g)!.length).toBeGreaterThanOrEqual(2)
    expect(text).not.toMatch(/学生\d/)
    expect((await ask(of, calls.listFiles, { examId: of.examId })).data.list.map((f) => f.what)).toEqual([
      '导出优秀答案',
    ])
  })
})
