import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parquetReadObjects } from 'hyparquet'
import { readXlsx } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'
import * as reports from '#shared/analysis/analysis.calls.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import { sortRows } from '#shared/analysis/transcript.rules.ts'
import { analysisProblems as refused } from '#shared/analysis/analysis.problems.ts'
import type { JobId } from '#shared/kit/ids.ts'
import type { Job } from '#shared/kit/job.ts'
import { exportReportJob, exportScansJob, exportTranscriptJob } from '#shared/analysis/analysis.jobs.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { exams } from '#functions/exam/exam.store.ts'
import { audits } from '#functions/kit/audit.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, driveJob, send } from '#functions/kit/testing.ts'
import { dayKey } from '#shared/kit/time.ts'
import { linesFor, publish, stateOf, student, transcriptFor } from './analysis.testing.ts'
import { countScripts } from '#functions/marking/counts.ts'
import { awaiting, markedPaper, queuedExport } from './analysis.fixtures.ts'
import { takeIn } from '#functions/marking/scripts.ts'
import { handler } from './analysis.api.ts'
import { partKey, snapshotsOf } from './analysis.store.ts'
import { analysisWorks } from './analysis.work.ts'
import { linesIn, partOf, resultIn, versionFor } from './snapshot.ts'

beforeAll(() => actAs('analysis-work'))

