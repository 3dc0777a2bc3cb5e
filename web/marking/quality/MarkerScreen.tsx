import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, useParams } from 'react-router'
import type { ExamId, PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { decimal, showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import type { Drift } from '#shared/marking/quality/drift.rules.ts'
import { markerSample } from '#shared/marking/quality/quality.calls.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import type { Chart as Picture } from '#shared/kit/report/report.types.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Chart } from '#web/kit/parts/Chart.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { Picture as Crop } from '#web/kit/parts/Picture.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { fixPath } from '../marking.paths.ts'
import { basisText, driftWords, findingsOf, meanText, severityText, shareText } from '../parts/quality.words.ts'

type Data = OutputOf<typeof markerSample>
type Row = Data['list'][number]

const useStyles = makeStyles({
  charts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(420px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  crops: { display: 'flex', flexDirection: 'column', gap: '4px' },
  crop: { maxWidth: 'min(480px, 70vw)', maxHeight: '160px', objectFit: 'contain', objectPosition: 'left' },
  faint: { margin: 0, color: tokens.colorNeutralForeground3 },
})

const given = (value: MarkValue): string =>
  value.kind === 'score' ? showScore(value.score) : value.kind === 'noAnswer' ? '未作答' : '问题卷'

const rangeOf = ({ from, to }: Data['scores'][number]): string =>
  from === to ? showScore(from) : `${showScore(from)}–${showScore(to)}`

const scoresChart = (data: Data): Picture => ({
  kind: 'bars',
  names: data.scores.map(rangeOf),
  series: [
    { name: data.marker.teacherName, values: data.scores.map((s) => s.own) },
    ...(data.scores.some((s) => s.others !== null)
      ? [{ name: '其他教师', values: data.scores.map((s) => s.others) }]
      : []),
  ],
  of: { type: 'percent', digits: 0 },
})

const driftChart = ({ drift, limits }: Data): Picture => ({
  kind: 'lines',
  names: drift.map((_, i) => String(i + 1)),
  series: [
    { name: '每20份平均', values: drift.map((d) => d.mean) },
    ...(limits
      ? [
          { name: '他人平均', values: drift.map(() => limits.mean) },
          { name: '上限', values: drift.map(() => limits.high) },
          { name: '下限', values: drift.map(() => limits.low) },
        ]
      : []),
  ],
  of: { type: 'score', digits: 2 },
})

const severityChart = ({ points, limit }: Drift): Picture => ({
  kind: 'lines',
  names: points.map((_, i) => String(i + 1)),
  series: [
    { name: '比他人', values: points.map((p) => p.value) },
    { name: '相同', values: points.map(() => 0) },
    { name: '上限', values: points.map(() => limit) },
    { name: '下限', values: points.map(() => -limit) },
  ],
  of: { type: 'change', digits: 2 },
})

/** Whether what is given moved beside what others give. */
const Moves = ({ drift }: { drift: Drift }) => {
  const styles = useStyles()
  return (
    <section className={styles.section}>
      <h2 className={styles.head}>宽严有没有变</h2>
      <p className={styles.faint}>{driftWords(drift)}</p>
      {drift.points.length > 1 && (
        <Chart
          chart={severityChart(drift)}
          title="宽严有没有变"
          exportName="宽严有没有变"
          tools={null}
          table={
            <DataTable
              label="宽严有没有变"
              rows={drift.points}
              rowKey={(d) => String(d.from)}
              columns={[
                { key: 'from', name: '从', value: (d) => showTime(d.from) },
                { key: 'to', name: '到', value: (d) => showTime(d.to) },
                { key: 'value', name: '比他人', unit: '分', number: true, value: (d) => meanText(d.value) },
                { key: 'outside', name: '控制限', value: (d) => (Math.abs(d.value) > drift.limit ? '超出' : '以内') },
              ]}
            />
          }
        />
      )}
    </section>
  )
}

const Charts = ({ data }: { data: Data }) => {
  const styles = useStyles()
  return (
    <div className={styles.charts}>
      <section className={styles.section}>
        <h2 className={styles.head}>给分分布</h2>
        <Chart
          chart={scoresChart(data)}
          title="给分分布"
          exportName="给分分布"
          tools={null}
          table={
            <DataTable
              label="给分分布"
              rows={data.scores}
              rowKey={(s) => String(s.from)}
              columns={[
                { key: 'score', name: '分数', number: true, value: rangeOf },
                { key: 'own', name: data.marker.teacherName, number: true, value: (s) => shareText(s.own) },
                { key: 'others', name: '其他教师', number: true, value: (s) => shareText(s.others) },
              ]}
            />
          }
        />
      </section>
      <section className={styles.section}>
        <h2 className={styles.head}>前后是否一致</h2>
        {data.drift.length < 2 ? (
          <p className={styles.faint}>评满 40 份后，这里看每 20 份的平均分有没有变。</p>
        ) : (
          <Chart
            chart={driftChart(data)}
            title="前后是否一致"
            exportName="前后是否一致"
            tools={null}
            table={
              <DataTable
                label="前后是否一致"
                rows={data.drift}
                rowKey={(d) => String(d.from)}
                columns={[
                  { key: 'from', name: '从', value: (d) => showTime(d.from) },
                  { key: 'to', name: '到', value: (d) => showTime(d.to) },
                  { key: 'mean', name: '平均', unit: '分', number: true, value: (d) => meanText(d.mean) },
                ]}
              />
            }
          />
        )}
      </section>
      {data.severityDrift && <Moves drift={data.severityDrift} />}
    </div>
  )
}

/** One marker's marks of one question: how they lie, how they moved, and the answers themselves. */
export const MarkerScreen = () => {
  const styles = useStyles()
  const { examId, paperId, questionId, userId } = useParams() as {
    examId: ExamId
    paperId: PaperId
    questionId: QuestionId
    userId: UserId
  }
  const whose = { paperId, questionId, userId }
  return (
    <DetailScreen
      call={markerSample}
      input={{ ...whose, pageSize: 1 }}
      title={({ marker }) => `${marker.teacherName}　第 ${marker.number} 题`}
      badge={({ marker }) => findingsOf(marker)}
      facts={({ marker, pace }) => [
        { name: '已评', value: `${marker.marked} 份` },
        { name: '平均', value: `${meanText(marker.mean)} 分`, hint: `其他教师 ${meanText(marker.othersMean)} 分` },
        { name: '比他人', value: `${severityText(marker)} 分`, hint: basisText(marker) },
        ...(pace === null || pace < 1 ? [] : [{ name: '每份', value: `${decimal(pace, 0)} 秒` }]),
      ]}
    >
      {(data) => {
        // Only who leads the marking is told whose answer it is.
        const leads = data.list.some((r) => r.studentNumber !== undefined)
        return (
          <>
            <Charts data={data} />
            <section className={styles.section}>
              <h2 className={styles.head}>抽看答卷</h2>
              <ListPart
                label="抽看答卷"
                call={markerSample}
                input={whose}
                order="最近评的在前"
                rowTo={{ none: 'the answer itself stands in the row' }}
                rowKey={(r: Row) => r.key}
                columns={[
                  {
                    key: 'answer',
                    name: '答案',
                    width: 320,
                    value: (r) => r.studentNumber ?? '',
                    cell: (r) => (
                      <span className={styles.crops}>
                        {r.images.map((i) => (
                          <Crop
                            key={i.url}
                            src={i.url}
                            alt="学生的作答"
                            width={i.width}
                            height={i.height}
                            className={styles.crop}
                            loading="lazy"
                          />
                        ))}
                        {r.images.length === 0 && <span className={styles.faint}>没有这道题的切图</span>}
                      </span>
                    ),
                  },
                  { key: 'value', name: '给分', number: true, width: 80, value: (r) => given(r.value) },
                  { key: 'role', name: '角色', width: 72, value: (r) => roleNames[r.role] },
                  {
                    key: 'others',
                    name: '另一评',
                    width: 136,
                    value: (r) =>
                      r.others.map((o) => `${roleNames[o.role]} ${given(o.value)}（${o.markerName}）`).join('，') ||
                      '—',
                  },
                  {
                    key: 'score',
                    name: '得分',
                    number: true,
                    width: 72,
                    value: (r) => (r.score === null ? '—' : showScore(r.score)),
                  },
                  { key: 'at', name: '时间', width: 136, value: (r) => showTime(r.at) },
                  ...(leads
                    ? [
                        {
                          key: 'studentNumber',
                          name: '考号',
                          width: 160,
                          value: (r: Row) => r.studentNumber,
                          cell: (r: Row) => (
                            <Link to={fixPath(examId, paperId, r.studentNumber ?? '')}>{r.studentNumber} 更正</Link>
                          ),
                        },
                      ]
                    : []),
                ]}
                filters={[
                  {
                    field: 'order',
                    label: '先看',
                    mode: 'radio',
                    start: ['newest'],
                    options: [
                      { value: 'newest', label: '最近的' },
                      { value: 'random', label: '随机' },
                      { value: 'highest', label: '高分' },
                      { value: 'lowest', label: '低分' },
                      ...(leads ? [{ value: 'apart', label: '相差大的' }] : []),
                    ],
                  },
                ]}
                empty={{ title: '最近没有评过的答卷' }}
              />
            </section>
          </>
        )
      }}
    </DetailScreen>
  )
}
