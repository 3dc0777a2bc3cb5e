/**
 * The answer card and its geometry. One geometry serves the designer, the printer, the recogniser and the marker:
 * all lengths are millimetres, the origin is the top left corner of the page, y grows downwards.
 */
import * as z from 'zod'
import { CardId, ExamId, PaperId, TemplateId, Tenant, UserId } from '#shared/kit/ids.ts'
import { TemplateGuide } from './templateGuide.types.ts'

// ---------- the card as its author describes it ----------

/** Unit types of the specification (2 §3). 5 is a solution; 6 is English writing when it has rowNumber, else a solution. */
export const unitTypes = {
  1: '单选题',
  2: '多选题',
  3: '判断题',
  4: '填空题',
  5: '解答题',
  6: '英语作文',
  7: '语文作文',
  8: '选做题',
  9: '组合题',
  10: '卷名',
  11: '题型标题',
  12: '特殊',
} as const

/** The longest words of one question: more than fills a page is not an answer card's. */
export const contentLimit = 2000

/** Scores are integers in hundredths of a point. */
export const CardQuestion = z.object({
  /** The paper's question; unique within the card. */
  questionId: z.string().min(1).max(64),
  /** As printed: "1", "17(2)". */
  number: z.string().min(1).max(12),
  fullScore: z.int().min(0).max(100_000),
  /** Objective questions: how many options (A, B, C…); true/false has 2. */
  optionCount: z.int().min(2).max(26).optional(),
  /** Multiple choice: what an incomplete but right choice earns (hundredths), printed in the heading. */
  halfScore: z.int().min(0).max(100_000).optional(),
  /** Printed words of the answer's place; `___` (three or more) is a blank to write on, `$…$` a formula. */
  content: z.string().max(contentLimit, `内容超过${contentLimit}字，请精简后重试`).optional(),
})
export type CardQuestion = z.infer<typeof CardQuestion>

export const CardUnit = z.object({
  unitId: z.string().min(1).max(64),
  unitType: z.int().min(1).max(12),
  /** The heading, for instance 一、单项选择题. Absent: the type's name. */
  title: z.string().max(200).optional(),
  questions: z.array(CardQuestion).max(400),
  /** Height in mm of one answer block (solutions, combined questions). */
  height: z.number().min(5).max(2000).optional(),
  /** Blanks on one row (default 4); width 100/n %. */
  perRow: z.int().min(1).max(8).optional(),
  /** English writing: ruled lines, 11 mm apart. */
  rowNumber: z.int().min(1).max(60).optional(),
  /** Chinese writing: number of squares. */
  totalNumber: z.int().min(20).max(3000).optional(),
  /** Optional questions (8): how many of them are to be answered (default 1). */
  optionalCount: z.int().min(1).max(20).optional(),
  /** Choices: questions of one group, one below the other (default 5). */
  groupNumber: z.int().min(1).max(20).optional(),
  /** Heights in mm of the parts of a block that goes on in later columns, in order; what they leave follows. */
  splitHeights: z.array(z.number().min(20).max(600)).max(20).optional(),
})
export type CardUnit = z.infer<typeof CardUnit>

export const CardDesign = z.object({
  schema: z.literal(1),
  title: z.string().min(1).max(120),
  /** Printed over the title, from 1.5 on. */
  school: z.string().max(60).optional(),
  subtitle: z.string().max(200).optional(),
  /** 0: A4, one column. 1: A3, two columns. 2: A3, three columns. 3: A4, two columns (spec 2 §4). */
  sheetType: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  studentNumber: z.object({
    /** Digits of the student number. */
    length: z.int().min(4).max(18),
    /**
     * bubbles: the student blackens digits; printed: number and QR are pre-printed, the bubbles are filled by the printer;
     * barcode, qr: no bubbles, the printer fills a bar code's place or the QR alone.
     */
    mode: z.enum(['bubbles', 'printed', 'barcode', 'qr']),
    /** vertical (default): a digit's bubbles stand below one another; horizontal: beside one another. */
    orientation: z.enum(['vertical', 'horizontal']).optional(),
  }),
  showSealLine: z.boolean(),
  /** Which edge of the first page the seal line takes (default left). */
  sealLinePosition: z.enum(['left', 'right']).optional(),
  /** The designer's version that made the card; absent: the first engine, which knew no versions. */
  cardVersion: z
    .string()
    .regex(/^\d{1,2}\.\d{1,2}(\.\d{1,2})?$/)
    .optional(),
  /** The paper's own size in mm; the sheet type then gives the columns alone. */
  customPageSize: z.object({ width: z.number().min(100).max(600), height: z.number().min(100).max(600) }).optional(),
  /** Sides to print on (default 2, one sheet): what is more is added and told. */
  pageCount: z.int().min(1).max(40).optional(),
  /** Every block has its author's height (default 400 px) and stays whole where a column holds it. */
  customHeightMode: z.boolean().optional(),
  /** A and B papers: the student blackens which. */
  isAB: z.boolean().optional(),
  /** front (default): the invigilator's mark of absence on the first page. */
  absentLabelMode: z.enum(['front', 'none']).optional(),
  /** Student number and name again on the front of every further sheet. */
  addStudentNumRegion: z.boolean().optional(),
  /** Score boxes for marking on paper: 1 by the thresholds of 1.4.4, other types by the older ones; absent: none. */
  templateType: z.int().min(1).max(3).optional(),
  /** Half points in score boxes; `hideTickDecimal`: not where one box stands for each score. */
  showDecimal: z.boolean().optional(),
  hideTickDecimal: z.boolean().optional(),
  /** What headings say; all of it by default. */
  showUnitTitle: z.boolean().optional(),
  showUnitTitleScore: z.boolean().optional(),
  hideHalfRight: z.boolean().optional(),
  hideScore: z.boolean().optional(),
  /** The foot's “第 n 页 共 m 页” (default shown). */
  showFooter: z.boolean().optional(),
  /** How true and false are printed: 对 错 (default), T F, √ ×. */
  trueOrFalseType: z.enum(['word', 'letter', 'sign']).optional(),
  units: z.array(CardUnit).min(1).max(200),
})
export type CardDesign = z.infer<typeof CardDesign>

