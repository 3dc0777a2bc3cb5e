/**
 * A small scanner helper for the tests: it speaks the protocol of `shared/scan/helper/scanner.calls.ts` and "scans" the pictures
 * that it was given. Only pages of the origins that it was told of may use it, as a real helper must: every site that a
 * person visits can reach the loopback.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyCall, OutputOf } from '#shared/kit/call.ts'
import { callsOf } from '#shared/kit/call.ts'
import * as calls from '#shared/scan/helper/scanner.calls.ts'

export type ScannerStory = {
  /** Origins whose pages may speak to it. */
  origins: readonly string[]
  /** Pictures in the order of the feeder. */
  pages: readonly { name: string; bytes: Uint8Array }[]
  devices?: readonly calls.ScannerDevice[]
  version?: string
  /** What the scanner itself finds wrong with pages, by name. */
  faults?: Readonly<Record<string, string>>
  /** The feeder jams behind so many pages. */
  jamsAfter?: number
  /** Ports to try; the product's own by default, 0 for any. */
  ports?: readonly number[]
}

const mostBytes = 1_000_000
class Refused extends Error {}

const body = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Refused('请求过大')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}')
  } catch {
    throw new Refused('请求不是 JSON')
  }
}

/** The answers of one helper: what each call does to the feeder. */
const machineOf = (story: ScannerStory) => {
  const devices = story.devices ?? [{ id: 'fi-1', name: '高速扫描仪', pcName: '文印室' }]
  let setting: OutputOf<typeof calls.getScanSetting> = { dpi: 200, colour: 'GREY' }
  let device: string | null = null
  type Run = {
    examUploaderId: string
    at: number
    shown: number
    end: 'done' | 'cancelled' | 'jammed' | null
    /** Pages that a person has set apart. */
    apart: Set<string>
    most: number
  }
  const scans = new Map<string, Run>()
  const begun = (examUploaderId: string, most: number): { scanId: string } => {
    const scanId = `scan-${scans.size + 1}`
    scans.set(scanId, { examUploaderId, at: Date.now(), shown: 0, end: null, apart: new Set(), most })
    return { scanId }
  }
  const imagesOf = (run: Run, from: number) =>
    story.pages.slice(from, run.shown).map(({ name, bytes }) => ({
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }))
  const scanOf = (id: string) => {
    const scan = scans.get(id)
    if (!scan) throw new Refused('没有这次扫描')
    return scan
  }
  const most = story.jamsAfter ?? story.pages.length
  const answers = new Map<AnyCall, (input: never) => unknown>()
  const answer = <C extends AnyCall>(call: C, run: (input: never) => OutputOf<C>): void => void answers.set(call, run)
  answer(calls.initConnection, () => ({ version: story.version ?? calls.scannerVersion, pcName: '文印室' }))
  answer(calls.getDeviceList, () => ({ deviceList: [...devices] }))
  answer(calls.selectDevice, ({ deviceId }: { deviceId: string }) => {
    if (!devices.some((d) => d.id === deviceId)) throw new Refused('没有这台扫描仪')
    device = deviceId
    return {}
  })
  answer(calls.initEnvironment, () =>
    device === null
      ? { ready: false, message: '请先选择扫描仪' }
      : story.pages.length === 0
        ? { ready: false, message: '进纸器里没有纸' }
        : { ready: true, message: '' },
  )
  answer(calls.getScanSetting, () => setting)
  answer(calls.setScanSetting, (wanted: typeof setting) => (setting = wanted))
  answer(calls.startScan, ({ examUploaderId }: { examUploaderId?: string }) => begun(examUploaderId ?? '', most))
  answer(calls.templateScan, () => {
    if (story.pages.length === 0) throw new Refused('进纸器里没有纸')
    return begun('', 1)
  })
  answer(calls.scanUploaders, ({ examUploaderId: wanted }: { examUploaderId?: string }) => ({
    list: [...scans]
      .filter(([, run]) => wanted === undefined || run.examUploaderId === wanted)
      .map(([scanId, { examUploaderId, at, shown, end }]) => ({
        scanId,
        examUploaderId,
        pages: shown,
        state: end ?? ('scanning' as const),
        at,
      })),
  }))
  answer(calls.getScanPaper, ({ scanId }: { scanId: string }) => {
    const run = scanOf(scanId)
    return { images: imagesOf(run, 0).filter(({ name }) => !run.apart.has(name)) }
  })
  answer(calls.getScanErrorPaper, ({ scanId }: { scanId: string }) => {
    const { apart, shown } = scanOf(scanId)
    const own = story.pages.slice(0, shown).filter(({ name }) => apart.has(name) || story.faults?.[name] !== undefined)
    const papers = own.map(({ name }) => ({ name, reason: story.faults?.[name] ?? '', apart: apart.has(name) }))
    return { papers }
  })
  answer(calls.setErrorPaper, ({ scanId, name, apart }: { scanId: string; name: string; apart: boolean }) => {
    const run = scanOf(scanId)
    if (!imagesOf(run, 0).some((i) => i.name === name)) throw new Refused('没有这一页')
    if (apart) run.apart.add(name)
    else run.apart.delete(name)
    return {}
  })
  answer(calls.setErrorPop, () => ({}))
  answer(
    calls.lastImageGroup,
    ({ scanId, from }: { scanId: string; from: number }): OutputOf<typeof calls.lastImageGroup> => {
      const scan = scanOf(scanId)
      // Two pages more at each look, as a feeder would.
      if (scan.end === null) scan.shown = Math.min(scan.most, scan.shown + 2)
      if (scan.shown === scan.most) scan.end ??= story.jamsAfter === scan.most ? 'jammed' : 'done'
      return { images: imagesOf(scan, from), state: scan.end ?? 'scanning', message: '' }
    },
  )
  answer(calls.getBase64File, ({ scanId, name }: { scanId: string; name: string }) => {
    const page = story.pages.slice(0, scanOf(scanId).shown).find((p) => p.name === name)
    if (!page) throw new Refused('没有这一页')
    return { base64: Buffer.from(page.bytes).toString('base64') }
  })
  answer(calls.scanCancel, ({ scanId }: { scanId: string }) => {
    scanOf(scanId).end ??= 'cancelled'
    return {}
  })
  return answers
}

const byPath = new Map(callsOf(calls).map(([, c]) => [c.path, c]))

/** Listens on the first free port of the story's. @throws when all are taken */
export const serveScannerHelper = async (story: ScannerStory): Promise<{ port: number; close: () => void }> => {
  const answers = machineOf(story)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { origin } = request.headers
    if (origin === undefined || !story.origins.includes(origin)) {
      response.writeHead(403).end()
      return
    }
    const headers = {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'content-type',
      'access-control-allow-private-network': 'true',
      'content-type': 'application/json',
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end()
      return
    }
    const call = byPath.get(request.url ?? '')
    const run = call && answers.get(call)
    if (request.method !== 'POST' || !call || !run) {
      response.writeHead(404, headers).end('{}')
      return
    }
    const said = (status: number, data: unknown, message: string): void =>
      void response.writeHead(200, headers).end(JSON.stringify({ status, data, message }))
    try {
      const input = call.input().safeParse(await body(request))
      if (!input.success) throw new Refused('请求不正确')
      said(0, run(input.data as never), '')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      said(1, null, error.message)
    }
  }
  for (const port of story.ports ?? calls.scannerPorts) {
    const server = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
    const listening = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => done(true))
    })
    if (listening) return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }
  throw new Error('every port of the scanner helper is taken')
}
