import {
  Field as Labelled,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { useCallback, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { scoreOf, showScore } from '#shared/kit/score.ts'
import { rubricDetail, saveRubric } from '#shared/marking/rubric/rubric.calls.ts'
import { offered, rubricFault } from '#shared/marking/rubric/rubric.rules.ts'
import { mostPoints, rubricKinds } from '#shared/marking/rubric/rubric.types.ts'
import type { RubricKind } from '#shared/marking/rubric/rubric.types.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { GridColumn } from '#web/kit/grid.ts'
import { mergedText } from '#web/kit/screens/mergedRows.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { EditableGrid } from '#web/kit/parts/EditableGrid.tsx'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { useSavedRows } from '#web/kit/screens/useSavedRows.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { groupsPath } from '../marking.paths.ts'
import { ReplayPart } from './ReplayPart.tsx'
import { QuestionChooser, useAskedQuestion } from '../parts/QuestionChooser.tsx'

type Data = OutputOf<typeof rubricDetail>
/** `key`: a row's own, as long as it is typed in. */
type Row = { key: string; id?: string; name: string; score: number | null }

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, maxWidth: '960px' },
  note: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

const told: Record<RubricKind, string> = {
  add: '答到一点给一点的分，合计超过满分按满分算。',
  deduct: '从满分开始，错一处扣一处的分，扣完为止。',
  levels: '选一个等级，就是这份答卷的分。',
}
const scoreNames: Record<RubricKind, string> = { add: '给分', deduct: '扣分', levels: '得分' }

const columnsOf = (kind: RubricKind): readonly GridColumn<Row>[] => [
  {
    key: 'name',
    name: kind === 'levels' ? '等级' : '评分点',
    width: 216,
    label: (_, i) => `第${i + 1}点的内容`,
    text: (row) => row.name,
    put: (row, name) => ({ ...row, name }),
    maxLength: 60,
  },
  {
    key: 'score',
    name: `${scoreNames[kind]}（分）`,
    width: 104,
    label: (_, i) => `第${i + 1}点的分值`,
    text: (row) => (row.score === null ? '' : showScore(row.score)),
    put: (row, text) => {
      if (text === '') return { ...row, score: null }
      try {
        return { ...row, score: scoreOf(text) }
      } catch {
        return null
      }
    },
    decimal: true,
  },
]

const rowsOf = (rubric: Data['rubric']): readonly Row[] =>
  rubric ? offered(rubric).map(({ id, name, score }) => ({ key: id, id, name, score })) : []

const Editor = ({ paperId, data }: { paperId: PaperId; data: Data }) => {
  const styles = useStyles()
  const q = data.questions.find((x) => x.questionId === data.questionId)!
  const begun = data.state !== 'draft'
  const closed = data.state === 'closed' || data.state === 'closing'
  const [kind, setKind] = useState<RubricKind>(data.rubric?.kind ?? 'add')
  const given = useMemo(() => ({ rows: rowsOf(data.rubric), version: data.rubric?.version ?? 0 }), [data.rubric])
  const [rows, setRows] = useState(given.rows)
  const [n, setN] = useState(0)
  const [kindTyped, setKindTyped] = useState(false)
  const {
    dirty: rowsTyped,
    note,
    save: saveOver,
  } = useSavedRows(given, rows, {
    keyOf: (r) => r.key,
    said: (found) => mergedText(found, { what: '评分细则', nameOf: (r) => `“${r.name}”`, named: (names) => names }),
    put: (next) => {
      setRows(next)
      if (!kindTyped) setKind(data.rubric?.kind ?? 'add')
    },
  })
  const dirty = rowsTyped || kindTyped
  useDirtyGuard(useCallback(() => dirty, [dirty]))
  const points = rows.map(({ id, name, score }) => ({ ...(id ? { id } : {}), name, score: score ?? -1 }))
  const fault = rubricFault(q, kind, points)
  const sum = rows.reduce((all, r) => all + (r.score ?? 0), 0)
  const save = async (): Promise<void> => {
    await saveOver((version) => act(saveRubric, { paperId, questionId: q.questionId, kind, points, version }))
    setKindTyped(false)
    toast('success', '评分细则已保存')
  }
  const add = (): void => {
    setN(n + 1)
    setRows([...rows, { key: `new${n}`, name: '', score: null }])
  }
  return (
    <>
      <Labelled label="怎样给分">
        <RadioGroup
          layout="horizontal"
          style={{ flexWrap: 'wrap' }}
          value={kind}
          disabled={closed || (begun && data.rubric !== null)}
          onChange={(_, d) => {
            setKind(d.value as RubricKind)
            setKindTyped(true)
          }}
        >
          {Object.entries(rubricKinds).map(([value, name]) => (
            <Radio key={value} value={value} label={name} />
          ))}
        </RadioGroup>
      </Labelled>
      <p className={styles.note}>{told[kind]}</p>
      {note}
      {begun && !closed && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            阅卷已开启：已给的分不变；改了分值或删去的点，只在以后的评分里不再出现。保存后可以在下面试算，让已评的分也按新的细则。
          </MessageBarBody>
        </MessageBar>
      )}
      {rows.length > 0 && (
        <EditableGrid
          label="评分细则"
          rows={rows}
          rowKey={(r) => r.key}
          rowName={(r) => r.name || '新的一点'}
          columns={columnsOf(kind)}
          problems={fault && fault.at !== undefined && dirty ? [{ row: rows[fault.at]!.key, text: fault.text }] : []}
          onRow={(i, row) => setRows(rows.map((old, at) => (at === i ? row : old)))}
          onRows={setRows}
          onRemove={closed ? undefined : (i) => setRows(rows.filter((_, at) => at !== i))}
        />
      )}
      <p className={styles.note}>
        {dirty && fault
          ? fault.text
          : rows.length === 0
            ? '还没有评分点：老师直接给分。添加以后，阅卷时每点一个键，分数自动合计。'
            : kind === 'levels'
              ? `满分 ${showScore(q.fullScore)} 分`
              : `合计 ${showScore(sum)} 分，满分 ${showScore(q.fullScore)} 分`}
      </p>
      <div className={styles.line}>
        <ActionButton
          action={{
            name: '保存',
            primary: true,
            run: save,
            barred: closed ? '阅卷已结束，不能再改' : !dirty ? '没有修改' : (fault?.text ?? false),
          }}
        />
        <ActionButton
          action={{
            name: kind === 'levels' ? '添加等级' : '添加评分点',
            run: add,
            barred: closed ? '阅卷已结束，不能再改' : rows.length >= mostPoints && `最多${mostPoints}点`,
          }}
        />
      </div>
    </>
  )
}

/** The bare address asks for a paper. */
export const RubricScreen = () => {
  const { paperId, lead } = useParams() as { paperId?: PaperId; lead?: QuestionId }
  if (!paperId || !lead)
    return <ChoosePaper title="评分细则" tool="adjust-read-arrange" pathOf={(_, id) => groupsPath(id)} />
  return <RubricOf paperId={paperId} lead={lead} />
}

/** What the scores of a paper's questions are made of. */
const RubricOf = ({ paperId, lead }: { paperId: PaperId; lead: QuestionId }) => {
  const styles = useStyles()
  const courseName = useCourseName(paperId)
  const asked = useAskedQuestion()
  return (
    <DetailScreen
      call={rubricDetail}
      input={{ paperId, questionId: lead, ...asked }}
      title={() => [courseName, '评分细则'].filter(Boolean).join('　')}
    >
      {(data) => (
        <div className={styles.all}>
          <QuestionChooser of={data} more={(x) => (x.points === 0 ? '直接给分' : `${x.points} 点`)} />
          <Editor key={data.questionId} paperId={paperId} data={data} />
          <ReplayPart key={data.questionId} paperId={paperId} data={data} />
        </div>
      )}
    </DetailScreen>
  )
}
