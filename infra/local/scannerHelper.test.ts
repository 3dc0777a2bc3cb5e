import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { AnyCall, SentOf } from '#shared/kit/call.ts'
import * as calls from '#shared/scan/helper/scanner.calls.ts'
import { serveScannerHelper } from './scannerHelper.ts'
import type { ScannerStory } from './scannerHelper.ts'

const origin = 'http://127.0.0.1:8000'
const pages = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name: `${name}.jpg`, bytes: Buffer.from(`page ${name}`) }))
const open: { close: () => void }[] = []
afterEach(() => open.splice(0).forEach((o) => o.close()))

const start = async (story: Partial<ScannerStory> = {}) => {
  const served = await serveScannerHelper({ origins: [origin], pages, ports: [0], ...story })
  open.push(served)
  const post = (path: string, body: string, from = origin): Promise<Response> =>
    fetch(`http://127.0.0.1:${served.port}${path}`, { method: 'POST', headers: { origin: from }, body })
  const ask = async <C extends AnyCall>(call: C, input: SentOf<C>) => {
    const answer = (await (await post(call.path, JSON.stringify(input))).json()) as {
      status: number
      data: unknown
      message: string
    }
    if (answer.status === 0) expect(call.output().safeParse(answer.data).error).toBeUndefined()
    return answer as { status: number; data: never; message: string }
  }
  return { post, ask }
}

describe('the scanner helper of the tests', () => {
  it('scans what lies in the feeder, page by page, to its end', async () => {
    const { ask } = await start()
    expect((await ask(calls.initConnection, { clientType: 1, recognitionVersion: 2 })).data).toMatchObject({
      version: '3.21',
    })
    expect((await ask(calls.initEnvironment, {})).data).toMatchObject({ ready: false, message: '请先选择扫描仪' })
    expect(await ask(calls.selectDevice, { deviceId: 'other' })).toMatchObject({ status: 1, message: '没有这台扫描仪' })
    await ask(calls.selectDevice, { deviceId: 'fi-1' })
    expect((await ask(calls.initEnvironment, {})).data).toMatchObject({ ready: true })
    const { scanId } = (await ask(calls.startScan, { mode: 'DOUBLE' })).data as { scanId: string }
    const seen: string[] = []
    for (let n = 0; n < 10; n++) {
      const group = (await ask(calls.lastImageGroup, { scanId, from: seen.length })).data as {
        images: { name: string; sha256: string }[]
        state: string
      }
      for (const { name, sha256 } of group.images) {
        const { base64 } = (await ask(calls.getBase64File, { scanId, name })).data as { base64: string }
        expect(createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')).toBe(sha256)
        seen.push(name)
      }
      if (group.state !== 'scanning' && group.images.length === 0) break
    }
    expect(seen).toEqual(pages.map((p) => p.name))
  })

  it('tells of a jam, of nothing in the feeder, and stops when told', async () => {
    const jam = await start({ jamsAfter: 2 })
    await jam.ask(calls.selectDevice, { deviceId: 'fi-1' })
    const { scanId } = (await jam.ask(calls.startScan, { mode: 'SINGLE' })).data as { scanId: string }
    expect((await jam.ask(calls.lastImageGroup, { scanId, from: 0 })).data).toMatchObject({ state: 'jammed' })
    const empty = await start({ pages: [] })
    await empty.ask(calls.selectDevice, { deviceId: 'fi-1' })
    expect((await empty.ask(calls.initEnvironment, {})).data).toMatchObject({ message: '进纸器里没有纸' })
    const long = await start()
    const run = (await long.ask(calls.startScan, { mode: 'SINGLE' })).data as { scanId: string }
    await long.ask(calls.lastImageGroup, { ...run, from: 0 })
    await long.ask(calls.scanCancel, run)
    expect((await long.ask(calls.lastImageGroup, { ...run, from: 2 })).data).toMatchObject({
      images: [],
      state: 'cancelled',
    })
  })

  it('holds what was scanned for whom, tells what the scanner doubts, and sets pages apart', async () => {
    const { ask } = await start({ faults: { 'b.jpg': '可能两张重叠' } })
    const { scanId } = (await ask(calls.startScan, { mode: 'SINGLE', examUploaderId: 'wang' })).data as {
      scanId: string
    }
    for (let from = 0; from < 6; from += 2) await ask(calls.lastImageGroup, { scanId, from })
    const held = async (examUploaderId: string) =>
      ((await ask(calls.scanUploaders, { examUploaderId })).data as { list: unknown[] }).list
    expect(await held('wang')).toMatchObject([{ scanId, pages: 5, state: 'done' }])
    expect(await held('li')).toEqual([])
    const papers = async () => ((await ask(calls.getScanErrorPaper, { scanId })).data as { papers: unknown[] }).papers
    expect(await papers()).toEqual([{ name: 'b.jpg', reason: '可能两张重叠', apart: false }])
    await ask(calls.setErrorPaper, { scanId, name: 'b.jpg', apart: true })
    await ask(calls.setErrorPaper, { scanId, name: 'd.jpg', apart: true })
    expect(await papers()).toMatchObject([{ apart: true }, { name: 'd.jpg', reason: '', apart: true }])
    const names = async () =>
      ((await ask(calls.getScanPaper, { scanId })).data as { images: { name: string }[] }).images.map((i) => i.name)
    expect(await names()).toEqual(['a.jpg', 'c.jpg', 'e.jpg'])
    await ask(calls.setErrorPaper, { scanId, name: 'd.jpg', apart: false })
    expect(await names()).toHaveLength(4)
    expect(await ask(calls.setErrorPaper, { scanId, name: 'x.jpg', apart: true })).toMatchObject({ status: 1 })
    expect((await ask(calls.setErrorPop, { pop: false })).status).toBe(0)
    const one = (await ask(calls.templateScan, {})).data as { scanId: string }
    expect((await ask(calls.lastImageGroup, { ...one, from: 0 })).data).toMatchObject({
      images: [{ name: 'a.jpg' }],
      state: 'done',
    })
  })

  it('answers no page of a stranger, no other path, and no nonsense', async () => {
    const { post } = await start()
    expect((await post('/local/getDeviceList', '{}', 'https://elsewhere.example')).status).toBe(403)
    expect((await post('/local/other', '{}')).status).toBe(404)
    expect(await (await post('/local/startScan', 'x')).json()).toMatchObject({ status: 1, message: '请求不是 JSON' })
    expect(await (await post('/local/startScan', '{"mode":"TRIPLE"}')).json()).toMatchObject({
      status: 1,
      message: '请求不正确',
    })
    expect((await fetch((await post('/local/x', '{}')).url, { method: 'POST' })).status).toBe(403)
  })
})
