/**
 * A file's name means one thing: of two files of one bare name (`x.ts`) a reader takes the wrong one. Where a suffix says
 * the role (`class.calls.ts`, `class.commands.ts`) the folder says the room: those are the same kind of thing of each.
 */
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { houseFiles, isCode, isTest } from './sources.ts'

/** The same thing on two floors, or the same of two rooms. */
const alike = new Map([
  ['checkedFile.ts', 'what a file came to, and how it is said'],
  ['counts.ts', "a room's counters"],
  ['csv.ts', 'writing CSV, and saving it in the browser'],
  ['kinds.ts', 'kinds of rows, and all of them gathered'],
  ['managed.ts', 'what a caller manages'],
  ['marks.ts', 'printed boxes beside the answers, laid out and read'],
  ['ports.ts', 'the clock and chance of a floor'],
  ['seen.ts', 'what a caller sees'],
  ['session.ts', 'the session at both of its ends'],
])

it('two files of one bare name mean the same', () => {
  const places = new Map<string, string[]>()
  for (const { path } of houseFiles())
    if (/^(shared|functions|web)\//.test(path) && isCode(path) && !isTest(path) && /^\w+\.tsx?$/.test(basename(path)))
      places.set(basename(path), [...(places.get(basename(path)) ?? []), path])
  const twice = [...places].filter(([, paths]) => paths.length > 1)
  expect(twice.filter(([name]) => !alike.has(name)).map(([, paths]) => paths)).toEqual([])
  const names = new Set(twice.map(([name]) => name))
  expect(
    [...alike.keys()].filter((name) => !names.has(name)),
    'no longer twice',
  ).toEqual([])
})
