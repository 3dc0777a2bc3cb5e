/** Students × items from a table of scores or answers, with its key: every refusal names the file, the row and the column. */
import type { PaperItem, PaperRows } from '#shared/analysis/stats/shard.ts'
import { scoreOf } from '#shared/kit/score.ts'
import { BadTable, refuseCell } from './scores.csv.ts'
import type { Table } from './scores.csv.ts'

export interface Key {
  /** Bits of the right options; 0 for an item whose cells are points. */
  mask: number
  /** Hundredths; null when the file does not say. */
  full: number | null
  /** Hundredths for some of the right options and no wrong one. */
  partial: number
}

export interface Scores {
  data: PaperRows
  students: string[]
  classes: string[]
  /** Item names whose full mark is only the highest score seen. */
  guessed: string[]
  warnings: string[]
}

const ABSENT = '缺考'

const maskOf = (letters: string): number | null => {
  const text = letters.toUpperCase().replace(/[\s,、;/]/g, '')
  if (!/^[A-Z]*$/.test(text)) return null
  let mask = 0
  for (const letter of text) mask |= 1 << (letter.charCodeAt(0) - 65)
  return mask
}

const pointsOf = (table: Table, row: number, column: number): number => {
  const text = table.rows[row]![column]!
  try {
    const score = scoreOf(text)
    if (score >= 0) return score
  } catch {
    // said below, with its place
  }
  throw refuseCell(table, row, column, `"${text}" is no score (0 or more points, at most two decimals)`)
}

export const keysOf = (table: Table): Map<string, Key> => {
  const keys = new Map<string, Key>()
  const head = table.rows[0]!.map((name) => name.toLowerCase()).join()
  if (!/^(item,key(,full(,partial)?)?|题号,答案(,满分(,少选得分)?)?)$/.test(head))
    throw new BadTable(`${table.file}: row 1: the header must be item,key or item,key,full or item,key,full,partial`)
  table.rows.forEach((cells, row) => {
    if (!row) return
    const [item = '', key = '', full = '', partial = ''] = cells
    if (!item) throw refuseCell(table, row, 0, 'the item is missing')
    if (keys.has(item)) throw refuseCell(table, row, 0, `item ${item} is there twice`)
    const width = table.rows[0]!.length
    if (cells.length > width) throw refuseCell(table, row, width, 'more cells than the header has')
    const mask = maskOf(key)
    if (mask === null) throw refuseCell(table, row, 1, `"${key}" is no key (option letters)`)
    const points = full ? pointsOf(table, row, 2) : mask ? 100 : null
    if (points === 0) throw refuseCell(table, row, 2, 'a full mark of 0')
    const some = partial ? pointsOf(table, row, 3) : 0
    if (partial && !mask) throw refuseCell(table, row, 3, 'points for a part of a key, and no key')
    if (some > (points ?? 0)) throw refuseCell(table, row, 3, 'more points for a part than for the whole')
    keys.set(item, { mask, full: points, partial: some })
  })
  return keys
}

interface Layout {
  items: { name: string; column: number }[]
  classColumn: number
  warnings: string[]
}

/** What stands beside the items in the tables of schools, and is none. */
const noItem = /^(姓名|name|学校|school|考号|准考证号|学号|性别|备注|remark|总分|合计|total|sum|名次|排名|rank)$/i

/** A first row of scores: the figures of a header are numbers of questions, whole and rising. */
const looksLikeStudent = (head: readonly string[]): boolean => {
  const figures = head.slice(1).map(Number)
  const rising = figures.every((value, i) => Number.isInteger(value) && (i === 0 || value > figures[i - 1]!))
  return /\d/.test(head[0]!) && figures.length > 0 && !figures.some(Number.isNaN) && !rising
}

const withHeader = ({ file, rows }: Table): Table => ({
  file,
  rows: [rows[0]!.map((_, column) => (column === 0 ? 'id' : String(column))), ...rows],
  headless: true,
})

const layoutOf = (table: Table, keys: Map<string, Key> | null, keyFile: string, drop: ReadonlySet<string>): Layout => {
  const head = table.rows[0]!
  const items: Layout['items'] = []
  const warnings: string[] = []
  let classColumn = -1
  for (const name of drop)
    if (!head.includes(name)) throw new BadTable(`${table.file}: there is no column ${name} to drop`)
  head.forEach((name, column) => {
    if (!column) return
    if (drop.has(name)) return
    if (!name) throw refuseCell(table, 0, column, 'the item has no name')
    if (/^(班级|class)$/i.test(name)) {
      if (classColumn >= 0) throw refuseCell(table, 0, column, 'a second column of classes')
      classColumn = column
      return
    }
    if (noItem.test(name) && !keys?.has(name)) {
      warnings.push(refuseCell(table, 0, column, `${name} is taken for no item and left out`).message)
      return
    }
    if (items.some((item) => item.name === name)) throw refuseCell(table, 0, column, `item ${name} is there twice`)
    if (keys && !keys.has(name)) throw refuseCell(table, 0, column, `item ${name} is not in ${keyFile}`)
    items.push({ name, column })
  })
  if (!items.length) throw new BadTable(`${table.file}: row 1: no item columns after the student id`)
  for (const name of keys?.keys() ?? [])
    if (!items.some((item) => item.name === name))
      throw new BadTable(`${keyFile}: item ${name} is not in ${table.file}`)
  return { items, classColumn, warnings }
}

