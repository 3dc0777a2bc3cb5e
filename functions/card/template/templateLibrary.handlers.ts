/** The library of templates: making, editing, checking, freezing. */
import * as calls from '#shared/card/template/template.calls.ts'
import * as drawing from '#shared/card/template/templateDraw.calls.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { numbersOf, templateFaults } from '#shared/card/template/template.rules.ts'
import { page } from '#shared/kit/paging.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { liveTemplate, templates, usesOf } from './template.store.ts'
import { laidByCorners, turned } from './templatePicture.ts'
import { newTemplate, summed, addImages, repictured, all, feature, pageMark, subFeature } from './template.commands.ts'
import * as commands from './template.commands.ts'

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

  implement(calls.deleteTemplateImage, ({ input, caller }) => commands.deleteTemplateImage(input, caller)),

  implement(calls.updateTemplate, ({ input, caller }) => commands.updateTemplate(input, caller)),

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

  implement(calls.templatePdf, ({ input }) => commands.templatePdf(input)),

  implement(calls.setTemplateProperties, ({ input, caller }) => commands.setTemplateProperties(input, caller)),

  implement(calls.publishTemplate, ({ input, caller }) => commands.publishTemplate(input, caller)),

  implement(calls.copyTemplate, ({ input, caller }) => commands.copyTemplate(input, caller)),

  implement(drawing.checkLegality, async ({ input }) => all(input.templateId)),
  implement(drawing.checkFeature, async ({ input }) => feature(input.templateId)),
  implement(drawing.checkPageMark, async ({ input }) => pageMark(input.templateId)),
  implement(drawing.checkSubFeature, async ({ input }) => subFeature(input.templateId)),
]
