/**
 * No folder and no file holds more than a reader takes in: beyond it a room is divided, by one name in `shared`,
 * `functions`, `web`, and so is a file.
 */
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { houseFiles, isCode, isTest } from './sources.ts'

const most = 25

/** Folders that were larger when the rule came; a number here only falls. */
const larger: Record<string, number> = {
  'functions/analysis': 26,
  'functions/kit': 41,
  'functions/school/people': 28,
  'infra/local': 28,
  'shared/analysis': 30,
  'shared/kit': 27,
  'shared/scan/omr': 37,
  'web/app': 45,
  'web/card/designer': 36,
  'web/kit': 30,
  'web/kit/parts': 55,
}

it('a folder holds at most 25 files of code beside its tests', () => {
  const sizes = new Map<string, number>()
  for (const { path } of houseFiles())
    if (isCode(path) && !isTest(path) && !path.includes('.test.'))
      sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  const over = [...sizes].filter(([folder, files]) => files > (larger[folder] ?? most))
  expect(over, 'divide these').toEqual([])
})

const mostLines = 400

/** Files that were longer when the rule came; a number here only falls. */
const longer: Record<string, number> = {
  'functions/kit/projection.ts': 500,
  'functions/kit/table.ts': 450,
}

it('a file of code has at most 400 lines', () => {
  const long = houseFiles()
    .filter(({ path }) => isCode(path) && !isTest(path))
    .map(({ path, text }) => [path, text.trimEnd().split('\n').length] as const)
    .filter(([path, lines]) => lines > (longer[path] ?? mostLines))
  expect(long, 'divide these').toEqual([])
})

it('what has become short enough is on no list', () => {
  const lines = new Map(houseFiles().map(({ path, text }) => [path, text.trimEnd().split('\n').length]))
  const short = Object.keys(longer).filter((path) => (lines.get(path) ?? 0) <= mostLines)
  expect(short, 'take these lines out').toEqual([])
})
