import { makeStyles, tokens } from '@fluentui/react-components'
import { useParams } from 'react-router'
import type { ExamId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { releaseMarker, remarkDoubted, seedReport } from '#shared/marking/quality/seed.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act, ask } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { groupQualityPath, qualityPath, seedsPath } from '../marking.paths.ts'
import { newAttempt } from '../desk/outbox.ts'
import { offText, seedRuleText, seedStateText } from '../parts/care.words.ts'
import { shareText } from '../parts/quality.words.ts'
import { QuestionChooser, useAskedQuestion } from '../parts/QuestionChooser.tsx'

type Data = OutputOf<typeof seedReport>
type Marker = Data['markers'][number]

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXL },
  note: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
})

const reason = { kind: 'textarea', name: 'reason', label: '原因', required: true, maxLength: 200 } as const
const why = ({ reason: text }: Record<string, unknown>): Record<string, string> =>
  String(text ?? '').trim().length >= 2 ? {} : { reason: '请填写原因' }

const releasing = (paperId: PaperId, questionId: QuestionId, m: Marker): DialogForm => ({
  title: `恢复给${m.markerName}发放答卷`,
  fields: [reason],
  submit: '恢复发放',
  check: why,
  run: async ({ reason: text }) => {
    await act(releaseMarker, { paperId, questionId, userId: m.userId, reason: String(text) }, { hideMessage: true })
    toast('success', `${m.markerName}可以继续领取答卷`)
  },
})

/** What would be given to others is counted first; null where it has been, or nothing came since. */
const remarking = async (paperId: PaperId, questionId: QuestionId, m: Marker): Promise<DialogForm | null> => {
  const of = { paperId, questionId, userId: m.userId, since: m.doubt ?? 0, attemptId: newAttempt() }
  const { marks, about } = await ask(remarkDoubted, { ...of, look: true, reason: '查看' })
  if (marks === 0) {
    toast('warning', `${m.markerName}没有要退回重评的评分`)
    return null
  }
  const since = m.doubt ? `${showTime(m.doubt)}（最后一份合格的种子卷）以后` : '这道题'
  return {
    title: `${m.markerName}${since}的${about ? '约' : ''} ${marks} 个评分，请其他老师重评`,
    fields: [reason],
    submit: '退回重评',
    check: why,
    run: async ({ reason: text }) => {
      const { uuid } = await act(remarkDoubted, { ...of, look: false, reason: String(text) }, { hideMessage: true })
      return { uuid: uuid ?? undefined }
    },
  }
}

/** The bare address asks for a paper. */
export const SeedsScreen = () => {
  const { examId, paperId } = useParams()
  if (!examId || !paperId) return <ChoosePaper title="种子卷" tool="adjust-read-arrange" pathOf={seedsPath} />
  return <Seeds examId={examId as ExamId} paperId={paperId as PaperId} />
}

/** How consistent each marker is with the experts and with himself, and what is done where one is not. */
const Seeds = ({ examId, paperId }: { examId: ExamId; paperId: PaperId }) => {
  const styles = useStyles()
  const courseName = useCourseName(paperId)
  const asked = useAskedQuestion()
  const actionsOf = (data: Data, m: Marker): Action[] => {
    const barred = data.state === 'open' ? null : '阅卷没有开启'
    const { questionId } = data
    const release: Action = {
      name: '恢复发放',
      barred: barred ?? (m.self && '不能处理自己的评分'),
      form: () => releasing(paperId, questionId, m),
    }
    const again: Action = {
      name: '退回重评',
      barred,
      run: async () => {
        const form = await remarking(paperId, questionId, m)
        if (form) openForm(form)
      },
    }
    return [...(m.state === 'even' ? [] : [release]), ...(m.doubt === null ? [] : [again])]
  }
  return (
    <>
      <DetailScreen
        call={seedReport}
        input={{ paperId, ...asked }}
        everyMs={15_000}
        title={() => [courseName, '种子卷'].filter(Boolean).join('　')}
        actions={(data) => [
          { name: '阅卷质量', to: qualityPath(examId, paperId) },
          {
            name: '质量要求',
            to: groupQualityPath({
              paperId,
              lead: data.questions.find((q) => q.questionId === data.questionId)!.lead,
            }),
          },
        ]}
      >
        {(data) => {
          return (
            <div className={styles.all}>
              <QuestionChooser
                of={data}
                more={(q) => `种子卷 ${q.seeds} 份${q.stopped > 0 ? `，${q.stopped} 人已暂停` : ''}`}
              />
              <p className={styles.note}>{seedRuleText(data.rule, data.tolerance)}</p>
              <Section title="各老师的一致性">
                {data.markers.length === 0 ? (
                  <EmptyState
                    empty={{ title: '还没有老师评到种子卷', text: '种子卷混在领取的答卷里，评到以后这里列出。' }}
                  />
                ) : (
                  <DataTable<Marker>
                    label="各老师的一致性"
                    rows={data.markers}
                    rowKey={(m) => m.userId}
                    rowActions={(m) => <RowActions actions={actionsOf(data, m)} />}
                    columns={[
                      { key: 'markerName', name: '老师', width: 112, value: (m) => m.markerName },
                      {
                        key: 'state',
                        name: '状态',
                        width: 128,
                        value: (m) => seedStateText(m).text,
                        cell: (m) => <StateMark {...seedStateText(m)} />,
                      },
                      { key: 'recent', name: '最近超出', width: 104, value: (m) => `${m.bad} / ${m.recent}` },
                      {
                        key: 'expert',
                        name: '专家卷',
                        unit: '份',
                        number: true,
                        width: 96,
                        value: (m) => m.expert?.n ?? 0,
                      },
                      {
                        key: 'expertWithin',
                        name: '与专家相符',
                        number: true,
                        width: 112,
                        value: (m) => shareText(m.expert?.within),
                      },
                      {
                        key: 'expertOff',
                        name: '比专家',
                        unit: '分',
                        number: true,
                        width: 96,
                        value: (m) => offText(m.expert?.off),
                      },
                      { key: 'own', name: '自己的', unit: '份', number: true, width: 96, value: (m) => m.own?.n ?? 0 },
                      {
                        key: 'ownWithin',
                        name: '与自己相符',
                        number: true,
                        width: 112,
                        value: (m) => shareText(m.own?.within),
                      },
                      {
                        key: 'ownApart',
                        name: '平均相差',
                        unit: '分',
                        number: true,
                        width: 112,
                        value: (m) => offText(m.own?.apart).replace('+', ''),
                      },
                    ]}
                  />
                )}
              </Section>
            </div>
          )
        }}
      </DetailScreen>
    </>
  )
}
