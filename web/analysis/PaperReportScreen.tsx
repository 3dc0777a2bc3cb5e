import { useParams, useSearchParams } from 'react-router'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { exportReport, exportTranscript } from '#shared/analysis/export.calls.ts'
import { paperReports, reportNamed } from '#shared/analysis/reports/registry.ts'
import type { ReportId } from '#shared/analysis/reports/faces.ts'
import { examDetail } from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import type { ReportLink } from '#shared/kit/report/report.types.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { ReportScreen } from '#web/kit/screens/ReportScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { wired } from '#web/kit/wires.ts'
import { studentPath } from '#web/scan/scan.paths.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { notesPath, reportPath } from './analysis.paths.ts'

const documents = [
  { form: 'pdf', name: 'PDF' },
  { form: 'docx', name: 'Word' },
  { form: 'pptx', name: '幻灯片' },
] as const

/** The screen of a report: all that differs between reports is in the report. */
export const screenOf = (id: ReportId) => {
  const { title } = reportNamed(id)
  const Screen = () => {
    const { examId = '', paperId } = useParams()
    return paperId ? (
      <PaperReport key={id} id={id} examId={examId} paperId={paperId as PaperId} />
    ) : (
      <ChoosePaper title={title} released pathOf={(exam, paper) => reportPath(id, exam, paper)} />
    )
  }
  return Screen
}

const PaperReport = ({ id, examId, paperId }: { id: ReportId; examId: string; paperId: PaperId }) => {
  const report = reportNamed(id)
  const tags = useSearchParams()[0].get('tags')
  // Whom a report counts stays chosen on the way to the next one.
  const leadsTo = (to: ReportId, paper: string, params: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams({ ...params, ...(tags ? { tags } : {}) }).toString()
    return `${reportPath(to, examId, paper)}${query ? `?${query}` : ''}`
  }
  const actions = (params: Readonly<Record<string, unknown>>): Action[] => [
    // A total has no questions of its own.
    ...(exam?.papers.some((p) => p.paperId === paperId) ? [{ name: '题目笔记', to: notesPath(examId, paperId) }] : []),
    { name: '导出完整报告', job: () => act(exportReport, { paperId, params: tags ? { tags: tags.split(',') } : {} }) },
    ...documents.map(({ form, name }) => ({
      name: `导出${name}`,
      barred: report.list && '名单请导出为Excel',
      job: () => act(exportReport, { paperId, report: id, form, params }),
    })),
    {
      name: '导出Excel',
      job: () =>
        id === 'transcript'
          ? act(exportTranscript, { paperId, ...params })
          : act(exportReport, { paperId, report: id, form: 'xlsx', params }),
    },
  ]
  const { data: exam } = useAsk(examDetail, examId ? { examId: examId as ExamId } : undefined, {
    quiet: true,
    freshMs: 300_000,
  })
  const released = (exam?.papers ?? []).filter((p) => p.status === examStatus.released)
  // Who teaches one subject reads that one's reports alone.
  const readable = released.some((p) => p.own) ? released.filter((p) => p.own) : released
  const others = readable
    .filter((p) => p.paperId !== paperId)
    .map((p) => ({ name: p.courseName, to: leadsTo(id, p.paperId) }))
  const linkTo = (link: ReportLink): string | undefined => {
    // Who may not open a student's sheets reads a name.
    if ('student' in link) return [studentPath(paperId, link.student)].find((to) => wired().opens(to))
    const { report: to, params } = link
    return leadsTo(to as ReportId, paperId, params)
  }
  return (
    <ReportScreen
      title={report.title}
      subjects={others}
      call={paperReport}
      input={{ paperId, report: id }}
      params={report.params}
      value={(answer) => answer}
      siblings={{
        label: '成绩报告',
        here: id,
        items: paperReports.map((r) => ({ key: r.id, name: r.title, to: leadsTo(r.id, paperId) })),
      }}
      linkTo={linkTo}
      actions={actions}
      list={report.list}
    />
  )
}
