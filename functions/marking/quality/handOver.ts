/** Files of marking, and how one is handed to who asked for it. */
import type { Actor } from '#shared/kit/actor.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { objectKey } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobRecords } from '#functions/kit/work.ts'
import type { Desk } from '../desk/desk.ts'

export const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

type File = { key: string; name: string; size: number }

/** The file is on the job's record and in the audit trail, or in neither (I16); a repeat finds it there. */
export const handOver = async (jobId: JobId, by: Actor, act: AuditAct, { paper }: Desk, file: File): Promise<File> => {
  const offered = async () => (await jobRecords.get({ jobId }))?.files[0]
  const there = await offered()
  if (there) return there
  const record = auditRecord(by, act, paper.paperId, { after: file, told: { name: file.name }, tenant: paper.owner })
  const writes = [jobRecords.updating({ jobId }, { files: [file], lastTimestamps: now() }, { files: [] })]
  if (await audited(writes, record)) return file
  return (await offered()) ?? refuse(markingProblems.conflict)
}

export const fileKey = ({ paper }: Desk, jobId: JobId, form: keyof typeof types): string =>
  objectKey(jobId, paper.owner, 'marking', paper.examId, 'export', `${jobId}.${form}`)