describe('publishing', () => {
  it('warns of a question that stands at nothing, and bars nothing', async () => {
    const of = await markedPaper(22)
    for (const studentId of of.studentIds.slice(0, 19)) await of.mark(studentId, 0)
    await asFunction('marking-work', () => countScripts(of.paper, of.studentIds))
    const { data } = await viaGateway(publication.publishState, { paperId: of.paperId }, of.manager.token)
    const found = data.checks.filter((c) => c.key === 'unlikely')
    expect(found).toMatchObject([{ state: 'warning' }])
    expect(found[0]!.detail).toContain(`第${of.essay.number}题 21 份中 19 份为 0 分`)
  })

  it('warns of a key that most students contradict, before it is published, and bars nothing', async () => {
    const of = await markedPaper(24)
    const told = async () =>
      (await viaGateway(publication.publishState, { paperId: of.paperId }, of.manager.token)).data.checks.filter(
        (c) => c.key === 'keys',
      )
    expect(await told()).toEqual([])
    await asFunction('marking-work', async () => {
      for (const studentId of of.studentIds.slice(0, 20)) {
        const script = { studentId, state: 'present' as const, imageVersion: 1, complete: true, blocks: [], pages: [] }
        await takeIn(of.paper, { ...script, choices: { [of.choice.questionId]: ['D'] } })
      }
    })
    await of.settled()
    const found = await told()
    expect(found).toMatchObject([{ state: 'warning' }])
    expect(found[0]!.detail).toContain(`第1题87%选D，只有9%得满分；请核对答案`)
  })

  it('goes the whole way through the state machine, with the exam released and everything audited', async () => {
    const of = await markedPaper(6)
    const before = await viaGateway(publication.publishState, { paperId: of.paperId }, of.manager.token)
    expect(before.data.checks.map((c) => [c.key, c.state])).toEqual([
      ['ledger', 'ok'],
      ['marking', 'ok'],
      ['scores', 'ok'],
      ['bounds', 'ok'],
      ['candidates', 'ok'],
    ])
    expect((await viaGateway(reports.summary, { paperId: of.paperId }, of.manager.token)).status).toBe(
      refused.notPublished.status,
    )
    const { data } = await viaGateway(publication.publishScores, { paperId: of.paperId }, of.manager.token)
    await vi.waitFor(
      async () => {
        const job = await viaGateway(asyncStatus, { uuid: data.uuid }, of.manager.token)
        expect(job.data.message).toBe('')
        expect(job.data.status).toBe(40)
      },
      { timeout: 120_000, interval: 300 },
    )
    const got = await viaGateway(reports.transcript, { paperId: of.paperId, sort: 'studentNumber' }, of.manager.token)
    expect(transcriptLines(got.data).list.map((r) => r.total)).toEqual(of.studentIds.map((_, i) => of.total(i)))
    expect(got.data.source).toMatchObject({ v: 1, published: true, examName: '期中考试', fullScore: 1500 })
    const own = await viaGateway(reports.ownResult, { paperId: of.paperId }, (await student(of, 0)).token)
    expect(own.data).toMatchObject({ total: of.total(0), rank: null, fullScore: 1500 })
    const picture = await fetch(own.data.pages[0]!.url)
    expect(await picture.text()).toBe(`picture of ${of.studentIds[0]}`)
    expect(await asFunction('exam-api', () => examOf(of.examId))).toMatchObject({ status: 3 })
    const trail = await audits.query(`${of.tenant}#${dayKey(now())}`)
    expect(trail.map((r) => r.act).sort()).toEqual(['analysis.publish', 'analysis.requestPublish'])
  })

  it('keeps the scores as columns and as one result a student, each the sum of its parts (I11)', async () => {
    const of = await markedPaper(5)
    const v = await publish(of)
    const bytes = await getObject(partKey(of.paper, v, 'scores-00000.parquet'))
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    const rows = await parquetReadObjects({ file })
    expect(rows.map((r) => r['studentId'])).toEqual(of.studentIds)
    for (const [i, studentId] of of.studentIds.entries()) {
      const result = (await resultIn(of.paper, v, studentId))!
      expect(result.total).toBe(of.total(i))
      if (result.total !== null) {
        expect(result.items.reduce((n, q) => n + q.score, 0)).toBe(result.total)
        expect(result.items.map((q) => q.score)).toEqual([
          rows[i]![of.choice.questionId],
          rows[i]![of.essay.questionId],
        ])
      }
    }
  })

  it('waits for the ledger unless a person gives a reason, and for every mark with any reason', async () => {
    const of = await markedPaper(3)
    await of.strayPage()
    const ask = (override?: string) =>
      send(handler, publication.publishScores, { paperId: of.paperId, override }, of.manager.token)
    const refusal = await asFunction('analysis-api', () => ask())
    expect(refusal).toMatchObject({ status: refused.notReady.status })
    expect(refusal.message).toContain('还有 1 页扫描没有归位')
    const state = await asFunction('analysis-api', () =>
      send(handler, publication.publishState, { paperId: of.paperId }, of.manager.token),
    )
    expect(state.data).toMatchObject({ mayPublish: true, needsOverride: true })
    const jobId = newId<JobId>('job')
    await awaiting(of, jobId)
    await expect(driveJob(analysisWorks, stateOf(of, jobId))).rejects.toThrow('还有 1 页')
    expect(await versionFor(of.paper, true)).toBe(null)
    const done = await driveJob(analysisWorks, stateOf(of, jobId, { override: '个别页破损' }))
    expect(done.out['publish']).toMatchObject({ published: true })

    const unmarked = await markedPaper(3)
    await unmarked.replacePicture(unmarked.studentIds[0]!)
    const asked = await asFunction('analysis-api', () =>
      send(handler, publication.publishScores, { paperId: unmarked.paperId, override: '随便' }, unmarked.manager.token),
    )
    expect([refused.notReady.status, refused.scoresDiffer.status]).toContain(asked.status)
  })

  it('does not ask the caller to come back: what the journal has not read yet is waited for', async () => {
    const of = await markedPaper(4)
    const preview = () => send(handler, publication.publishPreview, { paperId: of.paperId }, of.manager.token)
    const states: string[] = []
    for (let round = 0; round < 4; round++) {
      // The last mark, and at once the screens that lead to publishing.
      await of.mark(of.studentIds[0]!, 100 + round * 100)
      const [shown, state] = await asFunction('analysis-api', async () => [
        await preview(),
        await send(handler, publication.publishState, { paperId: of.paperId }, of.manager.token),
      ])
      expect(shown.status).toBe(0)
      expect(state.data.mayPublish).toBe(true)
      states.push(state.data.checks.find((c) => c.key === 'scores')!.state)
    }
    expect(states.every((s) => s === 'waiting' || s === 'ok')).toBe(true)
    await of.mark(of.studentIds[0]!, 900)
    const asked = await asFunction('analysis-api', () =>
      send(handler, publication.publishScores, { paperId: of.paperId }, of.manager.token),
    )
    expect(asked.status).toBe(0)
    const made = await driveJob(analysisWorks, stateOf(of, newId<JobId>('job')), 1)
    const { v } = made.out['plan'] as { v: number }
    const { columns: data } = await partOf(of.paper, v, 0)
    expect(data.scores[data.studentId.indexOf(of.studentIds[0]!)]!.at(-1)).toBe(900)
  })

  it('stops when the two computations differ, and names who (I11)', async () => {
    const of = await markedPaper(3)
    await of.forge(of.studentIds[0]!, 900)
    const asked = await asFunction('analysis-api', () =>
      send(handler, publication.publishScores, { paperId: of.paperId }, of.manager.token),
    )
    expect(asked.status).toBe(refused.scoresDiffer.status)
    expect(asked.message).toContain('学生0')
    expect(await snapshotsOf(of.paperId)).toEqual([])
  })
})

