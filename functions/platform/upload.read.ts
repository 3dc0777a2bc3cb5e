import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { myUpload as myUploadCall, myUploads as myUploadsCall } from '#shared/platform/file.calls.ts'
import { sizeOf } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { uploadKeys } from './upload.public.ts'
import { grantedUploads, isOpen } from './upload.store.ts'

/** So many of the newest are looked at. */
const most = 500
const atOnce = 40
/** Of the first uploads of a page the store is asked what has come, each with a question a file; of others it is not known. */
const mostAsked = 50
const askedAtOnce = 4

type Upload = Awaited<ReturnType<typeof grantedUploads.queryIndex>>[number]

/** What lies under the keys of the first files: of those alone the names are known. */
const thereOf = (u: Upload): Promise<(number | null)[]> => inTurns(uploadKeys(u), atOnce, sizeOf)

const factsOf = (u: Upload) => ({
  uploadId: u.uploadId,
  family: u.family,
  at: u.at,
  firstName: u.names[0] ?? '',
  fileCount: u.sizes.length,
  bytes: u.sizes.reduce((sum, size) => sum + size, 0),
})

export const myUploads = async (
  { family, ...asked }: InputOf<typeof myUploadsCall>,
  caller: Caller,
): Promise<AnswerOf<typeof myUploadsCall>> => {
  const own = await grantedUploads.queryIndex('gsi1', `uploads#${caller.userId}`, { reverse: true, limit: most })
  const { list, ...rest } = page(
    own.filter((u) => u.tenant === caller.tenant && (family === undefined || u.family === family)),
    asked,
  )
  return {
    ...rest,
    list: await inTurns([...list.entries()], askedAtOnce, async ([i, u]) => {
      const asks = i < mostAsked && u.names.length === u.sizes.length
      const come = asks ? (await thereOf(u)).filter((size) => size !== null).length : null
      return { ...factsOf(u), come }
    }),
  }
}

export const myUpload = async (
  { uploadId }: InputOf<typeof myUploadCall>,
  caller: Caller,
): Promise<AnswerOf<typeof myUploadCall>> => {
  const u = await grantedUploads.get({ uploadId })
  if (!u || u.userId !== caller.userId || u.tenant !== caller.tenant) return refuse(commonProblems.notFound)
  const there = await thereOf(u)
  return {
    ...factsOf(u),
    files: u.names.map((name, i) => ({ no: i + 1, name, bytes: u.sizes[i] ?? 0, there: there[i] ?? null })),
    goesOn: isOpen(u),
  }
}
