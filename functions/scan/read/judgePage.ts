/** From what the recogniser saw to what is stored of a page: whose it may be and what a person must look at. Pure. */
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { PageReading } from '#shared/scan/omr/omr.types.ts'
import { marksRead } from '#shared/scan/results/marks.rules.ts'
import { bars } from '#shared/scan/scan.rules.ts'
import type { SheetDoubt, SheetMark, StoredReading } from '#shared/scan/sheet.types.ts'

export type Judged = {
  doubts: SheetDoubt[]
  number?: string
  /** The candidate whose page this is without a doubt. */
  studentId?: Candidate['studentId']
  /** No number on this page: the page before it tells whose it is. */
  numberless: boolean
  /** The mark of absence is filled and nothing was answered. */
  absent: boolean
  marks: SheetMark[]
}

const doubtsOf = (reading: PageReading, geometry: PageGeometry | undefined): SheetDoubt[] =>
  // What is marked beside the letters is judged by the paper's rules.
  reading.doubts.flatMap(({ kind, questionId, mark, detail }) => {
    if (mark !== undefined) return []
    const base = { kind, ...(detail ? { detail } : {}) }
    if (questionId === undefined) return base
    const choice = reading.choices.find((c) => c.questionId === questionId)
    const row = geometry?.choices.find((c) => c.questionId === questionId)
    return {
      ...base,
      questionId,
      ...(row ? { number: row.number, unitType: row.unitType } : {}),
      ...(choice
        ? {
            chosen: choice.chosen.join(''),
            cells: choice.cells.map(({ value, state, ink }) => ({ value, state, ink })),
          }
        : {}),
    }
  })

/** By question: letters in order; null is in doubt. */
export const choicesRead = (reading: PageReading): StoredReading['choices'] =>
  Object.fromEntries(reading.choices.map((c) => [c.questionId, c.doubt ? null : c.chosen.join('')]))

/** The candidate whose number was read, or how many may be meant by it. */
type Known = { candidate: Pick<Candidate, 'studentId' | 'studentNumber'> | null; tied: readonly unknown[] }

/** As the roster has it where its candidate is known; else as it was read, ? for what was not. */
const numberOf = (seen: NonNullable<PageReading['studentNumber']>, candidate: Known['candidate']): string =>
  candidate?.studentNumber ?? seen.value ?? seen.digits.map((d) => d?.value ?? '?').join('')

/**
 * Judges one reading; the candidate is whose number was read. The number counts only when nothing on the page bars
 * it; a page without a place for a number is left to the page before it.
 */
export const judgePage = (
  reading: PageReading,
  geometry: PageGeometry | undefined,
  { candidate, tied }: Known,
  questions: readonly PaperQuestion[] = [],
): Judged => {
  const seen = reading.studentNumber
  // What empty columns leave open the roster has told.
  const told = seen?.short && (candidate || tied.length > 0)
  const doubts = doubtsOf(reading, geometry).filter((d) => !(told && d.kind === 'studentNumber'))
  const number = seen ? numberOf(seen, candidate) : reading.qr?.studentNumber
  if (!candidate && tied.length > 0) {
    const detail = `考号只涂了 ${seen?.short?.digits ?? seen?.value}，名单中有 ${tied.length} 名考生可能是它，请看卷面上的姓名`
    doubts.unshift({ kind: 'unknownStudent', detail })
  } else if (seen?.value && !candidate)
    doubts.unshift({ kind: 'unknownStudent', detail: `考号 ${seen.value} 不在考生名单中` })
  const numberless = reading.status === 'read' && !seen
  const wrote = reading.choices.some((c) => c.chosen.length > 0) || reading.blocks.some((b) => !b.likelyBlank)
  // A doubtful row may be an answer: then a person says, but is not told that there is one.
  const answered = wrote || reading.choices.some((c) => c.doubt !== undefined)
  const filled = reading.absent?.state === 'filled'
  if (reading.absent?.state === 'doubt') doubts.push({ kind: 'absentMark', detail: '缺考标记填涂不清' })
  else if (filled && answered)
    doubts.push({
      kind: 'absentMark',
      detail: wrote ? '填涂了缺考标记，但页面上有作答' : '填涂了缺考标记，但有的题填涂不清',
    })
  const found = marksRead(reading, questions, filled && !answered)
  doubts.push(...found.doubts)
  const barred = doubts.some(bars)
  return {
    doubts,
    ...(number ? { number } : {}),
    ...(candidate && !barred && reading.status === 'read' ? { studentId: candidate.studentId } : {}),
    numberless: numberless && !barred,
    absent: filled && !answered,
    marks: found.marks,
  }
}