describe('what no score may break', () => {
  it('stops a publication on which both computations agree, and names who', async () => {
    const of = await markedPaper(3)
    // Twenty points of ten: a mark that some other way than ours has stored, told to the journal as well.
    await of.mark(of.studentIds[1]!, 2000)
    await of.settled()
    const asked = await asFunction('analysis-api', () =>
      send(handler, publication.publishScores, { paperId: of.paperId, override: '随便' }, of.manager.token),
    )
    expect(asked.status).toBe(refused.outOfBounds.status)
    expect(asked.message).toContain('学生1')
    const state = await asFunction('analysis-api', () =>
      send(handler, publication.publishState, { paperId: of.paperId }, of.manager.token),
    )
    expect(state.data!.checks.find((c) => c.key === 'bounds')).toMatchObject({ state: 'failed' })
    expect(state.data!.checks.find((c) => c.key === 'scores')).toMatchObject({ state: 'ok' })
    // The job looks again: what came in between does not pass either.
    const jobId = newId<JobId>('job')
    await awaiting(of, jobId)
    await expect(driveJob(analysisWorks, stateOf(of, jobId))).rejects.toThrow('超出')
    expect(await versionFor(of.paper, true)).toBe(null)
  })
})

describe('what is seen, and when (I14)', () => {
  it('is nothing before its time; a version as a whole after it; nothing once withdrawn', async () => {
    const of = await markedPaper(4)
    const jobId = newId<JobId>('job')
    const publishAt = now() + 3_600_000
    await awaiting(of, jobId, publishAt)
    await expect(driveJob(analysisWorks, stateOf(of, jobId, { publishAt }), 1)).rejects.toThrow('not yet')
    const { token } = await student(of, 0)
    const own = () => send(handler, reports.ownResult, { paperId: of.paperId }, token)
    actAs('analysis-api')
    expect((await own()).status).toBe(refused.notPublished.status)
    expect((await transcriptFor(of, of.teachers[0]!.token)).status).toBe(refused.notPublished.status)
    // The manager looks at the finished snapshot.
    expect((await linesFor(of, of.manager.token)).source).toMatchObject({ v: 1, published: false })
    actAs('analysis-work')
    const back = usePorts({ now: () => Date.now() + 3_700_000 })
    await driveJob(analysisWorks, stateOf(of, jobId, { publishAt }))
    back()
    actAs('analysis-api')
    expect((await own()).data).toMatchObject({ v: 1, total: of.total(0) })
    const gone = await send(
      handler,
      publication.withdrawScores,
      { paperId: of.paperId, reason: '答案有误' },
      of.manager.token,
    )
    expect(gone.data).toEqual({ withdrawn: true })
    expect((await own()).status).toBe(refused.notPublished.status)
    expect(await examOf(of.examId)).toMatchObject({ status: 2, markingProgress: 6 })
    expect(
      (await send(handler, publication.withdrawScores, { paperId: of.paperId, reason: '再次' }, of.manager.token))
        .status,
    ).toBe(refused.nothingPublished.status)
    actAs('analysis-work')
    // A late repeat of the job's last step publishes nothing.
    const late = await driveJob(analysisWorks, stateOf(of, jobId))
    expect(late.out['publish']).toMatchObject({ published: false })
  })

  it('is asked for at no time that is over: nothing waits for it, and nothing is published', async () => {
    const of = await markedPaper(2)
    const ask = (publishAt: number) =>
      asFunction('analysis-api', () =>
        send(handler, publication.publishScores, { paperId: of.paperId, publishAt }, of.manager.token),
      )
    for (const at of [now() - 1, now() - 86_400_000, 0]) expect((await ask(at)).status).toBe(refused.timePassed.status)
    const state = await asFunction('analysis-api', () =>
      send(handler, publication.publishState, { paperId: of.paperId }, of.manager.token),
    )
    expect(state.data.pending ?? null).toBe(null)
    expect(await versionFor(of.paper, true)).toBe(null)
  })

  it('is nothing of an exam that was deleted before its time, nor when the exam is had back', async () => {
    const of = await markedPaper(2)
    const jobId = newId<JobId>('job')
    const publishAt = now() + 3_600_000
    await awaiting(of, jobId, publishAt)
    await expect(driveJob(analysisWorks, stateOf(of, jobId, { publishAt }), 1)).rejects.toThrow('not yet')
    const mark = (deletedAt?: number) =>
      asRoot(() => exams.edit({ examId: of.examId }, (e) => e && { ...e, deletedAt }))
    await mark(now())
    const back = usePorts({ now: () => Date.now() + 3_700_000 })
    await expect(driveJob(analysisWorks, stateOf(of, jobId, { publishAt }), 1)).rejects.toThrow()
    back()
    await mark()
    expect(await versionFor(of.paper, true)).toEqual({ v: 1, published: false })
  })

  it('a withdrawn or replaced schedule publishes nothing', async () => {
    const of = await markedPaper(3)
    const [first, second] = [newId<JobId>('job'), newId<JobId>('job')]
    await awaiting(of, first)
    await awaiting(of, second)
    expect((await driveJob(analysisWorks, stateOf(of, first))).out['publish']).toMatchObject({ published: false })
    expect((await driveJob(analysisWorks, stateOf(of, second))).out['publish']).toMatchObject({ published: true, v: 2 })
  })

  it('is v or v−1 while a new version is published, never a mix; the difference is signed off before (I12)', async () => {
    const of = await markedPaper(8)
    await publish(of)
    await of.correctKey('B')
    const digest = await asFunction('analysis-api', async () => {
      const preview = await send(
        handler,
        publication.publishPreview,
        { paperId: of.paperId, pageSize: 50 },
        of.manager.token,
      )
      // Seven present: who chose A (4) loses, who chose B (3) gains.
      expect(preview.data).toMatchObject({ first: false, changed: 7, up: 3, down: 4, total: 7, present: 7, absent: 1 })
      const [one] = preview.data.list
      expect(Math.abs(one!.after! - one!.before!)).toBe(500)
      expect((await send(handler, publication.publishScores, { paperId: of.paperId }, of.manager.token)).status).toBe(
        refused.changedSince.status,
      )
      return preview.data.digest
    })
    const whole = new Map<number, string>()
    let reading = true
    const reader = (async () => {
      while (reading) {
        const { list, source } = await linesFor(of, of.manager.token, { sort: 'studentNumber' })
        const text = JSON.stringify(list)
        const known = whole.get(source.v)
        if (known !== undefined) expect(text).toBe(known)
        whole.set(source.v, text)
      }
    })()
    const jobId = newId<JobId>('job')
    await awaiting(of, jobId)
    await driveJob(analysisWorks, stateOf(of, jobId, { digest }))
    await transcriptFor(of, of.manager.token)
    reading = false
    await reader
    expect([...whole.keys()].at(0)).toBe(1)
    const [after] = (await linesFor(of, of.manager.token, { sort: 'studentNumber' })).list
    expect(after!.total).toBe(of.total(0)! - 500)
    expect(sortRows(await linesIn(of.paper, 1, 0), 'studentNumber')).toMatchObject([
      { total: of.total(0) },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ])
  })

  it('refuses scores that changed after they were looked at', async () => {
    const of = await markedPaper(3)
    const jobId = newId<JobId>('job')
    await awaiting(of, jobId)
    await expect(driveJob(analysisWorks, stateOf(of, jobId, { digest: 'another' }))).rejects.toThrow('又有变化')
  })
})

