/**
 * The browser's side of the local scanner helper. Failures of the helper are never announced: a call answers the failure
 * object, and the screen says what to do (spec 2 §8).
 */
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { Envelope } from '#shared/kit/envelope.ts'
import {
  getBase64File,
  getDeviceList,
  getScanErrorPaper,
  getScanPaper,
  initConnection,
  initEnvironment,
  lastImageGroup,
  recognitionVersion,
  scanCancel,
  scanUploaders,
  scannerPorts,
  scannerVersion,
  selectDevice,
  setErrorPaper,
  setErrorPop,
  startScan,
  templateScan,
} from '#shared/scan/helper/scanner.calls.ts'
import type { ScanMode } from '#shared/scan/helper/sheetCount.types.ts'
import type { ScannerDevice } from '#shared/scan/helper/scanner.calls.ts'
import { isOlder } from '#shared/scan/helper/scanner.rules.ts'
import { localStore, now, wait } from '#web/kit/ports.ts'

type Answer<T> = Envelope<T> | { status: -1; data: null; message: string }

/** Asks the helper on a port; every failure is `{ status: -1, data: null, message }`. */
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

/** A page that the scanner itself has doubts of: it may be set apart and scanned again. */
export type Suspect = { name: string; reason: string; apart: boolean }
export type Scanned = {
  files: File[]
  end: 'done' | 'cancelled' | 'jammed' | 'lost'
  message: string
  /** The helper's own number of the run; null where none was begun. */
  scanId: string | null
  suspects: Suspect[]
}
/** A run of the scanner that pages are taken from as they come; `cancel` stops the feeder and keeps what there is. */
export type Run = { cancel: () => void; whole: Promise<Scanned> }

/** A page's bytes, compared with the sum that the helper took of them; null where they do not come whole. */
const fetchPage = async (port: number, scanId: string, of: { name: string; sha256: string }): Promise<File | null> => {
  for (let n = 0; n < 3; n++) {
    const { data } = await askHelper(port, getBase64File, { scanId, name: of.name })
    if (data === null) continue
    const bytes = bytesOf(data.base64)
    if (hexOf(await crypto.subtle.digest('SHA-256', bytes)) === of.sha256)
      return new File([bytes], of.name, { lastModified: now() })
  }
  return null
}

const suspectsOf = async (port: number, scanId: string): Promise<Suspect[]> =>
  (await askHelper(port, getScanErrorPaper, { scanId })).data?.papers ?? []

export type Held = OutputOf<typeof scanUploaders>['list'][number]
const uploadedRuns = 'scannerUploaded'
const keyOf = (run: Pick<Held, 'scanId' | 'at'>): string => `${run.scanId}@${run.at}`
const uploaded = (): string[] => (localStore.get(uploadedRuns) ?? '').split(' ').filter((k) => k !== '')

/** Runs for this uploader whose pages were never uploaded from this computer; nothing where the helper does not say. */
export const heldRuns = async ({ port }: Helper, examUploaderId: string): Promise<Held[]> => {
  const { data } = await askHelper(port, scanUploaders, { examUploaderId })
  const done = uploaded()
  return (data?.list ?? []).filter((r) => r.pages > 0 && r.state !== 'scanning' && !done.includes(keyOf(r)))
}

/** The pages of a run are on their way: it is not offered again. */
export const noteUploaded = async ({ port }: Helper, scanId: string): Promise<void> => {
  const { data } = await askHelper(port, scanUploaders, {})
  const run = data?.list.find((r) => r.scanId === scanId)
  if (run) localStore.set(uploadedRuns, [...uploaded(), keyOf(run)].slice(-50).join(' '))
}

const endOf = (state: Held['state']): Scanned['end'] => (state === 'scanning' ? 'cancelled' : state)

