import { readFile } from 'node:fs/promises'
import type { GroupFigures, PaperReport } from '#shared/analysis/analysis.types.ts'
import { analysePaper } from '#shared/analysis/stats/paper.ts'
import type { PaperItem, PaperRows } from '#shared/analysis/stats/shard.ts'
import { scoreOf } from '#shared/kit/score.ts'
import { asCommand } from './asCommand.ts'
import { BadTable, readTable, refuseCell } from './scores.csv.ts'
import type { Table } from './scores.csv.ts'

/** What the command touches outside itself, so that a test can stand in for it. */
export interface AnalyseIo {
  read: (path: string) => Promise<Uint8Array>
  out: (text: string) => void
  err: (text: string) => void
}

const USAGE = `usage: npm run -s analyse -- SCORES.csv [--key KEY.csv]
  SCORES.csv  header: student id, then the items (a column 班级 or class may stand among them); a cell is points, or
              option letters where KEY.csv has a key; an absent student has 缺考 or nothing in every item; a row whose
              id is 满分 or full gives the full marks, else the highest score of a column is taken for its full mark
  KEY.csv     header item,key[,full]; an empty key says that the cells are points; full is 1 when left out for a key`

interface Key {
  /** Bits of the right options; 0 for an item whose cells are points. */
  mask: number
  /** Hundredths; null when the file does not say. */
  full: number | null
}

