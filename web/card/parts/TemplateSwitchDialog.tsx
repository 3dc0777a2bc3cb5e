import { Radio, RadioGroup } from '@fluentui/react-components'
import { useState } from 'react'
import { listTemplates, paperTemplateState, subjectCheck, switchTemplate } from '#shared/card/template.calls.ts'
import type { TemplateId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import type { CardData, Designer } from '../designer/useDesigner.ts'
import { Differences } from '../template/Differences.tsx'
import { templatePaths } from '../template.paths.ts'
import { CardDialog } from './CardDialog.tsx'

/** Whether sheets are read by this card or by a template of somebody else's sheet. */
export const TemplateSwitchDialog = (props: { card: CardData; designer: Designer; onClose: () => void }) => {
  const { card, designer } = props
  const { paperId, cardId } = card
  const use = useAsk(paperTemplateState, { paperId }, { hideMessage: true, freshMs: 0 })
  const library = useAsk(listTemplates, { status: 2, pageSize: 100 }, { hideMessage: true })
  const [picked, setPicked] = useState<string | null>(null)
  const now = use.data?.templateId ?? 'own'
  const chosen = picked ?? now
  const templateId = chosen === 'own' ? null : (chosen as TemplateId)
  const check = useAsk(subjectCheck, templateId ? { paperId, templateId } : undefined, {
    hideMessage: true,
    freshMs: 0,
  })
  const found = check.isPlaceholderData ? undefined : check.data?.differences
  const change = async (): Promise<void> => {
    if (!(await designer.save())) return
    const { version } = await act(switchTemplate, { cardId, version: designer.version(), templateId })
    designer.follow(version)
    toast('success', templateId ? '已改按第三方模板识别这份试卷' : '已改回按本答题卡识别')
    props.onClose()
  }
  const newer = use.data && library.data?.list.find((t) => t.templateId === now)
  const outdated = newer && newer.publishedVersion > use.data!.templateVersion
  const barred =
    chosen === now && !outdated
      ? '没有改动'
      : templateId !== null && (!found ? '正在核对试卷和模板' : found.length > 0 && '模板与试卷不同，不能使用')
  return (
    <CardDialog
      title="改用第三方模板识别"
      onClose={props.onClose}
      actions={[{ name: outdated && chosen === now ? '更新到新版' : '改用', primary: true, barred, run: change }]}
    >
      {!library.data || !use.isFetched ? (
        <Bars rows={4} height={24} />
      ) : (
        <RadioGroup
          aria-label="识别方式"
          value={chosen}
          onChange={(_, d) => setPicked(d.value)}
          style={{ maxHeight: 260, overflowY: 'auto' }}
        >
          <Radio value="own" label="本答题卡" />
          {library.data.list.map((t) => (
            <Radio
              key={t.templateId}
              value={t.templateId}
              label={`${t.title}（${t.questionCount}题，${t.pageCount}页）`}
            />
          ))}
        </RadioGroup>
      )}
      {library.data?.list.length === 0 && (
        <EmptyState
          empty={{
            title: '没有已发布的第三方模板',
            text: '先上传别家答题卡的扫描件，画好并发布模板。',
            action: { name: '去第三方答题卡', to: templatePaths.list },
          }}
        />
      )}
      {templateId && <Differences found={found} good="题号、题型和选项数都一致，可以使用。" />}
    </CardDialog>
  )
}
