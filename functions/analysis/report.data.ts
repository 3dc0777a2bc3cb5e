/** What reports are made from, read of one version and cut to what is seen. */
import type { ReportParams } from '#shared/analysis/reports/report.params.ts'
import type { Policy, Report, ReportData } from '#shared/analysis/reports/report.ts'
import { smallestGroup } from '#shared/analysis/publication.rules.ts'
import type { TranscriptRow } from '#shared/analysis/publication.types.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { classRows, itemRows } from './sight.ts'
import type { Seen } from './sight.ts'
import { sizes } from './sizes.ts'
import { linesBetween, listLines, sortedLines } from './transcript.ts'

/** Callers of today read the transcript of the classes whose figures they see: only others are to be protected. */
export const policy: Policy = { smallest: smallestGroup, named: true }

/** Whose report it is; an area's exam has none. */
export const schoolNameOf = async ({ paper }: Seen): Promise<string | undefined> =>
  paper.owner.startsWith('s:') ? (await schoolOf(paper.owner.slice(2)))?.schoolName : undefined

const linesSeen = (seen: Seen) => ({ ...seen, v: seen.version.v })

export const dataOf = async (
  seen: Seen,
  { needs }: Pick<Report, 'needs'>,
  params: ReportParams,
  schoolName?: string,
): Promise<ReportData> => {
  const { head, report, version, sight } = seen
  const { overall } = report
  // Of all classes nothing is left to protect; of some, their sizes tell how many others there are.
  const classes = needs.classes || sight.classIds !== null ? await classRows(seen) : []
  const present = sight.classIds === null ? overall.present : classes.reduce((n, c) => n + c.present, 0)
  const data: ReportData = {
    source: {
      ...(schoolName ? { schoolName } : {}),
      examId: head.examId,
      examName: head.examName,
      gradeName: head.gradeName,
      courseName: head.courseName,
      examDate: head.examDate,
      fullScore: report.fullScore,
      v: version.v,
      keyVersion: head.keyVersion,
      published: version.published,
      madeAt: head.madeAt,
    },
    overall,
    items: itemRows(seen),
    questions: head.questions,
    reliability: report.reliability,
    standings: report.standings,
    settings: report.settings,
    seen: seen.classes,
    classes,
    unseen: overall.present - present,
    totalRank: sight.totalRank,
    lines: [],
    students: { total: 0, pageNumber: 1, present: 0, mean: null },
  }
  const wanted = needs.lines?.(data, params)
  if (!wanted) return data
  if (wanted === 'page') {
    const { list: lines, ...students } = await listLines(linesSeen(seen), params, overall)
    return { ...data, lines, students }
  }
  const most = Math.min(wanted.most, sizes.lines)
  return { ...data, lines: await linesBetween(linesSeen(seen), wanted.low, wanted.high, most) }
}

/** All students that are seen, as they are asked for. */
export const everyLine = (seen: Seen, params: ReportParams): AsyncGenerator<TranscriptRow> =>
  sortedLines(linesSeen(seen), params)
