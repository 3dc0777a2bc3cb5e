import { Field as Labelled, Select, Text, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ExamId, PaperId, UserId } from '#shared/kit/ids.ts'
import { decimal, showScore } from '#shared/kit/score.ts'
import { dayStart, showTime } from '#shared/kit/time.ts'
import { checkSample, drawSamples, sampledMarks, sampledQuality } from '#shared/marking/quality/sample.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { qualityPath, samplesPath } from '../marking.paths.ts'
import { newAttempt } from '../desk/outbox.ts'
import { AnswerCards } from '../parts/StandardCards.tsx'
import { bandOfScores, bandNames, offWords, samplesOwed, withinWords } from '../parts/samples.words.ts'
import type { Band } from '../parts/samples.words.ts'
import { QuestionChooser, useAskedQuestion } from '../parts/QuestionChooser.tsx'

type Data = OutputOf<typeof sampledQuality>
type Marker = Data['markers'][number]
type Question = Data['questions'][number]
type Drawn = OutputOf<typeof drawSamples>['list'][number]

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXL },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  chooser: { minWidth: '160px', gridTemplateColumns: 'minmax(0, 1fr)' },
  note: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

const share = (part: number, whole: number): string => (whole === 0 ? '—' : `${decimal((part / whole) * 100, 1)}%`)

const Tallies = ({ markers, share: asked }: Pick<Data, 'markers' | 'share'>) =>
  markers.length === 0 ? (
    <EmptyState empty={{ title: '还没有老师评过这道题', text: '评过以后，这里按老师列出抽查了多少、同意多少。' }} />
  ) : (
    <DataTable<Marker>
      label="各老师的抽查"
      rows={markers}
      rowKey={(m) => m.userId}
      columns={[
        { key: 'markerName', name: '老师', width: 120, value: (m) => m.markerName },
        { key: 'marked', name: '已评', unit: '份', number: true, width: 88, value: (m) => m.marked },
        { key: 'sampled', name: '抽查', unit: '份', number: true, width: 88, value: (m) => m.sampled },
        { key: 'share', name: '抽查比例', number: true, width: 96, value: (m) => share(m.sampled, m.marked) },
        ...(asked > 0
          ? [
              {
                key: 'owed',
                name: '还要抽查',
                unit: '份',
                number: true,
                width: 104,
                value: (m: Marker) => samplesOwed(m, asked),
              },
            ]
          : []),
        { key: 'agreed', name: '同意', unit: '份', number: true, width: 88, value: (m) => m.agreed },
        { key: 'rate', name: '同意率', number: true, width: 88, value: (m) => share(m.agreed, m.sampled) },
        {
          key: 'apart',
          name: '改分平均相差',
          unit: '分',
          number: true,
          width: 136,
          value: (m) => (m.apart === null ? '—' : decimal(m.apart / 100, 2)),
        },
        { key: 'within', name: '分差以内', number: true, width: 104, value: (m) => withinWords(m.compared) },
        { key: 'off', name: '比复核', unit: '分', number: true, width: 144, value: (m) => offWords(m.compared) },
      ]}
    />
  )

/** What it should be instead, and why. */
const changing = (paperId: PaperId, q: Question, of: Drawn): DialogForm => {
  const attemptId = newAttempt()
  return {
    title: `${of.markerName}给了 ${showScore(of.given)} 分，改为`,
    fields: [
      {
        kind: 'score',
        name: 'score',
        label: '应得',
        required: true,
        hint: `0到${showScore(q.fullScore)}分，每${showScore(q.step)}分一档`,
      },
      { kind: 'textarea', name: 'reason', label: '理由', required: true, maxLength: 200 },
    ],
    submit: '改分',
    check: ({ score }): Record<string, string> =>
      typeof score === 'number' && score >= 0 && score <= q.fullScore && score % q.step === 0
        ? {}
        : { score: `分数在0到${showScore(q.fullScore)}之间，每${showScore(q.step)}分一档` },
    run: async ({ score, reason }) => {
      const { studentId, role, markId } = of
      const at = { paperId, questionId: q.questionId, studentId, role, markId, attemptId }
      await act(checkSample, { ...at, score: score as number, reason: String(reason) }, { hideMessage: true })
      toast('success', '已改分，作为仲裁记录')
    },
  }
}

