/**
 * Publishing. The data object of a version is written once and is its only source: report, transcript and results are
 * computed from what is stored there, so a step that runs again writes the same bytes or finds them.
 */
import { parquetWriteBuffer } from 'hyparquet-writer'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { publishJob } from '#shared/analysis/analysis.jobs.ts'
import { reportAndTranscript, resultOf } from '#shared/analysis/publication.rules.ts'
import type { SnapshotData } from '#shared/analysis/publication.types.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { StudentId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { advanceExam, papersOf } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { putJson, putLines, putObject } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { readingsOf } from '#functions/scan/scan.public.ts'
import { partKey, publications, resultKey, settingsOf, snapshots, snapshotsOf } from './analysis.store.ts'
import { dataOf, getIfThere, pagesOf, reportOf, transcriptOf } from './snapshot.ts'
import { columnsOf, examAndPaper, requireReady, settledStanding } from './standing.ts'

/** The version of a job: the same however often it asks. */
const versionOf = async (paperId: Paper['paperId'], jobId: string, madeBy: UserId): Promise<number> => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const known = await snapshotsOf(paperId)
    const own = known.find((s) => s.jobId === jobId)
    if (own) return own.v
    const v = (known.at(-1)?.v ?? 0) + 1
    const row = { schema: 1 as const, paperId, v, jobId: jobId as never, ready: false, madeAt: now(), madeBy }
    if (await snapshots.create(row)) return v
  }
  throw new Error(`no version for ${jobId}: too many writers`)
}

/** The scores as columns, for any tool that reads Parquet. */
const parquetOf = (data: SnapshotData): Uint8Array => {
  const score = (i: number): number[] => data.scores.map((row) => row[i] ?? -1)
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'studentId', data: data.studentId, type: 'STRING' },
        { name: 'studentNumber', data: data.studentNumber, type: 'STRING' },
        { name: 'classId', data: data.classOf.map((c) => data.classes[c]?.classId ?? ''), type: 'STRING' },
        { name: 'state', data: data.state, type: 'STRING' },
        ...data.questions.map((q, i) => ({ name: q.questionId as string, data: score(i), type: 'INT32' as const })),
      ],
    }),
  )
}

export const publishWork = work(publishJob, {
  snapshot: async ({ input, jobId, progress }) => {
    const { paper } = await examAndPaper(input.paperId)
    const v = await versionOf(paper.paperId, jobId, input.by.userId)
    const dataKey = partKey(paper, v, 'data.json')
    let data = await getIfThere<SnapshotData>(dataKey)
    if (!data) {
      const standing = await settledStanding(paper.paperId, () => progress({ message: '正在汇总最后的评分' }))
      requireReady(standing, input.override)
      const { columns, digest } = columnsOf(standing)
      if (input.digest !== undefined && input.digest !== digest) refuse(analysisProblems.changedSince)
      const { exam } = standing
      const own = await settingsOf(paper.paperId)
      data = {
        schema: 1,
        paperId: paper.paperId,
        examId: exam.examId,
        owner: exam.owner,
        examName: exam.examName,
        courseName: standing.paper.courseName,
        gradeName: exam.gradeName,
        examDate: exam.examDate,
        keyVersion: standing.paper.keyVersion,
        madeAt: now(),
        questions: standing.paper.questions,
        classes: exam.classes,
        report: own.report,
        studentRank: own.studentRank,
        teacherTotalRank: own.teacherTotalRank,
        ...columns,
      }
      // Another attempt of this step was first: its scores are this version's.
      if (!(await putJson(dataKey, data))) data = (await getIfThere<SnapshotData>(dataKey))!
    }
    // The pictures as they are now: a result shows what was marked, not what replaces it later.
    const readings = await readingsOf(paper.paperId)
    await putJson(partKey(paper, v, 'pages.json'), Object.fromEntries(readings.map((r) => [r.studentId, r.pages])))
    const { report, transcript } = reportAndTranscript(data)
    await putJson(partKey(paper, v, 'report.json'), report)
    await putJson(partKey(paper, v, 'transcript.json'), transcript)
    await putObject(partKey(paper, v, 'scores.parquet'), parquetOf(data), { type: 'application/vnd.apache.parquet' })
    const manifestKey = partKey(paper, v, 'students.jsonl')
    await putLines(
      manifestKey,
      data.studentId.map((studentId) => ({ studentId })),
    )
    await progress({ total: data.studentId.length, message: '正在生成每名学生的成绩' })
    return { v, students: data.studentId.length, manifestKey }
  },

  results: async ({ input, out, items }) => {
    const { v } = out['snapshot'] as { v: number }
    const { paper } = await examAndPaper(input.paperId)
    const [data, report, transcript, pages] = await Promise.all([
      dataOf(paper, v),
      reportOf(paper, v),
      transcriptOf(paper, v),
      pagesOf(paper, v),
    ])
    const rows = new Map(transcript.map((r) => [r.studentId as string, r]))
    const wanted = (items as { studentId: StudentId }[]).map((i) => rows.get(i.studentId)!)
    // A few at a time: each is one read and one write.
    for (let at = 0; at < wanted.length; at += 10)
      await Promise.all(
        wanted
          .slice(at, at + 10)
          .map((row) =>
            putJson(resultKey(paper, v, row.studentId), resultOf(data, report, row, v, pages[row.studentId] ?? [])),
          ),
      )
  },

  ready: async ({ input, out, progress }) => {
    const { v } = out['snapshot'] as { v: number }
    await snapshots.update({ paperId: input.paperId, v }, { ready: true })
    const at = input.publishAt ?? now()
    if (input.publishAt !== undefined) await progress({ message: '成绩已备好，等待发布时间' })
    return { publishAt: new Date(at).toISOString() }
  },

  /** Moves the pointer, if this is still the publication that was asked for. Nothing is seen before its time (I14). */
  publish: async ({ input, jobId, out }) => {
    const { v, students } = out['snapshot'] as { v: number; students: number }
    if (input.publishAt !== undefined && now() < input.publishAt) throw new Error('not yet the time to publish')
    const { paper } = await examAndPaper(input.paperId)
    const publication = (await publications.get({ paperId: paper.paperId })) ?? refuse(commonProblems.notFound)
    if (publication.pending?.jobId === jobId) {
      const { pending: _done, ...rest } = publication
      const next = { ...rest, current: v, movedBy: jobId, publishedAt: now() }
      const record = auditRecord(input.by, 'analysis.publish', paper.paperId, {
        before: publication.current,
        after: v,
        ...(input.override === undefined ? {} : { reason: input.override }),
      })
      // A false answer is a lost race, or our own write whose answer was lost: the step is run again and sees which.
      if (!(await audited([publications.saving(next)], record))) throw new Error('the pointer was moved meanwhile')
    } else if (publication.current !== v || publication.movedBy !== jobId) return { published: false, v, students }
    const others = await papersOf(paper.examId)
    const pointers = await publications.getMany(others.map((p) => ({ paperId: p.paperId })))
    if (others.every((p) => pointers.some((x) => x.paperId === p.paperId && x.current !== null)))
      await advanceExam(paper.examId, { status: examStatus.released })
    return { published: true, v, students }
  },
})
