import { Switch, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { publishPreview } from '#shared/analysis/publication.calls.ts'
import { stateNames } from '#shared/analysis/transcript.rules.ts'
import { none, points } from '#shared/analysis/report.words.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { evenScores } from '#shared/kit/report/cell.words.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Facts } from '#web/kit/parts/Page.tsx'
import { Pager } from '#web/kit/parts/Pager.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { movedOf } from './changedWords.ts'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, paddingTop: tokens.spacingVerticalM },
})

type Preview = OutputOf<typeof publishPreview>
type Row = Preview['list'][number]

const difference = (r: Row): number | null => (r.before === null || r.after === null ? null : r.after - r.before)
const columnsOf = (first: boolean, rows: readonly Row[]): Column<Row>[] => {
  const say = evenScores(rows.flatMap((r) => [r.before, r.after]))
  const shown = (score: number | null): string => (score === null ? none : say(score))
  return [
    { key: 'studentName', name: '姓名', value: (r) => r.studentName, width: 120 },
    { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber, width: 120 },
    { key: 'className', name: '班级', value: (r) => r.className, width: 80 },
    { key: 'state', name: '状态', value: (r) => stateNames[r.state], width: 80 },
    ...(first
      ? []
      : [
          {
            key: 'before',
            name: '已发布',
            unit: '分',
            value: (r: Row) => shown(r.before),
            number: true,
          } satisfies Column<Row>,
        ]),
    { key: 'after', name: first ? '总分' : '现在', unit: '分', value: (r) => shown(r.after), number: true },
    ...(first
      ? []
      : [
          {
            key: 'difference',
            name: '变化',
            unit: '分',
            value: (r: Row) => {
              const d = difference(r)
              return d === null ? none : d === 0 ? '不变' : `${d > 0 ? '↑' : '↓'} ${say(Math.abs(d))}`
            },
            number: true,
          } satisfies Column<Row>,
        ]),
  ]
}

const factsOf = (p: Preview) => [
  { name: '到考', value: `${p.present}人` },
  { name: '缺考', value: `${p.absent}人` },
  ...(p.missing > 0 ? [{ name: '无答卷', value: `${p.missing}人` }] : []),
  ...(p.exempt ? [{ name: '免考', value: `${p.exempt}人` }] : []),
  ...(p.unmarked ? [{ name: '未评完', value: `${p.unmarked}人` }] : []),
  ...(p.void > 0 ? [{ name: '作废', value: `${p.void}人` }] : []),
  { name: '平均分', value: p.first ? points(p.meanAfter) : `${points(p.meanBefore)} → ${points(p.meanAfter)}` },
  ...(p.first
    ? []
    : [
        { name: '有变化', value: `${movedOf(p)}人（升${p.up}，降${p.down}）` },
        ...(p.come > 0 ? [{ name: '第一次有总分', value: `${p.come}人` }] : []),
      ]),
]

/** What publishing now would change, student by student. */
export const Changes = ({ paperId }: { paperId: PaperId }) => {
  const styles = useStyles()
  const [paging, setPaging] = useState({ pageNumber: 1, pageSize: 50 })
  const [changedOnly, setChangedOnly] = useState(true)
  const preview = useAsk(publishPreview, { paperId, ...paging, changedOnly }, { hideMessage: true })
  const data = preview.data
  if (!data) return <Waiting asked={preview} rows={8} height={20} />
  return (
    <div className={styles.all}>
      <Facts facts={factsOf(data)} />
      {!data.first && (
        <Switch
          label="只看有变化的学生"
          checked={changedOnly}
          onChange={(_, d) => {
            setChangedOnly(d.checked)
            setPaging({ ...paging, pageNumber: 1 })
          }}
        />
      )}
      {data.list.length === 0 ? (
        <EmptyState empty={{ title: '与已发布的成绩完全一致', text: '修改答案或得分后，这里会列出受影响的学生。' }} />
      ) : (
        <>
          <DataTable
            label="成绩变化"
            rows={data.list}
            columns={columnsOf(data.first, data.list)}
            rowKey={(r) => r.studentId}
            stale={preview.isPlaceholderData}
          />
          <Pager
            {...paging}
            total={data.total}
            onChange={(pageNumber, pageSize) => setPaging({ pageNumber, pageSize })}
          />
        </>
      )}
    </div>
  )
}
