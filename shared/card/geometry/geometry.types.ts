/**
 * The geometry of an answer card: output of the layout engine, input of the printer, the recogniser and the marker. All
 * lengths are millimetres, the origin is the top left corner of the page, y grows downwards. It knows neither the card's
 * design nor its rows, so the recogniser stands on it, and the card on the recogniser.
 */
import * as z from 'zod'
import { TemplateGuide } from './guide.types.ts'

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

/** Left off where a copy is printed for a student: what asks for that which the copy bears already. */
const blankOnly = z.literal(true).optional()

/** What is drawn. The printer and the screen draw exactly these, in order. `ink` 0…1: 0 white, 1 black. */
export const Draw = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fill'), rect: Rect, ink: z.number(), blank: blankOnly }),
  z.object({
    kind: z.literal('box'),
    rect: Rect,
    width: z.number(),
    ink: z.number(),
    radius: z.number().optional(),
    blank: blankOnly,
  }),
  z.object({
    kind: z.literal('line'),
    x1: z.number(),
    y1: z.number(),
    x2: z.number(),
    y2: z.number(),
    width: z.number(),
    ink: z.number(),
    dash: z.number().optional(),
    blank: blankOnly,
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
    blank: blankOnly,
  }),
  z.object({
    kind: z.literal('image'),
    rect: Rect,
    /** Which of the design's pictures, and the sha256 of its bytes. */
    pictureId: z.string(),
    sha256: z.string(),
    blank: blankOnly,
  }),
])
export type Draw = z.infer<typeof Draw>

/** What of a candidate a copy can bear. */
/** The school stands along a seal line alone, from 1.5.5 on. */
export const fieldNames = ['school', 'name', 'className', 'studentNumber', 'room', 'seat'] as const

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
  /** The lines of the candidate's data, from 1.5.4 on; words along a seal line are turned by so many degrees. */
  fields: z.array(z.object({ of: z.enum(fieldNames), rect: Rect, turn: z.number().optional() })).optional(),
  /** What a copy says in the place of what is for the blank card alone: one with a name, one with room and seat too. */
  copies: z.object({ named: z.array(Draw), seated: z.array(Draw) }).optional(),
  /** Where a further page of a pre-filled card says in one line whose it is: no marker sees it. */
  nameLine: Rect.optional(),
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
  /** Another maker's sheet: pages are found by its pictures, not by our anchors. */
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

/** Cells in rows and columns: the first cell, how far it is to the next, and how many there are. */
export const CellGrid = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number().positive(),
  h: z.number().positive(),
  stepX: z.number().min(0),
  stepY: z.number().min(0),
  rows: z.int().min(1).max(200),
  columns: z.int().min(1).max(60),
})
export type CellGrid = z.infer<typeof CellGrid>
