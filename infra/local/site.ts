import { createReadStream, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { IncomingMessage, ServerResponse } from 'node:http'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.pdf': 'application/pdf',
}
const compressible = /^text\/|json|svg|wasm|ttf/
const encodings = [
  {
    name: 'br',
    suffix: '.br',
    pack: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: 'gzip', suffix: '.gz', pack: (bytes: Buffer) => promisify(gzip)(bytes) },
]

export const typeOf = (path: string): string => types[extname(path).toLowerCase()] ?? 'application/octet-stream'

/** Hashed files never change; index.html names them and is asked for every time. */
export const cacheControlOf = (path: string): string =>
  path.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : path === '/index.html'
      ? 'no-cache'
      : 'public, max-age=300'

type Found = { file: string; size: number; mtimeMs: number }
const find = (file: string): Found | null => {
  try {
    const stat = statSync(file)
    return stat.isFile() ? { file, size: stat.size, mtimeMs: stat.mtimeMs } : null
  } catch {
    return null
  }
}

/** The rewrite that the distribution's function does: a path without an extension is the SPA's own. */
export const rewritten = (path: string): string => (extname(path.split('/').at(-1) ?? '') === '' ? '/index.html' : path)

/**
 * Serves the SPA's files as the distribution does: hashed files for a year, index.html never from a cache, brotli or
 * gzip from files beside them or made once and kept.
 */
export const serveSite = (webDir: string | undefined, headers: Record<string, string>) => {
  const packed = new Map<string, Promise<Buffer>>()
  return async (request: IncomingMessage, response: ServerResponse, rawPath: string): Promise<void> => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const plain = (status: number, text: string): void =>
      void response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method Not Allowed')
    let path: string
    try {
      path = normalize(decodeURIComponent(rewritten(rawPath)))
    } catch {
      return plain(400, 'Bad Request')
    }
    if (webDir === undefined) return plain(404, 'There are no screens here: the API answers under /api.')
    if (path.includes('\0') || !join(webDir, path).startsWith(join(webDir, '/'))) return plain(404, 'Not Found')
    const asset = find(join(webDir, path))
    if (!asset) return plain(404, 'Not Found')

    const type = typeOf(path)
    const etag = `W/"${asset.size.toString(36)}-${Math.round(asset.mtimeMs).toString(36)}"`
    response.setHeader('content-type', type)
    response.setHeader('etag', etag)
    response.setHeader('vary', 'accept-encoding')
    response.setHeader('cache-control', cacheControlOf(path))
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()

    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = encodings.find((e) => accepted.includes(e.name))
    if (encoding && compressible.test(type) && asset.size > 1000) {
      response.setHeader('content-encoding', encoding.name)
      const ready = find(asset.file + encoding.suffix)
      if (ready && ready.mtimeMs >= asset.mtimeMs) return stream(request, response, ready)
      const key = `${asset.file}|${etag}|${encoding.name}`
      const made = packed.get(key) ?? readFile(asset.file).then((bytes) => encoding.pack(bytes))
      packed.set(key, made)
      const bytes = await made
      response.writeHead(200, { 'content-length': bytes.length })
      return void response.end(request.method === 'HEAD' ? undefined : bytes)
    }
    return stream(request, response, asset)
  }
}

const stream = (request: IncomingMessage, response: ServerResponse, found: Found): void => {
  response.writeHead(200, { 'content-length': found.size })
  if (request.method === 'HEAD') return void response.end()
  createReadStream(found.file)
    .on('error', () => response.destroy())
    .pipe(response)
}
