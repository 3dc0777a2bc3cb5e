import { listRecords } from '#shared/school/record.calls.ts'
import type { Sittings } from '#functions/kit/holding.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Implementation } from '#functions/kit/serve.ts'
import { recordsOf, rowsOf } from './record.read.ts'

export const recordHandlers = (sittings: Sittings): Implementation[] => [
  implement(listRecords, async ({ input: { after, pageSize, ...ask } }) => {
    const { records, next } = await recordsOf(ask, after, pageSize)
    const list = await rowsOf(sittings, ask.schoolId, records)
    return { list, ...(next === undefined ? {} : { next }), more: next !== undefined }
  }),
]
