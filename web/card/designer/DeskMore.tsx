import { Button, Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listCards } from '#shared/card/card.calls.ts'
import { cardVersion } from '#shared/card/card.version.ts'
import { questionCard, referenceCard } from '#shared/card/designer/desk.calls.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { cutPreviewPath, preflightPath } from '../card.paths.ts'
import type { CardData, Designer } from './useDesigner.ts'
import { sheetNames } from '../parts/CardSettings.tsx'
import { AnswersDialog } from './AnswersDialog.tsx'
import { CardDialog } from '../parts/CardDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { SearchPick, useSearchPick } from '../parts/SearchPick.tsx'
import { TemplateSwitchDialog } from './TemplateSwitchDialog.tsx'

/** Chooses the card whose settings this one takes over; undone like any other change. */
const ReferenceDialog = (props: { card: CardData; designer: Designer; onClose: () => void }) => {
  const { card, designer } = props
  const search = useSearchPick()
  const asked = useAsk(
    listCards,
    { ...search.asked, ...(search.text ? { title: search.text } : {}) },
    { hideMessage: true },
  )
  const [from, setFrom] = useState('')
  const take = async (): Promise<void> => {
    const answer = await act(referenceCard, {
      cardId: card.cardId,
      fromCardId: from as CardId,
      design: designer.design,
    })
    designer.edit(() => answer.design)
    toast('success', ['已沿用所选答题卡的设置，可以撤销'])
    props.onClose()
  }
  return (
    <CardDialog
      title="沿用其他答题卡的设置"
      onClose={props.onClose}
      actions={[{ name: '沿用', primary: true, barred: from === '' && '请先选择答题卡', run: take }]}
    >
      <p style={{ margin: 0 }}>版式、纸张、考号、密封线和标题的设置照所选的答题卡，题目和标题文字不变。</p>
      <SearchPick
        label="答题卡"
        placeholder="按答题卡标题查找"
        search={search}
        found={asked.data}
        busy={asked.isFetching}
        items={(c) => [
          {
            value: c.cardId,
            text: `${c.title} ${c.courseName}（${sheetNames[c.sheetType as 0]}）`,
            barred: c.cardId === card.cardId && '就是这一张',
          },
        ]}
        value={from}
        onPick={setFrom}
      />
    </CardDialog>
  )
}

/** What is done to a card now and then. */
export const DeskMore = (props: { card: CardData; designer: Designer; onScores: () => void }) => {
  const { card, designer } = props
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'reference' | 'link' | 'template' | 'answers' | null>(null)
  const { lock } = designer
  const anew = async (): Promise<void> => {
    const answer = await act(questionCard, { cardId: card.cardId, design: designer.design })
    designer.edit(() => answer.design)
    toast('success', ['已按试卷的题目重新生成，可以撤销'])
  }
  const renew = (): void => {
    designer.edit((d) => ({ ...d, cardVersion }))
    toast('success', ['已改用新版排版，可以撤销；印好的旧版照常识别'])
  }
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label="更多" title="更多" />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => void navigate(cutPreviewPath(card.cardId))}>裁切预览</MenuItem>
            <MenuItem
              disabled={card.publishedVersion === 0}
              onClick={() => void navigate(preflightPath(card.cardId))}
              secondaryContent={card.publishedVersion === 0 ? '先发布' : undefined}
            >
              考前检查扫描仪和纸张
            </MenuItem>
            <MenuDivider />
            <MenuItem disabled={lock !== undefined} onClick={props.onScores}>
              批量设置分值
            </MenuItem>
            <MenuItem disabled={!card.mayManage} onClick={() => setDialog('answers')}>
              导入答案
            </MenuItem>
            <MenuItem disabled={!card.mayManage} onClick={() => setDialog('template')}>
              改用第三方模板识别
            </MenuItem>
            <MenuItem disabled={lock !== undefined} onClick={() => setDialog('reference')}>
              沿用其他答题卡的设置
            </MenuItem>
            {designer.design.cardVersion !== cardVersion && (
              <MenuItem disabled={lock !== undefined} onClick={renew}>
                改用新版排版
              </MenuItem>
            )}
            <MenuItem disabled={lock !== undefined} onClick={() => void anew()}>
              按试卷题目重新生成
            </MenuItem>
            <MenuDivider />
            <MenuItem disabled={card.publishedVersion === 0} onClick={() => setDialog('link')}>
              打印链接（不用登录，打开一次）
            </MenuItem>
            <MenuItem onClick={() => void designer.setLocked(lock === undefined)}>
              {lock ? '解锁答题卡' : '锁定答题卡'}
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {dialog === 'reference' && <ReferenceDialog card={card} designer={designer} onClose={() => setDialog(null)} />}
      {dialog === 'template' && (
        <TemplateSwitchDialog card={card} designer={designer} onClose={() => setDialog(null)} />
      )}
      {dialog === 'answers' && <AnswersDialog card={card} onClose={() => setDialog(null)} />}
      {dialog === 'link' && <LinkDialog card={card} onClose={() => setDialog(null)} />}
    </>
  )
}
