import QRCode from 'qrcode'

/** The modules of a QR symbol as it will be printed: error level M, alphanumeric mode. */
export const qrOf = (payload: string): boolean[][] => {
  const { modules } = QRCode.create([{ data: payload, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (_, x) => Boolean(modules.get(y, x))),
  )
}

/** The symbol alone, as an SVG document that fills its place. */
export const qrSvg = (payload: string): string => {
  const modules = qrOf(payload)
  const dark = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} ${modules.length}"><path shape-rendering="crispEdges" d="${dark}"/></svg>`
}