const Draws = ({
  paperId,
  data,
  q,
  open,
}: {
  paperId: PaperId
  data: Data
  q: Question
  open: (f: DialogForm) => void
}) => {
  const styles = useStyles()
  const [at, setAt] = useState(0)
  const [userId, setUser] = useState<UserId | ''>('')
  const [band, setBand] = useState<Band>('all')
  const [today, setToday] = useState(false)
  const wish = {
    ...(userId ? { userId } : {}),
    ...bandOfScores(band, q),
    ...(today ? { since: dayStart(serverNow()) } : {}),
  }
  const asked = useAsk(drawSamples, { paperId, questionId: q.questionId, at, ...wish }, { hideMessage: true })
  const barred = data.state === 'open' ? null : '阅卷没有开启'
  const agree = async ({ studentId, role, markId }: Drawn): Promise<void> => {
    const of = { paperId, questionId: q.questionId, studentId, role, markId, attemptId: newAttempt() }
    await act(checkSample, of)
  }
  return (
    <>
      <div className={styles.line}>
        <Labelled label="老师" className={styles.chooser}>
          <Select value={userId} onChange={(_, d) => setUser(d.value as UserId | '')}>
            <option value="">所有老师</option>
            {data.markers
              .filter((m) => !m.own)
              .map((m) => (
                <option key={m.userId} value={m.userId}>
                  {m.markerName}
                </option>
              ))}
          </Select>
        </Labelled>
        <Labelled label="分数" className={styles.chooser}>
          <Select value={band} onChange={(_, d) => setBand(d.value as Band)}>
            {Object.entries(bandNames).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled label="时间" className={styles.chooser}>
          <Select value={today ? 'today' : ''} onChange={(_, d) => setToday(d.value === 'today')}>
            <option value="">不限</option>
            <option value="today">今天评的</option>
          </Select>
        </Labelled>
        <ActionButton action={{ name: '换一批', run: () => setAt((n) => n + 1) }} />
      </div>
      {!asked.data ? (
        <Waiting asked={asked} rows={4} height={64} />
      ) : asked.data.list.length === 0 ? (
        <EmptyState
          empty={{
            title: '没有可以抽查的评分',
            text: '已经评完一组、没有仲裁过、不是自己评的，才会抽到；换一个条件或换一批试试。',
          }}
        />
      ) : (
        <AnswerCards
          label="抽到的答卷"
          cards={asked.data.list.map((c) => ({
            key: c.markId,
            name: `${c.markerName}给 ${showScore(c.given)} 分的作答`,
            images: c.images,
            text: (
              <>
                <Text weight="semibold">
                  {c.markerName}给 {showScore(c.given)} 分{c.score === c.given ? '' : `，现在 ${showScore(c.score)} 分`}
                </Text>
                <Text className={styles.faint}>{showTime(c.at)}</Text>
              </>
            ),
            foot: (
              <>
                <ActionButton size="small" action={{ name: '同意', barred, run: () => agree(c) }} />
                <ActionButton
                  size="small"
                  appearance="subtle"
                  action={{ name: '改分', barred, run: () => open(changing(paperId, q, c)) }}
                />
              </>
            ),
          }))}
        />
      )}
    </>
  )
}

/** What was looked at of one marker, the mark beside the one it should be. */
const Compared = ({ paperId, data, q }: { paperId: PaperId; data: Data; q: Question }) => {
  const styles = useStyles()
  const sampled = data.markers.filter((m) => m.sampled > 0)
  const [chosen, choose] = useState<UserId | ''>('')
  const userId = sampled.find((m) => m.userId === chosen)?.userId ?? sampled[0]?.userId
  const asked = useAsk(sampledMarks, userId ? { paperId, questionId: q.questionId, userId } : undefined)
  if (!userId) return null
  const nameOf = sampled.find((m) => m.userId === userId)!.markerName
  return (
    <Section title="抽查过的评分">
      <div className={styles.line}>
        <Labelled label="老师" className={styles.chooser}>
          <Select value={userId} onChange={(_, d) => choose(d.value as UserId)}>
            {sampled.map((m) => (
              <option key={m.userId} value={m.userId}>
                {m.markerName}（{m.sampled} 份）
              </option>
            ))}
          </Select>
        </Labelled>
      </div>
      {!asked.data ? (
        <Waiting asked={asked} rows={3} height={64} />
      ) : asked.data.list.length === 0 ? (
        <EmptyState empty={{ title: '没有可以列出的抽查', text: '较早的抽查只计入上面的数字。' }} />
      ) : (
        <AnswerCards
          label="抽查过的评分"
          cards={asked.data.list.map((c) => ({
            key: c.markId,
            name: `${nameOf}给 ${showScore(c.given)} 分，复核 ${showScore(c.right)} 分`,
            images: c.images,
            text: (
              <>
                <Text weight="semibold">
                  {nameOf}给 {showScore(c.given)} 分，{c.byName}
                  {c.given === c.right ? '同意' : `改为 ${showScore(c.right)} 分${c.within ? '（分差以内）' : ''}`}
                </Text>
                <Text className={styles.faint}>{showTime(c.at)}</Text>
              </>
            ),
            foot: null,
          }))}
        />
      )}
    </Section>
  )
}

/** The bare address asks for a paper. */
export const SamplesScreen = () => {
  const { examId, paperId } = useParams()
  if (!examId || !paperId)
    return <ChoosePaper title="抽查评分" tool="adjust-read-arrange" pathOf={(id, of) => samplesPath(id, of)} />
  return <Samples examId={examId as ExamId} paperId={paperId as PaperId} />
}

/** Marks that who leads the marking looks at, and what came of it by marker. */
const Samples = ({ examId, paperId }: { examId: ExamId; paperId: PaperId }) => {
  const styles = useStyles()
  const courseName = useCourseName(paperId)
  const asked = useAskedQuestion()
  return (
    <>
      <DetailScreen
        call={sampledQuality}
        input={{ paperId, ...asked }}
        title={() => [courseName, '抽查评分'].filter(Boolean).join('　')}
        actions={() => [{ name: '阅卷质量', to: qualityPath(examId, paperId) }]}
      >
        {(data) => {
          const q = data.questions.find((x) => x.questionId === data.questionId)!
          return (
            <div className={styles.all}>
              <QuestionChooser of={data} />
              <Section title="各老师的抽查">
                <Tallies markers={data.markers} share={data.share} />
                <p className={styles.note}>
                  {data.share > 0 ? `要求抽查每位老师评分的${data.share}%。` : ''}
                  比复核是老师的给分减复核的分数，正为偏松，±是95%的区间。改分是仲裁，成为这份作答的得分，写进更正记录；自己评过的答卷抽不到。
                </p>
              </Section>
              <Compared key={`${q.questionId} compared`} paperId={paperId} data={data} q={q} />
              <Section title="抽查">
                <Draws key={q.questionId} paperId={paperId} data={data} q={q} open={openForm} />
              </Section>
            </div>
          )
        }}
      </DetailScreen>
    </>
  )
}
