/**
 * Taking one student's name and number out of stored values of any shape. Only what belongs to the student is
 * touched: an object that names him by id or by his whole number, the same place of parallel columns, and all that lies
 * inside such an object. So the name of another student, of which this one may be a part, stays.
 */
export type Known = { studentId: string; names: readonly string[]; numbers: readonly string[] }

/** What a candidate without a name is called. */
export const anonymousName = '已清除'
/** As long as the number was, so that what counts its digits still can. */
export const anonymousNumber = (number: string): string => '0'.repeat(number.length)

/** One sign for each character, as many bytes as it had: where bytes are counted (a file of lines), none moves. */
const hidden = (text: string): string =>
  [...text].map((c) => ({ 1: '*', 2: '×', 3: '＊' })[bytesOf(c.codePointAt(0)!)] ?? '🞲').join('')
const bytesOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Digests and ids hold digits by chance: a short number stands in many of them, and none of them is a word about a person. */
const opaque = '(?<![0-9a-z])(?:[0-9a-f]{64}|[a-z]{2}_[0-9a-hjkmnp-tv-z]{26})(?![0-9a-z])'
const wholeNumber = (number: string): RegExp => new RegExp(`${opaque}|((?<!\\d)${escaped(number)}(?!\\d))`, 'g')

/** A text that is about the student, without name and number. */
export const anonymousText = (text: string, { names, numbers }: Known): string => {
  let out = text
  for (const number of numbers)
    out = out.replace(wholeNumber(number), (found, own?: string) =>
      own === undefined ? found : anonymousNumber(number),
    )
  // The longest first: 张三丰 before 张三.
  for (const name of [...names].sort((a, b) => b.length - a.length)) out = out.replaceAll(name, hidden(name))
  return out
}

const isMention = (value: unknown, { studentId, numbers }: Known): boolean =>
  typeof value === 'string' &&
  (value === studentId || numbers.some((n) => [...value.matchAll(wholeNumber(n))].some(([, own]) => own !== undefined)))

/** The value without the student's name and number; the same value (by identity) where there was nothing to take out. */
export const anonymous = <T>(value: T, student: Known): T => {
  const walk = (node: unknown, inside: boolean): unknown => {
    if (typeof node === 'string') return inside ? anonymousText(node, student) : node
    if (Array.isArray(node)) {
      // A row written as an array (a line of a table) is the student's where a cell says so.
      const own = inside || (node.every((v) => typeof v !== 'object' || v === null) && hasOne(node))
      // A column of ids or numbers is no row: it is the object around it that is parallel columns.
      const column = !inside && node.length > 0 && node.every((v) => typeof v === 'string') && isColumn(node)
      let changed = false
      const next = node.map((v) => {
        const w = walk(v, own && !column)
        changed ||= w !== v
        return w
      })
      return changed ? next : node
    }
    if (typeof node !== 'object' || node === null) return node
    const entries = Object.entries(node)
    const isOwn = inside || entries.some(([, v]) => isMention(v, student))
    const at = isOwn ? [] : columnsAt(entries)
    let changed = false
    const next = entries.map(([key, v]) => {
      let w = walk(v, isOwn)
      if (at.length > 0 && Array.isArray(w) && Array.isArray(v)) {
        const places = at.filter((p) => p.length === v.length).map((p) => p.index)
        if (places.length > 0) {
          const own = w.map((cell, i) => (places.includes(i) ? walk(cell, true) : (cell as unknown)))
          if (own.some((cell, i) => cell !== (v as unknown[])[i])) w = own
        }
      }
      changed ||= w !== v
      return [key, w] as const
    })
    return changed ? Object.fromEntries(next) : node
  }
  const hasOne = (cells: readonly unknown[]): boolean => cells.some((c) => isMention(c, student))
  /** Many numbers or ids below one another, and not the cells of one row, nor sentences that name people by their numbers. */
  const isColumn = (cells: readonly string[]): boolean => {
    const first = cells[0]!
    if (!/^[\x21-\x7e]+$/.test(first)) return false
    const shape = (c: string) => c.replace(/\d/g, '0').replace(/_[0-9a-z]+$/, '_')
    return cells.length > 1 && cells.every((c) => shape(c) === shape(first))
  }
  /** Where in the columns of an object the student stands. */
  const columnsAt = (entries: readonly (readonly [string, unknown])[]): { index: number; length: number }[] =>
    entries.flatMap(([, v]) => {
      if (!Array.isArray(v)) return []
      const index = v.indexOf(student.studentId)
      return index < 0 ? [] : [{ index, length: v.length }]
    })
  return walk(value, false) as T
}
