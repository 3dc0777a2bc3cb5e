import { makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import type { ClassId, PaperId } from '#shared/kit/ids.ts'
import * as calls from '#shared/scan/doubts/exception.calls.ts'
import { likelyBlanks, lowConfident } from '#shared/scan/results/result.calls.ts'
import type { LowRow } from '#shared/scan/results/result.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { KeysetPager } from '#web/kit/parts/KeysetPager.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import type { RowOf } from '#web/kit/screens/screen.types.ts'
import { answerPath, studentPath } from '../scan.paths.ts'
import { chosenColumns } from '../parts/ChoiceTable.tsx'
import { changeChoice } from './correct.ts'
import { usePatch } from '../parts/usePatch.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(420px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  figure: { margin: 0, minWidth: 0 },
  picture: { width: '100%', border: `1px solid ${tokens.colorNeutralStroke2}` },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

export type AskedQuestion = {
  paperId: PaperId
  questionId: string
  classId?: ClassId
  after?: string
  pageSize: number
}

const Next = (props: { next: string | undefined; total: number; after: string | undefined }) => {
  const patch = usePatch()
  return (
    <KeysetPager
      // Of one page of several it is not known how many there are in all.
      total={props.after || props.next ? undefined : props.total}
      after={props.after}
      next={props.next}
      onChange={(after) => patch({ after }, false)}
    />
  )
}

/** What candidates chose in one question. */
export const ChoicesOf = ({ asked }: { asked: AskedQuestion }) => {
  const { paperId, questionId, classId } = asked
  return (
    <ListPart
      label="考生的选择"
      call={calls.questionChoices}
      input={{ paperId, questionId, ...(classId ? { classId } : {}) }}
      // A hundred at once: an exam of two classes is here whole, by number, and sorts by each column.
      atOnce={100}
      wholeBy="studentNumber"
      order="一个班接一个班"
      rowKey={(r) => r.studentId}
      rowTo={(r) => studentPath(paperId, r.studentId)}
      columns={[
        { key: 'studentName', name: '姓名', value: (r) => r.studentName },
        { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber },
        { key: 'className', name: '班级', value: (r) => r.className },
        ...chosenColumns<RowOf<typeof calls.questionChoices>>(),
      ]}
      empty={{ title: '还没有这道题的扫描件' }}
    />
  )
}

type Answer = { studentId: string; studentName: string; className: string; url: string; likelyBlank?: boolean }
const Answers = ({ of, asked }: { of: readonly Answer[]; asked: AskedQuestion }) => {
  const styles = useStyles()
  return (
    <div className={styles.grid}>
      {of.map((b, i) => (
        <figure key={`${b.studentId}${i}`} className={styles.figure}>
          <figcaption>
            <Link to={answerPath(asked.paperId, asked.questionId, b.studentId)}>{b.studentName}</Link>　{b.className}
            {b.likelyBlank && '　可能未作答'}
          </figcaption>
          <Picture className={styles.picture} src={b.url} alt={`${b.studentName}的作答`} loading="lazy" />
        </figure>
      ))}
    </div>
  )
}

/** The answers to one subjective question. */
export const BlocksOf = ({ asked }: { asked: AskedQuestion }) => {
  const found = useAsk(calls.questionBlocks, asked)
  const { data } = found
  if (!data) return <Waiting asked={found} rows={6} height={64} />
  return (
    <>
      {data.list.length === 0 && <EmptyState empty={{ title: '还没有这道题的扫描件' }} />}
      <Answers of={data.list} asked={asked} />
      <Next next={data.next} total={data.list.length} after={asked.after} />
    </>
  )
}

/** Those in which nothing seems to be written. */
export const BlanksOf = ({ asked }: { asked: AskedQuestion }) => {
  const found = useAsk(likelyBlanks, asked)
  const { data } = found
  if (!data) return <Waiting asked={found} rows={6} height={64} />
  return (
    <>
      {data.list.length === 0 && (
        <EmptyState
          empty={{
            title: data.next ? '这一段考生都有作答' : '没有疑似空白的作答',
            text: data.next ? '请看下一页。' : '每名考生在这道题的作答区里都写了内容。',
          }}
        />
      )}
      <Answers of={data.list} asked={asked} />
      <Next next={data.next} total={data.list.length} after={asked.after} />
    </>
  )
}

/** Unsure readings of one question, all together: one question's doubts are settled faster so. */
export const LowOf = ({ asked }: { asked: AskedQuestion }) => {
  const styles = useStyles()
  const found = useAsk(lowConfident, asked)
  const { data } = found
  if (!data) return <Waiting asked={found} rows={6} height={64} />
  const change = (r: LowRow) => changeChoice({ ...r, chosen: null })
  return (
    <>
      {data.list.length === 0 && (
        <EmptyState
          empty={
            data.next
              ? { title: '这一段没有这道题的存疑', text: '请看下一页。' }
              : { title: '没有存疑', text: '这道题的识别结果都是确定的，或已经处理完。' }
          }
        />
      )}
      <div className={styles.grid}>
        {data.list.map((r) => (
          <figure key={`${r.batchId}${r.no}${r.questionId}`} className={styles.figure}>
            {r.cropUrl && <Picture className={styles.picture} src={r.cropUrl} alt="存疑处" loading="lazy" />}
            <figcaption className={styles.line}>
              <Link to={`${studentPath(asked.paperId, r.studentId)}?tab=errors`}>{r.studentName}</Link>
              <span>{r.className}</span>
              <span>{r.reason}</span>
              <ActionButton
                size="small"
                action={{
                  name: '填写选择',
                  barred: !data.mayManage && '只有处理人可以修改',
                  run: () => change(r),
                }}
              />
            </figcaption>
          </figure>
        ))}
      </div>
      <Next next={data.next} total={data.list.length} after={asked.after} />
    </>
  )
}
