import QRCode from 'qrcode'

/** The modules of a QR symbol as it will be printed: error level M, alphanumeric mode. */
export const qrOf = (payload: string): boolean[][] => {
  const { modules } = QRCode.create([{ data: payload, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (_, x) => Boolean(modules.get(y, x))),
  )
}
