/** A link to a signed address may stand on a screen longer than the address is good for: it is followed by a fresh one. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Links whose address comes with an answer, each with what stands behind it in its tag. */
const links = globSync('web/*/**/*.tsx')
  .filter((path) => !path.includes('.test.'))
  .flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/<(?:a|Link)\s[^<]*?href=\{[^}]*[uU]rl\}[^<]*/g)].map(([tag]) => ({
      path,
      tag,
    })),
  )

it('every link to an address of an answer is followed by openSigned', () => {
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter(({ tag }) => !tag.includes('openSigned(')).map(({ path }) => path)).toEqual([])
})
