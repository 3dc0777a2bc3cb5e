import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { examManagers } from '#shared/kit/people.ts'

export const examMorning = call('GET /api/analysis/guide/morning', {
  summary: 'The page for exam morning (print, scan, settle, what if) as PDF: a signed URL',
  ...examManagers,
  scope: self,
  input: () => z.object({}),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
})
