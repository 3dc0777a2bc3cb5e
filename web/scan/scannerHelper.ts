/**
 * The browser's side of the local scanner helper. Failures of the helper are never announced: a call answers the failure
 * object, and the screen says what to do (spec 2 §8).
 */
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import {
  getBase64File,
  getDeviceList,
  initConnection,
  initEnvironment,
  lastImageGroup,
  recognitionVersion,
  scanCancel,
  scannerPorts,
  scannerVersion,
  selectDevice,
  startScan,
} from '#shared/scan/scanner.calls.ts'
import type { ScanMode } from '#shared/scan/fed.types.ts'
import type { ScannerDevice } from '#shared/scan/scanner.calls.ts'
import { isOlder } from '#shared/scan/scanner.rules.ts'
import { localStore, now, wait } from '#web/kit/ports.ts'

type Answer<T> = Envelope<T> | { status: -1; data: null; message: string }

/** Asks the helper on a port; whatever goes wrong is `{ status: -1, data: null, message }`. */
const askHelper = async <C extends AnyCall>(port: number, call: C, input: SentOf<C>): Promise<Answer<OutputOf<C>>> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${call.path}`, {
      method: 'POST',
      // Plain text needs no preflight that an old helper would not answer.
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(call.timeoutMs ?? 60_000),
    })
    const { status, data, message } = (await response.json()) as Envelope
    if (status !== 0) return { status: -1, data: null, message: String(message) }
    const parsed = call.output().safeParse(data)
    if (!parsed.success) return { status: -1, data: null, message: '扫描程序的回答无法识别' }
    return { status: 0, data: parsed.data as OutputOf<C>, message: '' }
  } catch (error) {
    console.warn(`${call.path} on ${port}: ${String(error)}`)
    return { status: -1, data: null, message: '扫描程序没有响应' }
  }
}

export type Helper = { port: number; version: string; pcName: string; devices: ScannerDevice[] }
export type Found =
  { kind: 'found'; helper: Helper } | { kind: 'absent' } | { kind: 'outdated'; version: string } | Trouble
export type Trouble = { kind: 'trouble'; message: string }

const remembered = 'scannerPort'

/** Looks on every candidate port at once; the one that answered last time is tried first. */
export const findHelper = async (): Promise<Found> => {
  const hello = async (port: number) => ({
    port,
    answer: await askHelper(port, initConnection, { clientType: 1, recognitionVersion }),
  })
  const last = Number(localStore.get(remembered))
  const ports: readonly number[] = scannerPorts
  let met = ports.includes(last) ? await hello(last) : null
  if (met === null || met.answer.data === null)
    met = (await Promise.all(ports.map(hello))).find(({ answer }) => answer.data !== null) ?? null
  if (met === null || met.answer.data === null) return { kind: 'absent' }
  const { port, answer } = met
  localStore.set(remembered, String(port))
  if (isOlder(answer.data.version, scannerVersion)) return { kind: 'outdated', version: answer.data.version }
  const devices = await askHelper(port, getDeviceList, {})
  if (devices.data === null) return { kind: 'trouble', message: devices.message }
  return { kind: 'found', helper: { port, ...answer.data, devices: devices.data.deviceList } }
}

const upgradeTries = 10
/** Looks again while an outdated helper is being replaced: ten times, a second apart. */
export const awaitUpgrade = async (tries = upgradeTries, pauseMs = 1000): Promise<Found> => {
  let found = await findHelper()
  for (let n = 1; n < tries && found.kind !== 'found'; n++) {
    await wait(pauseMs)
    found = await findHelper()
  }
  return found
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, '0')).join('')

export type Scanned = { files: File[]; end: 'done' | 'cancelled' | 'jammed' | 'lost'; message: string }
/** A run of the scanner that pages are taken from as they come; `cancel` stops the feeder and keeps what there is. */
export type Run = { cancel: () => void; whole: Promise<Scanned> }

const tickMs = 1_000
const silentTicks = 5

/**
 * Scans everything in the feeder. Pages keep the feeder's order; each is compared with the sum that the helper took of it,
 * so that a page damaged on its way is fetched again. Throws nothing: a helper that goes silent ends the run as `lost`.
 */
export const scanAll = (
  { port }: Helper,
  order: { deviceId: string; mode: ScanMode },
  counted: (pages: number) => void,
): Run => {
  let scanId: string | null = null
  let wanted = true
  const cancel = (): void => {
    wanted = false
    if (scanId !== null) void askHelper(port, scanCancel, { scanId })
  }
  const page = async (id: string, name: string, sha256: string): Promise<File | null> => {
    for (let n = 0; n < 3; n++) {
      const { data } = await askHelper(port, getBase64File, { scanId: id, name })
      if (data === null) continue
      const bytes = bytesOf(data.base64)
      if (hexOf(await crypto.subtle.digest('SHA-256', bytes)) === sha256)
        return new File([bytes], name, { lastModified: now() })
    }
    return null
  }
  const run = async (): Promise<Scanned> => {
    const files: File[] = []
    const ended = (end: Scanned['end'], message = ''): Scanned => ({ files, end, message })
    const taken = await askHelper(port, selectDevice, { deviceId: order.deviceId })
    if (taken.data === null) return ended('lost', taken.message)
    const ready = await askHelper(port, initEnvironment, {})
    if (ready.data === null || !ready.data.ready) return ended('lost', ready.data?.message ?? ready.message)
    const started = await askHelper(port, startScan, { mode: order.mode })
    if (started.data === null) return ended('lost', started.message)
    ;({ scanId } = started.data)
    if (!wanted) cancel()
    for (let silent = 0; silent < silentTicks;) {
      const group = await askHelper(port, lastImageGroup, { scanId, from: files.length })
      if (group.data === null) silent++
      else {
        silent = 0
        for (const image of group.data.images) {
          const file = await page(scanId, image.name, image.sha256)
          if (file === null) return ended('lost', `第${files.length + 1}页没能从扫描程序取回`)
          files.push(file)
          counted(files.length)
        }
        if (group.data.state !== 'scanning' && group.data.images.length === 0)
          return ended(group.data.state, group.data.message)
      }
      await wait(tickMs)
    }
    return ended('lost', '扫描程序没有响应')
  }
  return { cancel, whole: run() }
}
