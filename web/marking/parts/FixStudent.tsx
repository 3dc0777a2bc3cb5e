import { MessageBar, MessageBarBody, Text, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Link } from 'react-router'
import { decideChoice } from '#shared/marking/choice.calls.ts'
import { pastRoleNames } from '#shared/marking/role.words.ts'
import { fixDetail, fixScore } from '#shared/marking/marking.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { changePath } from '#web/analysis/analysis.paths.ts'
import { useManages } from '#web/exam/tools/useTool.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { sentValue } from '#web/kit/screens/fieldValues.ts'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { newAttempt } from '../desk/outbox.ts'

type Detail = OutputOf<typeof fixDetail>
type Question = Detail['questions'][number]

const useStyles = makeStyles({
  all: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    paddingBottom: tokens.spacingVerticalXL,
  },
  question: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXL,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  picture: { width: '100%', height: 'auto', border: `1px solid ${tokens.colorNeutralStroke2}` },
  choice: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  faint: { color: tokens.colorNeutralForeground3 },
})

const stateNames = { present: '到考', absent: '缺考', missing: '无答卷', void: '作废' } as const

const valueText = ({ value }: Question['marks'][number]): string =>
  value.kind === 'score' ? `${showScore(value.score)}分` : value.kind === 'noAnswer' ? '未作答' : '问题卷'

const barOf = (q: Question, score: unknown, reason: string): string | null => {
  if (q.marked) return '您评过这道题，请由其他管理者更正'
  if (typeof score !== 'number') return '请输入更正后的分数'
  if (score < 0 || score > q.fullScore || score % q.step !== 0)
    return `分数在0到${showScore(q.fullScore)}之间，每${showScore(q.step)}分一档`
  if (score === q.score) return '与现在的分数相同'
  return reason.length < 2 ? '请填写更正原因' : null
}

const FixQuestion = ({ paperId, of, q }: { paperId: PaperId; of: Detail; q: Question }) => {
  const styles = useStyles()
  const [values, setValues] = useState<Values>({})
  const scoreField: Field = { kind: 'score', name: 'score', label: '更正为', required: true }
  const score = sentValue(scoreField, values['score'])
  const reason = String(values['reason'] ?? '').trim()
  const fix = async (): Promise<void> => {
    await act(fixScore, {
      paperId,
      studentId: of.studentId,
      questionId: q.questionId,
      score: score as number,
      reason,
      attemptId: newAttempt(),
    })
    setValues({})
    toast('success', '已更正，下次发布成绩时生效')
  }
  const { optional } = q
  const counting = of.questions.filter((x) => x.optional?.group === optional?.group && x.optional?.counts === true)
  /** Counts this one; where as many count already, in the place of the others. */
  const countThis = async (): Promise<void> => {
    const kept = counting.length < optional!.count ? counting : counting.slice(0, optional!.count - 1)
    const chosen = [...kept, q].map((x) => x.questionId)
    await act(decideChoice, { paperId, studentId: of.studentId, group: optional!.group, chosen })
    toast('success', '已改为按这道题计分，下次发布成绩时生效')
  }
  return (
    <section className={styles.question} aria-label={`第${q.number}题`}>
      <div className={styles.side}>
        <Text weight="semibold">
          第 {q.number} 题（满分{showScore(q.fullScore)}分）：
          {q.lacked
            ? '缺页，不得分'
            : q.score !== null
              ? `${showScore(q.score)}分`
              : optional?.counts === false
                ? '未选'
                : '还没有评完'}
        </Text>
        {optional && (
          <div className={styles.choice}>
            <Text className={styles.faint}>
              选做题：{optional.counts === null ? '选做了哪道还没有确定' : optional.counts ? '计这道题' : '不计这道题'}
            </Text>
            {optional.counts !== true && !(of.released && optional.counts === false) && (
              <ActionButton size="small" action={{ name: '改为计这道题', run: countThis }} />
            )}
          </div>
        )}
        {q.marks.map((m) => (
          <Text key={m.role} className={styles.faint}>
            {pastRoleNames[m.role]} {valueText(m)}　{m.markerName}　{showTime(m.at)}
          </Text>
        ))}
        {q.score !== null && !of.released && (
          <>
            <FieldGroup
              fields={[
                scoreField,
                {
                  kind: 'text',
                  name: 'reason',
                  label: '更正原因',
                  required: true,
                  maxLength: 200,
                  hint: '会连同您的姓名记入审计记录',
                },
              ]}
              values={values}
              onChange={(patch) => setValues((before) => ({ ...before, ...patch }))}
            />
            <div>
              <ActionButton action={{ name: '更正得分', primary: true, barred: barOf(q, score, reason), run: fix }} />
            </div>
          </>
        )}
      </div>
      <div className={styles.side}>
        {q.images.length === 0 && <Text className={styles.faint}>没有这道题的图像</Text>}
        {q.images.map((i, n) => (
          <Picture key={i.url} src={i.url} alt={`第${q.number}题作答 ${n + 1}`} className={styles.picture} />
        ))}
      </div>
    </section>
  )
}

/** One candidate's answers with what they were given, each to be corrected. */
export const FixStudent = ({
  examId,
  paperId,
  studentNumber,
}: {
  examId: ExamId
  paperId: PaperId
  studentNumber: string
}) => {
  const styles = useStyles()
  const manages = useManages(examId)
  const { data, error, refetch } = useAsk(fixDetail, { paperId, studentNumber }, { hideMessage: true })
  if (!data) return error ? <ErrorState error={error} again={() => void refetch()} /> : <Bars rows={4} height={28} />
  return (
    <div className={styles.all}>
      <Text size={400} weight="semibold">
        {data.studentName}　{data.className}　{data.studentNumber}　{stateNames[data.state]}
      </Text>
      {data.released && !manages && (
        <MessageBar intent="info">
          <MessageBarBody>成绩已发布，由考试管理者改动。</MessageBarBody>
        </MessageBar>
      )}
      {data.released && manages && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            成绩已发布：改分请用
            <Link
              to={`${changePath('score-edit', examId, paperId)}?${new URLSearchParams({ number: studentNumber }).toString()}`}
            >
              成绩更正工具
            </Link>
            ，先看会改变谁的成绩，签字后生效，可以撤销。
          </MessageBarBody>
        </MessageBar>
      )}
      {data.questions.map((q) => (
        <FixQuestion key={`${q.questionId} ${q.score}`} paperId={paperId} of={data} q={q} />
      ))}
    </div>
  )
}
