import { Failure, noSuchKey, preconditionFailed } from '../failure.ts'

/** Conditions and ranges of a request. Source: RFC 9110 §13 and §14, AmazonS3 API_GetObject and API_PutObject. */

type Subject = { etag: string; modified: number; size: number }
type Headers = Record<string, string | undefined>

function namesEtag(header: string, etag: string): boolean {
  return header.split(',').some((part) => {
    const name = part
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
    return name === '*' || name === etag
  })
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
const secondsOf = (header: string | undefined): number | null => {
  const at = header === undefined ? NaN : Date.parse(header)
  return Number.isNaN(at) ? null : seconds(at)
}

/**
 * Judges a read: 'read', or 'unchanged' for a 304. Throws PreconditionFailed.
 * `prefix` reads the same conditions of a copy's source (`x-amz-copy-source-`), where every failure is a 412.
 */
export function judgeRead(headers: Headers, subject: Subject, prefix = ''): 'read' | 'unchanged' {
  const match = headers[`${prefix}if-match`]
  const unmodified = secondsOf(headers[`${prefix}if-unmodified-since`])
  const noneMatch = headers[`${prefix}if-none-match`]
  const modified = secondsOf(headers[`${prefix}if-modified-since`])
  if (match !== undefined) {
    if (!namesEtag(match, subject.etag)) throw preconditionFailed('If-Match')
  } else if (unmodified !== null && seconds(subject.modified) > unmodified)
    throw preconditionFailed('If-Unmodified-Since')
  const unchanged =
    noneMatch !== undefined
      ? namesEtag(noneMatch, subject.etag)
      : modified !== null && seconds(subject.modified) <= modified
  if (unchanged && prefix !== '') throw preconditionFailed('If-None-Match')
  return unchanged ? 'unchanged' : 'read'
}

/** Judges a write against what is there at the moment of the commit. Throws PreconditionFailed or NoSuchKey. */
export function judgeWrite(headers: Headers, key: string, existing: Subject | null): void {
  const noneMatch = headers['if-none-match']
  const match = headers['if-match']
  if (noneMatch !== undefined) {
    if (noneMatch.trim() !== '*') throw new Failure('NotImplemented', 'If-None-Match takes only * on a write', 501)
    if (existing) throw preconditionFailed('If-None-Match')
  }
  if (match !== undefined) {
    if (!existing) throw noSuchKey(key)
    if (!namesEtag(match, existing.etag)) throw preconditionFailed('If-Match')
  }
}

export type Range = { start: number; length: number }

/**
 * The one range of a Range header in an object of a size; null when there is none, or one that is to be ignored
 * (several ranges, another unit). Throws InvalidRange (416).
 */
export function readRange(header: string | undefined, size: number): Range | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, from = '', to = ''] = match
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size)
  if (start >= end) {
    throw new Failure('InvalidRange', 'The requested range is not satisfiable', 416, {
      RangeRequested: header ?? '',
      ActualObjectSize: String(size),
    })
  }
  return { start, length: end - start }
}

/** x-amz-copy-source-range: both ends given, inside the source. */
export function readCopyRange(header: string | undefined, size: number): Range | null {
  if (header === undefined) return null
  const match = /^bytes=(\d+)-(\d+)$/.exec(header)
  const [start, end] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || end < start || end >= size) {
    throw new Failure(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last inside the source',
      400,
    )
  }
  return { start, length: end - start + 1 }
}
