/**
 * A form that the store takes for one file and no other: its key, its tag and its size to the byte stand in the policy
 * that is signed, and the store itself refuses what is larger (AmazonS3, "Browser-Based Uploads Using POST", "POST
 * Policy"). Credentials cannot be told a size.
 */
import { createHmac } from 'node:crypto'

export type FormOf = {
  bucket: string
  key: string
  size: number
  region: string
  /** `name=value` pairs, as in `x-amz-tagging`. */
  tagging: string | undefined
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string }
  at: number
  /** When it ends; the credentials may end before. */
  until: number
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** In a form tags are a document (RESTObjectPOST, "tagging"). Ours are plain words. */
const tagsOf = (tagging: string): string =>
  `<Tagging><TagSet>${[...new URLSearchParams(tagging)]
    .map(([name, value]) => `<Tag><Key>${name}</Key><Value>${value}</Value></Tag>`)
    .join('')}</TagSet></Tagging>`

/** The fields of the form, without the file's own digest (`x-amz-checksum-sha256`), which its sender may add. */
export const uploadForm = (form: FormOf): Record<string, string> => {
  const stamp = `${new Date(form.at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const day = stamp.slice(0, 8)
  const named = {
    key: form.key,
    ...(form.tagging ? { tagging: tagsOf(form.tagging) } : {}),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${form.credentials.accessKeyId}/${day}/${form.region}/s3/aws4_request`,
    'x-amz-date': stamp,
    'x-amz-security-token': form.credentials.sessionToken,
  }
  const policy = Buffer.from(
    JSON.stringify({
      expiration: new Date(form.until).toISOString(),
      conditions: [
        { bucket: form.bucket },
        ...Object.entries(named).map(([name, value]) => ({ [name]: value })),
        ['starts-with', '$x-amz-checksum-sha256', ''],
        ['content-length-range', form.size, form.size],
      ],
    }),
  ).toString('base64')
  const key = ['aws4_request', 's3', form.region, day].reduceRight<Buffer | string>(
    (above, part) => hmac(above, part),
    `AWS4${form.credentials.secretAccessKey}`,
  )
  return { ...named, policy, 'x-amz-signature': hmac(key, policy).toString('hex') }
}
