import { afterEach, describe, expect, it, vi } from 'vitest'
import { pictureAt, pictureHere } from './pictures.ts'

const answering = (status: number) => {
  const asked = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(Uint8Array.of(1, 2, 3), { status })),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}
afterEach(() => vi.unstubAllGlobals())

describe('a picture', () => {
  it('of its own is shown as it is addressed', async () => {
    const fetch = answering(200)
    expect(pictureHere('https://store/a.jpg?x=1')).toBe('https://store/a.jpg?x=1')
    expect(await pictureAt('data:image/jpeg;base64,AA==')).toBe('data:image/jpeg;base64,AA==')
    expect(fetch).not.toHaveBeenCalled()
  })

  it('that is a piece is asked for by its bytes, once, and is there then', async () => {
    const fetch = answering(206)
    const piece = 'https://store/p.bin?x=1#bytes=10-12'
    expect(pictureHere(piece)).toBeUndefined()
    const [one, two] = await Promise.all([pictureAt(piece), pictureAt(piece)])
    expect(one).toMatch(/^blob:/)
    expect([two, pictureHere(piece)]).toEqual([one, one])
    expect(fetch.mock.calls).toEqual([['https://store/p.bin?x=1', { headers: { range: 'bytes=10-12' } }]])
  })

  it('that is refused, or comes whole where a piece was asked for, is asked for again', async () => {
    const piece = 'https://store/q.bin#bytes=0-1'
    for (const status of [403, 200]) {
      answering(status)
      await expect(pictureAt(piece)).rejects.toThrow(String(status))
    }
    answering(206)
    expect(await pictureAt(piece)).toMatch(/^blob:/)
  })

  it('is let go when many others were wanted since', async () => {
    answering(206)
    const of = (i: number) => `https://store/r.bin#bytes=${i}-${i}`
    for (let i = 0; i <= 240; i++) await pictureAt(of(i))
    expect([pictureHere(of(0)), pictureHere(of(240))]).toEqual([undefined, expect.stringMatching(/^blob:/)])
  })
})
