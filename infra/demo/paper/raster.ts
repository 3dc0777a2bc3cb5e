/** A picture of one sheet of paper, before or after the pen. Rows from the top; 8 bits a channel; 1 (grey) or 3 (RGB). */
export type Raster = {
  width: number
  height: number
  channels: 1 | 3
  data: Uint8Array
  /** Pixels per millimetre, the same along both axes. */
  pxPerMm: number
}

/** A printed page as rendered from its PDF. `rgb` is there only if the print holds colour. */
export type PageRaster = {
  width: number
  height: number
  dpi: number
  pxPerMm: number
  grey: Uint8Array
  rgb?: Uint8Array
}

export const luma = (r: number, g: number, b: number) => 0.299 * r + 0.587 * g + 0.114 * b

/** BGRA bytes (opaque) to a page raster. */
export const fromBgra = (bgra: Uint8Array, width: number, height: number, dpi: number): PageRaster => {
  const count = width * height
  const grey = new Uint8Array(count)
  let coloured = false
  for (let i = 0, j = 0; i < count; i++, j += 4) {
    const b = bgra[j]!
    const g = bgra[j + 1]!
    const r = bgra[j + 2]!
    if (r === g && g === b) grey[i] = r
    else {
      grey[i] = luma(r, g, b)
      if (Math.max(r, g, b) - Math.min(r, g, b) > 8) coloured = true
    }
  }
  const page: PageRaster = { width, height, dpi, pxPerMm: dpi / 25.4, grey }
  if (!coloured) return page
  const rgb = new Uint8Array(count * 3)
  for (let i = 0, j = 0; i < rgb.length; i += 3, j += 4) {
    rgb[i] = bgra[j + 2]!
    rgb[i + 1] = bgra[j + 1]!
    rgb[i + 2] = bgra[j]!
  }
  return { ...page, rgb }
}

/** A fresh sheet to write on: the print is copied, never changed. */
export const sheetOf = (page: PageRaster, colour: boolean): Raster => {
  const { width, height, pxPerMm } = page
  if (!colour) return { width, height, pxPerMm, channels: 1, data: page.grey.slice() }
  if (page.rgb) return { width, height, pxPerMm, channels: 3, data: page.rgb.slice() }
  const data = new Uint8Array(width * height * 3)
  for (let i = 0, j = 0; i < page.grey.length; i++, j += 3) {
    const v = page.grey[i]!
    data[j] = v
    data[j + 1] = v
    data[j + 2] = v
  }
  return { width, height, pxPerMm, channels: 3, data }
}

/** An empty white page of the given size in mm. */
export const blankPage = (widthMm: number, heightMm: number, dpi: number): PageRaster => {
  const width = Math.round((widthMm * dpi) / 25.4)
  const height = Math.round((heightMm * dpi) / 25.4)
  return { width, height, dpi, pxPerMm: dpi / 25.4, grey: new Uint8Array(width * height).fill(255) }
}
