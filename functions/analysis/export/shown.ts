/** What an export shows: one version, cut to what the one who asked for it may see. */
import type { ClassFigures, PaperReport } from '#shared/analysis/analysis.types.ts'
import type { Sight } from '#shared/analysis/publication.rules.ts'
import type { SnapshotData, TranscriptRow } from '#shared/analysis/publication.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { dataOf, reportOf, transcriptOf } from '../snapshot.ts'

export type Shown = {
  data: SnapshotData
  report: PaperReport
  transcript: TranscriptRow[]
  sight: Sight
  classes: (ClassFigures & { className: string })[]
}

export const shownOf = async (paper: Pick<Paper, 'paperId' | 'owner'>, v: number, sight: Sight): Promise<Shown> => {
  const [data, report, transcript] = await Promise.all([dataOf(paper, v), reportOf(paper, v), transcriptOf(paper, v)])
  const classes = report.classes.flatMap((c) => {
    const own = data.classes[c.classIndex]
    return own && (sight.classIds === null || sight.classIds.includes(own.classId))
      ? [{ ...c, className: own.className }]
      : []
  })
  return { data, report, transcript, sight, classes }
}
