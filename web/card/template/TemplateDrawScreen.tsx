import { useParams } from 'react-router'
import { drawnTemplate } from '#shared/card/template/template.calls.ts'
import type { TemplateId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { TemplateDesk } from './TemplateDesk.tsx'

/** The picture of another maker's sheet, with what is to be read drawn on it. */
export const TemplateDrawScreen = () => {
  const { templateId = '' } = useParams()
  const asked = useAsk(drawnTemplate, { templateId: templateId as TemplateId }, { hideMessage: true, freshMs: 0 })
  if (asked.data && !asked.isPlaceholderData)
    return <TemplateDesk key={`${asked.data.version} ${asked.data.pages.length}`} drawn={asked.data} />
  return (
    <Page title="绘制模板" width="full">
      <Waiting asked={asked} rows={12} height={28} />
    </Page>
  )
}
