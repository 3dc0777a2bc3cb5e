import * as z from 'zod'

/** Chinese punctuation that NFKC would turn into its ASCII look-alike: 期末考试（第一场） keeps its brackets. */
const chinesePunctuation = /([！（），：；？～]+)/

/**
 * Text at the boundary: NFKC (full-width digits and letters folded) but for Chinese punctuation, control characters out,
 * white space trimmed and joined.
 */
export const cleanText = (text: string): string =>
  text
    .split(chinesePunctuation)
    .map((part, i) => (i % 2 === 1 ? part : part.normalize('NFKC')))
    .join('')
    // A letter and its mark that stood on both sides of a cut are one character.
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Words of several lines: as they were typed (a power stays a power), but for control characters and white space at the ends. */
export const cleanProse = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A text between so many characters, as people count them: a rare Chinese one is one. */
const between = (clean: (text: string) => string, missing: string, min: number, max: number, long: string) =>
  z
    .string({ error: missing })
    .overwrite(clean)
    .refine((text) => [...text].length >= min, missing)
    .refine((text) => [...text].length <= max, long)

/*
 * Every text that a person types goes through one of these. `line` folds what is only typed differently (full-width
 * digits), since lines are compared and looked for; `prose` keeps what it says.
 */

/** A non-empty line with a Chinese name for its messages. */
export const line = (name: string, max = 100, missing = `${name}不能为空`) =>
  between(cleanText, missing, 1, max, `${name}不能超过${max}个字`)

export const optionalLine = (name: string, max = 100) =>
  between(cleanText, `${name}不能为空`, 0, max, `${name}不能超过${max}个字`).optional()

/** Words of several lines (a reason, a note); `missing` is what is said of none or too few. */
export const prose = (missing: string, min: number, max: number) =>
  between(cleanProse, missing, min, max, `最多${max}个字`)

/** By what rows are looked for. */
export const sought = () => between(cleanText, '查找内容不正确', 0, 60, '查找内容不能超过60个字').optional()

const encodedLength = (text: string): number => {
  let n = 0
  for (const c of text) {
    const p = c.codePointAt(0)!
    n += p < 0x80 ? 1 : p < 0x800 ? 2 : p < 0x10000 ? 3 : 4
  }
  return n
}

/**
 * A file name for any system: Chinese kept, what Windows refuses taken out, at most 120 bytes of UTF-8 with its suffix.
 */
export const fileName = (stem: string, suffix: string): string => {
  const bare = cleanText(stem)
    .replace(/[<>:"/\\|?*]/g, '')
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(bare) || bare === '' ? `_${bare}` : bare
  let cut = ''
  for (const c of safe) {
    if (encodedLength(cut + c) + suffix.length + 1 > 120) break
    cut += c
  }
  return `${cut}.${suffix}`
}

/** The Content-Disposition of a download (RFC 6266: an ASCII fallback and the real name). */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** A text as the bytes of UTF-8, where no platform is at hand. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes: number[] = []
  for (const c of text) {
    const p = c.codePointAt(0)!
    if (p < 0x80) bytes.push(p)
    else if (p < 0x800) bytes.push(0xc0 | (p >> 6), 0x80 | (p & 63))
    else if (p < 0x10000) bytes.push(0xe0 | (p >> 12), 0x80 | ((p >> 6) & 63), 0x80 | (p & 63))
    else bytes.push(0xf0 | (p >> 18), 0x80 | ((p >> 12) & 63), 0x80 | ((p >> 6) & 63), 0x80 | (p & 63))
  }
  return Uint8Array.from(bytes)
}
