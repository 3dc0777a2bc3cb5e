import { scannerPorts } from '#shared/scan/helper/scanner.calls.ts'

/** What the screens may load and reach: themselves, and the data bucket under signed URLs. */
export const contentPolicy = (bucket: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data: ${bucket}`,
    `connect-src 'self' blob: ${bucket} ${scannerPorts.map((port) => `http://127.0.0.1:${port}`).join(' ')}`,
    `frame-src 'self' blob: ${bucket}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