describe('exports', () => {
  it('are offered with their audit record, opened again they hold what was seen', async () => {
    const of = await markedPaper(5)
    const v = await publish(of)
    const { jobRecords } = await import('#functions/kit/work.ts')
    const run = async (job: Job, input: object) => {
      const state = await queuedExport(of, job, input)
      await driveJob(analysisWorks, state)
      await driveJob(analysisWorks, state)
      const [file, ...more] = (await jobRecords.get({ jobId: state.jobId as JobId }))!.files
      expect(more).toEqual([])
      return { file: file!, bytes: await getObject(file!.key) }
    }
    const fixed = { v, classIds: null, totalRank: true }
    const sheet = await run(exportTranscriptJob, fixed)
    expect(sheet.file.name).toBe('期中考试 数学成绩单.xlsx')
    expect((await readXlsx(sheet.bytes)).sheets[0]!.rows).toHaveLength(6)
    // As it is filtered and sorted on screen.
    const filtered = { ...fixed, params: { classId: of.classes[0]!.classId, sort: '-studentNumber' } }
    const some = (await readXlsx((await run(exportTranscriptJob, filtered)).bytes)).sheets[0]!.rows
    expect(some.slice(1).map((r) => r[0])).toEqual(['学生4', '学生2', '学生0'])
    // Two are not seen: no rank among all tells of them, and each cell stands under its head.
    const own = { ...fixed, classIds: [of.classes[0]!.classId] }
    const [head, ...lines] = (await readXlsx((await run(exportTranscriptJob, own)).bytes)).sheets[0]!.rows
    expect(head).not.toContain('总排名')
    for (const r of lines) if (typeof r[3] === 'number') expect(Number(r[5]) + Number(r[6])).toBe(r[3])
    expect(lines.map((r) => r[head!.indexOf('班级排名')])).toEqual([1, 2, null])
    const pdf = await run(exportReportJob, fixed)
    expect(pdf.file.name).toBe('期中考试 数学质量分析报告.pdf')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const zip = await run(exportScansJob, { classIds: null })
    const names: string[] = []
    for await (const entry of (await fromBufferPromise(zip.bytes)).eachEntry()) names.push(entry.fileName)
    expect(names).toEqual([
      '1班/1000-学生0-第1页.jpg',
      '2班/1001-学生1-第1页.jpg',
      '1班/1002-学生2-第1页.jpg',
      '2班/1003-学生3-第1页.jpg',
      'manifest.csv',
    ])
    const acts = (await audits.query(`${of.tenant}#${dayKey(now())}`)).map((r) => r.act).filter((a) => /export/.test(a))
    const transcripts = Array.from({ length: 3 }, () => 'analysis.exportTranscript')
    expect(acts.sort()).toEqual(['analysis.exportReport', 'analysis.exportScans', ...transcripts])
  })
})
