import { expect, it } from 'vitest'
import type { UploadId } from '#shared/kit/ids.ts'
import type { Store } from './ports.ts'
import { begunUploads, inOrder, markOf } from './begun.ts'
import type { Begun } from './begun.ts'

const storeOf = (): Store & { all: Map<string, string> } => {
  const all = new Map<string, string>()
  return {
    all,
    get: (key) => all.get(key) ?? null,
    set: (key, value) => void all.set(key, value),
    remove: (key) => void all.delete(key),
    clear: () => all.clear(),
  }
}
const file = (name: string, size = 1, lastModified = 5) => ({ name, size, lastModified })
const begun = (more: Partial<Begun> = {}): Begun => ({
  owner: 'u1:scan',
  at: 1000,
  uploadId: 'up_1' as UploadId,
  name: '甲.zip',
  trails: [{ sha256: 'ab' }, {}],
  ...more,
})

it('the same files have the same mark in any order, and only for the same person', () => {
  const [a, b, c] = [file('甲.zip'), file('乙.zip'), file('乙.zip', 2)]
  const mark = (owner: string, ...files: ReturnType<typeof file>[]) => markOf(owner, inOrder(files))
  expect(mark('u1', a, b)).toBe(mark('u1', b, a))
  const others = [mark('u2', a, b), mark('u1', a), mark('u1', a, c), mark('u1', a, file('乙.zip', 1, 6))]
  expect(new Set([mark('u1', a, b), ...others]).size).toBe(5)
})

it('what was begun is found again until the store sweeps it; what is whole or not begun is not offered', () => {
  let at = 2000
  const store = storeOf()
  const uploads = begunUploads(store, () => at)
  expect([uploads.find('m'), uploads.broken('u1:scan')]).toEqual([null, null])
  uploads.keep('m', begun())
  expect(uploads.find('m')).toEqual(begun())
  expect(uploads.broken('u1:scan')).toEqual({ mark: 'm', name: '甲.zip', count: 2, done: 1 })
  expect(uploads.broken('u2:scan')).toBeNull()
  uploads.keep('m', begun({ trails: [{}, { multipart: { uploadId: 'x', etags: {} } }] }))
  expect(uploads.broken('u1:scan')).toMatchObject({ done: 0 })
  for (const trails of [
    [{}, {}],
    [{ sha256: 'a' }, { sha256: 'b' }],
  ]) {
    uploads.keep('m', begun({ trails }))
    expect(uploads.broken('u1:scan')).toBeNull()
  }
  uploads.keep('m', begun())
  at += 3 * 86_400_000
  expect([uploads.find('m'), uploads.broken('u1:scan')]).toEqual([null, null])
})

it('keeps a few, and no rubbish of those that were forgotten', () => {
  const store = storeOf()
  const uploads = begunUploads(store, () => 2000)
  for (let i = 0; i < 12; i++) uploads.keep(`m${i}`, begun())
  expect(store.all.size).toBe(9)
  expect([uploads.find('m0'), uploads.find('m11')]).toEqual([null, begun()])
  for (let i = 0; i < 12; i++) uploads.forget(`m${i}`)
  expect([...store.all.keys()]).toEqual(['uploads'])
  store.set('uploads', '{broken')
  store.set('upload:x', 'no json')
  expect([uploads.broken('u1:scan'), uploads.find('x')]).toEqual([null, null])
})
