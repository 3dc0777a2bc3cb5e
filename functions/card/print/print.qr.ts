import QRCode from 'qrcode'

/** The modules of a QR symbol, row by row, true is dark; error level M, alphanumeric mode (digits, capitals, `:`). */
export const qrModules = (payload: string): boolean[][] => {
  const { modules } = QRCode.create([{ data: payload, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (_, x) => Boolean(modules.get(y, x))),
  )
}
