import { Badge, Text, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { removeStandard, saveStandard, standardChoices, standards } from '#shared/marking/quality/standard.calls.ts'
import { standardNames, standardUses } from '#shared/marking/quality/standard.types.ts'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { monitorSiblings } from '../parts/monitorSiblings.ts'
import { pointNames, pointsField, pointsStart, pointsTyped } from '../rubric/pointsField.ts'
import { AnswerCards } from '../parts/StandardCards.tsx'
import { QuestionChooser, useAskedQuestion } from '../parts/QuestionChooser.tsx'

type Data = OutputOf<typeof standards>
type Question = Data['questions'][number]
type Chosen = Pick<
  Data['list'][number],
  'studentId' | 'imageVersion' | 'use' | 'score' | 'points' | 'reason' | 'version'
>

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXL },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  // As wide as the page at most: its options are longer than a phone.
  note: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  reason: { overflowWrap: 'anywhere' },
})

const usesToldOf = {
  example: '标杆卷：阅卷时放在旁边对照，老师看得到给分和理由',
  trial: '试评卷：正式阅卷前每位老师都要评',
  seed: '种子卷：混在正常答卷里发给老师，老师看不出来',
} as const

/** The mark that was agreed on, and why. */
const choosing = (
  paperId: PaperId,
  q: Question,
  rubric: Data['rubric'],
  of: Partial<Chosen> & Pick<Chosen, 'studentId' | 'imageVersion'>,
) =>
  ({
    title: of.version ? '修改标准卷' : `第 ${q.number} 题：选为标准卷`,
    fields: [
      {
        kind: 'radio',
        name: 'use',
        label: '用途',
        required: true,
        options: standardUses.map((use) => ({ value: use, label: usesToldOf[use] })),
      },
      rubric
        ? pointsField(rubric, '专家给分')
        : {
            kind: 'score',
            name: 'score',
            label: '专家给分',
            required: true,
            hint: `0到${showScore(q.fullScore)}分，每${showScore(q.step)}分一档`,
          },
      { kind: 'textarea', name: 'reason', label: '给分理由', required: true, maxLength: 300 },
    ],
    start: {
      use: of.use ?? 'example',
      reason: of.reason ?? '',
      ...(rubric ? { points: pointsStart(rubric, of.points) } : { score: of.score }),
    },
    submit: '保存',
    check: ({ score, points }): Record<string, string> =>
      rubric
        ? pointsTyped(rubric, q.fullScore, points)
          ? {}
          : { points: '请选择一个等级' }
        : typeof score === 'number' && score >= 0 && score <= q.fullScore && score % q.step === 0
          ? {}
          : { score: `分数在0到${showScore(q.fullScore)}之间，每${showScore(q.step)}分一档` },
    run: async ({ use, score, points, reason }) => {
      const { studentId, imageVersion, version = 0 } = of
      await act(
        saveStandard,
        {
          paperId,
          questionId: q.questionId,
          studentId,
          imageVersion,
          use: use as Chosen['use'],
          ...(rubric ? pointsTyped(rubric, q.fullScore, points)! : { score: score as number }),
          reason: String(reason),
          version,
        },
        { hideMessage: true },
      )
      toast('success', '已保存')
    },
  }) satisfies DialogForm

type PartProps = { paperId: PaperId; data: Data; q: Question; open: (form: DialogForm) => void }

