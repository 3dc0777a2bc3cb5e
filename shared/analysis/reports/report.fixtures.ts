/** What reports are made from, of a made-up cohort. For tests. */
import { seenRows, sortRows } from '../transcript.rules.ts'
import type { SnapshotData } from '../publication.types.ts'
import { madeSnapshot, reportAndTranscript } from '../snapshot.fixtures.ts'
import type { ReportParams } from './report.params.ts'
import type { Report, ReportData } from './report.ts'

export const noParams: ReportParams = { pageNumber: 1, pageSize: 20 }

export type Made = {
  students?: number
  names?: readonly string[]
  classIds?: readonly string[]
  data?: SnapshotData
  subject?: 'paper' | 'total'
}

/** Each question asks one of three points of two chapters, every fourth one a second one beside it, the last one none. */
export const madeKnowledge = (questions: SnapshotData['questions']): Record<string, string[]> => {
  const points = ['函数/定义域', '函数/单调性', '数列/通项']
  return Object.fromEntries(
    questions
      .slice(0, -1)
      .map((q, i) => [q.questionId, [points[i % 3]!, ...(i % 4 === 0 ? [points[(i + 1) % 3]!] : [])]]),
  )
}

/** As the server gathers it: what the report asks for, cut to the classes that are seen. */
export const madeData = (of: Made = {}, report?: Pick<Report, 'needs'>, params = noParams): ReportData => {
  const data = of.data ?? madeSnapshot(of.students ?? 120, of.names ? { names: of.names } : {})
  const { report: figures, transcript } = reportAndTranscript(data)
  const classIds = of.classIds ?? null
  const named = figures.classes.flatMap((c) => {
    const own = data.classes[c.classIndex]!
    const { classId: groupId, className: groupName } = own
    return classIds && !classIds.includes(groupId) ? [] : [{ ...c, groupId, groupName }]
  })
  const { overall } = figures
  const all = sortRows(seenRows(transcript, { classIds, totalRank: classIds === null }))
  const made: ReportData = {
    source: {
      schoolName: '青禾市第一中学',
      examId: data.examId,
      examName: data.examName,
      gradeName: data.gradeName,
      courseName: data.courseName,
      examDate: data.examDate,
      fullScore: figures.fullScore,
      v: 2,
      keyVersion: data.keyVersion,
      published: true,
      madeAt: data.madeAt,
    },
    subject: of.subject ?? 'paper',
    overall,
    items: figures.items.map((item, i) => ({
      ...item,
      answer: data.questions[i]!.answer ?? '',
      // The items of a total are papers: there is nothing to choose from.
      options: of.subject === 'total' ? [] : item.options,
    })),
    questions: data.questions,
    reliability: figures.reliability,
    standings: figures.standings,
    settings: figures.settings,
    seen: named.map((g) => ({ classId: g.groupId, className: g.groupName })),
    schools: [],
    axis: 'class',
    axes: ['class'],
    groups: named,
    ...(report?.needs.knowledge ? { knowledge: madeKnowledge(data.questions) } : {}),
    unseen: classIds ? overall.present - named.reduce((n, c) => n + c.present, 0) : 0,
    totalRank: classIds === null,
    lines: [],
    students: { total: all.length, pageNumber: 1, present: overall.present, mean: overall.mean },
  }
  const wanted = report?.needs.lines?.(made, params)
  if (!wanted) return made
  const lines =
    wanted === 'page'
      ? all.slice(0, params.pageSize)
      : all.filter((r) => r.total !== null && r.total >= wanted.low && r.total <= wanted.high).slice(0, wanted.most)
  return { ...made, lines }
}
