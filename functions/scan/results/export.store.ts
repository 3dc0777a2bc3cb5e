/** Where files lie that this room hands out: by exam, so that erasing a candidate finds and removes them. */
import type { Exam } from '#shared/exam/exam.types.ts'
import { keysUnder } from '#functions/kit/erase.ts'
import { objectKey } from '#functions/kit/objects.ts'

type Of = Pick<Exam, 'owner' | 'examId'>

export const exportKey = ({ owner, examId }: Of, jobId: string, suffix: string): string =>
  objectKey(jobId, owner, 'scan', 'export', examId, `${jobId}.${suffix}`)

export const exportsOf = ({ owner, examId }: Of): Promise<string[]> => keysUnder(owner, 'scan', 'export', examId)
