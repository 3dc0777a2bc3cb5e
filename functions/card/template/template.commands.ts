import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { TemplateSummary } from '#shared/card/template/template.calls.ts'
import { cardTemplateImages } from '#shared/card/template/template.jobs.ts'
import { numbersOf, draftStatus, templateFaults, pageSizeOf, linesOf } from '#shared/card/template/template.rules.ts'
import type { TemplateFault } from '#shared/card/template/template.rules.ts'
import { locatingTypes, drawTypeOf } from '#shared/card/template/template.types.ts'
import type { CardTemplate, TemplatePage, TemplateArea } from '#shared/card/template/template.types.ts'
import type { TemplateId } from '#shared/kit/ids.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { guidePage } from '#shared/scan/omr/template/guide.ts'
import { gridsOn } from '#shared/scan/omr/template/check.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { usesOf, templates, staleTemplate, openTemplate, pageOfTemplate, liveTemplate } from './template.store.ts'
import { openPicture, keepPicture } from './templatePicture.ts'
import type * as calls from '#shared/card/template/template.calls.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { getObject, objectKey, putJson, putObject, sha256, signedUrl } from '#functions/kit/objects.ts'
import { imagePdf } from '../print/imagePdf.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

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
  const check = gridsOn(picture)
  const astray = p.areas.filter((a) => a.grid && !check(a.grid, linesOf(a)).lies)
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

export const deleteTemplateImage = async (
  input: InputOf<typeof calls.deleteTemplateImage>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.deleteTemplateImage>> => {
  const template = await openTemplate(input.templateId, caller)
  pageOfTemplate(template, input.pageNumber)
  const pages = template.pages
    .filter((p) => p.pageNumber !== input.pageNumber)
    .map((p, i) => ({ ...p, pageNumber: i + 1 }))
  return savePages(template, pages, input.version, caller)
}

export const updateTemplate = async (
  input: InputOf<typeof calls.updateTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.updateTemplate>> => {
  const template = await openTemplate(input.templateId, caller)
  for (const p of input.pages) pageOfTemplate(template, p.pageNumber)
  const drawn = new Map(input.pages.map((p) => [p.pageNumber, p]))
  const pages = template.pages.map((p) => ({ ...p, ...drawn.get(p.pageNumber) }))
  return savePages(template, pages, input.version, caller)
}

export const templatePdf = async (
  input: InputOf<typeof calls.templatePdf>,
): Promise<AnswerOf<typeof calls.templatePdf>> => {
  const template = await liveTemplate(input.templateId)
  if (template.pages.length === 0) return refuse(templateProblems.templateNoPage, { page: 1 })
  const size = pageSizeOf(template.pages)
  const shown = await Promise.all(
    template.pages.map(async (p) => ({
      jpeg: new Uint8Array(await getObject(p.imageKey)),
      pixels: { width: p.naturalWidth, height: p.naturalHeight },
      size: { width: size.width, height: (size.width * p.naturalHeight) / p.naturalWidth },
      frames: input.areas ? p.areas.flatMap(framesOf) : [],
    })),
  )
  const bytes = imagePdf(shown)
  const key = objectKey(
    template.templateId,
    template.owner,
    'card',
    'template',
    template.templateId,
    `${sha256(bytes).slice(0, 32)}.pdf`,
  )
  await putObject(key, bytes, { type: 'application/pdf' })
  const name = fileName(template.title, 'pdf')
  return { url: await signedUrl(key, { name }), fileName: name, pages: shown.length }
}

export const setTemplateProperties = async (
  input: InputOf<typeof calls.setTemplateProperties>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setTemplateProperties>> => {
  // A deleted one may be restored.
  const template = (await templates.get({ templateId: input.templateId })) ?? refuse(templateProblems.templateNotFound)
  if (template.deletedAt !== undefined && input.deleted !== false) return refuse(templateProblems.templateNotFound)
  if (template.lockedBy !== undefined && template.lockedBy !== caller.userId)
    return refuse(templateProblems.templateLocked, { who: template.lockedName ?? '' })
  const uses = input.deleted ? await usesOf(template.templateId) : []
  if (uses.length > 0) return refuse(templateProblems.templateInUse, { count: uses.length })
  const { lockedBy, lockedName, lockedAt, deletedAt, ...rest } = template
  const lock =
    input.locked === undefined
      ? {
          ...(lockedBy ? { lockedBy } : {}),
          ...(lockedName ? { lockedName } : {}),
          ...(lockedAt ? { lockedAt } : {}),
        }
      : input.locked
        ? { lockedBy: caller.userId, lockedName: caller.userName, lockedAt: now() }
        : {}
  const gone = input.deleted === undefined ? deletedAt : input.deleted ? now() : undefined
  const saved = await templates.save({
    ...rest,
    ...lock,
    ...(gone === undefined ? {} : { deletedAt: gone }),
    title: input.title ?? template.title,
    version: input.version,
  })
  return saved ? { version: saved.version } : staleTemplate(template.templateId)
}

export const publishTemplate = async (
  input: InputOf<typeof calls.publishTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.publishTemplate>> => {
  const template = await openTemplate(input.templateId, caller)
  if (template.version !== input.version) return staleTemplate(template.templateId)
  const faults = templateFaults(template.pages)
  const refuseFor = (messages: readonly string[]) =>
    refuse(templateProblems.templateIllegal, { detail: bracketed(messages.slice(0, 20)) })
  if (faults.length > 0) return refuseFor(faults.map((f) => f.message))
  const read = template.pages.filter((p) => !p.isBlankPage)
  const guides = await Promise.all(read.map((p) => guideOf(p, template.pages, input.blank)))
  const astray = guides.flatMap(({ astray: areas, guide }) =>
    areas.map((a) => `第${guide.page}页的${drawTypeOf(a.type).name}没有画在填涂格上`),
  )
  if (astray.length > 0) return refuseFor(astray)
  const publishedVersion = template.publishedVersion + 1
  const { templateId, owner } = template
  const attempt = newId<string>('attempt')
  const key = objectKey(templateId, owner, 'card', 'template', templateId, `v${publishedVersion}`, `${attempt}.json`)
  await putJson(key, { pages: template.pages, guide: { pages: guides.map((g) => g.guide) } })
  const saved = await templates.save({
    ...template,
    status: 2,
    publishedVersion,
    publishedKey: key,
    editedBy: caller.userName,
    editedAt: now(),
  })
  if (!saved) return staleTemplate(templateId)
  return { version: saved.version, status: saved.status, faults: [], publishedVersion }
}

export const copyTemplate = async (
  input: InputOf<typeof calls.copyTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.copyTemplate>> => {
  const { templateId, title, pages } = await liveTemplate(input.templateId)
  return newTemplate(caller, input.title ?? `${title}（副本）`.slice(0, 120), pages, { templateId })
}
