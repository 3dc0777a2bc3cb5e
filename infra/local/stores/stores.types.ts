/** What a stand-in may know of a caller's key. A temporary key carries the session token that must come with it. */
export type Secret = { secretAccessKey: string; sessionToken?: string }

/** Looks a secret up; null for a key that was never given out. */
export type SecretOf = (accessKeyId: string) => Secret | null

/** One thing that a caller wants to do, in IAM's words; `context` holds condition keys such as `s3:prefix`. */
export type Access = {
  accessKeyId: string
  action: string
  resource: string
  context?: Record<string, string | string[]>
}

export type Authorise = (access: Access) => boolean

/** Where the local cloud pretends to stand: it only shows in ARNs. */
export type Place = { partition: string; region: string; account: string }

export const localPlace: Place = { partition: 'aws', region: 'us-east-1', account: '000000000000' }

/** A running stand-in. */
export type Running = { endpoint: string; port: number; close(): Promise<void> }
