/**
 * `npm run -s recognise -- --card CARD.json IMAGE…`: the recogniser without a server; prints a JSON array. A template of
 * another maker's sheet stands in for a card: `--template TEMPLATE.json`, its pages with the paths of their pictures.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { PrintedCard } from '#shared/card/card.types.ts'
import { pageSizeOf, templateGeometry } from '#shared/card/template.rules.ts'
import { locatingTypes, TemplatePage } from '#shared/card/template.types.ts'
import { guidePage } from '#shared/scan/omr/template/guide.ts'
import { openPages } from '#functions/scan/reader/openPages.ts'
import { PageProblem } from '#functions/scan/reader/problem.ts'
import { recognise } from '#functions/scan/reader/recognise.ts'

export type Io = { out: (text: string) => void; err: (text: string) => void }

const usage =
  'usage: npm run -s recognise -- (--card CARD.json | --template TEMPLATE.json)… IMAGE…\n' +
  '  TEMPLATE.json: { "pages": [TemplatePage…] }, imageKey is a picture beside it; "blank": nobody wrote on the pictures\n'

const TemplateFile = z.object({ pages: z.array(TemplatePage).min(1), blank: z.boolean().default(false) })

/** A template of another maker's sheet with its pictures, as the card that recognition reads by. */
const openTemplate = async (file: string, index: number): Promise<PrintedCard> => {
  const { pages, blank } = TemplateFile.parse(JSON.parse(await readFile(file, 'utf8')))
  const guides = []
  for (const page of pages.filter((p) => !p.isBlankPage)) {
    for await (const picture of openPages(join(dirname(file), page.imageKey))) {
      const marks = page.areas.filter((a) => locatingTypes.includes(a.type)).map((a) => a.rect)
      guides.push(guidePage(page.pageNumber, await picture.grey(), marks, pageSizeOf(pages), blank))
      break
    }
  }
  const geometry = templateGeometry(pages, 'template')
  return { code: `TEMPLAT${index}`, version: 1, geometry, guide: { pages: guides } }
}

/**
 * Runs the command; answers the exit code: 0 when every page was read, 1 when one was refused, 2 for wrong usage.
 * Each entry is `{ file, page, …reading }`; a file that cannot be opened is an entry with status 'refused'.
 */
export const run = async (argv: readonly string[], io: Io): Promise<number> => {
  const cardFiles: string[] = []
  const templateFiles: string[] = []
  const images: string[] = []
  for (let i = 0; i < argv.length; i++) {
    if (argv[i] === '--card' || argv[i] === '--template') {
      const kind = argv[i]
      const file = argv[++i]
      if (file) (kind === '--card' ? cardFiles : templateFiles).push(file)
    } else images.push(argv[i]!)
  }
  if (cardFiles.length + templateFiles.length === 0 || images.length === 0) {
    io.err(usage)
    return 2
  }
  const cards: PrintedCard[] = []
  for (const [i, file] of [...cardFiles, ...templateFiles].entries()) {
    try {
      const own = async () => PrintedCard.parse(JSON.parse(await readFile(file, 'utf8')))
      cards.push(await (i < cardFiles.length ? own() : openTemplate(file, i - cardFiles.length)))
    } catch (error) {
      io.err(`${file}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\n`)
      return 2
    }
  }
  const results: Record<string, unknown>[] = []
  const refuse = (file: string, page: number, detail: string) =>
    results.push({ file, page, status: 'refused', doubts: [{ kind: 'unreadable', detail }], choices: [], blocks: [] })
  for (const file of images) {
    let next = 0
    try {
      for await (const page of openPages(file)) {
        next = page.index + 1
        try {
          const grey = await page.grey()
          const reading = await recognise(
            grey,
            (qr) => cards.find((c) => c.code === qr.code && c.version === qr.version) ?? null,
            cards,
          )
          results.push({ file, pageOfFile: page.index + 1, ...reading })
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
