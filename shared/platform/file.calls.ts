import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'

export const fileExist = call('POST /api/common/file/exist', {
  summary: "Whether uploaded files of the caller's own school or area are there; nothing is said of others'",
  userTypes: [-1, 1, 2, 3, 13, 15, 18, 19],
  scope: self,
  input: () => z.object({ keys: z.array(z.string().max(400)).min(1, '请选择文件').max(2000, '一次最多2000个文件') }),
  /** In the order of the keys. */
  output: () => z.array(z.boolean()),
})
