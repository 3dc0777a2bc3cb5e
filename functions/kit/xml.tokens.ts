/** The tags and texts of an XML that comes in pieces: as much as a workbook's parts need, and nothing is kept. */

export type XmlEvents = {
  /** A tag's name without its prefix, and its attributes as they stand. */
  open?: (name: string, attributes: string) => void
  close?: (name: string) => void
  /** A piece of text, its entities resolved; a long text comes in several. */
  text?: (text: string) => void
}

/** Longer than any tag of a workbook is. */
const mostTag = 65_536
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const codePoint = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

const plain = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) =>
        hex ? codePoint(parseInt(hex, 16)) : decimal ? codePoint(Number(decimal)) : (named[name] ?? whole),
      )
    : text

/** One attribute of a tag by its name without prefix. Each letter is looked at once, in any text. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  for (let at = 0; ;) {
    const is = attributes.indexOf('=', at)
    if (is < 0) return undefined
    const full = attributes.slice(at, is).trim()
    let from = is + 1
    while (
      attributes[from] === ' ' ||
      attributes[from] === '\n' ||
      attributes[from] === '\r' ||
      attributes[from] === '\t'
    )
      from++
    const quote = attributes[from]
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, from + 1) : -1
    if (end < 0) return undefined
    if (full === name || full.endsWith(`:${name}`)) return plain(attributes.slice(from + 1, end))
    at = end + 1
  }
}

/** Where the tag that begins at `from` ends: the `>` outside of quotes, or -1. */
const tagEnd = (text: string, from: number): number => {
  const first = text.indexOf('>', from)
  if (first < 0) return -1
  let quote = ''
  for (let i = from; i < text.length; i++) {
    const c = text[i]!
    if (quote !== '') quote = c === quote ? '' : quote
    else if (c === '>') return i
    else if (c === '"' || c === "'") quote = c
  }
  return -1
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

/** @throws for a document type: no workbook has one, and entities of one's own are no way in. */
export const xmlTokens = (on: XmlEvents): { write: (piece: string) => void } => {
  let rest = ''
  const sayText = (text: string): void => {
    if (text !== '') on.text?.(plain(text))
  }
  const tag = (inner: string): void => {
    if (inner.startsWith('/')) return on.close?.(bare(inner.slice(1).trim()))
    const empty = inner.endsWith('/')
    const body = empty ? inner.slice(0, -1) : inner
    const gap = body.search(/\s/)
    const name = bare(gap < 0 ? body : body.slice(0, gap))
    on.open?.(name, gap < 0 ? '' : body.slice(gap))
    if (empty) on.close?.(name)
  }
  /** Behind the token at `lt`, or -1 where it is not whole yet. */
  const token = (text: string, lt: number): number => {
    const until = (mark: string, from: number): number => {
      const end = text.indexOf(mark, from)
      return end < 0 ? -1 : end + mark.length
    }
    if (text.startsWith('<?', lt)) return until('?>', lt + 2)
    if (text.startsWith('<!', lt)) {
      if (text.length - lt < 9) return -1
      if (text.startsWith('<!--', lt)) return until('-->', lt + 4)
      if (!text.startsWith('<![CDATA[', lt)) throw new Error('a document type in a workbook')
      const end = until(']]>', lt + 9)
      if (end > 0) on.text?.(text.slice(lt + 9, end - 3))
      return end
    }
    const end = tagEnd(text, lt + 1)
    if (end > 0) tag(text.slice(lt + 1, end))
    return end < 0 ? -1 : end + 1
  }
  return {
    write: (piece) => {
      const text = rest + piece
      let at = 0
      for (;;) {
        const lt = text.indexOf('<', at)
        if (lt < 0) break
        sayText(text.slice(at, lt))
        const end = token(text, lt)
        at = end < 0 ? lt : end
        if (end < 0) break
      }
      rest = text.slice(at)
      if (rest.startsWith('<')) {
        if (rest.length > mostTag) throw new Error('a tag without an end')
        return
      }
      // An entity may be cut in two.
      const cut = rest.length - rest.lastIndexOf('&') < 12 && rest.includes('&') ? rest.lastIndexOf('&') : rest.length
      sayText(rest.slice(0, cut))
      rest = rest.slice(cut)
    },
  }
}