/** The pages of a run that the helper still holds, as if it had just ended. */
export const fetchHeld = async ({ port }: Helper, run: Held, counted: (pages: number) => void): Promise<Scanned> => {
  const files: File[] = []
  const suspects = await suspectsOf(port, run.scanId)
  const held = await askHelper(port, getScanPaper, { scanId: run.scanId })
  const ended = (end: Scanned['end'], message: string): Scanned => ({
    files,
    end,
    message,
    scanId: run.scanId,
    suspects,
  })
  if (held.data === null) return ended('lost', held.message)
  for (const image of held.data.images) {
    const file = await fetchPage(port, run.scanId, image)
    if (file === null) return ended('lost', `第${files.length + 1}页没能从扫描程序取回`)
    files.push(file)
    counted(files.length)
  }
  return ended(endOf(run.state), '')
}

/** Sets a page apart, or takes that back; whether the helper did. */
export const setApart = async ({ port }: Helper, scanId: string, name: string, apart: boolean): Promise<boolean> =>
  (await askHelper(port, setErrorPaper, { scanId, name, apart })).data !== null

/** One sheet for a template of recognition: its picture, or why there is none. */
export const scanTemplate = async (helper: Helper): Promise<File | string> => {
  const { port, devices } = helper
  const device = devices[0]
  if (!device) return '没有找到扫描仪，请检查电源和连线'
  const taken = await askHelper(port, selectDevice, { deviceId: device.id })
  if (taken.data === null) return taken.message
  const begun = await askHelper(port, templateScan, {})
  if (begun.data === null) return begun.message
  const { scanId } = begun.data
  for (let silent = 0; silent < silentTicks;) {
    const group = await askHelper(port, lastImageGroup, { scanId, from: 0 })
    const [image] = group.data?.images ?? []
    if (image) return (await fetchPage(port, scanId, image)) ?? '扫描的图像没能取回，请重试'
    if (group.data && group.data.state !== 'scanning') return group.data.message || '没有扫到纸'
    if (group.data === null) silent++
    await wait(tickMs)
  }
  return '扫描程序没有响应'
}

const tickMs = 1_000
const silentTicks = 5

/**
 * Scans everything in the feeder. Pages keep the feeder's order; each is compared with the sum that the helper took of it,
 * so that a page damaged on its way is fetched again. Throws nothing: a helper that goes silent ends the run as `lost`.
 */
export const scanAll = (
  { port }: Helper,
  order: { deviceId: string; mode: ScanMode; examUploaderId?: string },
  counted: (pages: number) => void,
): Run => {
  let scanId: string | null = null
  let wanted = true
  const cancel = (): void => {
    wanted = false
    if (scanId !== null) void askHelper(port, scanCancel, { scanId })
  }
  const run = async (): Promise<Scanned> => {
    const files: File[] = []
    const ended = async (end: Scanned['end'], message = ''): Promise<Scanned> => {
      const suspects = scanId === null ? [] : await suspectsOf(port, scanId)
      void askHelper(port, setErrorPop, { pop: true })
      return { files, end, message, scanId, suspects }
    }
    // The faults are shown here, beside the pages; an older helper may not know how to be quiet.
    void askHelper(port, setErrorPop, { pop: false })
    const taken = await askHelper(port, selectDevice, { deviceId: order.deviceId })
    if (taken.data === null) return ended('lost', taken.message)
    const ready = await askHelper(port, initEnvironment, {})
    if (ready.data === null || !ready.data.ready) return ended('lost', ready.data?.message ?? ready.message)
    const started = await askHelper(port, startScan, {
      mode: order.mode,
      ...(order.examUploaderId ? { examUploaderId: order.examUploaderId } : {}),
    })
    if (started.data === null) return ended('lost', started.message)
    ;({ scanId } = started.data)
    if (!wanted) cancel()
    for (let silent = 0; silent < silentTicks;) {
      const group = await askHelper(port, lastImageGroup, { scanId, from: files.length })
      if (group.data === null) silent++
      else {
        silent = 0
        for (const image of group.data.images) {
          const file = await fetchPage(port, scanId, image)
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
