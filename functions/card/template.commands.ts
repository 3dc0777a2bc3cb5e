import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { TemplateSummary } from '#shared/card/template.calls.ts'
import { cardTemplateImages } from '#shared/card/template.jobs.ts'
import { numbersOf, draftStatus, templateFaults, pageSizeOf, linesOf } from '#shared/card/template.rules.ts'
import type { TemplateFault } from '#shared/card/template.rules.ts'
import { locatingTypes } from '#shared/card/template.types.ts'
import type { CardTemplate, TemplatePage, TemplateArea } from '#shared/card/template.types.ts'
import type { TemplateId } from '#shared/kit/ids.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { guidePage } from '#shared/scan/omr/template/guide.ts'
import { snapGrid, LEAST_CONTRAST } from '#shared/scan/omr/template/snap.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { usesOf, templates, staleTemplate, openTemplate, pageOfTemplate, liveTemplate } from './template.store.ts'
import { openPicture, keepPicture } from './templatePicture.ts'

export const summed = async (t: CardTemplate): Promise<TemplateSummary> => ({
  ...t,
  pageCount: t.pages.length,
  questionCount: numbersOf(t.pages).length,
  references: (await usesOf(t.templateId)).length,
})

/** A new row of the library. */
export const newTemplate = async (
  caller: Caller,
  title: string,
  pages: TemplatePage[] = [],
  from?: CardTemplate['from'],
): Promise<{ templateId: TemplateId }> => {
  const templateId = newId<TemplateId>('template')
  const at = now()
  await templates.create({
    schema: 1,
    templateId,
    owner: caller.tenant,
    title,
    status: draftStatus(pages),
    pages,
    ...(from ? { from } : {}),
    publishedVersion: 0,
    creatorId: caller.userId,
    createdAt: at,
    editedBy: caller.userName,
    editedAt: at,
    version: 1,
  })
  return { templateId }
}

/** Saves pages over a version, under the status that they deserve. */
export const savePages = async (template: CardTemplate, pages: TemplatePage[], version: number, caller: Caller) => {
  const saved = await templates.save({
    ...template,
    pages,
    status: draftStatus(pages),
    editedBy: caller.userName,
    editedAt: now(),
    version,
  })
  if (!saved) return staleTemplate(template.templateId)
  return { version: saved.version, status: saved.status, faults: templateFaults(pages) }
}

export const addImages = async (
  input: { templateId: string; version: number; key: string; fileName: string },
  caller: Caller,
) => {
  const template = await openTemplate(input.templateId, caller)
  if (template.version !== input.version) return staleTemplate(template.templateId)
  if (tenantOfUpload(input.key) !== caller.tenant) return refuse(cardProblemList.foreignUpload)
  const { key, fileName } = input
  return startJob(cardTemplateImages, { templateId: template.templateId, key, fileName, by: caller.userName }, caller, {
    about: template.title,
  })
}

/** What recognition needs of a page beside its areas, and which of its grids do not lie on what is printed. */
export const guideOf = async (p: TemplatePage, pages: readonly TemplatePage[], blank: boolean) => {
  const picture = await openPicture(p)
  const marks = p.areas.filter((a) => locatingTypes.includes(a.type)).map((a) => a.rect)
  const guide = guidePage(p.pageNumber, picture, marks, pageSizeOf(pages), blank)
  const astray = p.areas.filter((a) => a.grid && snapGrid(picture, a.grid).contrast < LEAST_CONTRAST)
  return { guide, astray }
}

/** A page with another picture: what was drawn on the old one is taken off. */
export const repictured = async (
  input: { templateId: string; pageNumber: number; version: number },
  caller: Caller,
  make: (picture: Grey, old: TemplatePage) => { picture: Grey; rotation: number },
) => {
  const template = await openTemplate(input.templateId, caller)
  if (template.version !== input.version) return staleTemplate(template.templateId)
  const old = pageOfTemplate(template, input.pageNumber)
  const { picture, rotation } = make(await openPicture(old), old)
  const fresh: TemplatePage = {
    ...old,
    imageKey: await keepPicture(template, picture),
    naturalWidth: picture.width,
    naturalHeight: picture.height,
    rotation,
    areas: [],
  }
  const pages = template.pages.map((p) => (p === old ? fresh : p))
  return savePages(template, pages, input.version, caller)
}

/** An area and its cells as frames to print. */
export const framesOf = (area: TemplateArea): Rect[] => [
  area.rect,
  ...linesOf(area).flatMap((l) => l.map((c) => c.rect)),
]

const checked = (keep: (f: TemplateFault) => boolean) => async (templateId: string) => {
  const faults = templateFaults((await liveTemplate(templateId)).pages).filter(keep)
  return { lawful: faults.length === 0, faults }
}

export const all = checked(() => true)

export const feature = checked((f) => f.check === 'feature')

export const pageMark = checked((f) => f.check === 'pageMark')

export const subFeature = checked((f) => f.check === 'subFeature')
