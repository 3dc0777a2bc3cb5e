/**
 * The calls of the local scanner helper: a program beside the scanner that the browser speaks to on the loopback. They are
 * in the catalogue, outside the API. The specification names them; the shapes are ours.
 */
import * as z from 'zod'
import { call, publicly } from '#shared/kit/call.ts'
import { ScanMode } from './sheetCount.types.ts'

/** The helper listens on the first of these that is free. */
export const scannerPorts = [18081, 28082, 38083, 48084, 58085] as const
/** The version that this product speaks; an older helper must be replaced. */
export const scannerVersion = '3.21'
export const recognitionVersion = 2

export const ScannerDevice = z.object({ id: z.string(), name: z.string(), pcName: z.string() })
export type ScannerDevice = z.infer<typeof ScannerDevice>

export const ScanSetting = z.object({
  dpi: z.union([z.literal(150), z.literal(200), z.literal(300)]),
  colour: z.enum(['GREY', 'COLOUR']),
})

/** No account: the machine's user speaks to the machine's own helper. */
const helper = { userTypes: [], scope: publicly, host: 'scanner' } as const

export const initConnection = call('POST /local/initConnection', {
  ...helper,
  summary: 'Find the helper and its version',
  /** Client type 4 inside the desktop client, otherwise 1. */
  input: () => z.object({ clientType: z.union([z.literal(1), z.literal(4)]), recognitionVersion: z.int() }),
  output: () => z.object({ version: z.string(), pcName: z.string() }),
  timeoutMs: 3_000,
})

export const getDeviceList = call('POST /local/getDeviceList', {
  ...helper,
  summary: 'The scanners of this machine',
  input: () => z.object({}),
  output: () => z.object({ deviceList: z.array(ScannerDevice) }),
})

export const selectDevice = call('POST /local/selectDevice', {
  ...helper,
  summary: 'Take one scanner',
  input: () => z.object({ deviceId: z.string() }),
  output: () => z.object({}),
})

export const initEnvironment = call('POST /local/initEnvironment', {
  ...helper,
  summary: 'Whether driver, paper and disk are ready; a message says what is not',
  input: () => z.object({}),
  output: () => z.object({ ready: z.boolean(), message: z.string() }),
})

export const getScanSetting = call('POST /local/getScanSetting', {
  ...helper,
  summary: 'Resolution and colour of the taken scanner',
  input: () => z.object({}),
  output: () => ScanSetting,
})

export const setScanSetting = call('POST /local/setScanSetting', {
  ...helper,
  summary: 'Set resolution and colour',
  input: () => ScanSetting,
  output: () => ScanSetting,
})

const ScannedImage = z.object({ name: z.string(), size: z.int(), sha256: z.string() })
const RunState = z.enum(['scanning', 'done', 'cancelled', 'jammed'])

export const startScan = call('POST /local/startScan', {
  ...helper,
  summary: 'Scan everything in the feeder',
  /** `examUploaderId`: for whom, so that what is not uploaded yet is found again by the same. */
  input: () => z.object({ mode: ScanMode, examUploaderId: z.string().max(80).optional() }),
  output: () => z.object({ scanId: z.string() }),
})

export const lastImageGroup = call('POST /local/lastImageGroup', {
  ...helper,
  summary: 'Pages scanned since the given one, in the order of the feeder, and how it stands',
  input: () => z.object({ scanId: z.string(), from: z.int().min(0) }),
  output: () =>
    z.object({
      images: z.array(ScannedImage),
      state: RunState,
      message: z.string(),
    }),
})

export const getBase64File = call('POST /local/GetBase64File', {
  ...helper,
  summary: 'The bytes of one scanned page',
  input: () => z.object({ scanId: z.string(), name: z.string() }),
  output: () => z.object({ base64: z.string() }),
})

export const scanCancel = call('POST /local/scanCancel', {
  ...helper,
  summary: 'Stop the feeder; what was scanned stays',
  input: () => z.object({ scanId: z.string() }),
  output: () => z.object({}),
})

export const scanUploaders = call('POST /local/scanUploaders', {
  ...helper,
  summary: 'The runs whose pages the helper still holds, of one uploader or of all: what was scanned is not lost',
  input: () => z.object({ examUploaderId: z.string().max(80).optional() }),
  output: () =>
    z.object({
      list: z.array(
        z.object({
          scanId: z.string(),
          examUploaderId: z.string(),
          pages: z.int(),
          state: RunState,
          /** When it was started, ms: ids begin anew with the helper. */
          at: z.int(),
        }),
      ),
    }),
  timeoutMs: 3_000,
})

export const getScanPaper = call('POST /local/getScanPaper', {
  ...helper,
  summary: 'Every page that the helper holds of a run, in the order of the feeder, without those set apart',
  input: () => z.object({ scanId: z.string() }),
  output: () => z.object({ images: z.array(ScannedImage) }),
})

export const getScanErrorPaper = call('POST /local/getScanErrorPaper', {
  ...helper,
  summary: 'Pages that the scanner itself has doubts of (two at once, skewed, cover opened) or that were set apart',
  input: () => z.object({ scanId: z.string() }),
  output: () => z.object({ papers: z.array(z.object({ name: z.string(), reason: z.string(), apart: z.boolean() })) }),
})

export const setErrorPaper = call('POST /local/setErrorPaper', {
  ...helper,
  summary: 'Set a page apart, so that it is not handed out with its run and is scanned again; or take that back',
  input: () => z.object({ scanId: z.string(), name: z.string(), apart: z.boolean() }),
  output: () => z.object({}),
})

export const setErrorPop = call('POST /local/setErrorPop', {
  ...helper,
  summary: 'Whether the helper opens a window of its own on a fault: not while a browser shows them',
  input: () => z.object({ pop: z.boolean() }),
  output: () => z.object({}),
})

export const templateScan = call('POST /local/templateScan', {
  ...helper,
  summary: 'Scan one sheet in colour for a template of recognition',
  input: () => z.object({}),
  output: () => z.object({ scanId: z.string() }),
})
