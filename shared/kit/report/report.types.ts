/**
 * A report as one value: what it says, its tables and charts, with raw numbers in the cells. Every form (screen, phone,
 * print, CSV, workbook, PDF) is a function of it.
 */
import * as z from 'zod'

export const CellType = z.enum([
  /** Hundredths of a point; `digits` decimals, or as few as it needs. */
  'score',
  /** A share: 0.853 is 85.3%. */
  'percent',
  'count',
  'rank',
  /** Hundredths with their sign. */
  'change',
  'coefficient',
  /** UTC ms. */
  'date',
  'person',
  'link',
  'text',
])
export type CellType = z.infer<typeof CellType>

/** `false`: there is a figure, which may not be told, since a person could be recognised by it. `null`: there is none. */
export const Cell = z.union([z.number(), z.string(), z.literal(false)]).nullable()
export type Cell = z.infer<typeof Cell>

const typed = { type: CellType, digits: z.int().optional() }
export const Typed = z.object(typed)
export type Typed = z.infer<typeof Typed>

export const ReportColumn = z.object({
  ...typed,
  /** Unique in its table; what `sort` names. */
  key: z.string(),
  name: z.string(),
  unit: z.string().optional(),
  /** Columns side by side with the same group share one head above theirs. */
  group: z.string().optional(),
  /** The totals' row adds it up. */
  sum: z.boolean().optional(),
  sortable: z.boolean().optional(),
  width: z.int().optional(),
  /** Stays in sight while others scroll, and in each part of a table that is cut; with those before it. */
  frozen: z.boolean().optional(),
  /** The one figure that a row is about: large on a narrow screen. */
  lead: z.boolean().optional(),
  /** Not on a narrow screen until it is asked for. */
  extra: z.boolean().optional(),
  /** The key of the column that its cells are held against: further above or below is deeper in colour. */
  against: z.string().optional(),
})
export type ReportColumn = z.infer<typeof ReportColumn>

/** Another report of the same paper, cut to what the row is about; or the sheets of the student whom it is about. */
export const ReportLink = z.union([
  z.object({ report: z.string(), params: z.record(z.string(), z.string()).optional() }),
  z.object({ student: z.string() }),
])
export type ReportLink = z.infer<typeof ReportLink>

export const ReportRow = z.object({
  /** Whom it is about, for programs that read it: a student's id, a class's. */
  id: z.string().optional(),
  cells: z.array(Cell),
  /** By a column's key: what is said of its cell besides. */
  hints: z.record(z.string(), z.string()).optional(),
  link: ReportLink.optional(),
  /** The cohort that the other rows are parts of: it comes first, and no total counts it. */
  whole: z.boolean().optional(),
})
export type ReportRow = z.infer<typeof ReportRow>

export const ReportTable = z.object({
  columns: z.array(ReportColumn),
  rows: z.array(ReportRow),
  /** The rows are one page of many, sorted and cut by the server. */
  page: z.object({ total: z.int(), pageNumber: z.int(), pageSize: z.int() }).optional(),
  /** On a narrow screen it stays a table of these columns, in this order; a tap on a row tells the rest of it. */
  brief: z.object({ columns: z.array(z.string()), sort: z.string().optional() }).optional(),
})
export type ReportTable = z.infer<typeof ReportTable>

const Series = z.object({ name: z.string(), values: z.array(z.number().nullable()) })
const grouped = { names: z.array(z.string()), series: z.array(Series), of: Typed, max: z.number().optional() }
const Axis = z.object({ name: z.string(), of: Typed, min: z.number().optional(), max: z.number().optional() })
const Box = z.object({
  name: z.string(),
  low: z.number(),
  q1: z.number(),
  median: z.number(),
  q3: z.number(),
  high: z.number(),
  outliers: z.array(z.number()),
})

/** The pictures that reports draw. Values are raw, as in cells. */
export const Chart = z.discriminatedUnion('kind', [
  /** `panels`: a picture for each series, the names as rows. `line`: a value that all are held against. */
  z.object({
    kind: z.literal('bars'),
    ...grouped,
    panels: z.boolean().optional(),
    line: z.object({ name: z.string(), value: z.number() }).optional(),
  }),
  z.object({ kind: z.literal('stackedBars'), ...grouped }),
  z.object({ kind: z.literal('lines'), ...grouped }),
  /** Sections side by side, from low to high. */
  z.object({ kind: z.literal('histogram'), names: z.array(z.string()), counts: z.array(z.number()), unit: z.string() }),
  z.object({
    kind: z.literal('scatter'),
    x: Axis,
    y: Axis,
    /** Only marked points are named in the picture; the others stand in the table. */
    points: z.array(z.object({ name: z.string(), x: z.number(), y: z.number(), mark: z.boolean().optional() })),
    levels: z.array(z.object({ name: z.string(), value: z.number() })).optional(),
  }),
  z.object({ kind: z.literal('box'), boxes: z.array(Box), of: Typed, max: z.number() }),
  z.object({ kind: z.literal('radar'), ...grouped }),
  z.object({
    kind: z.literal('heat'),
    columns: z.array(z.string()),
    rows: z.array(z.string()),
    values: z.array(z.array(z.number().nullable())),
    of: Typed,
  }),
  z.object({
    kind: z.literal('slope'),
    from: z.string(),
    to: z.string(),
    lines: z.array(z.object({ name: z.string(), from: z.number(), to: z.number() })),
    of: Typed,
  }),
])
export type Chart = z.infer<typeof Chart>

