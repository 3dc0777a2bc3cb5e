/**
 * Who reads published scores: each file that opens a version of a paper's results. Readers are told what the exam's policy
 * shows them by one way (`functions/analysis/sight.ts`, and `own.read.ts` of one's own); the others make versions, or hand the maker's own work back.
 */
import { expect, it } from 'vitest'
import { houseFiles, isTest } from './sources.ts'

const readers = {
  'functions/analysis/sight.ts': 'the way: the policy is asked here',
  'functions/analysis/own.read.ts': 'the way to the own result: the policy is asked here',
  'functions/analysis/transcript.ts': 'lines of what sight.ts has let through',
  'functions/analysis/tags/counted.ts': 'some candidates of what sight.ts has let through, for who sees all of them',
  'functions/analysis/analysis.public.ts': 'cards handed back by who manages the exam; what is kept of a person',
  'functions/analysis/changes/change.read.ts': 'what a change moves, for who holds the tool',
  'functions/analysis/changes/change.handlers.ts': 'what a change moves, for who holds the tool',
  'functions/analysis/changes/file.commands.ts': 'what a file would change, for who holds the tool',
  'functions/analysis/changes/merge.ts': 'what a manager takes from one paper into another',
  'functions/analysis/changes/replay.work.ts': 'makes versions',
  'functions/analysis/changes/version.ts': 'makes versions',
  'functions/analysis/scoring.ts': 'makes versions',
  'functions/analysis/publish.handlers.ts': 'what publishing would change, for who publishes',
  'functions/analysis/publish.parts.ts': 'makes versions',
  'functions/analysis/publish.work.ts': 'makes versions',
  'functions/analysis/standing/standing.ts': 'makes versions',
  'functions/analysis/total.ts': 'makes versions',
  'functions/analysis/standing/standing.handlers.ts': 'what a version was made with and of how many, no score of it',
  'functions/analysis/shows.handlers.ts': 'an area’s exam as a school would see it, for who organises it',
  'functions/analysis/evidence/evidence.zip.ts': 'one candidate’s evidence, for who manages the exam',
  'functions/analysis/export/answers.work.ts': 'answers without names, for who holds the tool',
  'functions/analysis/export/scans.work.ts': 'pictures, for who holds the tool',
}

const files = houseFiles().filter(({ path }) => path.startsWith('functions/') && !isTest(path))
const textOf = (path: string): string => files.find((f) => f.path === path)!.text
/** The exported functions of a file by their names, each with its text. */
const partsOf = (path: string): Map<string, string> =>
  new Map(
    textOf(path)
      .split(/^(?=(?:export )?const \w+ = )/m)
      .map((part) => [/const (\w+) = /.exec(part)?.[1] ?? '', part] as const),
  )

it('a version of results is opened by files that are known, and no other', () => {
  const found = files.filter(({ text }) =>
    /^import \{[^}]*\} from '(\.|\.\.|#functions\/analysis)\/snapshot\.ts'/m.test(text),
  )
  expect(found.map((f) => f.path).sort()).toEqual(Object.keys(readers).sort())
})

it('a report, an export and one’s own result ask the policy before anything is read', () => {
  const parts = new Map(['sight.ts', 'own.read.ts'].flatMap((file) => [...partsOf(`functions/analysis/${file}`)]))
  for (const name of ['sightOf', 'shownOf']) expect(parts.get(name)).toContain('disclosedTo(')
  expect(parts.get('seenBy')).toContain('await sightOf(')
  for (const name of ['ownSeen', 'ownExamSeen']) expect(parts.get(name)).toContain('await shownOf(')
  // Nothing beside these two finds out which version is read.
  const versions = [...parts].filter(([, text]) => /\bversionFor\(/.test(text)).map(([name]) => name)
  expect(versions.sort()).toEqual(['seenBy', 'shownOf'])
  expect(textOf('functions/analysis/report.handlers.ts')).not.toMatch(/snapshot\.ts/)
  expect(partsOf('functions/scan/doubts/script.handlers.ts').get('scriptHandlers')).toMatch(
    /implement\(studentSheets[\s\S]*disclosedTo\(/,
  )
})
