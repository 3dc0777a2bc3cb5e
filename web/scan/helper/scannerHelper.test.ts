import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { awaitUpgrade, fetchHeld, findHelper, heldRuns, noteUploaded, scanAll, scanTemplate } from './scannerHelper.ts'
import type { Helper } from './scannerHelper.ts'

/** What the helper on a port answers, by the call's last word; a function may count. */
type Story = Record<string, unknown>
let story: Story = {}
/** Milliseconds of each pause; none of them is waited for. */
let waits: number[] = []
let asked: { port: number; name: string; input: Record<string, unknown> }[] = []

beforeEach(() => {
  asked = []
  story = { initConnection: { version: '3.21', pcName: '文印室' }, getDeviceList: { deviceList: [device] } }
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => store.get(k) ?? null,
    setItem: (k: string, v: string) => void store.set(k, v),
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  waits = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms: number) => {
    waits.push(ms)
    queueMicrotask(then)
  }) as never)
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const { port, pathname } = new URL(url)
    const name = pathname.split('/').at(-1)!
    const input = JSON.parse(init.body) as Record<string, unknown>
    asked.push({ port: Number(port), name, input })
    if (Number(port) !== 38083) throw new TypeError('refused')
    const told = story[name]
    const data = typeof told === 'function' ? (told as (i: unknown) => unknown)(input) : told
    if (data === undefined) return { json: () => Promise.resolve({ status: 1, data: null, message: '不懂' }) }
    return { json: () => Promise.resolve({ status: 0, data, message: '' }) }
  })
})

const device = { id: 'fi-1', name: '高速扫描仪', pcName: '文印室' }
const helper: Helper = { port: 38083, version: '3.21', pcName: '文印室', devices: [device] }
const bytes = (name: string) => Buffer.from(`page ${name}`)
const image = (name: string) => ({
  name,
  size: bytes(name).length,
  sha256: createHash('sha256').update(bytes(name)).digest('hex'),
})
const sent = ({ name }: { name: string }) => ({ base64: bytes(name).toString('base64') })
const times = (name: string): number => asked.filter((a) => a.name === name).length

describe('the helper', () => {
  it('is looked for on every port, and asked first where it answered', async () => {
    expect(await findHelper()).toMatchObject({ kind: 'found', helper: { port: 38083, devices: [device] } })
    expect(new Set(asked.map((a) => a.port)).size).toBe(5)
    asked = []
    await findHelper()
    expect(asked.map((a) => a.port)).toEqual([38083, 38083])
  })

  it('that is too old is looked for ten times, a second apart, while it is being replaced', async () => {
    story['initConnection'] = { version: '3.9', pcName: '文印室' }
    expect(await awaitUpgrade()).toEqual({ kind: 'outdated', version: '3.9' })
    expect(asked.filter((a) => a.port === 38083)).toHaveLength(10)
    expect(waits).toEqual(Array.from({ length: 9 }, () => 1000))
    let looks = 0
    story['initConnection'] = () => ({ version: ++looks < 4 ? '3.9' : '3.21', pcName: '文印室' })
    expect((await awaitUpgrade()).kind).toBe('found')
    expect(looks).toBe(4)
  })

  it('that fails answers an object, is logged, and nothing is thrown (2 §8)', async () => {
    delete story['getDeviceList']
    expect(await findHelper()).toEqual({ kind: 'trouble', message: '不懂' })
    expect(await heldRuns(helper, 'wang')).toEqual([])
    expect(await heldRuns({ ...helper, port: 18081 }, 'wang')).toEqual([])
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('/local/scanUploaders'))
    const lost = await fetchHeld(
      helper,
      { scanId: 'a', examUploaderId: '', pages: 1, state: 'done', at: 1 },
      () => undefined,
    )
    expect(lost).toMatchObject({ end: 'lost', files: [], message: '不懂' })
  })
})

describe('a run', () => {
  const run = { startScan: { scanId: 's' }, selectDevice: {}, initEnvironment: { ready: true, message: '' } }

  it('brings every page once, a damaged one again, with what the scanner doubts', async () => {
    let broken = 2
    Object.assign(story, run, {
      lastImageGroup: ({ from }: { from: number }) => ({
        images: from === 0 ? [image('a'), image('b')] : [],
        state: 'done',
        message: '',
      }),
      GetBase64File: (of: { name: string }) => (of.name === 'b' && broken-- > 0 ? { base64: 'AAAA' } : sent(of)),
      getScanErrorPaper: { papers: [{ name: 'b', reason: '可能两张重叠', apart: false }] },
      setErrorPop: {},
    })
    const scanned = await scanAll(helper, { deviceId: 'fi-1', mode: 'DOUBLE', examUploaderId: 'wang' }, () => undefined)
      .whole
    expect(scanned).toMatchObject({ end: 'done', scanId: 's', suspects: [{ name: 'b' }] })
    expect(scanned.files.map((f) => f.name)).toEqual(['a', 'b'])
    expect(times('GetBase64File')).toBe(4)
    expect(asked.find((a) => a.name === 'startScan')!.input).toEqual({ mode: 'DOUBLE', examUploaderId: 'wang' })
    expect(asked.filter((a) => a.name === 'setErrorPop').map((a) => a.input['pop'])).toEqual([false, true])
  })

  it('whose pages were never uploaded is offered until they are', async () => {
    const held = { scanId: 's', examUploaderId: 'wang', pages: 2, state: 'jammed', at: 5 }
    const going = { ...held, scanId: 't', state: 'scanning' }
    Object.assign(story, {
      scanUploaders: { list: [held, going] },
      getScanPaper: { images: [image('a'), image('b')] },
      GetBase64File: sent,
      getScanErrorPaper: { papers: [] },
    })
    const [found, ...more] = await heldRuns(helper, 'wang')
    expect([found, more]).toEqual([held, []])
    const scanned = await fetchHeld(helper, found!, () => undefined)
    expect([scanned.end, scanned.files.map((f) => f.name)]).toEqual(['jammed', ['a', 'b']])
    await noteUploaded(helper, 's')
    expect(await heldRuns(helper, 'wang')).toEqual([])
  })

  it('of one sheet makes a template’s picture, or says why not', async () => {
    Object.assign(story, run, {
      templateScan: { scanId: 'm' },
      lastImageGroup: { images: [image('a')], state: 'done', message: '' },
      GetBase64File: sent,
    })
    const file = await scanTemplate(helper)
    expect(file instanceof File && file.name).toBe('a')
    story['lastImageGroup'] = { images: [], state: 'jammed', message: '卡纸' }
    expect(await scanTemplate(helper)).toBe('卡纸')
    expect(await scanTemplate({ ...helper, devices: [] })).toContain('没有找到扫描仪')
  })
})
