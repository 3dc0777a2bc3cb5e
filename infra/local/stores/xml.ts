/** The little XML that S3 and STS speak: elements and text; no attributes are read, no entities are defined. */

export type Element = { name: string; text: string; children: Element[] }

type Content = string | number | boolean | null | undefined | Content[] | { [name: string]: Content }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text made safe for an element's content. Control characters become references, as S3 writes them. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\u0000-\u001f]/g, (c) => {
    const name = Object.keys(entities).find((key) => entities[key] === c)
    return name ? `&${name};` : `&#x${c.charCodeAt(0).toString(16)};`
  })
}

function write(name: string, content: Content): string {
  if (content === null || content === undefined) return ''
  if (Array.isArray(content)) return content.map((item) => write(name, item)).join('')
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([key, value]) => write(key, value))
          .join('')
      : escapeXml(String(content))
  return `<${name}>${inner}</${name}>`
}

/** A document from nested records; an array repeats its element, undefined leaves it out. */
export function xmlDocument(name: string, content: { [name: string]: Content }, namespace?: string): string {
  const body = Object.entries(content)
    .map(([key, value]) => write(key, value))
    .join('')
  const space = namespace ? ` xmlns="${namespace}"` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${space}>${body}</${name}>`
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(parseInt(name.slice(1), 10))
    const plain = entities[name]
    if (plain === undefined) throw new SyntaxError(`unknown entity ${whole}`)
    return plain
  })
}

/** Reads a document. Throws SyntaxError for what is not well formed, and for a DOCTYPE. */
export function parseXml(source: string): Element {
  const root: Element = { name: '', text: '', children: [] }
  const open: Element[] = [root]
  const token = /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([\w:.-]+)([^<>]*?)(\/?)>|([^<]+)|</g
  for (const match of source.matchAll(token)) {
    const [whole, cdata, slash, name, , selfClosed, text] = match
    const top = open[open.length - 1]
    if (!top) throw new SyntaxError('more closed than opened')
    if (cdata !== undefined) top.text += cdata
    else if (text !== undefined) top.text += decodeEntities(text)
    else if (name !== undefined) {
      const local = name.slice(name.indexOf(':') + 1)
      if (slash) {
        if (top.name !== local) throw new SyntaxError(`</${local}> closes <${top.name}>`)
        open.pop()
      } else {
        const element: Element = { name: local, text: '', children: [] }
        top.children.push(element)
        if (!selfClosed) open.push(element)
      }
    } else if (whole === '<') throw new SyntaxError('a tag that XML does not know')
  }
  const only = root.children[0]
  if (open.length !== 1 || root.children.length !== 1 || !only) throw new SyntaxError('not one document')
  return only
}

/** The children of an element with a name. */
export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name)
}

/** The text of the first child with a name. */
export function textOf(element: Element, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text
}
