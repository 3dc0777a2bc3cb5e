import { makeStyles, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { cardDetail } from '#shared/card/card.calls.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { cropSvg } from '#shared/card/layout/svg.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { cardPaths, cutByQuestionPath, drawPath } from './card.paths.ts'
import type { CardData } from './designer/useDesigner.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalL, maxWidth: '900px' },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  faint: {
    marginLeft: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  crop: {
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    contentVisibility: 'auto',
    '& > svg': { display: 'block', width: '100%', height: 'auto' },
  },
})

/** Every piece of the card that a marker will get, as it is cut from the sheet. */
const Crops = ({ card }: { card: CardData }) => {
  const styles = useStyles()
  const numbers = new Map(card.design.units.flatMap((u) => u.questions.map((q) => [q.questionId, q.number] as const)))
  const crops = useMemo(
    () =>
      layOut(card.design).pages.flatMap((page) =>
        page.blocks.map((block) => ({ ...block, page: page.page, svg: cropSvg(page, block.rect) })),
      ),
    [card.design],
  )
  if (crops.length === 0)
    return <EmptyState empty={{ title: '没有需要裁切的题目', text: '这张答题卡只有选择题，由机器阅卷。' }} />
  return (
    <ul className={styles.list}>
      {crops.map((c) => {
        const name = `第${c.questionIds.map((id) => numbers.get(id)).join('、')}题${c.part > 0 ? `（续${c.part}）` : ''}`
        return (
          <li key={c.blockId}>
            <h2 className={styles.name}>
              {name}
              <span className={styles.faint}>
                第{c.page}面，{Math.round(c.rect.w)}×{Math.round(c.rect.h)}毫米
              </span>
            </h2>
            <div
              className={styles.crop}
              role="img"
              aria-label={`${name}的裁切`}
              dangerouslySetInnerHTML={{ __html: c.svg }}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** What the cutter makes of a card, before anything is scanned. */
export const CutPreviewScreen = () => {
  const [query] = useSearchParams()
  const cardId = query.get('card') ?? ''
  const asked = useAsk(cardDetail, cardId ? { cardId: cardId as CardId } : undefined, { hideMessage: true })
  return (
    <Page
      title="裁切预览"
      crumbs={[
        { name: '答题卡', to: cardPaths.list },
        ...(asked.data ? [{ name: `${asked.data.courseName}答题卡`, to: drawPath(cardId) }] : []),
        { name: '裁切预览' },
      ]}
      actions={cardId ? [{ name: '按题查看', to: cutByQuestionPath(cardId) }] : []}
    >
      {asked.error ? (
        <ErrorState error={asked.error} again={() => void asked.refetch()} />
      ) : asked.data ? (
        <Crops card={asked.data} />
      ) : cardId ? (
        <Bars rows={10} height={28} />
      ) : (
        <EmptyState empty={{ title: '请选择答题卡', action: { name: '选择答题卡', to: cardPaths.list } }} />
      )}
    </Page>
  )
}