/** Columns that hold the sum of all others for every student there: of three students and three items at least. */
const sumsAmong = ({
  scores,
  present,
  n,
  k,
}: {
  scores: Int32Array
  present: Uint8Array
  n: number
  k: number
}): number[] => {
  const rows = [...present.keys()].filter((row) => present[row])
  if (rows.length < 3 || k < 3) return []
  const totals = rows.map((row) =>
    Array.from({ length: k }, (_, item) => scores[item * n + row]!).reduce((a, b) => a + b, 0),
  )
  return Array.from({ length: k }, (_, item) => item).filter(
    (item) => totals.some((total) => total > 0) && rows.every((row, i) => 2 * scores[item * n + row]! === totals[i]!),
  )
}

/**
 * Students × items from the table, without the columns to drop. What is odd but can be counted is a warning.
 * @throws BadTable for a ragged row, a double id, a cell that is no score, a score over full
 */
export const scoresOf = (
  given: Table,
  keys: Map<string, Key> | null,
  keyFile: string,
  drop: ReadonlySet<string> = new Set(),
): Scores => {
  const headless = looksLikeStudent(given.rows[0]!)
  const table = headless ? withHeader(given) : given
  const { items, classColumn, warnings } = layoutOf(table, keys, keyFile, drop)
  if (headless) warnings.unshift(`${table.file}: row 1 looks like a student: there is no header, the items are 1, 2, …`)
  const k = items.length
  table.rows.forEach((cells, row) => {
    const width = table.rows[0]!.length
    if (cells.length !== width)
      throw refuseCell(table, row, Math.min(cells.length, width), `${cells.length} cells where the header has ${width}`)
  })
  const isFull = (id: string) => /^(满分|full)$/i.test(id)
  const fullRow = table.rows.findIndex((cells, row) => row > 0 && isFull(cells[0]!))
  const lines = table.rows.map((_, row) => row).filter((row) => row > 0 && row !== fullRow)
  if (!lines.length) throw new BadTable(`${table.file}: there are no students`)

  // Columns one after another.
  const n = lines.length
  const cells = new Int32Array(n * k)
  const chosen = new Int32Array(n * k)
  const present = new Uint8Array(lines.length)
  const classOf = new Int32Array(lines.length).fill(-1)
  const firstRowOf = new Map<string, number>()
  const classIndex = new Map<string, number>()
  lines.forEach((row, student) => {
    const values = table.rows[row]!
    const id = values[0]!
    if (!id) throw refuseCell(table, row, 0, 'the student id is missing')
    if (isFull(id)) throw refuseCell(table, row, 0, 'a second row of full marks')
    const first = firstRowOf.get(id)
    if (first !== undefined)
      throw refuseCell(table, row, 0, `student ${id} is already in row ${first + (headless ? 0 : 1)}`)
    firstRowOf.set(id, row)
    const className = classColumn < 0 ? '' : values[classColumn]!
    if (className) {
      if (!classIndex.has(className)) classIndex.set(className, classIndex.size)
      classOf[student] = classIndex.get(className)!
    }
    if (items.every(({ column }) => !values[column] || values[column] === ABSENT)) return
    present[student] = 1
    items.forEach(({ name, column }, item) => {
      const text = values[column]!
      const key = keys?.get(name)
      if (text === ABSENT) throw refuseCell(table, row, column, `${ABSENT} here, but the student has other items`)
      if (key?.mask) {
        const mask = maskOf(text)
        if (mask === null) throw refuseCell(table, row, column, `"${text}" is no answer (option letters)`)
        chosen[item * n + student] = mask
        const part = mask !== 0 && (mask & ~key.mask) === 0
        cells[item * n + student] = mask === key.mask ? key.full! : part ? key.partial : 0
      } else if (text) cells[item * n + student] = pointsOf(table, row, column)
      else warnings.push(refuseCell(table, row, column, 'blank, counted as 0').message)
    })
  })

  const guessed: string[] = []
  const fullOf = ({ name, column }: Layout['items'][number], item: number): number => {
    const stated = keys?.get(name)?.full ?? (fullRow > 0 ? pointsOf(table, fullRow, column) : null)
    if (stated === 0) throw refuseCell(table, fullRow, column, 'a full mark of 0')
    if (stated !== null) return stated
    guessed.push(name)
    let highest = 0
    for (let at = item * n; at < (item + 1) * n; at++) highest = Math.max(highest, cells[at]!)
    return highest || 100
  }
  const paper: PaperItem[] = items.map((item, index) => {
    const mask = keys?.get(item.name)?.mask ?? 0
    let seen = mask
    if (mask) for (let at = index * n; at < (index + 1) * n; at++) seen |= chosen[at]!
    return {
      questionId: item.name,
      number: item.name,
      fullScore: fullOf(item, index),
      objective: mask > 0,
      ...(mask ? { options: 32 - Math.clz32(seen) } : {}),
    }
  })
  lines.forEach((row, student) =>
    paper.forEach((item, index) => {
      const score = cells[index * n + student]!
      if (score > item.fullScore)
        throw refuseCell(
          table,
          row,
          items[index]!.column,
          `${score / 100} is over the full mark ${item.fullScore / 100}`,
        )
    }),
  )
  for (const column of sumsAmong({ scores: cells, present, n, k })) {
    const { name } = items[column]!
    warnings.push(
      refuseCell(
        table,
        0,
        items[column]!.column,
        `${name} is the sum of the other items; --drop "${name}" leaves it out`,
      ).message,
    )
  }
  return {
    data: { items: paper, scores: cells, present, classOf, chosen },
    students: lines.map((row) => table.rows[row]![0]!),
    classes: [...classIndex.keys()],
    guessed,
    warnings,
  }
}
