/** Posts a file by the form of its grant, as a browser does. Answers what the store said. */
export const postForm = (
  { bucket, region, endpoint }: { bucket: string; region: string; endpoint?: string | undefined },
  fields: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<Response> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([Uint8Array.from(bytes)]))
  const to = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com/`
  return fetch(to, { method: 'POST', body })
}
