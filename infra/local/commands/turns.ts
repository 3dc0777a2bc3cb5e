/**
 * Slow files take turns in `npm test`: those that the last changes reach most closely, and others at each commit. What is
 * left out at a commit runs in `npm run test:long` at the same one, so nothing goes untested.
 */
import { changedLately, headOf } from './longPlan.git.ts'
import { distances, distancesByRoom } from './reach.ts'
import { slow } from './slow.ts'

export type Turns = { run: string[]; left: string[] }
type Part = keyof typeof slow

/** Processor seconds that a part's slow files may take in one run. */
const seconds: Readonly<Record<Part, number>> = { unit: 8, stores: 35, local: 12, e2e: 30 }
/** The share of it for what is near to the changes; the rest of the files take turns. */
const forNear = 0.6

/** `far`: how far the changes are from each file. The first near one and the first of the others are taken at any cost. */
export const turnsAmong = (
  costs: Readonly<Record<string, number>>,
  { budget, turn, far }: { budget: number; turn: number; far: ReadonlyMap<string, number> },
): Turns => {
  const files = Object.keys(costs).sort()
  const turned = files.map((_, i) => files[(i + turn) % files.length]!)
  const farOf = (file: string): number => far.get(file) ?? Infinity
  const near = turned.filter((file) => farOf(file) < Infinity).toSorted((a, b) => farOf(a) - farOf(b))
  const taken = new Set<string>()
  let spent = 0
  const take = (from: readonly string[], most: number): void => {
    const open = from.filter((file) => !taken.has(file))
    open.forEach((file, i) => {
      if (i > 0 && spent + costs[file]! > most) return
      spent += costs[file]!
      taken.add(file)
    })
  }
  take(near, budget * forNear)
  take(turned, budget)
  return { run: [...taken].sort(), left: files.filter((file) => !taken.has(file)) }
}

/** Journeys of which `npm test` takes a part at each commit (web/e2e/turn.ts), with what they take whole. */
export const inPart: Readonly<Record<string, number>> = {
  'web/e2e/everyScreen.test.ts': 40,
  'web/e2e/screens.test.ts': 40,
}

export const turnNow = (): number => Number.parseInt(headOf().slice(0, 8), 16)

/** What `npm test` leaves out at this commit, wholly or in part, with what it takes of the processor, s. */
export const leftNow = (): { file: string; seconds: number }[] => {
  const costs: Readonly<Record<string, number>> = {
    ...slow.unit,
    ...slow.stores,
    ...slow.local,
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
    return turnsAmong(slow[part], { budget: seconds[part], turn, far })
  }
  return { unit: of('unit'), stores: of('stores'), local: of('local'), e2e: of('e2e') }
}
