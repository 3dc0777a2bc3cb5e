/**
 * What a platform needs beside the packages of the lock file, and what it has to do without. Pure: the bootstrap asks before
 * anything is installed, so only plain JavaScript is here.
 */

/** Platforms that DynamoDB's stand-in has a binary for: the packages that its own wrapper names. */
const stores = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']
/** Platforms that Node is published for on npm. */
const nodes = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64']
/** The one package of the stores' stand-in that the lock file has: its version is that of all the others. */
const pinned = 'node_modules/@dynoxide/linux-x64'

/**
 * The npm package of a Node of this platform; null where there is none.
 * @param {string} platform
 * @param {string} arch
 */
export const nodePackage = (platform, arch) =>
  nodes.includes(`${platform}-${arch}`) ? `node-${platform === 'win32' ? 'win' : platform}-${arch}` : null

/**
 * The package of the stores' stand-in: its version by the lock file, and its digest where the lock file has it. Null where
 * none is published. The lock file is written on linux-x64 from a registry that has that platform's package alone and
 * answers 404 for the other four: npm writes no entry for what it could not ask for, and a digest that was copied by hand
 * from elsewhere would be trusted without a byte of it having been seen. Where a registry has all five, they belong among
 * the optional dependencies beside it, and npm keeps their digests by itself; until then npm holds those four to what
 * their own registry says.
 * @param {string} platform
 * @param {string} arch
 * @param {{ packages: Record<string, { version?: string, integrity?: string }> }} lock
 */
export const storePackage = (platform, arch, lock) => {
  const name = `@dynoxide/${platform}-${arch}`
  const version = lock.packages[pinned]?.version
  if (!stores.includes(`${platform}-${arch}`) || version === undefined) return null
  const own = lock.packages[`node_modules/${name}`]
  const known = own?.version === version ? own.integrity : undefined
  return { name, version, inLock: own !== undefined, ...(known === undefined ? {} : { integrity: known }) }
}

/**
 * In a line what a fetched package was held to; null where it is another one than the lock file's.
 * @param {{ name: string, version: string, integrity?: string }} wanted
 * @param {string | undefined} found
 */
export const heldTo = ({ name, version, integrity }, found) =>
  integrity === undefined
    ? `${name} ${version}: by the lock file's version; it has no digest of this platform's package, npm held it to the registry's own.`
    : integrity === found
      ? `${name} ${version}: by the lock file's version and digest.`
      : null

/** The file of the stand-in in its package. */
export const storeBinary = (/** @type {string} */ platform) => (platform === 'win32' ? 'dynoxide.exe' : 'dynoxide')

/**
 * What is not to be had here, and what works without it: a line each.
 * @param {string} platform
 * @param {string} arch
 */
export const lacksOf = (platform, arch) => [
  ...(stores.includes(`${platform}-${arch}`)
    ? []
    : [
        `No database for ${platform}-${arch}: npm start and npm test need it; npm run recognise, analyse, catalogue and openapi work.`,
      ]),
  ...(platform === 'linux' && arch === 'x64'
    ? []
    : [`No browser for ${platform}-${arch}: the journeys of npm test are left out; everything else works.`]),
]

/**
 * One line about how far a long step is: what is there of what is to come, and since when.
 * @param {string} what
 * @param {number} seconds
 * @param {{ there: number, of: number } | null} count
 */
export const progressLine = (what, seconds, count) => {
  const time =
    seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
  if (count === null || count.of === 0) return `${what} … ${time}`
  const share = Math.min(99, Math.floor((100 * count.there) / count.of))
  return `${what} … ${Math.min(count.there, count.of)} of ${count.of} (${share} %), ${time}`
}
