import { Text, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { decimal, foldDigits, showScore } from '#shared/kit/score.ts'
import { finishTrial, trialDesk, trialMark } from '#shared/marking/quality/trial.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { ReviewScreen } from '#web/kit/screens/ReviewScreen.tsx'
import { markPath, markingPaths } from '../marking.paths.ts'
import { newAttempt } from '../desk/outbox.ts'
import { offText, trialState } from '../parts/care.words.ts'
import { shareText } from '../parts/quality.words.ts'
import { RubricChoice } from '../rubric/RubricChoice.tsx'
import { chosenKey, rubricChoices } from '../rubric/rubricKeys.ts'
import { pointNames, pointsField, pointsStart, pointsTyped } from '../rubric/pointsField.ts'
import { AnswerCards, AnswerCrops } from '../parts/StandardCards.tsx'

type Data = OutputOf<typeof trialDesk>
type Answer = Data['answers'][number]

const useStyles = makeStyles({
  reason: { overflowWrap: 'anywhere', color: tokens.colorNeutralForeground3 },
})

/** A typed mark in hundredths; null where it is none of the question's. */
const typedScore = (text: string, q: Data['question']): number | null => {
  const typed = foldDigits(text).trim()
  const score = typed === '' ? NaN : Math.round(Number(typed) * 100)
  return Number.isFinite(score) && score >= 0 && score <= q.fullScore && score % q.step === 0 ? score : null
}

/** So many marks have a key each. */
const mostKeys = 10

type At = { paperId: PaperId; questionId: QuestionId }
type Given = { score: number; points?: string | undefined }
const give = (at: At, key: string, { score, points }: Given) =>
  act(
    trialMark,
    { ...at, key, score, ...(points === undefined ? {} : { points }), attemptId: newAttempt() },
    { hideMessage: true },
  )

const nameOf = (data: Data, key: string): string => `第 ${data.answers.findIndex((a) => a.key === key) + 1} 份`

/** What is not marked yet, one after the other. */
const Marking = ({ at, data }: { at: At; data: Data }) => {
  const { question: q, rubric } = data
  /** Of the answer in sight alone. */
  const [chosen, setChosen] = useState({ key: '', points: '' })
  const pointsOf = (a: Answer): string => (chosen.key === a.key ? chosen.points : '')
  const count = Math.floor(q.fullScore / q.step) + 1
  const digits = q.step === 100 && count <= mostKeys
  return (
    <ReviewScreen<Answer>
      title={`第 ${q.number} 题　试评`}
      items={data.answers.filter((a) => a.score === null)}
      itemKey={(a) => a.key}
      itemName={(a) => nameOf(data, a.key)}
      content={(a) => (
        <>
          <AnswerCrops images={a.images} />
          {rubric && rubric.kind !== 'levels' && (
            <RubricChoice
              rubric={rubric}
              chosen={pointsOf(a)}
              onChoose={(points) => setChosen({ key: a.key, points })}
            />
          )}
        </>
      )}
      pictures={(a) => a.images.map((i) => i.url)}
      reason={() => `满分 ${showScore(q.fullScore)} 分`}
      choices={(a) =>
        rubric
          ? rubricChoices(rubric, q.fullScore, pointsOf(a))
          : digits
            ? Array.from({ length: count }, (_, i) => ({ key: String(i), name: `${i} 分`, value: { score: i * 100 } }))
            : [
                { key: 'z', name: '0 分', value: { score: 0 } },
                { key: 'f', name: `${showScore(q.fullScore)} 分`, value: { score: q.fullScore } },
              ]
      }
      suggestion={(a) => (rubric && pointsOf(a) !== '' ? chosenKey : undefined)}
      typed={() =>
        digits || rubric
          ? null
          : {
              label: `给分（0 到 ${showScore(q.fullScore)} 分，每 ${showScore(q.step)} 分一档）`,
              value: (text) => ({ score: typedScore(text, q) ?? 0 }),
              check: (text) =>
                typedScore(text, q) === null
                  ? `请输入 0 到 ${showScore(q.fullScore)} 之间、${showScore(q.step)} 的整数倍`
                  : null,
            }
      }
      settle={(a, value) => give(at, a.key, value as Given)}
      empty={{ title: '都评完了', text: '可以交卷。' }}
      facts={[
        { name: '已评', value: `${data.answers.filter((a) => a.score !== null).length} / ${data.answers.length}` },
        { name: '通过', value: `${data.rule.within}% 在分差以内，平均偏差不超过满分的 ${data.rule.bias}%` },
      ]}
    />
  )
}

const changing = (at: At, data: Data, a: Answer): DialogForm => ({
  title: `${nameOf(data, a.key)}改为`,
  fields: data.rubric
    ? [pointsField(data.rubric, '给分')]
    : [{ kind: 'score', name: 'score', label: '给分', required: true }],
  start: data.rubric ? { points: pointsStart(data.rubric, a.points) } : { score: a.score },
  submit: '保存',
  check: ({ score, points }): Record<string, string> =>
    data.rubric
      ? pointsTyped(data.rubric, data.question.fullScore, points)
        ? {}
        : { points: '请选择一个等级' }
      : typeof score === 'number' && score >= 0 && score <= data.question.fullScore && score % data.question.step === 0
        ? {}
        : { score: `分数在0到${showScore(data.question.fullScore)}之间，每${showScore(data.question.step)}分一档` },
  run: async ({ score, points }) => {
    await give(
      at,
      a.key,
      data.rubric ? pointsTyped(data.rubric, data.question.fullScore, points)! : { score: score as number },
    )
  },
})

/** All that was given, to be changed until it is handed in; then beside the experts'. */
const AllGiven = ({ at }: { at: At }) => {
  const styles = useStyles()
  const finish = async (): Promise<void> => {
    const { state } = await act(finishTrial, at)
    if (state === 'failed') toast('warning', '试评没有通过，请与组长联系')
    else toast('success', '试评通过，可以正式评阅了')
  }
  return (
    <>
      <DetailScreen
        call={trialDesk}
        input={at}
        title={(data) => `第 ${data.question.number} 题　试评`}
        badge={(data) => (data.state === 'preparing' ? null : trialState({ state: data.state, done: 1 }))}
        facts={(data) => [
          { name: '考试', value: data.examName },
          { name: '要求', value: `${data.rule.within}% 在分差以内，平均偏差不超过满分的 ${data.rule.bias}%` },
          ...(data.result
            ? [
                { name: '分差以内', value: shareText(data.result.within) },
                { name: '比专家', value: `${offText(data.result.off)} 分` },
                { name: 'κ', value: data.result.kappa === null ? '—' : decimal(data.result.kappa, 2) },
              ]
            : []),
        ]}
        actions={(data) =>
          data.state === 'going' && data.answers.length > 0
            ? [
                {
                  name: '交卷',
                  primary: true,
                  confirm: '交卷以后不能再改，是否通过由系统按要求判断。',
                  run: finish,
                },
              ]
            : data.state === 'passed' || data.state === 'byHand'
              ? [{ name: '正式评阅', primary: true, to: markPath(at) }]
              : []
        }
        empty={(data) =>
          data.state === 'preparing' || data.answers.length === 0
            ? {
                title: data.state === 'preparing' ? '组长正在准备试评' : '这道题没有试评卷',
                text: data.state === 'preparing' ? '选好试评卷以后就可以开始。' : '可以直接正式评阅。',
                action: { name: '返回阅卷任务', to: markingPaths.tasks },
              }
            : null
        }
      >
        {(data) => (
          <Section title={data.answers.some((a) => a.right) ? '与专家给分对照' : '我的给分'}>
            <AnswerCards
              label="试评卷"
              cards={data.answers.map((a) => ({
                key: a.key,
                name: nameOf(data, a.key),
                images: a.images,
                text: (
                  <>
                    <Text weight="semibold">
                      {a.score === null ? '没有评' : `我给 ${showScore(a.score)} 分`}
                      {a.right ? `，专家 ${showScore(a.right.score)} 分` : ''}
                    </Text>
                    {data.rubric && a.points !== undefined && (
                      <Text className={styles.reason}>
                        我选：{pointNames(data.rubric.points, a.points)}
                        {a.right?.points === undefined
                          ? ''
                          : `；专家：${pointNames(data.rubric.points, a.right.points)}`}
                      </Text>
                    )}
                    {a.right && <Text className={styles.reason}>{a.right.reason}</Text>}
                  </>
                ),
                foot:
                  data.state === 'going' ? (
                    <ActionButton size="small" action={{ name: '改分', form: () => changing(at, data, a) }} />
                  ) : null,
              }))}
            />
          </Section>
        )}
      </DetailScreen>
    </>
  )
}

/** Trial marking: the same answers for all, before live work. */
export const TrialScreen = () => {
  const at = useParams() as At
  const { data } = useAsk(trialDesk, at)
  const marks = data?.state === 'going' && data.answers.some((a) => a.score === null)
  return marks ? <Marking at={at} data={data} /> : <AllGiven at={at} />
}
