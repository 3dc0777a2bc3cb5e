/**
 * What a room holds of a student, said by the room itself. The school, which stands below exams, scans and results, takes
 * a student out of them and hands him what is his through these; `functions/app` gathers who holds something.
 */
import type { Known } from '#shared/kit/anonymous.ts'
import type { CardId, ExamId, PaperId, Tenant } from '#shared/kit/ids.ts'
import type { Room } from '#shared/kit/problem.ts'

/** A paper that the student sat. */
export type SatPaper = {
  readonly paperId: PaperId
  readonly examId: ExamId
  readonly owner: Tenant
  readonly cardId?: CardId | undefined
}

/** A student's place in one exam, as the exam's roster has it. */
export type Sitting = {
  readonly examId: ExamId
  readonly studentName: string
  readonly studentNumber: string
  readonly classId: string
  readonly className: string
  /** Without it the exam is deleted. `released`: its scores need not know any more whose they are. */
  readonly exam?: {
    readonly examName: string
    readonly examDate: number
    readonly term: string
    readonly gradeName: string
    readonly released: boolean
  }
}

/** What the exams answer to rooms below them. */
export type Sittings = {
  readonly sittingsOf: (studentId: string) => Promise<Sitting[]>
  readonly papersSat: (examId: ExamId) => Promise<(SatPaper & { readonly courseName: string })[]>
  /** What exams and papers are called, of these ids; other ids are passed over. */
  readonly titlesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** What of a paper is the student's own: his result, and where his pages lie. */
export type Given = {
  readonly state: string | null
  readonly result?: unknown
  readonly pages?: readonly { readonly page: number; readonly key: string }[]
}

export type Holding = {
  readonly room: Room
  /** Takes the student out of a paper that he sat. Again is harmless. */
  readonly erasePaper?: (paper: SatPaper, known: Known) => Promise<void>
  /** Takes the student out of all else that the room keeps of him. Again is harmless. */
  readonly eraseStudent?: (student: {
    readonly tenant: Tenant
    readonly userId?: string | undefined
    readonly known: Known
  }) => Promise<void>
  /** Null: the room has nothing of him. */
  readonly give?: (paper: SatPaper, studentId: string) => Promise<Given | null>
}