const ChosenOnes = ({ paperId, data, q, open }: PartProps) => {
  const styles = useStyles()
  if (data.list.length === 0)
    return (
      <EmptyState
        empty={{ title: '这道题还没有标准卷', text: '从下面的答卷里选几份有代表性的，写上专家给分和理由。' }}
      />
    )
  return (
    <AnswerCards
      label="标准卷"
      cards={data.list.map((s) => ({
        key: s.studentId,
        name: `${standardNames[s.use]} ${showScore(s.score)} 分`,
        images: s.images,
        text: (
          <>
            <span className={styles.line}>
              <Text weight="semibold">{showScore(s.score)} 分</Text>
              <Badge appearance="tint" color={s.use === 'example' ? 'brand' : 'informative'}>
                {standardNames[s.use]}
              </Badge>
              {s.replaced && (
                <Badge appearance="tint" color="warning">
                  图像已更换，不再使用
                </Badge>
              )}
            </span>
            {s.points !== undefined && data.rubric && (
              <Text className={styles.faint}>得分点：{pointNames(data.rubric.points, s.points)}</Text>
            )}
            <Text className={styles.reason}>{s.reason}</Text>
            <Text className={styles.faint}>
              {s.byName}　{showTime(s.at)}
            </Text>
          </>
        ),
        foot: (
          <>
            <ActionButton
              size="small"
              action={{
                name: '修改',
                barred: s.replaced ? '图像已更换，请移除后重新选' : null,
                run: () => open(choosing(paperId, q, data.rubric, s)),
              }}
            />
            <ActionButton
              size="small"
              appearance="subtle"
              action={{
                name: '移除',
                confirm: `移除后，这份答卷不再作为${standardNames[s.use]}；已经评过它的记录保留。`,
                run: () =>
                  act(removeStandard, {
                    paperId,
                    questionId: q.questionId,
                    studentId: s.studentId,
                    version: s.version,
                  }),
              }}
            />
          </>
        ),
      }))}
    />
  )
}

const Choices = ({ paperId, data, q, open }: PartProps) => {
  const styles = useStyles()
  const [at, setAt] = useState(0)
  const asked = useAsk(standardChoices, { paperId, questionId: q.questionId, at }, { hideMessage: true })
  if (!asked.data) return <Waiting asked={asked} rows={4} height={64} />
  const { list } = asked.data
  const barred = data.state === 'open' ? null : '阅卷没有开启'
  if (list.length === 0)
    return (
      <EmptyState empty={{ title: '还没有可选的答卷', text: '阅卷开启、答卷分组以后，这里随机列出这道题的作答。' }} />
    )
  return (
    <>
      <div className={styles.line}>
        <ActionButton size="small" action={{ name: '换一批', run: () => setAt((n) => n + 1) }} />
        <Text className={styles.faint}>随机 {list.length} 份，不显示考生。</Text>
      </div>
      <AnswerCards
        label="可选的答卷"
        cards={list.map((c) => ({
          key: c.studentId,
          name: c.score === null ? '还没有评完的作答' : `${showScore(c.score)} 分的作答`,
          images: c.images,
          text: (
            <span className={styles.line}>
              <Text>{c.score === null ? '还没有评完' : `现在 ${showScore(c.score)} 分`}</Text>
              {c.likelyBlank && <Badge appearance="tint">可能空白</Badge>}
              {c.use && (
                <Badge appearance="tint" color="brand">
                  已是{standardNames[c.use]}
                </Badge>
              )}
            </span>
          ),
          foot: c.use ? null : (
            <ActionButton
              size="small"
              action={{
                name: '选为标准卷',
                barred,
                run: () =>
                  open(choosing(paperId, q, data.rubric, { ...c, score: c.score ?? undefined, use: undefined })),
              }}
            />
          ),
        }))}
      />
    </>
  )
}

/** The standards of a paper's questions: what was agreed on, and answers to choose more from. */
export const StandardsScreen = () => {
  const { examId, paperId } = useParams() as { examId: ExamId; paperId: PaperId }
  const styles = useStyles()
  const courseName = useCourseName(paperId)
  const asked = useAskedQuestion()
  return (
    <>
      <DetailScreen
        call={standards}
        input={{ paperId, ...asked }}
        title={() => [courseName, '标准卷'].filter(Boolean).join('　')}
        siblings={monitorSiblings(examId, paperId, 'standards')}
      >
        {(data) => {
          const q = data.questions.find((x) => x.questionId === data.questionId)!
          const of = { paperId, data, q, open: openForm }
          return (
            <div className={styles.all}>
              <QuestionChooser
                of={data}
                more={(x) => `标杆 ${x.counts.example}、试评 ${x.counts.trial}、种子 ${x.counts.seed}`}
              />
              <Section title={`第 ${q.number} 题的标准卷`}>
                <p className={styles.note}>
                  标准卷由专家定分，只用来统一尺度，不改变这份答卷的得分：它自己仍按正常程序评阅。
                </p>
                <ChosenOnes {...of} />
              </Section>
              <Section title="选卷">
                <Choices key={q.questionId} {...of} />
              </Section>
            </div>
          )
        }}
      </DetailScreen>
    </>
  )
}
