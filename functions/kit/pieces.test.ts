import { beforeAll, expect, it } from 'vitest'
import { askedBy } from '#shared/kit/piece.ts'
import { removeObjects } from './erase.ts'
import { getObject, objectKey, ObjectMissing, openObject, putPieces, signedUrl, sizeOf } from './objects.ts'
import { actAs } from './testing.ts'

const texts = ['one', 'the second', '3']
const pieces = texts.map((text) => Buffer.from(text))
const put = () => putPieces(pieces, (digest) => objectKey('pieces', 's:x', 'scan', 'pages', `pieces-${digest}.bin`))

beforeAll(() => actAs('scan-work'))

it('are one object, and each is read as one of its own', async () => {
  const keyOf = await put()
  const keys = pieces.map((piece) => keyOf(piece))
  expect(new Set(keys.map((key) => askedBy(key).url.split('#')[0])).size).toBe(1)
  for (const [i, key] of keys.entries()) {
    expect((await getObject(key)).toString()).toBe(texts[i])
    expect(await sizeOf(key)).toBe(texts[i]!.length)
    const streamed: Uint8Array[] = []
    for await (const chunk of await openObject(key)) streamed.push(chunk as Uint8Array)
    expect(Buffer.concat(streamed).toString()).toBe(texts[i])
  }
  // The same bytes again are the same object; a piece meant twice is there once.
  expect((await put())(pieces[1]!)).toBe(keys[1])
  expect(() => keyOf(Buffer.from('one'))).toThrow()
})

it('have addresses that are good for their own bytes alone', async () => {
  const keyOf = await put()
  const { url, range } = askedBy(await signedUrl(keyOf(pieces[1]!)))
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(url, { headers })
    return [answer.status, answer.ok ? await answer.text() : '']
  }
  expect(await ask({ range: range! })).toEqual([206, 'the second'])
  for (const other of ['bytes=0-2', 'bytes=0-', 'bytes=0-99', 'bytes=3-13', ''])
    expect([other, await ask(other ? { range: other } : {})]).toEqual([other, [403, '']])
})

it('go together', async () => {
  const keyOf = await put()
  const keys = pieces.map((piece) => keyOf(piece))
  actAs('school-work')
  await removeObjects([keys[0]!])
  actAs('scan-work')
  for (const key of keys) await expect(getObject(key)).rejects.toThrow(ObjectMissing)
})
