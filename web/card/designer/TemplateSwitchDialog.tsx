import { Radio } from '@fluentui/react-components'
import { useState } from 'react'
import {
  listTemplates,
  paperTemplateState,
  subjectCheck,
  switchTemplate,
  templateDetail,
} from '#shared/card/template/template.calls.ts'
import type { TemplateId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { EmptyState } from '#web/kit/parts/States.tsx'
import type { CardData, Designer } from './useDesigner.ts'
import { Differences } from '../template/Differences.tsx'
import { templatePaths } from '../template/template.paths.ts'
import { CardDialog } from '../parts/CardDialog.tsx'
import { SearchPick, useSearchPick } from '../parts/SearchPick.tsx'

const nameOf = (t: { title: string; questionCount: number; pageCount: number }): string =>
  `${t.title}（${t.questionCount}题，${t.pageCount}页）`

/** Whether sheets are read by this card or by a template of another maker's sheet. */
export const TemplateSwitchDialog = (props: { card: CardData; designer: Designer; onClose: () => void }) => {
  const { card, designer } = props
  const { paperId, cardId } = card
  const use = useAsk(paperTemplateState, { paperId }, { hideMessage: true, freshMs: 0 })
  const search = useSearchPick()
  const library = useAsk(
    listTemplates,
    { status: 2, ...search.asked, ...(search.text ? { title: search.text } : {}) },
    { hideMessage: true },
  )
  const [picked, setPicked] = useState<string | null>(null)
  const now = use.data?.templateId ?? 'own'
  const chosen = picked ?? now
  const templateId = chosen === 'own' ? null : (chosen as TemplateId)
  const check = useAsk(subjectCheck, templateId ? { paperId, templateId } : undefined, {
    hideMessage: true,
    freshMs: 0,
  })
  const differences = check.isPlaceholderData ? undefined : check.data?.differences
  const change = async (): Promise<void> => {
    if (!(await designer.save())) return
    const { version } = await act(switchTemplate, { cardId, version: designer.version(), templateId })
    designer.follow(version)
    toast('success', templateId ? '已改按第三方模板识别这份试卷' : '已改回按本答题卡识别')
    props.onClose()
  }
  const used = useAsk(templateDetail, use.data ? { templateId: use.data.templateId } : undefined, { hideMessage: true })
  const outdated = use.data && used.data && used.data.publishedVersion > use.data.templateVersion
  const barred =
    chosen === now && !outdated
      ? '没有改动'
      : templateId !== null &&
        (!differences ? '正在核对试卷和模板' : differences.length > 0 && '模板与试卷不同，不能使用')
  return (
    <CardDialog
      title="改用第三方模板识别"
      onClose={props.onClose}
      actions={[{ name: outdated && chosen === now ? '更新到新版' : '改用', primary: true, barred, run: change }]}
    >
      <SearchPick
        label="识别方式"
        placeholder="按模板名称查找"
        search={search}
        found={use.isFetched ? library.data : undefined}
        busy={library.isFetching}
        items={(t) => (t.templateId === now ? [] : [{ value: t.templateId, text: nameOf(t) }])}
        value={chosen}
        onPick={setPicked}
        first={
          <>
            <Radio value="own" label="本答题卡" />
            {used.data && <Radio value={used.data.templateId} label={nameOf(used.data)} />}
          </>
        }
        empty={
          <EmptyState
            empty={{
              title: '没有已发布的第三方模板',
              text: '先上传别家答题卡的扫描件，画好并发布模板。',
              action: { name: '去第三方答题卡', to: templatePaths.list },
            }}
          />
        }
      />
      {templateId && <Differences found={differences} good="题号、题型和选项数都一致，可以使用。" />}
    </CardDialog>
  )
}
