import { useState } from 'react'
import { useParams } from 'react-router'
import { examParams, setExamParams } from '#shared/analysis/params.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { InputOf, OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { rateKeys, settingFields, shownSettings } from './parts/Settings.tsx'
import { readLevels, readRankEnds, shareOf, showLevels, showRankEnds } from './settingTexts.ts'

type Params = OutputOf<typeof examParams>[number]
type Set = InputOf<typeof setExamParams>['set']

/** What stands in the fields: of several subjects only what all of them have. */
const startOf = (of: readonly Params[]): Values => {
  const [first, ...others] = of.map((p): Values => ({ ...shownSettings(p), sectionWidth: p.report.sectionWidth }))
  return Object.fromEntries(
    Object.entries(first ?? {})
      .filter(([name, value]) => others.every((o) => o[name] === value))
      .map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
  )
}

/** What was changed in the form; what is left as it was, or empty, is not sent. */
const readSet = (sent: Values, start: Values): { set: Set; wrong: Wrong } => {
  const typed = (name: string): string => String(sent[name] ?? '')
  const edited = (name: string): boolean => typed(name) !== '' && typed(name) !== String(start[name] ?? '')
  const rates = rateKeys.some(edited)
  const share = (k: (typeof rateKeys)[number]): number => shareOf(typed(k))
  const rankEnds = edited('rankEnds') ? readRankEnds(typed('rankEnds')) : undefined
  const levels = edited('levels') ? readLevels(typed('levels')) : undefined
  const width = edited('sectionWidth') ? Number(sent['sectionWidth']) : undefined
  const wrong: Wrong = {
    ...(rates
      ? Object.fromEntries(
          rateKeys
            .filter((k) => typed(k) === '' || !(share(k) >= 0 && share(k) <= 1))
            .map((k) => [k, '四率要一起设置，各填0到100之间的数']),
        )
      : {}),
    ...(width !== undefined && !(Number.isInteger(width) && width >= 100 && width <= 100_000)
      ? { sectionWidth: '分数段至少1分' }
      : {}),
    ...(typeof rankEnds === 'string' ? { rankEnds } : {}),
    ...(typeof levels === 'string' ? { levels } : {}),
  }
  const set: Set = {
    ...(rates
      ? { rates: { excellent: share('excellent'), good: share('good'), pass: share('pass'), low: share('low') } }
      : {}),
    ...(width === undefined ? {} : { sectionWidth: width }),
    ...(Array.isArray(rankEnds) ? { rankSectionEnds: rankEnds } : {}),
    ...(Array.isArray(levels) ? { levels } : {}),
    ...(edited('studentRank') ? { studentRank: sent['studentRank'] === 'true' } : {}),
    ...(edited('teacherTotalRank') ? { teacherTotalRank: sent['teacherTotalRank'] === 'true' } : {}),
  }
  return { set, wrong }
}

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
  const [form, setForm] = useState<DialogForm | null>(null)
  const open = (of: readonly Params[]): void => setForm(formOf(examId, of))
  return (
    <ListScreen
      title="参数设置"
      call={examParams}
      input={{ examId }}
      rowKey={(p) => p.paperId}
      columns={[
        { key: 'courseName', name: '科目', value: (p) => `${p.courseName}${p.total ? '（总分）' : ''}`, width: 120 },
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
    >
      {form && <FormDialog form={form} close={() => setForm(null)} />}
    </ListScreen>
  )
}
