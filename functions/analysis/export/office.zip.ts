/**
 * Documents of office programs as the same bytes for the same content (I20). What their makers draw by chance or read from
 * a clock or a counter of the process (relations' ids, dates, numbers of charts) is put in its order here.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import { membersOf } from '#functions/kit/zip.reader.ts'
import { zipWriter } from '#functions/kit/zip.ts'

const isText = (name: string): boolean => /\.(xml|rels)$/.test(name)
/** A member whose number its maker counts through the process: charts and their workbooks. */
const counted = /(chart|Microsoft_Excel_(?:Works|S)heet)(\d+)(?=\.(?:xml|xlsx))/g
const relation = /rId[\w-]{21}(?=")/g
const drawing = /(?<=<(?:wp|pic):(?:docPr|cNvPr) id=")\d+(?=")/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** Made by chance, where a label has a name of its own; those of extensions (`uri`) are the format's. */
const chance = /(?<=(?:uniqueId val|fld id|p14:section [^>]*id|creationId [^>]*val)="\{)[\w-]{36}(?=\}")/g

/** Names in the order in which they come: the n-th is `name(n)`. */
const inOrder = (name: (n: number) => string) => {
  const known = new Map<string, string>()
  return (text: string): string => {
    const before = known.get(text)
    if (before !== undefined) return before
    const now = name(known.size + 1)
    known.set(text, now)
    return now
  }
}

/** Numbers of charts from 1, in their order. */
const renumbered = (members: readonly { name: string }[]): ((text: string) => string) => {
  const numbers = new Map<string, number[]>()
  for (const { name } of members)
    for (const [, kind, n] of name.matchAll(counted)) {
      const list = numbers.get(kind!) ?? []
      if (!list.includes(Number(n))) list.push(Number(n))
      numbers.set(kind!, list)
    }
  for (const list of numbers.values()) list.sort((a, b) => a - b)
  return (text) =>
    text.replace(counted, (_, kind: string, n: string) => `${kind}${(numbers.get(kind)?.indexOf(Number(n)) ?? -1) + 1}`)
}

export const sameAgain = async (zip: Buffer, madeAt: number): Promise<Buffer> => {
  const members = await membersOf(zip)
  const numbered = renumbered(members)
  const relationOf = inOrder((n) => `rId${n + 1000}`)
  const drawingOf = inOrder(String)
  const chanceOf = inOrder((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
  const at = new Date(madeAt).toISOString().replace(/\.\d+Z$/, 'Z')
  const plain = (text: string): string =>
    numbered(text)
      .replace(relation, relationOf)
      .replace(drawing, drawingOf)
      .replace(chance, chanceOf)
      .replace(instant, at)

  const writer = zipWriter(madeAt)
  const pieces: Buffer[] = []
  // What says what the others are comes first, as readers expect it; the rest by name.
  const ordered = members
    .map((m) => ({ ...m, name: numbered(m.name) }))
    .sort((a, b) => order(a.name) - order(b.name) || (a.name < b.name ? -1 : 1))
  for (const { name, bytes } of ordered) {
    const own = isText(name)
      ? Buffer.from(plain(bytes.toString('utf8')))
      : name.endsWith('.xlsx')
        ? await sameAgain(bytes, madeAt)
        : bytes
    pieces.push(...writer.add(name, deflateRawSync(own), { size: own.length, crc: crc32(own) }))
  }
  return Buffer.concat([...pieces, ...writer.end()])
}
const order = (name: string): number => (name === '[Content_Types].xml' ? 0 : name.startsWith('_rels/') ? 1 : 2)
