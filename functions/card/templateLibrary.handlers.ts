/** The library of templates: making, editing, checking, freezing. */
import * as calls from '#shared/card/template.calls.ts'
import * as drawing from '#shared/card/templateDraw.calls.ts'
import { templateProblems } from '#shared/card/template.problems.ts'
import { numbersOf, pageSizeOf, templateFaults } from '#shared/card/template.rules.ts'
import { drawTypeOf } from '#shared/card/template.types.ts'
import { page } from '#shared/kit/paging.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { getObject, objectKey, putJson, putObject, sha256, signedUrl } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { liveTemplate, openTemplate, pageOfTemplate, staleTemplate, templates, usesOf } from './template.store.ts'
import { imagePdf } from './imagePdf.ts'
import { laidByCorners, turned } from './templatePicture.ts'
import {
  newTemplate,
  summed,
  addImages,
  savePages,
  repictured,
  framesOf,
  guideOf,
  all,
  feature,
  pageMark,
  subFeature,
} from './template.commands.ts'

export const templateLibraryHandlers = [
  implement(calls.saveTemplate, async ({ input, caller }) => newTemplate(caller, input.title)),

  implement(calls.listTemplates, async ({ input, caller }) => {
    const own = (await templates.queryIndex('gsi2', `templates#${caller.tenant}`, { reverse: true }))
      .filter((t) => t.deletedAt === undefined)
      .filter((t) => input.status === undefined || t.status === input.status)
      .filter((t) => !input.title || t.title.includes(input.title.trim()))
    const { list, ...rest } = page(own, input)
    return { ...rest, list: await Promise.all(list.map(summed)) }
  }),

  implement(calls.templateDetail, async ({ input }) => {
    const template = await liveTemplate(input.templateId)
    const uses = await usesOf(template.templateId)
    return { ...(await summed(template)), questions: numbersOf(template.pages), uses }
  }),

  implement(calls.drawnTemplate, async ({ input, caller }) => {
    const template = await liveTemplate(input.templateId)
    const [uses, urls] = await Promise.all([
      usesOf(template.templateId),
      Promise.all(template.pages.map((p) => signedUrl(p.imageKey))),
    ])
    return {
      ...template,
      pages: template.pages.map((p, i) => ({ ...p, url: urls[i]! })),
      faults: templateFaults(template.pages),
      references: uses.length,
      lockedByOther: template.lockedBy !== undefined && template.lockedBy !== caller.userId,
    }
  }),

  implement(calls.templateState, async ({ input }) => liveTemplate(input.templateId)),

  implement(calls.lastTemplateState, async ({ caller }) => {
    const own = await templates.queryIndex('gsi2', `templates#${caller.tenant}`, { reverse: true })
    const published = own.filter((t) => t.deletedAt === undefined && t.publishedVersion > 0)
    const last = published.sort((a, b) => b.editedAt - a.editedAt)[0]
    return last ? summed(last) : null
  }),

  implement(calls.templatePapers, async ({ input }) => {
    await liveTemplate(input.templateId)
    return usesOf(input.templateId)
  }),

  implement(calls.insertTemplateImages, async ({ input, caller }) => addImages(input, caller)),

  implement(calls.insertTemplateTiff, async ({ input, caller }) =>
    /\.tiff?$/i.test(input.fileName)
      ? addImages(input, caller)
      : refuse(templateProblems.templateUnreadable, { detail: '仅支持tif、tiff格式，请重新上传！' }),
  ),

  implement(calls.deleteTemplateImage, async ({ input, caller }) => {
    const template = await openTemplate(input.templateId, caller)
    pageOfTemplate(template, input.pageNumber)
    const pages = template.pages
      .filter((p) => p.pageNumber !== input.pageNumber)
      .map((p, i) => ({ ...p, pageNumber: i + 1 }))
    return savePages(template, pages, input.version, caller)
  }),

  implement(calls.updateTemplate, async ({ input, caller }) => {
    const template = await openTemplate(input.templateId, caller)
    for (const p of input.pages) pageOfTemplate(template, p.pageNumber)
    const drawn = new Map(input.pages.map((p) => [p.pageNumber, p]))
    const pages = template.pages.map((p) => ({ ...p, ...drawn.get(p.pageNumber) }))
    return savePages(template, pages, input.version, caller)
  }),

  implement(calls.turnTemplatePage, async ({ input, caller }) =>
    repictured(input, caller, (picture, old) => ({
      picture: turned(picture, input.degrees),
      rotation: Math.round((old.rotation + input.degrees) * 100) / 100,
    })),
  ),

  implement(calls.straightenByHand, async ({ input, caller }) =>
    repictured(input, caller, (picture, { rotation }) => ({
      picture: laidByCorners(picture, input.corners) ?? refuse(templateProblems.templateCorners),
      rotation,
    })),
  ),

  implement(calls.templatePdf, async ({ input }) => {
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
  }),

  implement(calls.setTemplateProperties, async ({ input, caller }) => {
    // A deleted one may be restored.
    const template =
      (await templates.get({ templateId: input.templateId })) ?? refuse(templateProblems.templateNotFound)
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
  }),

  implement(calls.publishTemplate, async ({ input, caller }) => {
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
  }),

  implement(calls.copyTemplate, async ({ input, caller }) => {
    const { templateId, title, pages } = await liveTemplate(input.templateId)
    return newTemplate(caller, input.title ?? `${title}（副本）`.slice(0, 120), pages, { templateId })
  }),

  implement(drawing.checkLegality, async ({ input }) => all(input.templateId)),
  implement(drawing.checkFeature, async ({ input }) => feature(input.templateId)),
  implement(drawing.checkPageMark, async ({ input }) => pageMark(input.templateId)),
  implement(drawing.checkSubFeature, async ({ input }) => subFeature(input.templateId)),
]
