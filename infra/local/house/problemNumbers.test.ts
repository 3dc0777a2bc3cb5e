/**
 * A problem's number is its place in its room's list, and those that were given stay: apps that are open, partners and
 * written answers know them. `problemNumbers.frozen.json` keeps each; a new problem stands at its list's end, there too.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Problem } from '#shared/kit/problem.ts'
import { root } from '../root.ts'
import { houseFiles } from './sources.ts'

const frozen = JSON.parse(readFileSync(join(import.meta.dirname, 'problemNumbers.frozen.json'), 'utf8')) as Readonly<
  Record<string, number>
>

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'key' in value && 'status' in value && 'message' in value

const numbersNow = async (): Promise<Record<string, number>> => {
  const files = houseFiles().filter(({ path }) => /^shared\/.*(?:\.problems|\/problem)\.ts$/.test(path))
  const modules = (await Promise.all(files.map(({ path }) => import(join(root, path))))) as Record<string, unknown>[]
  const lists = modules.flatMap((m) => Object.values(m)).filter((v) => typeof v === 'object' && v !== null)
  const all = lists.flatMap((list) => Object.values(list as object)).filter(isProblem)
  return Object.fromEntries(all.map((p) => [p.key, p.status]))
}

it('problems keep the numbers that they were given', async () => {
  const now = await numbersNow()
  expect(Object.keys(now).length).toBeGreaterThan(300)
  const moved = Object.entries(frozen).filter(([key, number]) => key in now && now[key] !== number)
  expect(moved.map(([key, number]) => `${key}: ${number} has become ${now[key]}`)).toEqual([])
  expect(Object.keys(now).filter((key) => !(key in frozen))).toEqual([])
})
