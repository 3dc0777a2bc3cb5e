import type { IncomingMessage, ServerResponse } from 'node:http'

/** Cross-origin rules of the local S3. Source: AmazonS3 User Guide, "Using cross-origin resource sharing (CORS)". */

const exposed = [
  'ETag',
  'Content-Length',
  'Content-Range',
  'Content-Disposition',
  'Last-Modified',
  'Location',
  'x-amz-request-id',
  'x-amz-checksum-crc32',
  'x-amz-checksum-sha256',
  'x-amz-tagging-count',
].join(', ')

/** Marks an answer for a configured origin; what names no origin, or another, gets no mark and the browser refuses it. */
export function markCors(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): boolean {
  const { origin } = request.headers
  if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return false
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', exposed)
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
  return true
}

/** Answers a preflight: 200 for a configured origin, 403 otherwise. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): void {
  const method = request.headers['access-control-request-method']
  if (!markCors(request, response, origins) || !/^(GET|HEAD|PUT|POST|DELETE)$/.test(method ?? '')) {
    response.writeHead(403, { 'content-length': '0' }).end()
    return
  }
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE')
  const headers = request.headers['access-control-request-headers']
  if (headers) response.setHeader('access-control-allow-headers', headers)
  response.setHeader('access-control-max-age', '3000')
  response.writeHead(200, { 'content-length': '0' }).end()
}
