import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { cardQuestions, questionBlocks } from '#shared/scan/doubts/exception.calls.ts'
import { recutPreview } from '#shared/scan/uploading/piece.calls.ts'
import { recutQuestion } from '#shared/scan/batches/recut.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState, Waiting } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { recutPath, scanPath } from '../scan.paths.ts'

const useStyles = makeStyles({
  aside: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  figure: { margin: 0 },
  picture: { width: '100%', border: `1px solid ${tokens.colorNeutralStroke2}` },
})

const sides = [
  ['top', '上'],
  ['bottom', '下'],
  ['left', '左'],
  ['right', '右'],
] as const

type Margins = Record<(typeof sides)[number][0], number>
const marginsOf = (values: Readonly<Record<string, unknown>>): Margins => {
  const mm = (side: string): number => {
    const n = Number(values[side])
    return Number.isInteger(n) && n >= -20 && n <= 100 ? n : 0
  }
  return { top: mm('top'), bottom: mm('bottom'), left: mm('left'), right: mm('right') }
}

/** What these margins would make of the first candidates' answers: nothing is changed yet. */
const Preview = (props: { paperId: PaperId; questionId: string; margins: Margins }) => {
  const styles = useStyles()
  const [preview, setPreview] = useState<string | null>(null)
  const wanted = JSON.stringify([props.questionId, props.margins])
  const input = { paperId: props.paperId, questionId: props.questionId, ...props.margins }
  const { data, error, isFetching } = useAsk(recutPreview, preview === wanted ? input : undefined, {
    hideMessage: true,
  })
  return (
    <div className={styles.aside}>
      <Button disabledFocusable={isFetching} onClick={() => setPreview(wanted)}>
        {isFetching ? '正在裁出预览…' : '预览裁切'}
      </Button>
      {preview === wanted && error && <ErrorState error={error} />}
      {preview === wanted &&
        data?.map((p) => (
          <figure key={p.studentId} className={styles.figure}>
            <figcaption>
              预览：{p.studentName}　{p.className}
            </figcaption>
            <img data-paper className={styles.picture} src={p.image} alt={`预览${p.studentName}的作答`} />
          </figure>
        ))}
      {preview === wanted && data?.length === 0 && <EmptyState empty={{ title: '还没有这道题的扫描件' }} />}
    </div>
  )
}

/** What the markers get of a question now, of the first candidates. */
const Pieces = ({ paperId, questionId }: { paperId: PaperId; questionId: string }) => {
  const styles = useStyles()
  const { data } = useAsk(questionBlocks, { paperId, questionId, pageSize: 6 })
  return (
    <div className={styles.aside}>
      {!data && <Bars rows={4} height={64} />}
      {data?.list.length === 0 && <EmptyState empty={{ title: '还没有这道题的扫描件' }} />}
      {data?.list.map((b) => (
        <figure key={`${b.studentId}${b.width}x${b.height}`} className={styles.figure}>
          <figcaption>
            现在：{b.studentName}　{b.className}
          </figcaption>
          <Picture className={styles.picture} src={b.url} alt={`${b.studentName}的作答`} loading="lazy" />
        </figure>
      ))}
    </div>
  )
}

/** Answers that go beyond their frame: the question is cut again with more of the paper around it. */
export const RecutScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const [query] = useSearchParams()
  const asked = useAsk(cardQuestions, { paperId })
  const questions = asked.data?.filter((q) => !q.objective)
  if (!questions)
    return (
      <Page title="重新裁切">
        <Waiting asked={asked} rows={6} height={32} />
      </Page>
    )
  if (questions.length === 0)
    return (
      <NoticeScreen
        title="重新裁切"
        empty={{
          title: '没有可以裁切的题目',
          text: '发布带主观题的答题卡并上传扫描件后，可以重新裁切。',
          action: { name: '回到扫描与识别', to: scanPath(paperId) },
        }}
      />
    )
  const chosen = questions.find((q) => q.questionId === query.get('question')) ?? questions[0]!
  return (
    <FormScreen
      title="重新裁切"
      call={recutQuestion}
      fixed={{ paperId }}
      start={{ questionId: chosen.questionId, top: 0, bottom: 0, left: 0, right: 0, reason: '' }}
      submit="裁切全部考生"
      fields={[
        {
          name: 'questionId',
          label: '题目',
          kind: 'select',
          required: true,
          options: questions.map((q) => ({ value: q.questionId, label: `第${q.number}题（第${q.page}页）` })),
        },
        ...sides.map(([name, label]) => ({
          name,
          label: `向${label}多裁`,
          kind: 'number' as const,
          min: -20,
          max: 100,
          step: 1,
          unit: '毫米',
        })),
        {
          name: 'reason',
          label: '原因',
          kind: 'text',
          maxLength: 100,
          hint: '已经开始阅卷的必须填写：这道题已给的分会作废，重新进入阅卷队列。四边都填0就恢复原来的裁切。',
        },
      ]}
      doneText="已开始重新裁切"
      done={({ uuid }) => `${recutPath(paperId, chosen.questionId)}&job=${uuid}`}
      aside={(values) => (
        <>
          <Preview
            paperId={paperId}
            questionId={String(values['questionId'] ?? chosen.questionId)}
            margins={marginsOf(values)}
          />
          <Pieces paperId={paperId} questionId={String(values['questionId'] ?? chosen.questionId)} />
        </>
      )}
    />
  )
}
