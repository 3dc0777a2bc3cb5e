/** The evidence of a candidate's scores: what the one file holds, so that it can be verified without an account. */
import * as z from 'zod'
import { PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { CandidateState } from '../publication.types.ts'

export const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Step = z.object({ hash: Hash, left: z.boolean() })

/** A subject of the file: its folder, and how its candidate's leaf reaches the published root. */
const EvidencePaper = z.object({
  paperId: PaperId,
  courseName: z.string(),
  folder: z.string(),
  v: z.int(),
  publishedAt: z.int(),
  /** Absent where the version was published before roots were. */
  proof: z
    .object({
      root: Hash,
      scheme: Hash,
      journal: z.string(),
      path: z.array(Step),
      /** The pictures that were marked; absent where the version was published before they were in its leaves. */
      sheets: z.array(z.object({ page: z.int(), sha256: z.string() })).optional(),
    })
    .optional(),
})
export type EvidencePaper = z.infer<typeof EvidencePaper>

/** The list of everything in the file: its own digest is published when it is made. */
export const EvidenceManifest = z.object({
  kind: z.literal('qinghe.evidence'),
  schema: z.literal(1),
  madeAt: z.int(),
  examName: z.string(),
  examDate: z.int(),
  candidate: z.object({
    studentId: StudentId,
    studentName: z.string(),
    studentNumber: z.string(),
    className: z.string(),
  }),
  papers: z.array(EvidencePaper).min(1),
  files: z.array(z.object({ name: z.string(), size: z.int(), sha256: Hash })),
})
export type EvidenceManifest = z.infer<typeof EvidenceManifest>

/** `result.json` of a subject: what was published of the candidate. */
export const EvidenceResult = z.object({
  paperId: PaperId,
  studentId: StudentId,
  state: CandidateState,
  scores: z.array(z.int()),
  chosen: z.array(z.string()),
})
export type EvidenceResult = z.infer<typeof EvidenceResult>

/** `readings.json` of a subject, as far as its pictures go: an erased one has no file. */
export const EvidenceReadings = z.object({
  sheets: z.array(z.object({ page: z.int(), file: z.string().nullable() })),
})

/** A line of `marks.json`: a row of the journal as people read it. */
export const EvidenceMark = z.object({
  /** The row that it tells of. */
  entryKey: z.string(),
  questionId: QuestionId,
  number: z.string(),
  role: z.string(),
  score: z.int().nullable(),
  by: z.string(),
  at: z.int(),
})
export type EvidenceMark = z.infer<typeof EvidenceMark>

export const manifestName = 'manifest.json'
