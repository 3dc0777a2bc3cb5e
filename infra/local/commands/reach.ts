/** What a change reaches: tests that import a changed file, directly or through others. */
import { dirname, join, normalize } from 'node:path'
import { houseFiles, isCode } from '../house/sources.ts'

/** Imports, and files that a test starts beside itself: workers and child processes. */
const specifiers = /(?:from|import|import\(|new URL\() ?'([#.][^']+)'/g

/** The local cloud builds and runs the handlers and jobs, none of which it imports. */
const cloud = 'infra/local/Cloud.ts'
const isRun = (path: string): boolean => /^functions\/.*\.(?:handlers|work|stream)\.ts$/.test(path)

type Imports = (path: string) => readonly string[]
const importsOf = (): Imports => {
  const texts = new Map(houseFiles().flatMap((f) => (isCode(f.path) ? [[f.path, f.text]] : [])))
  const known = new Map<string, readonly string[]>()
  return (path) => {
    const read = (): string[] =>
      [...(texts.get(path) ?? '').matchAll(specifiers)].map(([, to = '']) =>
        to.startsWith('#') ? to.slice(1) : normalize(join(dirname(path), to)),
      )
    const found = known.get(path) ?? (path === cloud ? [...read(), ...[...texts.keys()].filter(isRun)] : read())
    known.set(path, found)
    return found
  }
}

/** How many imports lie between a test and the nearest changed file: 0 is the test itself; Infinity where none leads there. */
const distanceOf = (imports: Imports, changed: ReadonlySet<string>, test: string): number => {
  const seen = new Set([test])
  for (let level = [test], far = 0; level.length > 0; far++) {
    if (level.some((path) => changed.has(path))) return far
    level = level.flatMap(imports).filter((path) => !seen.has(path) && seen.add(path))
  }
  return Infinity
}

/** Of each of the tests how far the changes are from it. */
export const distances = (changed: readonly string[], tests: readonly string[]): ReadonlyMap<string, number> => {
  const [imports, of] = [importsOf(), new Set(changed)]
  return new Map(tests.map((test) => [test, distanceOf(imports, of, test)]))
}

/** Those of the tests that import one of the changed files, directly or through others. */
export const reachedBy = (changed: readonly string[], tests: readonly string[]): Set<string> =>
  new Set([...distances(changed, tests)].flatMap(([test, far]) => (far < Infinity ? [test] : [])))

const roomOf = (path: string): string | undefined => /^(?:web|functions|shared)\/(\w+)\//.exec(path)?.[1]
const shared: ReadonlySet<string> = new Set(['kit', 'app', 'e2e'])

/** Rooms in which one of the changed files lies. */
export const roomsOf = (changed: readonly string[]): Set<string> =>
  new Set(changed.map(roomOf).filter((room) => room !== undefined && !shared.has(room)) as string[])

/** Of journeys, which import nothing of the screens that they walk: 1 where they name an address of a changed room. */
export const distancesByRoom = (changed: readonly string[], tests: readonly string[]): ReadonlyMap<string, number> => {
  const [imports, of, rooms] = [importsOf(), new Set(changed), roomsOf(changed)]
  const near = (test: string): number => {
    if (of.has(test)) return 0
    return imports(test).some((path) => rooms.has(roomOf(path) ?? '')) ? 1 : Infinity
  }
  return new Map(tests.map((test) => [test, near(test)]))
}
