import { Text, makeStyles, tokens } from '@fluentui/react-components'
import { useParams } from 'react-router'
import type { ExamId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { decimal, showScore } from '#shared/kit/score.ts'
import { passTrial, trialReport } from '#shared/marking/quality/trial.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act } from '#web/kit/ask.ts'
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
import { groupQualityPath, qualityPath, standardsPath, trialReportPath } from '../marking.paths.ts'
import { offText, trialState } from '../parts/care.words.ts'
import { meanText, shareText } from '../parts/quality.words.ts'
import { AnswerCards } from '../parts/StandardCards.tsx'
import { QuestionChooser, useAskedQuestion } from '../parts/QuestionChooser.tsx'

type Data = OutputOf<typeof trialReport>
type Marker = Data['markers'][number]

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXL },
  note: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
  faint: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

const number = (n: number | null | undefined): string => (n === null || n === undefined ? '—' : decimal(n, 2))

/** Who decided and why, as much of it as a cell holds. */
const saidText = ({ byName, reason = '' }: Marker): string =>
  byName ? `${byName}：${reason.length > 12 ? `${reason.slice(0, 11)}…` : reason}` : ''

const deciding = (paperId: PaperId, questionId: QuestionId, m: Marker, what: 'pass' | 'again'): DialogForm => ({
  title: what === 'pass' ? `放行${m.markerName}：不经试评直接领取正式答卷` : `请${m.markerName}重新试评`,
  fields: [{ kind: 'textarea', name: 'reason', label: '原因', required: true, maxLength: 200 }],
  submit: what === 'pass' ? '放行' : '重新试评',
  check: ({ reason }): Record<string, string> =>
    String(reason ?? '').trim().length >= 2 ? {} : { reason: '请填写原因' },
  run: async ({ reason }) => {
    const of = { paperId, questionId, userId: m.userId, act: what, reason: String(reason) }
    await act(passTrial, of, { hideMessage: true })
    toast('success', what === 'pass' ? `${m.markerName}可以领取正式答卷` : `${m.markerName}可以重新试评`)
  },
})

const Markers = ({ data, paperId, open }: { data: Data; paperId: PaperId; open: (f: DialogForm) => void }) => {
  const barred = data.state === 'open' ? null : '阅卷没有开启'
  const trial = data.questions.find((q) => q.questionId === data.questionId)?.trial
  const actionsOf = (m: Marker): Action[] => {
    if (!trial || m.state === 'passed' || m.state === 'byHand') return []
    const said = (name: string, what: 'pass' | 'again'): Action => ({
      name,
      barred,
      run: () => open(deciding(paperId, data.questionId, m, what)),
    })
    return [said('放行', 'pass'), ...(m.state === 'failed' ? [said('重新试评', 'again')] : [])]
  }
  if (data.markers.length === 0)
    return <EmptyState empty={{ title: '这道题还没有阅卷教师', text: '请先在阅卷安排中指定。' }} />
  return (
    <DataTable<Marker>
      label="各老师的试评"
      rows={data.markers}
      rowKey={(m) => m.userId}
      rowActions={(m) => <RowActions actions={actionsOf(m)} />}
      columns={[
        { key: 'markerName', name: '老师', width: 96, value: (m) => m.markerName },
        {
          key: 'state',
          name: '试评',
          width: 104,
          value: (m) => trialState(m).text,
          cell: (m) => <StateMark {...trialState(m)} />,
        },
        { key: 'done', name: '已评', unit: '份', number: true, width: 72, value: (m) => m.done },
        { key: 'exact', name: '完全一致', number: true, width: 80, value: (m) => shareText(m.agreement?.exact) },
        { key: 'within', name: '分差以内', number: true, width: 80, value: (m) => shareText(m.agreement?.within) },
        { key: 'off', name: '比专家', unit: '分', number: true, width: 88, value: (m) => offText(m.agreement?.off) },
        {
          key: 'apart',
          name: '平均相差',
          unit: '分',
          number: true,
          width: 96,
          value: (m) => meanText(m.agreement?.apart ?? null),
        },
        { key: 'kappa', name: '加权κ', number: true, width: 64, value: (m) => number(m.agreement?.kappa) },
        { key: 'round', name: '第几次', number: true, width: 64, value: (m) => (m.round > 0 ? m.round : '—') },
        { key: 'said', name: '组长', width: 136, value: saidText },
      ]}
    />
  )
}

