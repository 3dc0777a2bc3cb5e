/** A paper's questions as they are typed, its card as it is printed, and the room where the sheets are filled and scanned. */
import type { BrowserContext, Download, Page } from 'playwright'
import { openPromise } from 'yauzl'
import { currentTemplate } from '#shared/card/card.calls.ts'
import type { Truth } from './doubts.journey.ts'
import { place } from './journey.ts'

/** Long work, ms. */
export const job = { timeout: 240_000 }

/** Blocks of questions of one type: how many, and what each is worth. */
export const addQuestions = async (page: Page, blocks: readonly (readonly [string, number, number])[]) => {
  const block = page.getByRole('form', { name: '添加试题' })
  for (const [type, count, full] of blocks) {
    await block.getByLabel('题型').selectOption({ label: type })
    await block.getByLabel('题数').fill(String(count))
    await block.getByLabel('每题分值').fill(String(full))
    await block.getByRole('button', { name: '添加试题' }).click()
  }
}

const bytesOf = async (stream: AsyncIterable<unknown>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The file behind a link of a finished job; the link opens a tab that turns into a download. */
export const downloaded = async (page: Page, context: BrowserContext, name: RegExp): Promise<Buffer> => {
  const link = page.getByRole('link', { name }).first()
  await link.waitFor(job)
  const file = Promise.race([
    page.waitForEvent('download'),
    context.waitForEvent('page').then((tab) => tab.waitForEvent('download')),
  ]) as Promise<Download>
  await link.click()
  return bytesOf(await (await file).createReadStream())
}

/** A published card without names, from its designer. */
export const printedBlank = async (page: Page, context: BrowserContext): Promise<Buffer> => {
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await page.getByRole('radio', { name: /^空白答题卡/ }).check()
  await page.getByRole('button', { name: '生成PDF' }).click()
  const pdf = await downloaded(page, context, /\.pdf/)
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  return pdf
}

/** These students fill the printed card in, and a zip of the scans lies on disk; the key says what is right. */
export const scannedBy = async (
  token: string,
  order: { paperId: string; pdf: Buffer; key: readonly string[]; studentNumbers: readonly string[] },
): Promise<{ zip: string; truth: Truth }> => {
  const { paperId, pdf, key, studentNumbers } = order
  const address = `${place().address}${currentTemplate.path}?paperId=${paperId}`
  const template = (await (await fetch(address, { headers: { authorization: token } })).json()) as {
    data: { geometry: unknown }
  }
  const scanned = await fetch(place().scanner, {
    method: 'POST',
    body: JSON.stringify({
      pdf: pdf.toString('base64'),
      geometry: template.data.geometry,
      key: Object.fromEntries(key.map((letters, i) => [i + 1, letters])),
      studentNumbers,
    }),
  })
  if (!scanned.ok) throw new Error(await scanned.text())
  return (await scanned.json()) as { zip: string; truth: Truth }
}

export type ScannedPage = { name: string; mimeType: string; buffer: Buffer }
/** The pages of a zip that bear answers. */
export const pagesIn = async (path: string, truth: Truth): Promise<ScannedPage[]> => {
  const zip = await openPromise(path)
  const pages: ScannedPage[] = []
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    if (!truth[name]) continue
    const mimeType = name.endsWith('.png') ? 'image/png' : 'image/jpeg'
    pages.push({ name, mimeType, buffer: await bytesOf(await zip.openReadStreamPromise(entry)) })
  }
  zip.close()
  return pages
}
