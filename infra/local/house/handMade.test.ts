import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A screen of the kit, or one of its forms and lists within a page. */
const onTheKit = /<(?:List|Detail|Form|Report|Review|Job)Screen\b|<(?:ActForm|ValueForm|ListPart|SettingsFrame)\b/

it('each screen that is drawn by hand stands in the kit’s README, with its reason', () => {
  const drawn = globSync('web/*/**/*Screen*.tsx')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^web\/(?:kit|dist|e2e)\/|\.test\.tsx$/.test(path))
    .filter((path) => !onTheKit.test(readFileSync(path, 'utf8')))
    .map((path) => path.slice('web/'.length, -'.tsx'.length))
  const readme = readFileSync('web/kit/README.md', 'utf8')
  const from = readme.indexOf('## Screens that stand on none of the five')
  const table = readme.slice(from, readme.indexOf('\nAn address', from))
  const listed = [...table.matchAll(/`(\w+\/[\w/.]*Screen[\w.]*)`/g)].map(([, name]) => name!)
  expect(drawn.sort()).toEqual(listed.sort())
})
