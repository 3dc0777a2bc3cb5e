/**
 * What scanning says of a test's papers, which lie in no batch: a test of marking lets this stand for
 * `scan.public.ts` and says here what was read. Nothing that is run may be imported: it would wait for itself.
 */
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import type { SheetLedger, StudentReading } from '#shared/scan/ledger.types.ts'
import type { Sitting } from './marking.fixtures.ts'

/** By paper. */
export const readings = new Map<string, readonly StudentReading[]>()
/** By paper, what differs from a balanced one. */
export const ledgers = new Map<string, Partial<SheetLedger>>()

export const readingsOfStudents = async (paperId: PaperId, ids: readonly StudentId[]): Promise<StudentReading[]> =>
  (readings.get(paperId) ?? []).filter((r) => ids.includes(r.studentId))
export const ledgerOf = async (paperId: PaperId): Promise<SheetLedger> => ({
  ...balancedLedger(paperId),
  ...ledgers.get(paperId),
})

/** A whole script: one crop of the essay, two letters of the choice. */
export const readingOf = (of: Sitting, studentId: StudentId, imageVersion = 1): StudentReading => ({
  studentId,
  state: 'present',
  imageVersion,
  complete: true,
  choices: { [of.choice.questionId]: ['A', 'C'] },
  blocks: [
    {
      blockId: 'b1',
      questionIds: [of.essay.questionId],
      part: 0,
      key: `00/test/scan/${studentId}.${imageVersion}.jpg`,
      width: 800,
      height: 300,
      likelyBlank: false,
    },
  ],
  pages: [],
})

/** All that was handed in is whose it is; `open` pages wait for a person. */
export const balancedLedger = (paperId: PaperId, open = 0): SheetLedger => ({
  paperId,
  handed: 10,
  matched: 10 - open,
  duplicate: 0,
  voided: 0,
  open,
  doubtful: open,
  balanced: open === 0,
  candidates: { present: 10, absent: 0, missing: 0, incomplete: 0 },
})

/** Each candidate came, with one script. */
export const allHere = (of: Sitting): void =>
  void readings.set(
    of.paper.paperId,
    of.students.map((id) => readingOf(of, id)),
  )
