/**
 * `npm run -s recognise -- --card CARD.json IMAGE…`: the recogniser without a server; prints a JSON array. A template of
 * another maker's sheet stands in for a card: `--template TEMPLATE.json`, its pages with the paths of their pictures.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { linesOf, pageSizeOf, templateGeometry } from '#shared/card/template/template.rules.ts'
import { locatingTypes, TemplatePage } from '#shared/card/template/template.types.ts'
import { gridsOn } from '#shared/scan/omr/template/check.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { guidePage } from '#shared/scan/omr/template/guide.ts'
import { openPages } from '#functions/scan/omr/openPages.ts'
import { PageProblem } from '#functions/scan/omr/pageProblem.ts'
import { recognise } from '#functions/scan/omr/recognise.ts'
import { asCommand } from './asCommand.ts'
import type { Io } from './asCommand.ts'
import { writeOverlay } from './overlay.ts'

const usage =
  'usage: npm run -s recognise -- (--card CARD.json | --template TEMPLATE.json)… [--overlay DIR] [--snap] IMAGE…\n' +
  '       npm run -s recognise -- --check --template TEMPLATE.json…\n' +
  '  TEMPLATE.json: { "pages": [TemplatePage…] }, imageKey is a picture beside it; "blank": the pictures are not written on\n' +
  '  --overlay DIR: a picture of each page with what was accepted, doubted or refused, and why\n' +
  '  --snap: grids of templates are laid on the cells that are printed there first\n' +
  '  --check: no images; whether the templates were drawn on their cells, and where the cells are printed\n'

/** The command line, or null where it is none. */
const argumentsOf = (argv: readonly string[]) => {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { card: many, template: many, overlay: { type: 'string' }, check: flag, snap: flag },
    })
    const asked = values.check
      ? values.template.length > 0 && values.card.length + positionals.length === 0
      : values.card.length + values.template.length > 0 && positionals.length > 0
    return asked ? { ...values, images: positionals } : null
  } catch {
    return null
  }
}

const TemplateFile = z.object({ pages: z.array(TemplatePage).min(1), blank: z.boolean().default(false) })

/** A page whose grids lie on the cells that are printed there; one that is printed nowhere near stays as it was drawn. */
const snapped = (page: TemplatePage, picture: Grey): TemplatePage => {
  const check = gridsOn(picture)
  const areas = page.areas.map((area) => {
    const found = area.grid && check(area.grid, linesOf(area))
    return found?.lies ? { ...area, grid: found.printed } : area
  })
  return { ...page, areas }
}

/** A template of another maker's sheet with its pictures, as the card that recognition reads by. */
const openTemplate = async (file: string, index: number, snap: boolean): Promise<PrintedCard> => {
  const { pages: drawn, blank } = TemplateFile.parse(JSON.parse(await readFile(file, 'utf8')))
  const guides = []
  const pages = [...drawn]
  for (const [i, page] of drawn.entries()) {
    if (page.isBlankPage) continue
    for await (const picture of openPages(join(dirname(file), page.imageKey))) {
      if (snap) pages[i] = snapped(page, await picture.grey())
      const marks = page.areas.filter((a) => locatingTypes.includes(a.type)).map((a) => a.rect)
      guides.push(guidePage(page.pageNumber, await picture.grey(), marks, pageSizeOf(pages), blank))
      break
    }
  }
  const geometry = templateGeometry(pages, 'template')
  return { code: `TEMPLAT${index}`, version: 1, geometry, guide: { pages: guides } }
}

/** Each grid of a template: whether it lies on its cells, and where they are printed. */
const checkTemplate = async (file: string) => {
  const { pages } = TemplateFile.parse(JSON.parse(await readFile(file, 'utf8')))
  const found = []
  for (const page of pages.filter((p) => !p.isBlankPage))
    for await (const picture of openPages(join(dirname(file), page.imageKey))) {
      const check = gridsOn(await picture.grey())
      for (const area of page.areas) {
        if (!area.grid) continue
        const { lies, contrast, printed } = check(area.grid, linesOf(area))
        const { pageNumber, areaId } = { ...page, ...area }
        found.push({ template: file, pageNumber, areaId, lies, contrast: Math.round(contrast * 10) / 10, printed })
      }
      break
    }
  return found
}

/** A printed card; one of the two kinds of file is easily taken for the other. */
const openCard = async (file: string): Promise<PrintedCard> => {
  const content: unknown = JSON.parse(await readFile(file, 'utf8'))
  const card = PrintedCard.safeParse(content)
  if (card.success) return card.data
  if (TemplateFile.safeParse(content).success) throw new Error('this is a template: give it as --template')
  throw card.error
}

/**
 * Runs the command; answers the exit code: 0 when every page was read, 1 when one was refused, 2 for wrong usage.
 * Each entry is `{ file, pageOfFile, …reading }`; a file that cannot be opened is an entry with status 'refused'.
 */
export const run = async (argv: readonly string[], io: Io): Promise<number> => {
  const options = argumentsOf(argv)
  if (!options) {
    io.err(usage)
    return 2
  }
  const { card: cardFiles, template: templateFiles, images, overlay } = options
  const failed = (file: string, error: unknown) => {
    io.err(`${file}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\n`)
    return 2
  }
  if (options.check) {
    const grids = []
    for (const file of templateFiles)
      try {
        grids.push(...(await checkTemplate(file)))
      } catch (error) {
        return failed(file, error)
      }
    io.out(`${JSON.stringify(grids, null, 2)}\n`)
    return grids.every((g) => g.lies) ? 0 : 1
  }
  const cards: PrintedCard[] = []
  for (const [i, file] of [...cardFiles, ...templateFiles].entries()) {
    try {
      cards.push(await (i < cardFiles.length ? openCard(file) : openTemplate(file, i - cardFiles.length, options.snap)))
    } catch (error) {
      return failed(file, error)
    }
  }
  const results: Record<string, unknown>[] = []
  const refuse = (file: string, pageOfFile: number, detail: string) =>
    results.push({
      file,
      pageOfFile,
      status: 'refused',
      doubts: [{ kind: 'unreadable', detail }],
      choices: [],
      blocks: [],
    })
  for (const file of images) {
    let next = 0
    try {
      // What the file holds counts, not what it is called: support is sent pictures under any name.
      for await (const page of openPages(new Uint8Array(await readFile(file)))) {
        next = page.index + 1
        try {
          const grey = await page.grey()
          const reading = await recognise(
            grey,
            (qr) => cards.find((c) => c.code === qr.code && c.version === qr.version) ?? null,
            cards,
          )
          const { code, version } = reading.card ?? {}
          const card = cards.find((c) => c.code === code && c.version === version)
          const picture = overlay ? await writeOverlay(overlay, file, page.index + 1, grey, reading, card) : undefined
          results.push({ file, pageOfFile: page.index + 1, ...(picture ? { overlay: picture } : {}), ...reading })
        } catch (error) {
          if (!(error instanceof PageProblem)) throw error
          refuse(file, page.index + 1, error.message)
        }
      }
    } catch (error) {
      refuse(file, next + 1, error instanceof PageProblem ? error.message : String(error))
    }
  }
  io.out(`${JSON.stringify(results, null, 2)}\n`)
  return results.every((r) => r['status'] === 'read') ? 0 : 1
}

await asCommand(import.meta.url, run)
