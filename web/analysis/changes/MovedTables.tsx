/** What a change set moves, in tables: the published figures, the candidates, who is passed by others, appeals left out. */
import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { changeDetail } from '#shared/analysis/change.calls.ts'
import type { ReplayRow } from '#shared/analysis/change.calls.ts'
import { itemName } from '#shared/analysis/changes/change.words.ts'
import { bandNames, bands } from '#shared/analysis/changes/replay.rules.ts'
import { stateNames } from '#shared/analysis/transcript.rules.ts'
import { meansApart, none, points } from '#shared/analysis/report.words.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { evenScores } from '#shared/kit/report/cell.words.ts'
import { showScore } from '#shared/kit/score.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Pager } from '#web/kit/parts/Pager.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { appealPath } from '../analysis.paths.ts'

const useStyles = makeStyles({ faint: { margin: 0, color: tokens.colorNeutralForeground3 } })

type Detail = OutputOf<typeof changeDetail>
type Moved = NonNullable<Detail['moved']>
type Figure = { name: string; before: string; after: string; moved: string }

/** With its unit, like the counts beside it: whole marks have no decimals, a mean has two. */
const shown = (score: number | null): string => (score === null ? none : `${showScore(score)}分`)
const shownMean = (mean: number | null): string => (mean === null ? none : `${points(mean)}分`)
const plus = (n: number, text: string): string => (n === 0 ? '不变' : `${n > 0 ? '↑' : '↓'} ${text}`)

const meanMoved = (was: number | null, is: number | null): string => {
  if (was === null || is === null) return none
  const by = meansApart(is, was)
  return by === 0 ? plus(is - was, '不足0.01分') : plus(by, `${points(Math.abs(by))}分`)
}

/** The published figures that move, before and after. */
const figuresOf = ({ before, after, lines }: Moved): Figure[] => {
  const score = (name: string, was: number | null, is: number | null): Figure => ({
    name,
    before: shown(was),
    after: shown(is),
    moved: was === null || is === null ? none : plus(is - was, `${showScore(Math.abs(is - was))}分`),
  })
  return [
    {
      name: '参加统计',
      before: `${before.present}人`,
      after: `${after.present}人`,
      moved: plus(after.present - before.present, `${Math.abs(after.present - before.present)}人`),
    },
    score('满分', before.full, after.full),
    {
      name: '平均分',
      before: shownMean(before.mean),
      after: shownMean(after.mean),
      moved: meanMoved(before.mean, after.mean),
    },
    score('最高分', before.highest, after.highest),
    score('最低分', before.lowest, after.lowest),
    ...bands.map((band): Figure => {
      const { up, down } = lines[band]
      const crossed = band === 'low' ? [`${up}人离开`, `${down}人进入`] : [`${up}人上线`, `${down}人下线`]
      return {
        name: bandNames[band],
        before: `${before[band]}人`,
        after: `${after[band]}人`,
        moved: up + down === 0 ? '不变' : crossed.filter((_, i) => (i === 0 ? up : down) > 0).join('，'),
      }
    }),
  ]
}

type Passed = Moved['passed'][number]

const passedIn = ({ passed }: Moved): number => passed.reduce((sum, { n }) => sum + n, 0)
export const placesMoved = (moved: Moved): string =>
  moved.passed.length > 0
    ? `${moved.placeMoved}人（其中${passedIn(moved)}人分数不变，因他人变化而升降）`
    : `${moved.placeMoved}人`

const figureColumns: Column<Figure>[] = [
  { key: 'name', name: '数据', value: (r) => r.name },
  { key: 'before', name: '改动前', value: (r) => r.before, number: true },
  { key: 'after', name: '改动后', value: (r) => r.after, number: true },
  { key: 'moved', name: '变化', value: (r) => r.moved, number: true },
]

/** The published figures, before and after. */
export const MovedTable = ({ moved }: { moved: Moved }) => (
  <DataTable label="数据变化" rows={figuresOf(moved)} columns={figureColumns} rowKey={(r) => r.name} scroll />
)

