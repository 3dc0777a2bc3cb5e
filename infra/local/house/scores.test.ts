/**
 * Nothing else writes a score: every write of what scores are made of, and of what readers see of them, stands in one of
 * the files named here. A new way to a score is a line of this table, or a change set.
 */
import { expect, it } from 'vitest'
import { houseFiles, isTest } from './sources.ts'

const write = '(create|update|amend|edit|save|put|putMany|saving|savingOver|creating|putting|updating|remove|removing)'
const code = houseFiles().filter(({ path }) => /^functions\/.*\.ts$/.test(path) && !isTest(path))

/** The files that write rows of a store; a store handed on is named with them. */
const writersOf = (store: string): string[] => {
  const written = new RegExp(`(?<![\\w.])${store}\\s*\\.${write}\\(|settle\\(${store},`)
  const declares = new RegExp(`import[^;]*?\\b${store}\\b[^;]*?\\.store\\.ts'`)
  return code.filter(({ text }) => declares.test(text) && written.test(text)).map((f) => f.path)
}

it.each([
  // Marks: given, corrected before release, laid down with a file or a reading, and given again with a picture that is back.
  [
    'answers',
    [
      'functions/marking/again/fix.commands.ts',
      'functions/marking/again/keptMarks.ts',
      'functions/marking/desk/putMark.ts',
      'functions/marking/scripts.ts',
    ],
  ],
  // What was read of a sheet, and which optional questions a person has decided to count.
  ['objectives', ['functions/marking/choice.commands.ts', 'functions/marking/scripts.ts']],
  // Present, absent, void: with the reading.
  ['heads', ['functions/marking/scripts.ts']],
  // What readers see: the pointer moves with a publication, a withdrawal, or a change set, and a total's with its papers'.
  [
    'publications',
    [
      'functions/analysis/changes/change.commands.ts',
      'functions/analysis/publish.commands.ts',
      'functions/analysis/publish.work.ts',
      'functions/analysis/together.commands.ts',
      'functions/analysis/total.follow.ts',
    ],
  ],
  [
    'changeSets',
    [
      'functions/analysis/changes/change.commands.ts',
      'functions/analysis/changes/replay.work.ts',
      'functions/analysis/publish.work.ts',
    ],
  ],
])('%s are written by these files alone', (store, files) => expect(writersOf(store)).toEqual(files))

it('the scores of a version are stored by one piece of code, once', () => {
  const naming = code.filter(({ text }) => /numbered\('part'/.test(text)).map((f) => f.path)
  expect(naming).toEqual(['functions/analysis/publish.parts.ts', 'functions/analysis/snapshot.ts'])
  const reads = code.find((f) => f.path === 'functions/analysis/snapshot.ts')!.text
  expect(reads).not.toMatch(/\bput(Json|Object|Lines|Pieces)\(/)
})

it('a key is changed by one command', () => {
  const naming = code.filter(({ text }) => /\bpapers\.(saving|save|updating|update)\(/.test(text)).map((f) => f.path)
  expect(naming).toEqual(['functions/exam/exam.public.ts', 'functions/exam/paper.public.ts'])
})
