import * as z from 'zod'
import { job, step } from '#shared/kit/job.ts'
import { TemplateId } from '#shared/kit/ids.ts'

export const cardTemplateImages = job('card.templateImages', {
  title: '添加模板图像',
  input: () => z.object({ templateId: TemplateId, key: z.string(), fileName: z.string(), by: z.string() }),
  flow: [step('add', () => z.object({ pages: z.int() }), 300)],
})
