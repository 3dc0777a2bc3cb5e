/** A file of rows that is checked first and written when a person says so: how its job is asked, and what it answers. */
import * as z from 'zod'
import { line } from './text.ts'

/** check: only look; all: everything or nothing; good: the rows without a problem. */
export const FileMode = z.enum(['check', 'all', 'good'])
export type FileMode = z.infer<typeof FileMode>

/** The uploaded file of which all is taken or nothing: which it is, and whether it is only looked at. */
export const wholeFile = () => ({
  key: z.string().min(1, '请先上传文件').max(400),
  fileName: line('文件名', 300),
  mode: FileMode.exclude(['good']),
})

export const FileProblem = z.object({
  /** The row as the spreadsheet counts it, the head being 1; 0 is the file itself. */
  row: z.int(),
  /** The head of the cell's column; '' is the whole row. */
  column: z.string(),
  text: z.string(),
})
export type FileProblem = z.infer<typeof FileProblem>

/** What the last step of such a job answers, at least. */
export type CheckedFile = {
  mode: FileMode
  rows: number
  /** Without a problem, and new. */
  good: number
  existing: number
  problemCount: number
  /** The first ones; the whole list is the job's file. */
  problems: readonly FileProblem[]
  added: number
}
