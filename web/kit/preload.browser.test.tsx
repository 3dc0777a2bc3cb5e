import { afterEach, expect, it, vi } from 'vitest'
import { ChunkLoadError } from './chunks.ts'
import { preloaded } from './preload.ts'

afterEach(() => vi.restoreAllMocks())

const answers = (...all: (Response | null)[]) =>
  vi.spyOn(window, 'fetch').mockImplementation(() => {
    const next = all.shift() ?? null
    return next ? Promise.resolve(next) : Promise.reject(new TypeError('Failed to fetch'))
  })
const script = (): Response => new Response('export {}')

it('imports nothing before its files are here, so that the browser remembers no module that did not come', async () => {
  const load = vi.fn(async () => 'loaded')
  answers(script(), null)
  await expect(preloaded(load, ['assets/a-1.js', 'assets/b-1.js'])).rejects.toThrow(ChunkLoadError)
  expect(load).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  // What came is not fetched again.
  const again = answers(script())
  expect(await preloaded(load, ['assets/a-1.js', 'assets/b-1.js'])).toBe('loaded')
  expect(again.mock.calls.map(([url]) => new URL(String(url)).pathname)).toEqual(['/assets/b-1.js'])
})

it.each([
  ['no server answered', null, true],
  ['the server has no such file', new Response('', { status: 404 }), false],
])('tells that %s', async (_, answer, unreached) => {
  answers(answer)
  const failed = await preloaded(async () => 'loaded', ['assets/c-1.js']).catch((error: unknown) => error)
  expect(failed).toMatchObject({ name: 'ChunkLoadError', unreached })
})