interface Scores {
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

const keysOf = (table: Table): Map<string, Key> => {
  const keys = new Map<string, Key>()
  const head = table.rows[0]!.map((name) => name.toLowerCase()).join()
  if (!/^(item,key(,full)?|题号,答案(,满分)?)$/.test(head))
    throw new BadTable(`${table.file}: row 1: the header must be item,key or item,key,full`)
  table.rows.forEach((cells, row) => {
    if (!row) return
    const [item = '', key = '', full = ''] = cells
    if (!item) throw refuseCell(table, row, 0, 'the item is missing')
    if (keys.has(item)) throw refuseCell(table, row, 0, `item ${item} is there twice`)
    if (cells.length > 3) throw refuseCell(table, row, 3, 'more cells than the header has')
    const mask = maskOf(key)
    if (mask === null) throw refuseCell(table, row, 1, `"${key}" is no key (option letters)`)
    const points = full ? pointsOf(table, row, 2) : mask ? 100 : null
    if (points === 0) throw refuseCell(table, row, 2, 'a full mark of 0')
    keys.set(item, { mask, full: points })
  })
  return keys
}

interface Layout {
  items: { name: string; column: number }[]
  classColumn: number
}

const layoutOf = (table: Table, keys: Map<string, Key> | null, keyFile: string): Layout => {
  const head = table.rows[0]!
  const items: Layout['items'] = []
  let classColumn = -1
  head.forEach((name, column) => {
    if (!column) return
    if (!name) throw refuseCell(table, 0, column, 'the item has no name')
    if (/^(班级|class)$/i.test(name)) {
      if (classColumn >= 0) throw refuseCell(table, 0, column, 'a second column of classes')
      classColumn = column
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
  return { items, classColumn }
}

/** Students × items from the table; refuses a ragged row, a double id, a cell that is no score, a score over full. */
const scoresOf = (table: Table, keys: Map<string, Key> | null, keyFile: string): Scores => {
  const { items, classColumn } = layoutOf(table, keys, keyFile)
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
  const warnings: string[] = []
  lines.forEach((row, student) => {
    const values = table.rows[row]!
    const id = values[0]!
    if (!id) throw refuseCell(table, row, 0, 'the student id is missing')
    if (isFull(id)) throw refuseCell(table, row, 0, 'a second row of full marks')
    const first = firstRowOf.get(id)
    if (first !== undefined) throw refuseCell(table, row, 0, `student ${id} is already in row ${first + 1}`)
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
        cells[item * n + student] = mask === key.mask ? key.full! : 0
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
  return {
    data: { items: paper, scores: cells, present, classOf, chosen },
    students: lines.map((row) => table.rows[row]![0]!),
    classes: [...classIndex.keys()],
    guessed,
    warnings,
  }
}

const points = <T extends number | null>(score: T): T => (score === null ? score : score / 100) as T

const groupInPoints = <G extends GroupFigures>(group: G): G => ({
  ...group,
  mean: points(group.mean),
  sigma: points(group.sigma),
  s: points(group.s),
  max: points(group.max),
  min: points(group.min),
  median: points(group.median),
  boxPlot: group.boxPlot && {
    min: points(group.boxPlot.min),
    q1: points(group.boxPlot.q1),
    median: points(group.boxPlot.median),
    q3: points(group.boxPlot.q3),
    max: points(group.boxPlot.max),
    lowerWhisker: points(group.boxPlot.lowerWhisker),
    upperWhisker: points(group.boxPlot.upperWhisker),
    outliers: group.boxPlot.outliers.map(({ value, count }) => ({ value: points(value), count })),
  },
  sections: group.sections.map((section) => ({ ...section, from: points(section.from), to: points(section.to) })),
})

/** The report as people read it: points instead of hundredths, ids and class names instead of rows and indices. */
const shown = (report: PaperReport, scores: Scores) => ({
  unit: 'points',
  fullMarksTakenFromHighestScore: scores.guessed,
  warnings: scores.warnings,
  settings: { ...report.settings, sectionWidth: points(report.settings.sectionWidth) },
  fullScore: points(report.fullScore),
  overall: groupInPoints(report.overall),
  reliability: { ...report.reliability, sem: points(report.reliability.sem) },
  items: report.items.map((item) => ({
    ...item,
    fullScore: points(item.fullScore),
    mean: points(item.mean),
    sigma: points(item.sigma),
    s: points(item.s),
  })),
  classes: report.classes.map((row) => ({
    className: scores.classes[row.classIndex]!,
    ...groupInPoints(row),
    meanDifference: points(row.meanDifference),
  })),
  standings: report.standings.map((row) => ({ ...row, score: points(row.score) })),
  candidates: report.candidates.map(({ row, classIndex, ...candidate }) => ({
    student: scores.students[row]!,
    ...(classIndex < 0 ? {} : { className: scores.classes[classIndex]! }),
    ...candidate,
    total: points(candidate.total),
  })),
  absent: report.absent.map((row) => scores.students[row]!),
})

const argumentsOf = (argv: readonly string[]): { scores: string; key: string | null } | null => {
  const files: string[] = []
  let key: string | null = null
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!
    if (word === '--key') {
      const next = argv[++i]
      if (next === undefined || key !== null) return null
      key = next
    } else if (word.startsWith('--')) return null
    else files.push(word)
  }
  return files.length === 1 ? { scores: files[0]!, key } : null
}

const tableAt = async (path: string, io: AnalyseIo): Promise<Table> => {
  let bytes: Uint8Array
  try {
    bytes = await io.read(path)
  } catch (fault) {
    throw new BadTable(`${path}: cannot be read (${fault instanceof Error ? fault.message : String(fault)})`)
  }
  return readTable(path, bytes)
}

/** The command: JSON to `out` and 0, or what is wrong and where to `err` and 2. */
export const run = async (argv: readonly string[], io: AnalyseIo): Promise<number> => {
  const wanted = argumentsOf(argv)
  if (!wanted) {
    io.err(`${USAGE}\n`)
    return 2
  }
  try {
    const keys = wanted.key === null ? null : keysOf(await tableAt(wanted.key, io))
    const scores = scoresOf(await tableAt(wanted.scores, io), keys, wanted.key ?? '')
    const full = scores.data.items.reduce((sum, item) => sum + item.fullScore, 0)
    // Sections of ten points say nothing about a paper of five.
    const report = analysePaper(scores.data, { sectionWidth: full > 2000 ? 1000 : 100 })
    io.out(`${JSON.stringify(shown(report, scores), null, 2)}\n`)
    return 0
  } catch (fault) {
    if (!(fault instanceof BadTable)) throw fault
    io.err(`${fault.message}\n`)
    return 2
  }
}

await asCommand(import.meta.url, (argv, io) => run(argv, { ...io, read: (path) => readFile(path) }))
