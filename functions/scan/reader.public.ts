/** Opening and reading scans, for rooms that look at one outside of a batch. */
import { qrCrop } from '#shared/scan/omr/readPage.ts'
import type { Located } from '#shared/scan/omr/locate.ts'
import type { Grey } from '#shared/scan/scan.types.ts'
import { readQr } from './reader/qr.ts'

export { decodeGrey, encodeJpeg } from './reader/decode.ts'
export { openPages } from './reader/openPages.ts'
export { PageProblem } from './reader/problem.ts'
export { recognise } from './reader/recognise.ts'

/** The QR where a located page has it, at one quick look; null where it takes more. */
export const qrAtPlace = (grey: Grey, place: Located): Promise<string | null> => readQr(qrCrop(grey, place))
