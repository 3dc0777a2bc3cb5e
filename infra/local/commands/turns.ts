/**
 * Slow files take turns in `npm test`: those that the last changes reach most closely, and others at each commit. What is
 * left out at a commit runs in `npm run test:long` at the same one, so nothing goes untested.
 */
import { join } from 'node:path'
import { root } from '../root.ts'
import { changedLately, filesNow, headOf } from './longPlan.git.ts'
import { distances, distancesByRoom } from './reach.ts'
import { slow } from './slow.ts'

export type Turns = { run: string[]; left: string[] }
type Part = keyof typeof slow

/** Processor seconds that a part's slow files may take in one run. */
const seconds: Readonly<Record<Part, number>> = { unit: 8, stores: 35, local: 12, browser: 12, e2e: 30 }
/** The share of it for what is near to the changes; the rest of the files take turns. */
const forNear = 0.6

/**
 * `far`: how far the changes are from each file. The first near one and the first of the others are taken at any
 * cost of at most `most`: what costs more is always the long run's.
 */
export const turnsAmong = (
  costs: Readonly<Record<string, number>>,
  {
    budget,
    turn,
    far,
    most = Infinity,
  }: { budget: number; turn: number; far: ReadonlyMap<string, number>; most?: number },
): Turns => {
  const all = Object.keys(costs).sort()
  const files = all.filter((file) => costs[file]! <= most)
  const turned = files.map((_, i) => files[(i + turn) % files.length]!)
  const farOf = (file: string): number => far.get(file) ?? Infinity
  const near = turned.filter((file) => farOf(file) < Infinity).toSorted((a, b) => farOf(a) - farOf(b))
  const taken = new Set<string>()
  let spent = 0
  const take = (from: readonly string[], until: number): void => {
    const open = from.filter((file) => !taken.has(file))
    open.forEach((file, i) => {
      if (i > 0 && spent + costs[file]! > until) return
      spent += costs[file]!
      taken.add(file)
    })
  }
  take(near, budget * forNear)
  take(turned, budget)
  return { run: [...taken].sort(), left: all.filter((file) => !taken.has(file)) }
}

/** What reads files only looks at those that changed lately, and at one of so many of the others. */
const readShare = 4
/** Files that are read in `npm test` at this commit, and those that the long run reads. */
export const readAmong = (
  files: readonly string[],
  { turn, changed }: { turn: number; changed: ReadonlySet<string> },
): Turns => {
  const isRead = (file: string, at: number): boolean => changed.has(file) || (at + turn) % readShare === 0
  const sorted = [...files].sort()
  return { run: sorted.filter(isRead), left: sorted.filter((file, at) => !isRead(file, at)) }
}
export const readNow = (): Turns => readAmong(filesNow(), { turn: turnNow(), changed: new Set(changedLately()) })

const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

/** The formatter over these files, as a command; the whole checkout's names are some 150 KB, a tenth of what Linux takes. */
export const formatting = (files: readonly string[]): string[] => [
  ...[bin('prettier'), '--check', '--log-level=warn', '--cache', '--cache-location=.cache/prettier'],
  ...files.filter((file) => /\.(?:tsx?|m?js|mts|json|css|html)$/.test(file)),
]
/** The linter over those that it reads. */
export const linting = (files: readonly string[]): string[] => [
  ...[bin('eslint'), '--max-warnings=0'],
  ...files.filter((file) => /\.tsx?$/.test(file)),
]

/** Journeys of which `npm test` takes a part at each commit (web/e2e/turn.ts), with what they take whole. */
export const inPart: Readonly<Record<string, number>> = {
  'web/e2e/everyScreen.test.ts': 45,
  'web/e2e/screens.test.ts': 40,
}

export const turnNow = (): number => Number.parseInt(headOf().slice(0, 8), 16)

/** What `npm test` leaves out at this commit, wholly or in part, with what it takes of the processor, s. */
export const leftNow = (): { file: string; seconds: number }[] => {
  const costs: Readonly<Record<string, number>> = {
    ...slow.unit,
    ...slow.stores,
    ...slow.local,
    ...slow.browser,
    ...slow.e2e,
    ...inPart,
  }
  const left = [...Object.values(turnsNow()).flatMap((t) => t.left), ...Object.keys(inPart)]
  return left.map((file) => ({ file, seconds: costs[file]! }))
}

/** What each part's slow files do at this commit, with what is changed and not committed. */
export const turnsNow = (): Record<Part, Turns> => {
  const [turn, changed] = [turnNow(), changedLately()]
  const of = (part: Part): Turns => {
    const far = (part === 'e2e' ? distancesByRoom : distances)(changed, Object.keys(slow[part]))
    return turnsAmong(slow[part], { budget: seconds[part], turn, far, most: 60 })
  }
  return { unit: of('unit'), stores: of('stores'), local: of('local'), browser: of('browser'), e2e: of('e2e') }
}