export const rowColumns = (rows: readonly ReplayRow[]): Column<ReplayRow>[] => {
  const say = evenScores(rows.flatMap((r) => [r.before, r.after]))
  const totalOf = (score: number | null, state: ReplayRow['stateAfter']): string =>
    score === null ? stateNames[state] : say(score)
  return [
    { key: 'studentName', name: '姓名', value: (r) => r.studentName, width: 90 },
    { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber },
    { key: 'className', name: '班级', value: (r) => r.className },
    { key: 'before', name: '改动前', unit: '分', value: (r) => totalOf(r.before, r.stateBefore), number: true },
    { key: 'after', name: '改动后', unit: '分', value: (r) => totalOf(r.after, r.stateAfter), number: true },
    {
      key: 'moved',
      name: '变化',
      unit: '分',
      value: (r) =>
        r.before === null || r.after === null ? none : plus(r.after - r.before, say(Math.abs(r.after - r.before))),
      number: true,
    },
    {
      key: 'place',
      name: '名次',
      value: (r) =>
        r.placeBefore === r.placeAfter ? (r.placeAfter ?? none) : `${r.placeBefore ?? none} → ${r.placeAfter ?? none}`,
      number: true,
    },
  ]
}

const passedColumns = (rows: readonly Passed[]): Column<Passed>[] => {
  const say = evenScores(rows.map((r) => r.total))
  return [
    { key: 'total', name: '总分', unit: '分', value: (r) => say(r.total), number: true },
    { key: 'place', name: '名次', value: (r) => `${r.placeBefore} → ${r.placeAfter}`, number: true },
    { key: 'n', name: '人数', unit: '人', value: (r) => r.n, number: true },
  ]
}

/** Who is asked why a place fell looks the total up here: the own score is the same, so that no row tells of it. */
export const PassedBy = ({ moved }: { moved: Moved }) => {
  const styles = useStyles()
  const [{ pageNumber, pageSize }, setPaging] = useState({ pageNumber: 1, pageSize: 20 })
  const rows = moved.passed.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return (
    <Section title={`分数不变、名次有变的考生（${passedIn(moved)}人）`}>
      <p className={styles.faint}>他们自己的成绩没有变化，因他人变化而升降；同分的名次相同，按总分查看。</p>
      <DataTable
        label="分数不变、名次有变的考生"
        rows={rows}
        columns={passedColumns(moved.passed)}
        rowKey={(r) => String(r.total)}
      />
      {moved.passed.length > 20 && (
        <Pager
          {...{ pageNumber, pageSize }}
          total={moved.passed.length}
          onChange={(n, size) => setPaging({ pageNumber: n, pageSize: size })}
        />
      )}
    </Section>
  )
}

type LeftOutLine = NonNullable<Detail['leftOut']>['first'][number]
const leftOutColumns: Column<LeftOutLine>[] = [
  { key: 'studentName', name: '姓名', value: (r) => r.studentName, width: 90 },
  { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber },
  { key: 'number', name: '题目', value: (r) => itemName(r.number || '?', false) },
  { key: 'score', name: '答复改为', unit: '分', value: (r) => showScore(r.score), number: true },
  { key: 'why', name: '为什么没有改', value: (r) => r.why },
]

/** Appeals that the set could not take up: they are answered once more. */
export const LeftOut = ({ of: { n, first }, paperId }: { of: NonNullable<Detail['leftOut']>; paperId: PaperId }) => {
  const styles = useStyles()
  const { examId = '' } = useParams()
  return (
    <Section title={`没有改的申诉（${n}份）`}>
      <p className={styles.faint}>
        这些申诉答复以后题目又有改动，答复的分数改不了，不在这次改动里。请打开申诉重新答复。
        {n > first.length ? `下面是前${first.length}份。` : ''}
      </p>
      <DataTable
        label="没有改的申诉"
        rows={first}
        columns={leftOutColumns}
        rowKey={(r) => `${r.studentId}#${r.questionId}`}
        linkOf={(r) => appealPath(examId, paperId, r)}
      />
    </Section>
  )
}
