/** A problem's number names it to apps that are open, partners and written answers: no two have the same, and each lies in its room's block. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { problemBlocks } from '#shared/kit/problem.ts'
import type { Problem } from '#shared/kit/problem.ts'
import { root } from '../root.ts'
import { houseFiles } from './sources.ts'

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'key' in value && 'status' in value && 'message' in value

const allProblems = async (): Promise<Problem[]> => {
  const files = houseFiles().filter(({ path }) => /^shared\/.*(?:\.problems|\/problem)\.ts$/.test(path))
  const modules = (await Promise.all(files.map(({ path }) => import(join(root, path))))) as Record<string, unknown>[]
  const lists = modules.flatMap((m) => Object.values(m)).filter((v) => typeof v === 'object' && v !== null)
  return [...new Set(lists.flatMap((list) => Object.values(list as object)).filter(isProblem))]
}

/** Given by the specification. */
const fixed = { 'scan.uploadFinished': 11_008 }

it('every problem has a number of its own, in the block of its room', async () => {
  const all = await allProblems()
  expect(all.length).toBeGreaterThan(400)
  const twice = [...Map.groupBy(all, (p) => p.status).values()].filter((same) => same.length > 1)
  const next = (status: number): number => (all.some((p) => p.status === status) ? next(status + 1) : status)
  expect(twice.map((same) => `${same.map((p) => p.key).join(', ')}: ${next(same[0]!.status)} is free`)).toEqual([])
  const strange = all.filter(({ key, status }) => {
    const first = problemBlocks[key.split('.')[0] as keyof typeof problemBlocks]
    return (fixed as Record<string, number>)[key] !== status && !(status > first && status < first + 1000)
  })
  expect(strange.map((p) => `${p.key}: ${p.status}`)).toEqual([])
})
