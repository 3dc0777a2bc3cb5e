/** Pictures of this machine as grey pixels, and grey pixels as a picture: in the page itself, nothing is sent. */
import type { Grey } from '#shared/scan/omr/omr.types.ts'

/** What a phone or a scanner gives at most; more would take the tab's memory. */
const mostPixels = 60_000_000

/** @throws with words for the person who chose the file. */
export const greyOf = async (file: Blob): Promise<Grey> => {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('打不开这张图片，请另存为 JPEG 或 PNG 再试')
  })
  try {
    const { width, height } = bitmap
    if (width * height > mostPixels) throw new Error('图片超过 6000 万像素，请按 200dpi 重新扫描')
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('浏览器内存不足，请关闭其他页面再试')
    // What is transparent is paper.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0)
    const { data: rgba } = context.getImageData(0, 0, width, height)
    const data = new Uint8Array(width * height)
    // Luma of ITU-R BT.601 in 1/256.
    for (let i = 0, at = 0; i < data.length; i++, at += 4)
      data[i] = (77 * rgba[at]! + 150 * rgba[at + 1]! + 29 * rgba[at + 2]!) >> 8
    return { width, height, data }
  } finally {
    bitmap.close()
  }
}

/** Shows grey pixels in a canvas of their size. */
export const paint = (canvas: HTMLCanvasElement, grey: Grey): void => {
  canvas.width = grey.width
  canvas.height = grey.height
  const image = new ImageData(grey.width, grey.height)
  const words = new Uint32Array(image.data.buffer)
  for (let i = 0; i < words.length; i++) words[i] = 0xff000000 + grey.data[i]! * 0x010101
  canvas.getContext('2d')?.putImageData(image, 0, 0)
}
