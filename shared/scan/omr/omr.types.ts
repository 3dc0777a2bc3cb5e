/**
 * What the recogniser answers. Pure data: no pixels but the crops' rectangles.
 */
import type { ShortNumber } from './shortNumber.ts'

/**
 * A greyscale picture, one byte a pixel, 0 black, 255 white, row by row. `dpi` where the file claims one: it tells a page
 * that was printed too small from a picture with a wide border.
 */
export type Grey = { width: number; height: number; data: Uint8Array; dpi?: number }

/** What one cell was judged to be. 'doubt' goes to a person. */
export type CellState = 'empty' | 'filled' | 'doubt'

export type CellReading = {
  value: string
  state: CellState
  /** Share of new ink in the cell over the blank card, 0…1. */
  ink: number
  /** 0…1: how far from the nearest threshold. */
  confidence: number
}

/** Why a person must look at a page or a reading. */
export type DoubtKind =
  | 'unreadable' // the file is no picture that can be read
  | 'noAnchors' // no card was found on the picture
  | 'foreignCard' // a card, but not ours, or its QR and geometry disagree
  | 'otherExam' // one of our cards, of another exam
  | 'blankPage' // white paper
  | 'twoPages' // two pages in one picture that no cut divides
  | 'scale' // printed at another size than designed
  | 'unknownStudent' // the number is complete but no candidate has it
  | 'studentNumber' // the number has an empty, doubtful or double digit
  | 'duplicate' // two pages for one page of a student
  | 'missingPage' // a script lacks a page
  | 'doubleMark' // two marks where one is allowed
  | 'faintMark' // a mark between the thresholds
  | 'stain' // dirt touches cells
  | 'pageMark' // QR and page mark disagree

export type ChoiceReading = {
  questionId: string
  /** Values of filled cells in order, e.g. ['A'] or ['A','C']; [] is blank. */
  chosen: string[]
  cells: CellReading[]
  doubt?: Extract<DoubtKind, 'doubleMark' | 'faintMark' | 'stain'>
}

/**
 * Cells of which something other than a question's letters is read: the paper's type, the optional questions that were
 * answered, the score that a marker gave. `chosen` holds what is plainly filled, also where there is a doubt.
 */
export type MarkReading = {
  chosen: string[]
  cells: CellReading[]
  doubt?: Extract<DoubtKind, 'doubleMark' | 'faintMark' | 'stain'>
}

/** Which of some optional questions were answered: values are question ids. */
export type PickReading = MarkReading & { questionIds: string[] }

/** A score given on paper: `score` is the sum of the marked boxes in hundredths, null where none is marked or in doubt. */
export type ScoreReading = MarkReading & { questionIds: string[]; score: number | null }

/** Page pixels from card millimetres: homography, row-major 3×3: [x·w, y·w, w]ᵀ = H·[mmX, mmY, 1]ᵀ. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export type PageReading = {
  status: 'read' | 'refused'
  /** All that a person must look at, page-level ones first. */
  doubts: { kind: DoubtKind; questionId?: string; mark?: string; detail?: string }[]
  /** Set when the page was located. */
  page?: number
  homography?: Homography
  /** Degrees that the picture was turned by, clockwise: 0, 90, 180, 270 plus the fine angle. */
  rotation?: number
  scale?: number
  /**
   * How sure the place is. `likeness`: of the print with what is seen where it should be, 0…1. `margin`: by how much, in
   * shares of a usual outline, the last rows and columns of the least sure block have outlines and what lies one step beyond
   * has none; absent where the picture shows no outlines. Of a template's sheet 1 is what the template has against itself one
   * or two steps away, negative what it has there. `found`: of a template, the share of its patches that were found
   * again. `offset`: the largest local shift from the plane, mm. `followed`: bent paper, followed along its print.
   */
  placement?: { likeness: number; margin?: number; found?: number; offset: number; followed?: boolean }
  qr?: { code: string; version: number; page: number; hash: string; studentNumber?: string }
  studentNumber?: {
    value: string | null
    digits: (CellReading | null)[]
    from: 'qr' | 'bubbles' | 'both' | 'barcode'
    /** Every column is plainly marked or plainly empty, the empty ones at one end: the number may be shorter than its columns. */
    short?: ShortNumber
  }
  absent?: CellReading
  choices: ChoiceReading[]
  /** Where the page asks for paper A or B: the one that is marked, null with a doubt. */
  paperType?: MarkReading & { value: string | null }
  picks?: PickReading[]
  scores?: ScoreReading[]
  /** Rectangles of subjective blocks in pixels of the straightened block: the caller cuts them. */
  blocks: { blockId: string; questionIds: string[]; ink: number; likelyBlank: boolean }[]
}
