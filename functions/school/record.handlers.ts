import { listRecords } from '#shared/school/record.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { recordsOf, rowsOf } from './record.read.ts'

export const recordHandlers = [
  implement(listRecords, async ({ input: { after, pageSize, ...ask } }) => {
    const { records, next } = await recordsOf(ask, after, pageSize)
    const list = await rowsOf(ask.schoolId, records)
    return { list, ...(next === undefined ? {} : { next }), more: next !== undefined }
  }),
]