// ---------- the geometry: output of the layout engine, input of everything else ----------

/** x, y, width, height in millimetres on the page. */
export const Rect = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
export type Rect = z.infer<typeof Rect>

/** A locating mark: a solid black square. Four a page, in the corners, plus optional ones along the edges. */
export const Anchor = z.object({ role: z.enum(['tl', 'tr', 'bl', 'br', 'edge']), rect: Rect })
export type Anchor = z.infer<typeof Anchor>

/** One cell to be blackened. */
export const Cell = z.object({ value: z.string(), rect: Rect })
export type Cell = z.infer<typeof Cell>

/** One objective question on the page. */
export const ChoiceRow = z.object({
  questionId: z.string(),
  number: z.string(),
  unitType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Options in order: A, B, C…; true/false: T, F (printed 对, 错 or √, ×). */
  cells: z.array(Cell),
})
export type ChoiceRow = z.infer<typeof ChoiceRow>

/** One digit column of the student number: ten cells '0'…'9'. */
export const DigitColumn = z.object({ cells: z.array(Cell).length(10) })

/** A subjective block: what is cropped and given to a marker. One question may have several blocks (continuations), in order. */
export const AnswerBlock = z.object({
  blockId: z.string(),
  questionIds: z.array(z.string()).min(1),
  unitType: z.int(),
  /** 0 for the first block of the questions, 1… for continuations on later columns or pages. */
  part: z.int().min(0),
  rect: Rect,
})
export type AnswerBlock = z.infer<typeof AnswerBlock>

/** Boxes of a question marked on paper: the score is the sum of what is marked; values are points ("12", "0.5"). */
export const ScoreRow = z.object({
  questionIds: z.array(z.string()).min(1),
  /** 1: one box a score; 3: tens and units. */
  template: z.union([z.literal(1), z.literal(3)]),
  cells: z.array(Cell),
})
export type ScoreRow = z.infer<typeof ScoreRow>

/** Optional questions: the student blackens those that were answered; a value is a question's id. */
export const PickRow = z.object({ questionIds: z.array(z.string()).min(1), cells: z.array(Cell) })
export type PickRow = z.infer<typeof PickRow>

/** What a scan calibrates itself by. A ladder's ticks stand 1 mm apart from end to end; a patch has a known ink. */
export const Calibration = z.object({
  ladders: z.array(z.object({ axis: z.enum(['x', 'y']), rect: Rect })),
  ramp: z.array(z.object({ rect: Rect, ink: z.number() })),
})
export type Calibration = z.infer<typeof Calibration>

/** What is drawn. The printer and the screen draw exactly these, in order. `ink` 0…1: 0 white, 1 black. */
export const Draw = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fill'), rect: Rect, ink: z.number() }),
  z.object({ kind: z.literal('box'), rect: Rect, width: z.number(), ink: z.number(), radius: z.number().optional() }),
  z.object({
    kind: z.literal('line'),
    x1: z.number(),
    y1: z.number(),
    x2: z.number(),
    y2: z.number(),
    width: z.number(),
    ink: z.number(),
    dash: z.number().optional(),
  }),
  z.object({
    kind: z.literal('text'),
    /** The text's box; the baseline is derived: text is centred vertically in it. */
    rect: Rect,
    text: z.string(),
    /** Font size in mm (1 pt = 0.3528 mm). */
    size: z.number(),
    align: z.enum(['left', 'center', 'right']),
    bold: z.boolean().optional(),
    ink: z.number(),
    /** Degrees clockwise about the box's centre (the seal line's text). */
    rotate: z.number().optional(),
  }),
])
export type Draw = z.infer<typeof Draw>

