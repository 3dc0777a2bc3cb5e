type Lock = { packages: Record<string, { version?: string; integrity?: string }> }
export const nodePackage: (platform: string, arch: string) => string | null
export const storePackage: (
  platform: string,
  arch: string,
  lock: Lock,
) => { name: string; version: string; inLock: boolean; integrity?: string } | null
export const heldTo: (
  wanted: { name: string; version: string; integrity?: string },
  found: string | undefined,
) => string | null
export const storeBinary: (platform: string) => string
export const lacksOf: (platform: string, arch: string) => string[]
export const progressLine: (what: string, seconds: number, count: { there: number; of: number } | null) => string
