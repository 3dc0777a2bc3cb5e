import { makeStyles, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { cardDetail } from '#shared/card/card.calls.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { cropSvg } from '#shared/card/layout/svg.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { cutByQuestionPath } from './card.paths.ts'
import type { CardData } from './designer/useDesigner.ts'
import { chooseCard } from './parts/chooseCard.ts'
import { CropList, cropName } from './parts/CropList.tsx'
import { drawsPictures, usePictureUrls } from './parts/usePictureUrls.ts'
import { TryScan } from './parts/TryScan.tsx'

const useStyles = makeStyles({
  part: { display: 'grid', gap: tokens.spacingVerticalM, marginTop: tokens.spacingVerticalXL },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
})

/** Every piece of the card that a marker will get, as it is cut from the sheet; and as it is cut from a scan of one's own. */
const Cuts = ({ card }: { card: CardData }) => {
  const styles = useStyles()
  const geometry = useMemo(() => layOut(card.design), [card.design])
  const urls = usePictureUrls(card.cardId as CardId, drawsPictures(geometry.pages))
  const numbers = useMemo(
    () => new Map<string, string>(card.design.units.flatMap((u) => u.questions.map((q) => [q.questionId, q.number]))),
    [card.design],
  )
  const crops = geometry.pages.flatMap((page) =>
    page.blocks.map((block) => ({
      key: block.blockId,
      name: cropName(block, numbers),
      about: `第${page.page}面，${Math.round(block.rect.w)}×${Math.round(block.rect.h)}毫米`,
      picture: { html: cropSvg(page, block.rect, urls) },
    })),
  )
  return (
    <>
      <TryScan geometry={geometry} numbers={numbers} />
      {crops.length === 0 ? (
        <EmptyState empty={{ title: '没有需要裁切的题目', text: '这张答题卡只有选择题，由机器阅卷。' }} />
      ) : (
        <section className={styles.part} aria-label="按版式裁切">
          <h2 className={styles.head}>按版式裁切</h2>
          <CropList crops={crops} />
        </section>
      )}
    </>
  )
}

/** What the cutter makes of a card, before anything is scanned. */
export const CutPreviewScreen = () => {
  const [query] = useSearchParams()
  const cardId = query.get('card')
  return (
    <DetailScreen
      call={cardDetail}
      input={cardId ? { cardId: cardId as CardId } : undefined}
      without={chooseCard}
      title="裁切预览"
      actions={(card) => [{ name: '按题查看', to: cutByQuestionPath(card.cardId) }]}
    >
      {(card) => <Cuts card={card} />}
    </DetailScreen>
  )
}
