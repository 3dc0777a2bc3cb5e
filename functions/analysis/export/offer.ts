/** How an export is handed over: a file is offered and its audit record written in one transaction, so that one is there if and only if the other is (I16). */
import type { Actor } from '#shared/kit/actor.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { objectKey } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { examFiles } from '../analysis.store.ts'

/** A paper, or of a file of several its courses together. */
type Of = Pick<Paper, 'examId' | 'paperId' | 'courseName'>
type File = { key: string; name: string; size: number }

export const exportKey = (paper: Pick<Paper, 'paperId' | 'owner'>, jobId: string, suffix: string): string =>
  objectKey(jobId, paper.owner, 'analysis', paper.paperId, 'export', `${jobId}.${suffix}`)

/** Puts the file on the job's record together with the audit record; a repeat finds it there. */
export const handOver = async (
  jobId: JobId,
  by: Actor,
  act: AuditAct,
  paper: Of,
  file: File,
  more: readonly WriteItem[] = [],
): Promise<File> => {
  const offered = async () => (await jobRecords.get({ jobId }))?.files[0]
  const there = await offered()
  if (there) return there
  const record = auditRecord(by, act, paper.paperId, { after: file })
  const at = now()
  const writes: WriteItem[] = [
    ...more,
    // Of two at once the one that comes second finds the other's file, and writes nothing.
    jobRecords.updating({ jobId }, { files: [file], lastTimestamps: at }, { files: [] }),
    examFiles.putting({
      schema: 1,
      examId: paper.examId,
      paperId: paper.paperId,
      jobId,
      courseName: paper.courseName,
      act,
      ...file,
      by: by.userId,
      byName: by.userName,
      at,
    }),
  ]
  if (await audited(writes, record)) return file
  const other = await offered()
  if (!other) throw new Error('the export could not be offered')
  return other
}

export const typeOf = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
} as const
