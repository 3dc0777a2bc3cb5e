/** The slide check, as a person passes it. */
import type { Page } from 'playwright'

/** Where the piece's pixels are those of the picture in the shade, as an eye would see it. */
const placeOfPiece = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const [back, piece] = [...document.querySelectorAll<HTMLImageElement>('.slide img')] as [
      HTMLImageElement,
      HTMLImageElement,
    ]
    await Promise.all([back.decode(), piece.decode()])
    const pixels = (image: HTMLImageElement) => {
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      return context.getImageData(0, 0, canvas.width, canvas.height)
    }
    const [whole, part] = [pixels(back), pixels(piece)]
    const top = Math.round((parseFloat(piece.style.top) / 100) * whole.height)
    const off = (x: number): number => {
      let sum = 0
      for (let v = 0; v < part.height; v += 2)
        for (let u = 0; u < part.width; u += 2) {
          const p = (v * part.width + u) * 4
          if (part.data[p + 3]! < 128) continue
          const w = ((top + v) * whole.width + x + u) * 4
          for (let c = 0; c < 3; c++) sum += Math.abs(whole.data[w + c]! - 0.55 * part.data[p + c]!)
        }
      return sum
    }
    const places = Array.from({ length: whole.width - part.width }, (_, x) => x)
    return places.reduce((best, x) => (off(x) < off(best) ? x : best), 0)
  })

const most = 3

/** Moves the piece to its place; once more with another picture where it was none, as a person does. */
export const solveSlide = async (page: Page): Promise<void> => {
  const slide = page.getByRole('dialog', { name: '安全验证' })
  for (let tries = 0; tries < most; tries++) {
    await slide.getByRole('slider').waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.slide img').length === 2)
    await slide.getByRole('slider').fill(String(await placeOfPiece(page)))
    await slide.getByRole('button', { name: '确定' }).click()
    await page.waitForFunction(() => document.querySelector('.slide-said')?.textContent !== '正在验证，请稍候…')
    if (await slide.isHidden()) return
  }
  throw new Error(`${most} pictures of the slide check were not solved`)
}
