/** Objects that are written in parts: whole when the upload is completed, invisible before. */
import { attachment } from '#shared/kit/text.ts'
import { s3 } from './clients.ts'
import { bucket, sizeOf, taggingOf } from './objects.ts'

/** An upload that was begun. What is never completed goes after two days, by the bucket's rule. */
export type Upload = { key: string; uploadId: string }
export type Part = { ETag: string | undefined; PartNumber: number }

/** Bytes of a part where nothing else is asked for: the store takes none below 5 MiB but the last. */
export const partSize = 8_388_608

const uploadAt = ({ key, uploadId }: Upload) => ({ Bucket: bucket(), Key: key, UploadId: uploadId })

export const beginUpload = async (key: string, options: { type?: string; name?: string } = {}): Promise<Upload> => {
  const { CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3')
  const { UploadId } = await (
    await s3()
  ).send(
    new CreateMultipartUploadCommand({
      Bucket: bucket(),
      Key: key,
      ContentType: options.type ?? 'application/octet-stream',
      ...taggingOf(key),
      ...(options.name ? { ContentDisposition: attachment(options.name) } : {}),
    }),
  )
  return { key, uploadId: UploadId! }
}

/**
 * The bytes of `source` as the parts from number `first` on, `each` bytes a part, the last one up to twice as large:
 * ⌊size / each⌋ parts, one at least, so that their numbers are known before. The same again replaces them.
 */
export const putParts = async (
  upload: Upload,
  first: number,
  source: AsyncIterable<Uint8Array>,
  each = partSize,
): Promise<{ parts: Part[]; size: number }> => {
  const { UploadPartCommand } = await import('@aws-sdk/client-s3')
  const client = await s3()
  const parts: Part[] = []
  let size = 0
  let waiting: Uint8Array[] = []
  let waitingSize = 0
  const put = async (Body: Uint8Array): Promise<void> => {
    const PartNumber = first + parts.length
    const { ETag } = await client.send(new UploadPartCommand({ ...uploadAt(upload), PartNumber, Body }))
    parts.push({ ETag, PartNumber })
    size += Body.length
  }
  for await (const chunk of source) {
    waiting.push(chunk)
    waitingSize += chunk.length
    if (waitingSize < 2 * each) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length >= 2 * each; rest = rest.subarray(each)) await put(rest.subarray(0, each))
    waiting = [rest]
    waitingSize = rest.length
  }
  if (waitingSize > 0 || parts.length === 0) await put(Buffer.concat(waiting))
  return { parts, size }
}

/**
 * Puts the parts that `put` makes and makes them one object; answers its size. A run of the same step whose answer was
 * lost, or an orphan of a killed process, may complete the upload first: any part then finds it no more, and the object
 * is there.
 */
export const fillUpload = async (
  upload: Upload,
  put: () => Promise<{ parts: readonly Part[]; size: number }>,
): Promise<number> => {
  const { CompleteMultipartUploadCommand } = await import('@aws-sdk/client-s3')
  try {
    const { parts, size } = await put()
    const client = await s3()
    await client.send(
      new CompleteMultipartUploadCommand({ ...uploadAt(upload), MultipartUpload: { Parts: [...parts] } }),
    )
    return size
  } catch (error) {
    const size = (error as Error).name === 'NoSuchUpload' ? await sizeOf(upload.key) : null
    if (size === null) throw error
    return size
  }
}

const abandon = async (upload: Upload): Promise<void> => {
  const { AbortMultipartUploadCommand } = await import('@aws-sdk/client-s3')
  await (await s3()).send(new AbortMultipartUploadCommand(uploadAt(upload))).catch(() => undefined)
}

/** A stream of unknown length as an object; two parts in memory at most. */
export const putStream = async (
  key: string,
  source: AsyncIterable<Uint8Array>,
  options: { type?: string; name?: string } = {},
): Promise<{ size: number }> => {
  const upload = await beginUpload(key, options)
  try {
    return { size: await fillUpload(upload, () => putParts(upload, 1, source)) }
  } catch (error) {
    await abandon(upload)
    throw error
  }
}
