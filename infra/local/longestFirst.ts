/**
 * vitest's order of files. A long one that begins last runs alone at the end; on a clean clone nothing is known of how
 * long each takes, and its size does not tell: the longest journeys are named.
 */
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

const longest = ['joint', 'mainJob', 'everyScreen', 'school', 'scanner', 'screens'].map(
  (name) => `/web/e2e/${name}.test.ts`,
)
const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((name) => moduleId.endsWith(name))
  return at < 0 ? longest.length : at
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
