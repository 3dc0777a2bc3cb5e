/** What the journeys of the account share: asking past the screens, the outbox, the slide check. */
import type { Page } from 'playwright'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { patience, place } from './journey.ts'

/** Asks past the screens: only for what must be there before a journey begins. */
export const askAs = async <C extends AnyCall>(token: string, call: C, input: SentOf<C>): Promise<OutputOf<C>> => {
  const reads = call.method === 'GET'
  const query = reads ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(place().address + call.path + query, {
    method: call.method,
    headers: { 'content-type': 'application/json', authorization: token },
    ...(reads ? {} : { body: JSON.stringify(input) }),
  })
  const { status, data, message } = (await answer.json()) as { status: number; data: OutputOf<C>; message: string }
  if (status !== 0) throw new Error(`${call.path}: ${message}`)
  return data
}

export const dialogueWith = (page: Page, text: string) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: text })
export const said = (page: Page, text: string) => page.getByText(text).first().waitFor(patience)

/** As which type of user the home greets. */
export const roleOf = (page: Page, label: string) => page.locator('main dt').getByText(label, { exact: true })

/** The newest message of the demo's outbox to an address, as its page shows it. */
export const codeFor = async (page: Page, to: string): Promise<string> => {
  const tab = await page.context().newPage()
  await tab.goto(identityPaths.outbox)
  const text = await tab.getByRole('listitem').filter({ hasText: to }).first().innerText(patience)
  await tab.close()
  return /\d{4,8}(?=\D*分钟)|(?<=验证码\D{0,6})\d{4,8}/.exec(text)![0]
}

/** Moves the piece to where its pixels are those of the picture in the shade, as an eye would. */
export const solveSlide = async (page: Page): Promise<void> => {
  const slide = page.getByRole('dialog', { name: '安全验证' })
  await slide.getByRole('slider').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.slide img').length === 2)
  const left = await page.evaluate(async () => {
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
  await slide.getByRole('slider').fill(String(left))
  await slide.getByRole('button', { name: '确定' }).click()
}
