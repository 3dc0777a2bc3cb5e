/** Templates of other makers' sheets, and which papers are read by them. */
import { CardTemplate, TemplateUse } from '#shared/card/template/template.types.ts'
import type { TemplatePage } from '#shared/card/template/template.types.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showTime } from '#shared/kit/time.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller, Resolver } from '#functions/kit/serve.ts'
import { stays, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_CARD'

export const templates = rows({
  table,
  schema: CardTemplate,
  hangsOn: stays('others hang on it'),
  personal: 'staff',
  owns: 'template',
  key: (of: { templateId: string }) => ({ pk: `template#${of.templateId}`, sk: 'template' }),
  index: (t) => ({ gsi2pk: `templates#${t.owner}`, gsi2sk: t.templateId }),
})

export const templateUses = rows({
  table,
  schema: TemplateUse,
  hangsOn: under('template', ({ templateId }) => ({ pk: `template#${templateId}`, prefix: 'use#' })),
  personal: 'nothing',
  key: (of: { templateId: string; paperId: string }) => ({
    pk: `template#${of.templateId}`,
    sk: `use#${of.paperId}`,
  }),
})

export const usesOf = (templateId: string): Promise<TemplateUse[]> =>
  templateUses.query(`template#${templateId}`, { prefix: 'use#', consistent: true })

/** A template belongs to one library and is seen there alone. */
export const templateResolver: Resolver = async (ids, caller) => {
  if (ids.length === 0) return false
  const found = await templates.getMany(ids.map((templateId) => ({ templateId })))
  return found.length === ids.length && found.every((t) => caller.userType === -1 || t.owner === caller.tenant)
}

export const liveTemplate = async (templateId: string): Promise<CardTemplate> => {
  const template = await templates.get({ templateId })
  return template && template.deletedAt === undefined ? template : refuse(templateProblems.templateNotFound)
}

/** A template of the caller's own library, for calls whose scope is something else. */
export const ownTemplate = async (templateId: string, caller: Caller): Promise<CardTemplate> => {
  const template = await liveTemplate(templateId)
  if (caller.userType !== -1 && template.owner !== caller.tenant) return refuse(templateProblems.templateNotFound)
  return template
}

/** Live, and no other user has it locked. */
export const openTemplate = async (templateId: string, caller: Caller): Promise<CardTemplate> => {
  const template = await liveTemplate(templateId)
  if (template.lockedBy !== undefined && template.lockedBy !== caller.userId)
    return refuse(templateProblems.templateLocked, { who: template.lockedName ?? '' })
  return template
}

export const staleTemplate = async (templateId: string): Promise<never> => {
  const template = await templates.get({ templateId })
  return refuse(commonProblems.stale, template ? { who: template.editedBy, when: showTime(template.editedAt) } : {})
}

export const pageOfTemplate = (template: CardTemplate, pageNumber: number): TemplatePage =>
  template.pages.find((p) => p.pageNumber === pageNumber) ??
  refuse(templateProblems.templateNoPage, { page: pageNumber })
