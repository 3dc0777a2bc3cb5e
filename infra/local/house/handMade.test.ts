import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { expect, it } from 'vitest'

/** A screen of the kit, or one of its forms and lists within a page. */
const onTheKit = /<(?:List|Detail|Form|Report|Review|Job)Screen\b|<(?:ActForm|ValueForm|ListPart|SettingsFrame)\b/

/** Only a notice or a door, and no page beside it. */
const onlyANotice = (text: string): boolean => /<(?:Notice|Door)Screen\b/.test(text) && !/<Page\b/.test(text)

/** Files of its room that say what a screen stands on: its forms, and all where it is only the choice between them. */
const partsOf = (path: string, text: string): string[] =>
  [...text.matchAll(/from '(\.[^']+\.tsx)'/g)]
    .map(([, part]) => posix.join(dirname(path), part!))
    .filter((part) => !/<Page\b/.test(text) || /Forms?\.tsx$/.test(part))

it('each screen that is drawn by hand stands in the kit’s README, with its reason', () => {
  const read = (path: string): string => readFileSync(path, 'utf8')
  const drawn = globSync('web/*/**/*Screen*.tsx')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^web\/(?:kit|dist|e2e)\/|\.test\.tsx$/.test(path))
    .filter((path) => {
      const text = read(path)
      return ![text, ...partsOf(path, text).map(read)].some((t) => onTheKit.test(t) || onlyANotice(t))
    })
    .map((path) => path.slice('web/'.length, -'.tsx'.length))
  const readme = readFileSync('web/kit/README.md', 'utf8')
  const from = readme.indexOf('## Screens drawn by hand')
  const table = readme.slice(from, readme.indexOf('\nAn address', from))
  const listed = [...table.matchAll(/`(\w+\/[\w/.]*Screen[\w.]*)`/g)].map(([, name]) => name!)
  expect(drawn.sort()).toEqual(listed.sort())
})