export const ReportSection = z.object({
  key: z.string(),
  title: z.string(),
  chart: Chart.optional(),
  table: ReportTable,
  /** How it is computed. */
  definition: z.string().optional(),
  note: z.string().optional(),
  /** The table stands open behind its chart. */
  open: z.boolean().optional(),
})
export type ReportSection = z.infer<typeof ReportSection>

export const ReportFact = Typed.extend({ name: z.string(), value: Cell, hint: z.string().optional() })
export type ReportFact = z.infer<typeof ReportFact>

/** What a report is made from: it stands at the foot of each page. */
export const ReportSource = z.object({
  schoolName: z.string().optional(),
  examId: z.string(),
  examName: z.string(),
  gradeName: z.string(),
  courseName: z.string(),
  examDate: z.int(),
  fullScore: z.int(),
  v: z.int(),
  keyVersion: z.int(),
  /** Change sets that lie over them. */
  changes: z.int().optional(),
  /** What the last of them put right, since when, and of how many of whom its reader sees. */
  correction: z.string().optional(),
  /** Schools that sat it and of which not one answer is in them; by name to who sees all schools. */
  without: z.object({ schools: z.int(), names: z.array(z.string()) }).optional(),
  /** So many candidates whose answers were not marked to the end. */
  unmarked: z.int().optional(),
  /** Whom it counts by their tags, and how many they are; all, without it. */
  counted: z.object({ in: z.array(z.string()), out: z.array(z.string()), students: z.int() }).optional(),
  published: z.boolean(),
  madeAt: z.int(),
})
export type ReportSource = z.infer<typeof ReportSource>

/** By what they are scored and which schools are not in them, as feet say it. */
export const keyWords = ({
  keyVersion,
  changes = 0,
  correction,
  without,
  unmarked,
  counted,
}: Pick<ReportSource, 'keyVersion' | 'changes' | 'correction' | 'without' | 'unmarked' | 'counted'>): string =>
  `按第${keyVersion}版答案${changes > 0 ? `和此后的${changes}次改动` : ''}${correction ? `，${correction}` : ''}${without ? `，${withoutWords(without)}` : ''}${unmarked ? `，${unmarkedWords(unmarked)}` : ''}${counted ? `，${countedWords(counted)}` : ''}`

/** So many schools are named. */
export const mostNamed = 10
export const withoutWords = ({ schools, names }: NonNullable<ReportSource['without']>): string =>
  `不含${schools}所学校${names.length > 0 ? `（${names.slice(0, mostNamed).join('、')}${schools > mostNamed ? '等' : ''}）` : ''}`

/** Whom no figure counts, since marking ended before every answer had its mark. */
export const unmarkedWords = (students: number): string => `不含未评完的${students}名考生`

export type CountedOf = NonNullable<ReportSource['counted']>
/** Whom alone the figures count. */
export const countedWords = ({ in: only, out, students }: CountedOf): string =>
  [
    ...(only.length > 0 ? [`只计标签${only.join('、')}`] : []),
    ...(out.length > 0 ? [`不计标签${out.join('、')}`] : []),
    `计${students}名考生`,
  ].join('，')

export const ReportValue = z.object({
  id: z.string(),
  title: z.string(),
  question: z.string(),
  source: ReportSource,
  sentence: z.string(),
  number: ReportFact.extend({ unit: z.string().optional() }).optional(),
  facts: z.array(ReportFact),
  sections: z.array(ReportSection),
  /** Answers that its filters offer. */
  options: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))).optional(),
})
export type ReportValue = z.infer<typeof ReportValue>

/** Something that the reader of a report may set; it lives in the address under its name. */
export type ReportParam = {
  field: string
  label: string
  mode: 'radio' | 'dropdown' | 'search' | 'checkbox'
  /** Without it the value's own `options` are offered. */
  options?: readonly { value: string; label: string }[]
  start?: readonly string[]
  placeholder?: string
  /** Shown only where the value offers something to choose from. */
  ifOffered?: true
}
