import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { subjectiveDetail } from '#shared/scan/results/result.calls.ts'
import { scoreItem } from '#shared/scan/results/score.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { pagePath, questionPath, studentPath } from '../scan.paths.ts'
import { ScoreField, scoreBar, typedScore } from '../parts/ScoreField.tsx'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  picture: { maxWidth: '100%', height: 'auto', border: `1px solid ${tokens.colorNeutralStroke2}` },
  figure: { margin: 0, minWidth: 0 },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM },
})

const from = { box: '由打分框识别', person: '人工登记', none: '卷面没有分' } as const

/** One candidate's answer to one subjective question: all its pieces, and the score that stands on paper. */
export const AnswerDetail = (answer: { paperId: PaperId; studentId: StudentId; questionId: string }) => {
  const styles = useStyles()
  const asked = useAsk(subjectiveDetail, answer)
  const [text, setText] = useState<string | null>(null)
  const { data } = asked
  if (!data) return <Waiting asked={asked} rows={6} height={64} />
  const item = { ...data, questionId: answer.questionId }
  const shown = text ?? (data.score === null ? '' : showScore(data.score))
  const score = typedScore(shown)
  const save = async (): Promise<void> => {
    await act(scoreItem, { ...answer, score: score ?? null, before: data.score })
    setText(null)
    toast('success', `已登记第${data.number}题的卷面分`)
  }
  return (
    <div className={styles.all}>
      <h2 className={styles.head}>
        <Link to={studentPath(answer.paperId, answer.studentId)}>{data.studentName}</Link>　{data.className}　第
        {data.number}题
      </h2>
      <Link to={questionPath(answer.paperId, answer.questionId)}>回到全部考生</Link>
      {data.pieces.length === 0 && <EmptyState empty={{ title: '没有这道题的扫描件' }} />}
      {data.pieces.map((p) => (
        <figure key={p.part} className={styles.figure}>
          <figcaption>
            <Link to={pagePath(answer.paperId, p)}>第{p.page}页</Link>
            {p.part > 0 && `　续${p.part}`}
            {p.likelyBlank && '　可能未作答'}
          </figcaption>
          <Picture
            className={styles.picture}
            src={p.url}
            alt={`第${data.number}题作答`}
            width={p.width}
            height={p.height}
          />
        </figure>
      ))}
      <div className={styles.row}>
        <ScoreField of={item} text={shown} barred={data.barred} onChange={setText} />
        <ActionButton
          action={{
            name: '保存卷面分',
            primary: true,
            barred: data.barred ?? scoreBar(item, shown) ?? (score === data.score && '没有改动'),
            run: save,
          }}
        />
        <span>{data.barred ?? from[data.scoreFrom]}</span>
      </div>
    </div>
  )
}
