/** Scans in the containers that people send: multi-page TIFF, PDF, zip. Bytes depend on the content only. */
import { ZipArchive } from 'archiver'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'

/**
 * One multi-page TIFF of the given images. All pages of a TIFF from sharp have one size: smaller ones are put on white
 * at the top left. Grey stays grey only if every page is grey.
 */
export const tiffOf = async (pages: readonly Buffer[]): Promise<Buffer> => {
  const metas = await Promise.all(pages.map((page) => sharp(page).metadata()))
  const width = Math.max(...metas.map((meta) => meta.width))
  const height = Math.max(...metas.map((meta) => meta.height))
  const space = metas.every((meta) => meta.channels === 1) ? 'b-w' : 'srgb'
  const density = metas[0]?.density ?? 200
  const even = await Promise.all(
    pages.map((page, i) =>
      sharp(page)
        .extend({ right: width - metas[i]!.width, bottom: height - metas[i]!.height, background: '#ffffff' })
        .toColourspace(space)
        .png({ compressionLevel: 1 })
        .toBuffer(),
    ),
  )
  const dots = density / 25.4
  const joined = sharp(even, { join: { animated: true } })
  // Joined grey pages come back with three bands that say grey: one of them is the page.
  return (space === 'b-w' ? joined.extractChannel(0) : joined)
    .toColourspace(space)
    .tiff({ compression: 'deflate', xres: dots, yres: dots })
    .toBuffer()
}

/** One PDF with a page for each JPEG or PNG, in its physical size. */
export const pdfOf = async (images: readonly Buffer[]): Promise<Buffer> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  for (const image of images) {
    const { density = 200 } = await sharp(image).metadata()
    // a copy: pdf-lib reads the whole ArrayBuffer under a Buffer, and small Buffers share one
    const bytes = Uint8Array.from(image)
    const picture = bytes[0] === 0xff ? await document.embedJpg(bytes) : await document.embedPng(bytes)
    const width = (picture.width * 72) / density
    const height = (picture.height * 72) / density
    document.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height })
  }
  return Buffer.from(await document.save())
}

/** A zip of the files, stored without compression (scans do not shrink further), all dated 2000-01-01. */
export const zipOf = async (files: readonly { name: string; bytes: Buffer }[]): Promise<Buffer> => {
  const archive = new ZipArchive({ store: true })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    archive.on('data', (chunk: Buffer) => chunks.push(chunk))
    archive.on('end', resolve)
    archive.on('error', reject)
  })
  const date = new Date(Date.UTC(2000, 0, 1))
  for (const { name, bytes } of files) archive.append(bytes, { name, date })
  await Promise.all([archive.finalize(), done])
  return Buffer.concat(chunks)
}
