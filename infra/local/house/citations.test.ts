/** What comments, tests and READMEs refer to can be opened by who has only this repository. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { houseFiles } from './sources.ts'

const files = houseFiles().filter((f) => /\.(tsx?|mjs|js|md)$/.test(f.path))
const textOf = (path: string): string => files.find((f) => f.path === path)!.text
const decisions = 'infra/decisions/'
const invariants = 'infra/decisions/invariants.md'
const specification = 'infra/decisions/specification.md'

/** Each match of a pattern with the file it stands in. */
const citations = (pattern: RegExp, among = files) =>
  among.flatMap((f) => [...f.text.matchAll(pattern)].map((match) => ({ path: f.path, match })))

describe('what is cited can be read', () => {
  it('invariants by their numbers, each with a test that is there', () => {
    const rows = [...textOf(invariants).matchAll(/^\| (I\d+) \|.*\| `([^`]+)` \|$/gm)]
    const numbers = new Set(rows.map((r) => r[1]!))
    expect(numbers.size).toBeGreaterThan(20)
    expect(rows.map((r) => r[2]!).filter((test) => !existsSync(join(root, test)))).toEqual([])
    const cited = citations(/\bI(?:1[0-9]|2[0-5]|[1-9])\b(?!:)/g).filter((c) => c.path !== invariants)
    expect(cited.length).toBeGreaterThan(100)
    expect(cited.filter((c) => !numbers.has(c.match[0])).map((c) => `${c.path}: ${c.match[0]}`)).toEqual([])
  })

  it('sections of the specification by document and number', () => {
    const sections = new Set([...textOf(specification).matchAll(/^## ([123] §[\d.]+)$/gm)].map((m) => m[1]!))
    const cited = citations(/\b([123]),? §(\d+(?:\.\d+)*)((?:(?:,| and) §\d+(?:\.\d+)*)*)/g).flatMap((c) =>
      [c.match[2]!, ...[...c.match[3]!.matchAll(/§([\d.]+)/g)].map((m) => m[1]!)].map((section) => ({
        path: c.path,
        section: `${c.match[1]} §${section}`,
      })),
    )
    expect(cited.length).toBeGreaterThan(100)
    expect(cited.filter((c) => !sections.has(c.section)).map((c) => `${c.path}: ${c.section}`)).toEqual([])
    // An entry that nothing rests on any more goes.
    const used = new Set(cited.filter((c) => c.path !== specification).map((c) => c.section))
    expect([...sections].filter((s) => !used.has(s))).toEqual([])
  })

  it('decisions by their numbers', () => {
    const numbers = new Set(
      files.flatMap((f) => (f.path.startsWith(decisions) ? (/\/(\d{4})-/.exec(f.path)?.[1] ?? []) : [])),
    )
    const cited = citations(/\b(?:[Dd]ecisions? |infra\/decisions\/)0*(\d+)\b/g)
    expect(cited.length).toBeGreaterThan(5)
    expect(
      cited.filter((c) => !numbers.has(c.match[1]!.padStart(4, '0'))).map((c) => `${c.path}: ${c.match[0]}`),
    ).toEqual([])
  })

  it('pages by their paths', () => {
    const cited = citations(/(?<![\w*])((?:[\w.-]+\/)*[\w-]+\.md)\b/g)
    const open = (from: string, page: string): boolean =>
      [root, join(root, dirname(from))].some((base) => existsSync(join(base, page)))
    expect(cited.length).toBeGreaterThan(20)
    expect(cited.filter((c) => !open(c.path, c.match[1]!)).map((c) => `${c.path}: ${c.match[1]}`)).toEqual([])
  })
})
