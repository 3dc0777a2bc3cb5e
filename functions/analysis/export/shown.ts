/** What an export shows: one version, cut to what the one who asked for it may see. */
import type { ClassFigures, PaperReport } from '#shared/analysis/analysis.types.ts'
import type { Sight } from '#shared/analysis/publication.rules.ts'
import type { SnapshotHead, TranscriptRow } from '#shared/analysis/publication.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { schoolOf } from '#functions/school/school.public.ts'
import { classFiguresOf, headOf, reportOf } from '../snapshot.ts'
import { sortedLines } from '../transcript.ts'

export type Shown = {
  /** The version of the scores, as the screens name it. */
  version: number
  /** Whose report it is; an area's exam has none. */
  schoolName?: string
  data: SnapshotHead
  report: PaperReport
  /** The lines that are seen, by total; some are in memory at a time. */
  transcript: Iterable<TranscriptRow> | AsyncIterable<TranscriptRow>
  sight: Sight
  classes: (ClassFigures & { className: string })[]
}

export const shownOf = async (paper: Pick<Paper, 'paperId' | 'owner'>, v: number, sight: Sight): Promise<Shown> => {
  const [data, report, school] = await Promise.all([
    headOf(paper, v),
    reportOf(paper, v),
    paper.owner.startsWith('s:') ? schoolOf(paper.owner.slice(2)) : null,
  ])
  const { classIds } = sight
  const seen = new Set(data.classes.flatMap((c, i) => (classIds === null || classIds.includes(c.classId) ? [i] : [])))
  const classes = (await classFiguresOf(paper, v, data, classIds && seen)).map((c) => ({
    ...c,
    className: data.classes[c.classIndex]!.className,
  }))
  return {
    version: v,
    ...(school ? { schoolName: school.schoolName } : {}),
    data,
    report,
    transcript: sortedLines({ paper, v, head: data, sight }),
    sight,
    classes,
  }
}
