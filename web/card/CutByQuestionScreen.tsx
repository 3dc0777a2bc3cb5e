import { Tab, TabList, makeStyles, tokens } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import { cardDetail, currentTemplate } from '#shared/card/card.calls.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { questionMarks } from '#shared/card/designer/desk.calls.ts'
import { cropSvg } from '#shared/card/layout/svg.ts'
import type { PictureUrls } from '#shared/card/layout/svg.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Facts } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { cutPreviewPath, drawPath } from './card.paths.ts'
import type { CardData } from './designer/useDesigner.ts'
import { chooseCard } from './parts/chooseCard.ts'
import { drawsPictures, usePictureUrls } from './parts/usePictureUrls.ts'

const useStyles = makeStyles({
  tabs: { overflowX: 'auto', flexWrap: 'nowrap' },
  list: { display: 'grid', gap: tokens.spacingVerticalM, maxWidth: '900px' },
  crop: {
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    '& > svg': { display: 'block', width: '100%', height: 'auto' },
  },
})

type Marks = OutputOf<typeof questionMarks>

/** One question's places on the card; choices with a little of what stands about them. */
const Places = (props: {
  pages: readonly PageGeometry[]
  question: Marks['questions'][number]
  urls: PictureUrls | undefined
}) => {
  const styles = useStyles()
  const { pages, question } = props
  if (question.places.length === 0)
    return (
      <EmptyState empty={{ title: '这道题不在已发布的答题卡上', text: '请在设计器中同步试卷题目，再发布新的一版。' }} />
    )
  return (
    <div className={styles.list}>
      <Facts
        facts={[
          { name: '题型', value: unitTypes[question.unitType as 1] },
          { name: '满分', value: `${showScore(question.fullScore)}分` },
          { name: '阅卷方式', value: question.readType === 1 ? '机器识别' : '教师批阅' },
          {
            name: '位置',
            value: question.places.map((p) => `第${p.page}面，${Math.round(p.w)}×${Math.round(p.h)}毫米`).join('；'),
          },
        ]}
      />
      {question.places.map((p, i) => {
        const page = pages.find((g) => g.page === p.page)
        const m = question.readType === 1 ? 6 : 0
        return page ? (
          <div
            key={i}
            className={styles.crop}
            role="img"
            aria-label={`第${question.number}题的裁切`}
            style={{ maxWidth: `${Math.round((p.w + 2 * m) * 6)}px` }}
            dangerouslySetInnerHTML={{
              __html: cropSvg(page, { x: p.x - m, y: p.y - m, w: p.w + 2 * m, h: p.h + 2 * m }, props.urls),
            }}
          />
        ) : null
      })}
    </div>
  )
}

const Questions = ({ card }: { card: CardData }) => {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const marks = useAsk(questionMarks, { paperId: card.paperId }, { hideMessage: true })
  const printed = useAsk(currentTemplate, { paperId: card.paperId }, { hideMessage: true })
  const pages = printed.data?.geometry.pages ?? []
  const urls = usePictureUrls(card.cardId as CardId, drawsPictures(pages))
  if (marks.error) return <ErrorState error={marks.error} again={() => void marks.refetch()} />
  if (!marks.data || printed.isPending) return <Bars rows={8} height={28} />
  if (marks.data.publishedVersion === 0)
    return (
      <EmptyState
        empty={{
          title: '答题卡还没有发布',
          text: '发布以后才知道每道题裁在哪里。',
          action: { name: '去设计和发布', to: drawPath(card.cardId) },
        }}
      />
    )
  const chosen = marks.data.questions.find((q) => q.questionId === query.get('question')) ?? marks.data.questions[0]
  return (
    <>
      <TabList
        className={styles.tabs}
        selectedValue={chosen?.questionId ?? ''}
        aria-label="题目"
        onTabSelect={(_, d) =>
          setQuery({ card: card.cardId, question: String(d.value) }, { replace: true, preventScrollReset: true })
        }
      >
        {marks.data.questions.map((q) => (
          <Tab key={q.questionId} value={q.questionId}>
            第{q.number}题
          </Tab>
        ))}
      </TabList>
      {chosen && <Places pages={pages} question={chosen} urls={urls} />}
    </>
  )
}

/** The cutter's work question by question: where each stands on the published card and how it is marked. */
export const CutByQuestionScreen = () => {
  const [query] = useSearchParams()
  const cardId = query.get('card')
  return (
    <DetailScreen
      call={cardDetail}
      input={cardId ? { cardId: cardId as CardId } : undefined}
      without={chooseCard}
      title="按题裁切预览"
      actions={(card) => [{ name: '全部裁切', to: cutPreviewPath(card.cardId) }]}
    >
      {(card) => <Questions card={card} />}
    </DetailScreen>
  )
}
