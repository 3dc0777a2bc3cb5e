import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { seniorLab } from '#shared/analysis/change.calls.ts'
import type { changeStand } from '#shared/analysis/change.calls.ts'
import { assigningSchemes } from '#shared/analysis/stats/assigned.schemes.ts'
import { none, points } from '#shared/analysis/report.words.ts'
import type { Chart as Picture } from '#shared/kit/report/report.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Chart } from '#web/kit/parts/Chart.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import type { Column, Values } from '#web/kit/screens/screen.types.ts'

type Lab = OutputOf<typeof seniorLab>
type Scheme = Lab['schemes'][number]
type Band = Scheme['bands'][number]

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  faint: { margin: 0, color: tokens.colorNeutralForeground3 },
})

const shown = (score: number | null): string => (score === null ? none : showScore(score))

type Described = { name: string } & Pick<Scheme, 'n' | 'mean' | 'sigma' | 'highest' | 'lowest' | 'distinct'>
const schemeColumns: Column<Described>[] = [
  { key: 'name', name: '方案', value: (r) => r.name, width: 140 },
  { key: 'n', name: '考生', unit: '人', value: (r) => r.n, number: true },
  { key: 'mean', name: '平均分', value: (r) => points(r.mean), number: true },
  { key: 'sigma', name: '标准差', value: (r) => points(r.sigma), number: true },
  { key: 'range', name: '最低至最高', value: (r) => `${shown(r.lowest)}–${shown(r.highest)}`, number: true },
  { key: 'distinct', name: '不同的分数', unit: '个', value: (r) => r.distinct, number: true },
]

const bandColumns: Column<Band>[] = [
  { key: 'grade', name: '等级', value: (b) => b.grade, width: 60 },
  { key: 'share', name: '规定', unit: '%', value: (b) => b.share, number: true },
  { key: 'actual', name: '实际', unit: '%', value: (b) => b.actual.toFixed(1), number: true },
  { key: 'count', name: '人数', value: (b) => b.count, number: true },
  {
    key: 'raw',
    name: '原始分',
    value: (b) => (b.count === 0 ? none : `${shown(b.rawLow)}–${shown(b.rawHigh)}`),
    number: true,
  },
  { key: 'assigned', name: '赋分', value: (b) => `${showScore(b.low)}–${showScore(b.high)}`, number: true },
  { key: 'onEdge', name: '压线同分', unit: '人', value: (b) => b.onEdge, number: true },
]

/** Raw scores across, what each scheme makes of them upwards. */
const curvesOf = ({ schemes }: Lab): Picture => {
  const raws = [...new Set(schemes.flatMap((s) => s.curve.map((p) => p.raw)))].sort((a, b) => a - b)
  return {
    kind: 'lines',
    of: { type: 'score' },
    names: raws.map(showScore),
    series: [
      { name: '原始分', values: raws },
      ...schemes.map((s) => {
        const at = new Map(s.curve.map((p) => [p.raw, p.assigned]))
        return { name: s.name, values: raws.map((raw) => at.get(raw) ?? null) }
      }),
    ],
  }
}

/** So many are compared beside the chosen one. */
const mostOthers = 3

/** Compares schemes on the scores of this exam, before one is chosen. */
export const SeniorLab = ({ stand, values }: { stand: OutputOf<typeof changeStand>; values: Values }) => {
  const styles = useStyles()
  const [set, setSet] = useState<Values>({})
  const chosen = String(values['schemeId'] ?? '')
  const others = ((set['others'] as string[] | undefined) ?? []).filter((id) => id !== chosen).slice(0, mostOthers)
  const full = others.length === mostOthers
  const first = ((values['items'] as string[] | undefined) ?? [])[0] ?? stand.questions[0]?.questionId
  const questionId = String(set['of'] ?? first ?? '') as QuestionId
  const schemes = [chosen, ...others].join(',')
  const { data, error } = useAsk(seniorLab, { paperId: stand.paperId, questionId, schemes })
  return (
    <Section title="方案比较">
      <div className={styles.all}>
        <p className={styles.faint}>用本场考试已发布的原始分试算，什么都不会变。</p>
        <FieldGroup
          fields={[
            {
              name: 'of',
              label: '看哪一科',
              kind: 'select',
              options: stand.questions.map((q) => ({ value: q.questionId, label: q.number })),
            },
            {
              name: 'others',
              label: `同时比较（最多再选${mostOthers}种）`,
              kind: 'multi',
              wide: true,
              ...(full ? { hint: `已选${mostOthers}种，换一种请先去掉一种` } : {}),
              options: assigningSchemes
                .filter((s) => s.id !== chosen)
                .map((s) => ({
                  value: s.id,
                  label: s.name,
                  ...(full && !others.includes(s.id) ? { barred: `最多再选${mostOthers}种` } : {}),
                })),
            },
          ]}
          values={{ of: questionId, others }}
          onChange={(patch) => setSet({ ...set, ...patch })}
        />
        {!data && (error ? <ErrorState error={error} /> : <Bars rows={6} height={24} />)}
        {data && (
          <>
            <DataTable
              label="方案"
              rows={[{ name: '原始分', ...data.raw }, ...data.schemes]}
              columns={schemeColumns}
              rowKey={(r) => r.name}
            />
            <Chart
              chart={curvesOf(data)}
              title={`${data.courseName}赋分曲线`}
              exportName={`${data.courseName}赋分曲线`}
              tools={null}
              table={null}
            />
            {data.schemes.map((s) => (
              <div key={s.id} className={styles.all}>
                <h3 className={styles.name}>{s.name}</h3>
                <DataTable label={s.name} rows={s.bands} columns={bandColumns} rowKey={(b) => b.grade} />
                <p className={styles.faint}>
                  {s.joined > 0 ? `有${s.joined}个原始分与相邻的分数赋成同一个分。` : '不同的原始分都赋成不同的分。'}
                  {s.source}。
                </p>
              </div>
            ))}
          </>
        )}
      </div>
    </Section>
  )
}
