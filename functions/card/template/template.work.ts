/** The pages of an uploaded file, laid flat and added to a template. */
import { cardTemplateImages } from '#shared/card/template/template.jobs.ts'
import { templateProblems } from '#shared/card/template/template.problems.ts'
import { draftStatus } from '#shared/card/template/template.rules.ts'
import type { TemplatePage } from '#shared/card/template/template.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { ObjectMissing } from '#functions/kit/objects.ts'
import { readUpload, UploadTooLarge } from '#functions/platform/upload.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { openPages, PageProblem } from '#functions/scan/omr/omr.public.ts'
import { liveTemplate, templates } from './template.store.ts'
import { keepPicture, laidFlat } from './templatePicture.ts'

/** A template has at most so many pages. */
export const mostPages = 20

const told = (error: unknown): never => {
  if (error instanceof PageProblem) return refuse(templateProblems.templateUnreadable, { detail: error.message })
  if (error instanceof UploadTooLarge)
    return refuse(templateProblems.templateUnreadable, { detail: '文件太大，请分成几个文件上传' })
  if (error instanceof ObjectMissing)
    return refuse(templateProblems.templateUnreadable, { detail: '文件没有上传完成，请重新上传' })
  throw error
}

export const templateWork = work(cardTemplateImages, {
  /** Run again it adds nothing twice: a picture is known by its content. */
  add: async ({ input, progress }) => {
    const { templateId } = input
    const template = await liveTemplate(templateId)
    const added: Omit<TemplatePage, 'pageNumber'>[] = []
    try {
      const bytes = await readUpload(input.key)
      for await (const page of openPages(bytes, input.fileName)) {
        if (template.pages.length + added.length >= mostPages)
          return refuse(templateProblems.templateManyPages, { count: template.pages.length + added.length + 1 })
        await progress({ message: `正在拉正第${page.index + 1}页` })
        const { grey, rotation } = laidFlat(await page.grey())
        const imageKey = await keepPicture(template, grey)
        added.push({
          imageKey,
          naturalWidth: grey.width,
          naturalHeight: grey.height,
          rotation: Math.round(rotation * 100) / 100,
          isBlankPage: false,
          featureRecognition: true,
          areas: [],
        })
      }
    } catch (error) {
      told(error)
    }
    return edit(`pages of ${templateId}`, async () => {
      const fresh = await liveTemplate(templateId)
      const fit = added.filter((a) => !fresh.pages.some((p) => p.imageKey === a.imageKey))
      if (fit.length === 0) return { pages: added.length }
      const pages = [...fresh.pages, ...fit.map((a, i) => ({ pageNumber: fresh.pages.length + i + 1, ...a }))]
      if (pages.length > mostPages) return refuse(templateProblems.templateManyPages, { count: pages.length })
      const saved = await templates.save({
        ...fresh,
        pages,
        status: draftStatus(pages),
        editedBy: input.by,
        editedAt: now(),
      })
      return saved ? { pages: added.length } : beaten
    })
  },
})
