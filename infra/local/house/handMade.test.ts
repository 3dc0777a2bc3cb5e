import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** A screen of the kit. */
const kitScreen = /<(?:List|Detail|Form|Report|Review|Job)Screen\b/
const form = /<(?:ActForm|ValueForm|SettingsFrame)\b/
/** Styles and markup of its own; a list within a page is no excuse for them, nor is a form. */
const markup = /\bmakeStyles\(|\bclassName=|(?<!\w)<(?!(?:p|a|div)\b)[a-z]/

/** A screen of the kit, or a page that only holds forms of the kit and what they answer. */
const onTheKit = (text: string): boolean => kitScreen.test(text) || (form.test(text) && !markup.test(text))

/** Only a notice or a door, and no page beside it. */
const onlyANotice = (text: string): boolean => /<(?:Notice|Door)Screen\b/.test(text) && !/<Page\b/.test(text)

const read = (path: string): string => readFileSync(path, 'utf8')

/** What a file declares at its top, by name. */
const declaredIn = (path: string, text: string): ReadonlyMap<string, string> =>
  new Map(
    ts
      .createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
      .statements.flatMap((s) => (ts.isVariableStatement(s) ? [...s.declarationList.declarations] : []))
      .map((d) => [d.name.getText(), d.getText()]),
  )

/** A component with all of its own file that it is made of. */
const wholeOf = (name: string, declared: ReadonlyMap<string, string>): string => {
  const reached = new Set([name])
  for (const of of reached)
    for (const [word] of declared.get(of)!.matchAll(/\b[A-Za-z]\w*\b/g)) if (declared.has(word)) reached.add(word)
  return [...reached].map((r) => declared.get(r)).join('\n')
}

/** Files of its room that say what a screen stands on: its forms, and all where it is only the choice between them. */
const partsOf = (path: string, text: string, whole: string): string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '(\.[^']+\.tsx)'/g)]
    .filter(([, names]) => names!.split(',').some((n) => new RegExp(`\\b${n.trim()}\\b`).test(whole)))
    .map(([, , part]) => posix.join(dirname(path), part!))
    .filter((part) => !/<Page\b/.test(whole) || /Forms?\.tsx$/.test(part))

it('each screen that is drawn by hand stands in the kit’s README, with its reason', () => {
  const drawn = globSync('web/*/**/*.tsx')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^web\/(?:kit|dist|e2e)\/|\.test\.tsx$/.test(path))
    .flatMap((path) => {
      const text = read(path)
      const declared = declaredIn(path, text)
      return [...declared.keys()]
        .filter((name) => new RegExp(`export const ${name}\\b`).test(text) && /^[A-Z]\w*Screen$/.test(name))
        .filter((name) => {
          const whole = wholeOf(name, declared)
          // What another file makes is judged there.
          if (!/<[A-Z]/.test(whole)) return false
          const parts = partsOf(path, text, whole).map(read)
          if (onTheKit(whole) || onlyANotice(whole)) return false
          // Forms of another file do not excuse what the page draws about them.
          if (/<Page\b/.test(whole) && markup.test(whole)) return !parts.some((t) => kitScreen.test(t))
          return !parts.some((t) => onTheKit(t) || onlyANotice(t))
        })
        .map((name) => `${dirname(path).slice('web/'.length)}/${name}`)
    })
  const readme = read('web/kit/README.md')
  const from = readme.indexOf('## Screens drawn by hand')
  const table = readme.slice(from, readme.indexOf('\nAn address', from))
  const listed = [...table.matchAll(/`(\w+\/[\w/.]*Screen[\w.]*)`/g)].map(([, name]) => name!)
  expect(drawn.sort()).toEqual(listed.sort())
})

it.each([
  ['<Page title="甲"><ListPart call={all} /></Page>', false],
  ['<Page title="甲"><ValueForm schema={S} /><DataTable rows={rows} /></Page>', true],
  ['<Page title="甲"><ValueForm schema={S} /><dl><dt>乙</dt></dl></Page>', false],
  ['<Page title="甲"><ActForm call={save} /><div className={styles.card} /></Page>', false],
  ['<ListScreen title="甲"><section className={styles.card} /></ListScreen>', true],
])('%s is of the kit: %s', (text, is) => {
  expect(onTheKit(text)).toBe(is)
})