/** The bare address asks for a paper. */
export const TrialReportScreen = () => {
  const { examId, paperId } = useParams()
  if (!examId || !paperId) return <ChoosePaper title="试评报告" tool="adjust-read-arrange" pathOf={trialReportPath} />
  return <Report examId={examId as ExamId} paperId={paperId as PaperId} />
}

/** What a trial says of its markers, and of its answers. */
const Report = ({ examId, paperId }: { examId: ExamId; paperId: PaperId }) => {
  const styles = useStyles()
  const courseName = useCourseName(paperId)
  const asked = useAskedQuestion()
  return (
    <>
      <DetailScreen
        call={trialReport}
        input={{ paperId, ...asked }}
        everyMs={15_000}
        title={() => [courseName, '试评报告'].filter(Boolean).join('　')}
        actions={(data) => [
          { name: '阅卷质量', to: qualityPath(examId, paperId) },
          {
            name: '质量要求',
            to: groupQualityPath({
              paperId,
              lead: data.questions.find((q) => q.questionId === data.questionId)!.lead,
            }),
          },
          { name: '选试评卷', to: `${standardsPath(examId, paperId)}?question=${data.questionId}` },
        ]}
      >
        {(data) => {
          const q = data.questions.find((x) => x.questionId === data.questionId)!
          return (
            <div className={styles.all}>
              <QuestionChooser of={data} more={(x) => `试评卷 ${x.answers} 份`} />
              <p className={styles.note}>
                {q.trial
                  ? `${q.trial.begun ? '正在试评' : '正在选试评卷，先不发正式答卷'}：与专家给分相差不超过${showScore(data.tolerance)}分的至少${q.trial.within}%，平均偏差不超过满分的${q.trial.bias}%，算通过。`
                  : '这道题没有要求试评，可以在“质量要求”里开启。'}
              </p>
              <Section title="各老师与专家">
                <Markers data={data} paperId={paperId} open={openForm} />
              </Section>
              <Section title="老师之间">
                {data.all.agreement ? (
                  <p className={styles.note}>
                    {`${data.all.markers}位老师评完了全部试评卷：两两完全一致${shareText(data.all.agreement.exact)}，分差以内${shareText(data.all.agreement.within)}，平均相差${meanText(data.all.agreement.apart)}分，加权κ ${number(data.all.agreement.kappa)}，ICC(2,1) ${number(data.all.icc)}。1为完全一致。`}
                  </p>
                ) : (
                  <p className={styles.note}>至少两位老师评完全部试评卷，才能比较。</p>
                )}
              </Section>
              {data.points.length > 0 && (
                <Section title="各得分点与专家">
                  <DataTable<Data['points'][number]>
                    label="各得分点与专家"
                    rows={data.points}
                    rowKey={(p) => p.id}
                    columns={[
                      { key: 'name', name: '得分点', width: 160, value: (p) => p.name },
                      {
                        key: 'score',
                        name: '分值',
                        unit: '分',
                        number: true,
                        width: 72,
                        value: (p) => showScore(p.score),
                      },
                      { key: 'n', name: '选点', unit: '次', number: true, width: 80, value: (p) => p.n },
                      {
                        key: 'same',
                        name: '与专家相同',
                        number: true,
                        width: 104,
                        value: (p) => shareText(p.same / p.n),
                      },
                      { key: 'missed', name: '漏选', unit: '次', number: true, width: 80, value: (p) => p.missed },
                      { key: 'extra', name: '多选', unit: '次', number: true, width: 80, value: (p) => p.extra },
                    ]}
                  />
                </Section>
              )}
              <Section title="各份试评卷">
                {data.answers.length === 0 ? (
                  <EmptyState
                    empty={{
                      title: '还没有试评卷',
                      text: '在“标准卷”里选几份有代表性的，用途选“试评卷”，写上专家给分和理由。',
                      action: { name: '选试评卷', to: `${standardsPath(examId, paperId)}?question=${data.questionId}` },
                    }}
                  />
                ) : (
                  <AnswerCards
                    label="试评卷"
                    cards={data.answers.map((a, i) => ({
                      key: a.key,
                      name: `第 ${i + 1} 份`,
                      images: a.images,
                      text: (
                        <>
                          <Text weight="semibold">
                            专家 {showScore(a.right)} 分
                            {a.mean === null
                              ? ''
                              : `，老师平均 ${meanText(a.mean)} 分（${showScore(a.low!)}–${showScore(a.high!)}）`}
                          </Text>
                          <Text className={styles.faint}>{a.reason}</Text>
                        </>
                      ),
                      foot: null,
                    }))}
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
