/** What screens are made of: data, typed by the call. */
import type { ReactNode } from 'react'
import type { AnyCall, InputOf, OutputOf, SentOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import type { CheckedFile } from '#shared/kit/checkedFile.ts'
import type { JobAnswering } from '#shared/kit/job.ts'
import type { ReportLink, ReportParam, ReportValue } from '#shared/kit/report/report.types.ts'
import type { UploadFamily } from '#shared/platform/platform.types.ts'
import type { DialogForm } from '../parts/FormDialog.tsx'
import type { Meaning } from '../parts/StateMark.tsx'

/** The way to this screen; the last has no `to`. */
export type Crumb = { name: string; to?: string }

/**
 * Something to do: `to` goes to an address of the product, `href` opens a file, `run` does it, `form` asks first what it takes,
 * `job` begins what takes long.
 */
export type Action = {
  name: string
  to?: string
  href?: string
  run?: () => void | Promise<unknown>
  /** Opens in a dialogue of the page; made anew of the row as it is by then, where another user was faster. */
  form?: () => DialogForm
  /** Starts a job, whose progress and result then stand in the corner; no `uuid` where it was done at once, nothing where it was thought better of. */
  job?: () => Promise<{ uuid?: string | undefined } | undefined>
  /** Why it may not be done now: shown greyed with this reason. */
  barred?: string | null | false
  /** Asked first; only for what cannot be undone, naming what happens to how many. */
  confirm?: string
  primary?: boolean
  danger?: boolean
  /** A key of its own, such as 'n'; shown beside the name. */
  shortcut?: string
}

export type Fact = { name: string; value: ReactNode; hint?: string }

/** Screens beside each other; `here` is the key of the one that is shown. */
export type Siblings = {
  label: string
  here: string
  items: readonly { key: string; name: string; to: string }[]
  /** A column at the left, however few they are. */
  rail?: boolean
}

export type Column<Row> = {
  /** Unique; also the name that `sort` sends. */
  key: string
  name: string
  /** Shown in the head after the name: 分, 人, %. */
  unit?: string
  /** What is shown when there is no `cell`, exported, and sorted by when the rows are all here. */
  value: (row: Row) => string | number | null | undefined
  cell?: (row: Row) => ReactNode
  /** Numbers: right-aligned, tabular. */
  number?: boolean
  /** Pixels at least. */
  width?: number
  sortable?: boolean
  /** Not shown until the user chooses it. */
  extra?: boolean
  /** On a card it stands large at the right of the name, without its own. */
  lead?: boolean
  /** With those before it, and with a width: stays in sight while the others scroll. The first column always does. */
  frozen?: boolean
  /** Neighbours of the same group share one head above theirs. */
  group?: string
  /** What is said of a cell besides, by a mark on it. */
  hint?: (row: Row) => string | undefined
  /** What a cell stands on, where its colour says something besides its words. */
  ground?: (row: Row) => string | undefined
}

export type Option = { value: string; label: string; barred?: string }

/** The specification's filter widget (spec 1 §9). Its values live in the address under `field`. */
export type Filter = {
  field: string
  label: string
  /** 'search' is a text box; the rest are the specification's four modes. */
  mode: 'radio' | 'checkbox' | 'checkboxAll' | 'dropdown' | 'search'
  options?: readonly Option[]
  /** What is chosen when the address says nothing (radio, checkbox). Without it radio offers 全部. */
  start?: readonly string[]
  placeholder?: string
  /** Of a dropdown that the screen keeps chosen: which list it is, and no condition that a reader could clear. */
  always?: true
}

/** An empty list says why, and offers the first step. */
export type Empty = { title: string; text?: string; action?: Action }

/** The rows of a list call: of a page (`pageOf(row)`) or of a plain array. */
export type RowOf<C> = OutputOf<C> extends { list: (infer R)[] } ? R : OutputOf<C> extends (infer R)[] ? R : never

/**
 * Where a row leads: to its own screen, or to none for a reason. Which of the two it is every list says itself, so that a
 * name that should be a link is not forgotten. A row may lead nowhere where others do.
 */
export type RowTo<Row> = ((row: Row) => string | undefined) | { none: string }

/**
 * In what order the rows come where the list is read a page at a time, as its reader is told. Rows that are all here sort by
 * any column and need not say it.
 */
export type Ordered<C> = OutputOf<C> extends readonly unknown[] ? { order?: never } : { order: string }

/** A list over a call, wherever it stands. */
export type ListPartProps<C extends AnyCall> = ListProps<C> & Ordered<C>

export type ListProps<C extends AnyCall> = {
  /** What the table is called. */
  label: string
  /** Its fields in the address stand under this name, where a screen has several lists. */
  name?: string
  call: C
  /**
   * What is always sent. Filters, `pageNumber`, `pageSize` and `sort` ('-key' descending) are added from the address;
   * a field that the call does not know is dropped by its schema.
   */
  input?: Partial<SentOf<C>>
  rowKey: (row: RowOf<C>) => string
  columns: readonly Column<RowOf<C>>[]
  filters?: readonly Filter[]
  actions?: readonly Action[]
  /** Its first column is a link to there, and a click anywhere on it goes there. */
  rowTo: RowTo<RowOf<C>>
  rowActions?: (row: RowOf<C>) => readonly Action[]
  /** Given the chosen rows' keys (across pages). */
  bulkActions?: (keys: readonly string[]) => readonly Action[]
  empty: Empty
  /** Offers 导出: exactly the shown columns and rows as CSV; for more, give an action that starts a job. */
  exportName?: string
  /** Asked again at this interval (ms) while the screen is seen. */
  everyMs?: number
  /** Anything between the head and the table (a notice, an upload box). */
  children?: ReactNode
  /** Filters, and pages, are offered where there are more rows than these. */
  filtersFrom?: number
  pagerFrom?: number
  /** So many rows at once of a list that is read by key: where all of it is here, every column sorts. */
  atOnce?: number
  /** The column by which it stands at first where all of it is here, in any order it was read. */
  wholeBy?: string
  /** As many rows are kept free for what is on its way. */
  barsWaiting?: number
}

export type ListScreenProps<C extends AnyCall> = Omit<
  ListProps<C>,
  'label' | 'name' | 'filtersFrom' | 'pagerFrom' | 'barsWaiting'
> &
  Ordered<C> & {
    title: string
    siblings?: Siblings
    /** Under the head: totals and the like. */
    facts?: (output: OutputOf<C>) => readonly Fact[]
  }

export type NoticeScreenProps = {
  title: string
  width?: 'narrow' | 'full'
  siblings?: Siblings
  /** Why there is nothing here, and the first step. Without it and without an error it is on its way. */
  empty?: Empty | null
  error?: unknown
  again?: () => void
  children?: ReactNode
}

export type Tab = {
  key: string
  name: string
  count?: number
  barred?: string | null | false
  content: () => ReactNode
}

export type DetailScreenProps<C extends AnyCall> = {
  call: C
  /** Undefined where the address does not say of what: `without` then says so. */
  input: SentOf<C> | undefined
  without?: Empty
  /** A text stands from the first moment, a function of the answer with it; until then `untitled`, or the route's name. */
  title: string | ((data: OutputOf<C>) => string)
  untitled?: string
  /** A word of state beside the title. */
  badge?: (data: OutputOf<C>) => { text: string; meaning: Meaning } | null
  facts?: (data: OutputOf<C>) => readonly Fact[]
  actions?: (data: OutputOf<C>) => readonly Action[]
  siblings?: Siblings
  /** Beside the title, from the first moment: search, filters, a field that says of what. */
  tools?: ReactNode
  /** The way to it, where no route can tell it; its own name ends it. */
  above?: readonly Crumb[]
  width?: 'narrow' | 'full'
  /** Why there is nothing to show of it, and the first step. */
  empty?: (data: OutputOf<C>) => Empty | null
  /** What a refusal means here; otherwise its own words stand in the page. */
  refused?: (refusal: { status: number; message: string }) => Empty
  /** The chosen one is `?tab=key`. Without tabs give `children`. */
  tabs?: (data: OutputOf<C>) => readonly Tab[]
  children?: (data: OutputOf<C>) => ReactNode
  everyMs?: number
  freshMs?: number
}

export type Values = Record<string, unknown>

type FieldBase = {
  /** The field of the call's input. */
  name: string
  label: string
  hint?: string
  required?: boolean
  placeholder?: string
  /** Shown only when this holds of what is typed. */
  when?: (values: Values) => boolean
  /** Why it may not be changed. */
  barred?: string | null | false
  /** The whole row of a wide form. */
  wide?: boolean
}
export type Field = FieldBase &
  (
    | {
        kind: 'text' | 'password' | 'textarea'
        maxLength?: number
        /** Of a textarea: as many lines are in sight. */
        lines?: number
        /** What the browser may fill in: 'new-password', 'tel', … */
        autoComplete?: string
      }
    /** A JS number. */
    | { kind: 'number'; min?: number; max?: number; step?: number; unit?: string }
    /** Typed in points, or what else has hundredths, and sent in those. */
    | { kind: 'score'; unit?: string; /** May be below nought: a difference. */ signed?: true }
    /** UTC ms, typed as a day or a minute of Asia/Shanghai. */
    | { kind: 'date' | 'time' }
    | { kind: 'switch' }
    /** `number` sends the chosen value as a number. */
    | {
        kind: 'select' | 'radio'
        options: readonly Option[] | ((values: Values) => readonly Option[])
        number?: boolean
      }
    | { kind: 'multi'; options: readonly Option[] | ((values: Values) => readonly Option[]); number?: boolean }
    | { kind: 'custom'; render: (cell: FieldCell) => ReactNode }
  )
export type FieldCell = {
  value: unknown
  onChange: (value: unknown) => void
  values: Values
  error: string | undefined
  id: string
  /** The field is barred. */
  disabled: boolean
}

/** A form over a call, without a page. */
export type ActFormProps<C extends AnyCall> = {
  /** What is sent when the form is; its input's schema judges the fields. */
  call: C
  fields: readonly Field[]
  /** What stands in the fields at first (a row to edit). */
  start?: Partial<InputOf<C>>
  /** Sent as it is: ids, and the row's `version`. */
  fixed?: Partial<SentOf<C>>
  submit?: string
  /** Why it may only be looked at: each field says so, and nothing is sent. */
  barred?: string | null | false
  cancel?: { name: string; run: () => void }
  done?: (output: OutputOf<C>) => unknown
  /** Said when done; not of a form that starts a job. */
  doneText?: string
  /** The call starts a job: it is shown in the corner, and the form stays. */
  follow?: boolean
  /** Where the form stands, given what is typed. */
  frame?: (form: ReactNode, values: Values) => ReactNode
}

export type FormScreenProps<C extends AnyCall> = Omit<ActFormProps<C>, 'cancel' | 'done' | 'frame'> & {
  title: string
  /** Where to go when done, or what to do. Without it: back. */
  done?: (output: OutputOf<C>) => string | void
  siblings?: Siblings
  /** Beside the fields (a preview). */
  aside?: (values: Values) => ReactNode
  /** What narrows the fields' choices, in the address. */
  tools?: ReactNode
  actions?: readonly Action[]
}

export type ReportScreenProps<C extends AnyCall> = {
  title: string
  call: C
  /** What is always sent; what its reader sets is added from the address. */
  input: Partial<SentOf<C>>
  params: readonly ReportParam[]
  /** The report in the answer, and whether a newer one is on its way: then it is asked for again. */
  value: (answer: OutputOf<C>) => ReportValue & { computing?: boolean }
  siblings?: Siblings
  /** The same report of the exam's other subjects. */
  subjects?: readonly { name: string; to: string }[]
  /** Where a row leads. */
  linkTo: (link: ReportLink) => string | undefined
  /** What may be done with what is set. */
  actions: (set: Readonly<Record<string, unknown>>) => readonly Action[]
  /** A list rather than an answer: the table comes first. */
  list?: boolean
}

/** What is said of a checked file beside the kit's own words; each may be empty. */
export type JobWords<R> = {
  /** What is done with the rows: 导入. */
  verb?: string
  /** What the rows are, as they are counted: 名学生; `each` is short for the button over the good ones alone: 名. */
  unit: string
  each?: string
  /** How rows are called that say what is there already; without it they are not counted. */
  existing?: string
  /** Beside 检查通过, 已导入, 没有新的内容 and 没有导入. */
  checked?: (result: R) => string
  done?: (result: R) => string
  nothing?: (result: R) => string
  lost?: (result: R) => string
  /** What was left out in the end though its row was good. */
  left?: (result: R) => string
  /** How what was written can be taken back or put right. */
  undo?: (result: R) => string
}

/** A file that is checked first and written when a person says so. */
export type JobScreenProps<C extends AnyCall, R extends CheckedFile, Row> = {
  title: string
  /** Where the way depends on the kind of file. */
  crumbs?: readonly Crumb[]
  siblings?: Siblings
  /** What the file is, and what becomes of it. */
  children?: ReactNode
  /** Gives the address of a file to fill in. */
  template?: () => Promise<{ url: string }>
  /** Why there is none. */
  templateBarred?: string | null | false
  actions?: readonly Action[]
  /** What is set beside the file; kept in the address. */
  fields?: readonly Field[]
  start?: Values
  /** Takes `key`, `fileName` and `mode` beside `input`, and answers the job's id. */
  call: C
  /** Its last step answers a `CheckedFile`. */
  job: JobAnswering<R>
  input: (values: Values) => Omit<SentOf<C>, 'key' | 'fileName' | 'mode'>
  family: UploadFamily
  hint?: string
  barred?: string | null | false
  /** The good rows may be written without the others. */
  partly?: boolean
  /** What else the check found to be written (classes that will be made). */
  more?: (result: R) => number
  words: JobWords<R>
  facts?: (result: R) => readonly Fact[]
  /** The first rows as they were read. */
  preview?: {
    rows: (result: R) => readonly Row[]
    rowKey: (row: Row) => string
    columns: readonly Column<Row>[]
  }
  /** Under what was written: the next steps. */
  after?: (result: R, job: JobId) => ReactNode
}