export const PageGeometry = z.object({
  /** 1… within the card. Odd pages are fronts, even pages backs of one sheet. */
  page: z.int().min(1),
  anchors: z.array(Anchor),
  /** Where the QR stands; its payload is `qrPayload(...)` of this page. */
  qr: Rect,
  /** Page mark: solid or empty boxes, the page number in binary, least significant first; readable without the QR. */
  pageMark: z.array(Rect),
  /** Only on page 1 (and on each front where the design asks). */
  studentNumber: z.object({ rect: Rect, columns: z.array(DigitColumn) }).optional(),
  /** A box that an invigilator blackens for an absent student. */
  absent: Cell.optional(),
  choices: z.array(ChoiceRow),
  blocks: z.array(AnswerBlock),
  draws: z.array(Draw),
  /** Where a pre-filled card prints the student's name, class and number as text. */
  nameBox: Rect.optional(),
  /** A and B papers: cells A and B, one of them blackened. */
  paperType: z.array(Cell).optional(),
  /** Where a bar code of the student number is printed or pasted. */
  barcode: Rect.optional(),
  scoreRows: z.array(ScoreRow).optional(),
  picks: z.array(PickRow).optional(),
  calibration: Calibration.optional(),
})
export type PageGeometry = z.infer<typeof PageGeometry>

export const CardGeometry = z.object({
  schema: z.literal(1),
  /** Page size in mm. */
  width: z.number(),
  height: z.number(),
  pages: z.array(PageGeometry).min(1),
  /** First 8 hex digits of a digest of everything that recognition depends on. */
  hash: z.string().length(8),
})
export type CardGeometry = z.infer<typeof CardGeometry>

/** A card as printed and recognised: the code is what the QR carries. */
export const PrintedCard = z.object({
  /** 8 characters of [0-9A-Z], unique. */
  code: z.string().regex(/^[0-9A-Z]{8}$/),
  version: z.int().min(1),
  geometry: CardGeometry,
  /** Somebody else's sheet: pages are found by its pictures, not by our anchors. */
  guide: TemplateGuide.optional(),
})
export type PrintedCard = z.infer<typeof PrintedCard>

/**
 * What the QR carries: `QH1:<code>:<version>:<page>:<hash>` and, on a pre-filled card, `:<studentNumber>`.
 * Alphanumeric mode only (digits, capitals, `:`).
 */
export const qrPayload = (
  card: Pick<PrintedCard, 'code' | 'version'> & { hash: string },
  page: number,
  studentNumber?: string,
) => `QH1:${card.code}:${card.version}:${page}:${card.hash.toUpperCase()}${studentNumber ? `:${studentNumber}` : ''}`

export type QrContent = { code: string; version: number; page: number; hash: string; studentNumber?: string }

/** Reads a payload back; null for anything that is not ours. */
export const parseQr = (text: string): QrContent | null => {
  const m = /^QH1:([0-9A-Z]{8}):(\d{1,6}):(\d{1,3}):([0-9A-F]{8})(?::(\d{4,18}))?$/.exec(text.trim())
  if (!m) return null
  return {
    code: m[1]!,
    version: Number(m[2]),
    page: Number(m[3]),
    hash: m[4]!.toLowerCase(),
    ...(m[5] ? { studentNumber: m[5] } : {}),
  }
}

// ---------- the card as a row ----------

/** Template status (2 §4): 0 awaiting edit, 1 awaiting publish, 2 published. An edit after publishing is a 1 again. */
export const templateStatuses = { 0: '待编辑', 1: '待发布', 2: '已发布' } as const

/** A paper's card as it is being designed; what was published of it lies apart and never changes. */
export const Card = z.object({
  schema: z.literal(1),
  cardId: CardId,
  code: PrintedCard.shape.code,
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  title: z.string(),
  courseName: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  design: CardDesign,
  /** The latest published version; 0: none. */
  publishedVersion: z.int().min(0),
  /** The paper is read by this template instead of the design. */
  templateId: TemplateId.optional(),
  creatorId: UserId,
  createdAt: z.int(),
  editedBy: z.string(),
  editedAt: z.int(),
  /** Nobody changes it until it is unlocked. */
  lock: z.object({ userId: UserId, userName: z.string(), at: z.int() }).optional(),
  deletedAt: z.int().optional(),
  deletedBy: UserId.optional(),
  version: z.int(),
})
export type Card = z.infer<typeof Card>

/** One published version: written once. The geometry is the object at `key`. */
export const CardVersion = z.object({
  schema: z.literal(1),
  code: PrintedCard.shape.code,
  publishedVersion: z.int().min(1),
  cardId: CardId,
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  title: z.string(),
  hash: z.string(),
  pageCount: z.int(),
  key: z.string(),
  publishedBy: z.string(),
  publishedAt: z.int(),
})
export type CardVersion = z.infer<typeof CardVersion>
