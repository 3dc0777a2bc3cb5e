import { useParams } from 'react-router'
import { examParams, setExamParams } from '#shared/analysis/params.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { settingFields } from './parts/Settings.tsx'
import { readSet, startOf } from './paramsForm.ts'
import type { Params } from './paramsForm.ts'
import { rateKeys, showLevels, showRankEnds, subjectName } from './settingTexts.ts'

const yesNo = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
]

const formOf = (examId: ExamId, of: readonly Params[]): DialogForm => {
  const start = startOf(of)
  const one = of.length === 1
  return {
    title: one ? `${of[0]!.courseName}的参数` : `统一设置${of.length}科`,
    submit: '保存',
    start,
    // A switch cannot say that subjects differ.
    fields: settingFields(null).map((f): Field => (f.kind === 'switch' ? { ...f, kind: 'select', options: yesNo } : f)),
    check: (sent) => readSet(sent, start).wrong,
    run: async (sent) => {
      const { set } = readSet(sent, start)
      if (Object.keys(set).length === 0) return
      const seen = of.map(({ paperId, version }) => ({ paperId, version }))
      const { changed } = await act(setExamParams, { examId, of: seen, set }, { hideMessage: true })
      return () => toast('success', `已保存${changed}科，下次发布时生效`)
    },
  }
}

const percent = (share: number): string => String(Math.round(share * 1000) / 10)

/** How the figures of an exam's subjects are computed, side by side. */
export const ParamsScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const rows = useAsk(examParams, { examId }).data ?? []
  const open = (of: readonly Params[]): void => openForm(formOf(examId, of))
  return (
    <ListScreen
      title="参数设置"
      call={examParams}
      input={{ examId }}
      rowTo={{ none: 'its parameters are set in a dialogue' }}
      rowKey={(p) => p.paperId}
      columns={[
        { key: 'courseName', name: '科目', value: subjectName, width: 120 },
        ...rateKeys.map((k, i) => ({
          key: k,
          name: ['优秀', '良好', '及格', '低分'][i]!,
          unit: '%',
          value: (p: Params) => percent(p.report.rates[k]),
          number: true,
          width: 72,
        })),
        {
          key: 'sectionWidth',
          name: '分数段',
          unit: '分',
          value: (p) => showScore(p.report.sectionWidth),
          number: true,
          width: 72,
        },
        { key: 'rankEnds', name: '名次段', value: (p) => showRankEnds(p.report.rankSectionEnds), width: 160 },
        { key: 'levels', name: '等级', value: (p) => showLevels(p.report.levels), width: 240 },
        {
          key: 'studentRank',
          name: '学生见名次',
          value: (p) => (p.studentRank ? '学生可见' : '学生不可见'),
          width: 96,
        },
        {
          key: 'teacherTotalRank',
          name: '老师见总名次',
          value: (p) => (p.teacherTotalRank ? '老师可见' : '老师不可见'),
          width: 104,
        },
      ]}
      rowActions={(p) => [{ name: '修改', run: () => open([p]) }]}
      bulkActions={(keys) => [{ name: '统一设置', run: () => open(rows.filter((p) => keys.includes(p.paperId))) }]}
      empty={{ title: '这场考试没有科目' }}
    />
  )
}
