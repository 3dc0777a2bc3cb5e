/** Opening and reading scans, for rooms that look at one outside of a batch. */
import { qrCrop } from '#shared/scan/omr/readPage.ts'
import type { Located } from '#shared/scan/omr/locate.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { readQr } from './readCodes.ts'

export { decodeGrey, encodeJpeg } from './decode.ts'
export { openPages } from './openPages.ts'
export { PageProblem } from './pageProblem.ts'
export { recognise } from './recognise.ts'

/** The QR where a located page has it, at one quick look; null where it takes more. */
export const qrAtPlace = (grey: Grey, place: Located): Promise<string | null> => readQr(qrCrop(grey, place))
