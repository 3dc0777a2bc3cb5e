import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { Link } from 'react-router'
import { paperTemplateState } from '#shared/card/template/template.calls.ts'
import { cardDetail } from '#shared/card/card.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { ask, useAsk } from '#web/kit/ask.ts'
import { templatePath } from '../template/template.paths.ts'
import type { CardData, Designer } from './useDesigner.ts'

/** What the author must know and decide: a restored draft, another user's save, a save that failed. */
export const Notices = ({ card, designer }: { card: CardData; designer: Designer }) => {
  const { state } = designer
  const use = useAsk(paperTemplateState, { paperId: card.paperId }, { quiet: true })
  const theirs = async (): Promise<void> => {
    const now = await ask(cardDetail, { cardId: card.cardId })
    designer.take(now.design, now.version, now.editedAt, now.status)
  }
  const mine = async (): Promise<void> => {
    const now = await ask(cardDetail, { cardId: card.cardId })
    await designer.overwrite(now.version)
  }
  if (state.kind === 'stale')
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{state.message}。您的修改仍保存在这台电脑上。</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => void theirs()}>
            放弃我的修改
          </Button>
          <Button size="small" onClick={() => void mine()}>
            用我的修改覆盖
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  if (state.kind === 'failed')
    return (
      <MessageBar intent="error">
        <MessageBarBody>
          没有保存到服务器，修改已保存在这台电脑上。{state.message && `原因：${state.message}。`}
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => void designer.save()}>
            重试
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  if (designer.lock)
    return (
      <MessageBar intent="info">
        <MessageBarBody>
          {designer.lock.userName}已于{showTime(designer.lock.at)}锁定这张答题卡，解锁以后才能修改。
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => void designer.setLocked(false)}>
            解锁
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  if (designer.restored)
    return (
      <MessageBar intent="info">
        <MessageBarBody>已恢复上次没有保存的修改。</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => void theirs()}>
            放弃修改
          </Button>
          <Button size="small" onClick={designer.forgetRestored}>
            知道了
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  if (use.data)
    return (
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          这份试卷的答卷按第三方模板识别，不按这张答题卡。要改回来，请在“更多”中选择“改用第三方模板识别”。
          <Link to={templatePath(use.data.templateId)}>查看模板</Link>
        </MessageBarBody>
      </MessageBar>
    )
  return null
}
