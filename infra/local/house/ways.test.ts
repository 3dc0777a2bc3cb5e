/**
 * A screen that is shown to a user type and that nothing leads to is found by its address alone. From the menu, through the
 * code of each screen that is reached, every other is reached; what is opened from outside says by what.
 */
import { dirname, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../root.ts'
import { houseFiles, isTest } from './sources.ts'

type Route = { path: string; menu?: unknown; load?: () => Promise<unknown> }
const load = (path: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(root, path)).href) as Promise<Record<string, unknown>>

const web = new Map(
  houseFiles()
    .filter(({ path }) => /^web\/.*\.tsx?$/.test(path) && !isTest(path))
    .map(({ path, text }) => [path, text]),
)
const isPaths = (path: string): boolean => /\.paths\.ts$|^web\/app\/(menu|paths)\.ts$/.test(path)
const isRoutes = (path: string): boolean => /\.routes\.ts$|^web\/app\/(routes|helps|helpsOfRoutes)\.ts$/.test(path)

/** Tables of addresses, by the name that they are exported under. */
const tables = new Map<string, Readonly<Record<string, string>>>()
/** What else a file of paths declares: a way that is made of such addresses, and of other ways. */
const ways = new Map<string, string>()
for (const [path, text] of web)
  if (isPaths(path)) {
    const values = await load(path)
    const declared = ts
      .createSourceFile(path, text, ts.ScriptTarget.Latest, true)
      .statements.flatMap((s) => (ts.isVariableStatement(s) ? [...s.declarationList.declarations] : []))
    for (const d of declared) {
      const name = d.name.getText()
      const value = values[name]
      const isTable =
        typeof value === 'object' && value !== null && Object.values(value).every((v) => String(v).startsWith('/'))
      if (isTable) tables.set(name, value as Record<string, string>)
      else ways.set(name, `${ways.get(name) ?? ''}\n${typeof value === 'string' ? `'${value}'` : d.getText()}`)
    }
  }

const { routes } = (await load('web/app/routes.ts')) as { routes: readonly Route[] }

/** Addresses that a text names: by a table and a key, by a way, or by a way that takes the key. */
const namedIn = (text: string, seen = new Set<string>()): Set<string> => {
  const found = new Set<string>()
  const words = new Set(text.match(/\b[A-Za-z]\w*\b/g))
  const literals = new Set([...text.matchAll(/'([\w-]+)'|\b(\w+): /g)].map((m) => m[1] ?? m[2]!))
  const keyed = (name: string, own: string): void => {
    for (const [key, path] of Object.entries(tables.get(name)!))
      if (
        new RegExp(`\\b${name}\\.${key}\\b`).test(own) ||
        (new RegExp(`\\b${name}\\[`).test(own) && literals.has(key)) ||
        [...own.matchAll(new RegExp(`\\b${name}\\[\`\\$\\{\\w+\\}(\\w+)\`\\]`, 'g'))].some(([, end]) =>
          key.endsWith(end!),
        )
      )
        found.add(path)
  }
  for (const name of tables.keys()) if (words.has(name)) keyed(name, text)
  for (const [name, own] of ways) {
    if (!words.has(name) || seen.has(name)) continue
    seen.add(name)
    for (const path of namedIn(own, seen)) found.add(path)
    for (const table of tables.keys()) if (own.includes(`${table}[`)) keyed(table, own)
  }
  for (const [, path] of text.matchAll(/'(\/v2[^']*)'/g)) found.add(path!)
  // A part of the address is chosen: any that fits may be.
  for (const [, told] of text.matchAll(/`((?:\/v2|\$\{\w+Paths\.\w+\}\/)[^`?]*\$\{[^`?]*)/g)) {
    const known = told!.replace(
      /^\$\{(\w+)\.(\w+)\}/,
      (_, table: string, key: string) => tables.get(table)?.[key] ?? '',
    )
    const fits = new RegExp(
      `^${known.replace(/\$\{[^}]*$/, '${}').replaceAll(/\/?\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '(?:/[\\w-]+)*')}$`,
    )
    for (const { path } of routes) if (fits.test(path)) found.add(path)
  }
  return found
}

/** The files of the web that a file is made of, itself among them; other screens are reached by their addresses. */
const wholeOf = (file: string): string[] => {
  const reached = new Set([file])
  for (const of of reached)
    for (const [, from] of web.get(of)!.matchAll(/(?:from|import\()\s*'((?:#web|\.)[^']*)'/g)) {
      const to = from!.startsWith('#web/') ? from!.slice(1) : posix.join(dirname(of), from!)
      if (web.has(to) && !isPaths(to) && !isRoutes(to) && !/^web\/app\/(router|main)\.tsx$/.test(to)) reached.add(to)
    }
  return [...reached]
}

/** Screens whose route loads them through a function, by the address that stands above it in the file of routes. */
const wrapped = new Map<string, string>()
for (const [path, text] of web)
  if (isRoutes(path))
    for (const [, table, key, from] of text.matchAll(
      /\bpath: (\w+)\.(\w+),(?:(?!\bpath: )[^])*?import\('(\.[^']+)'\)/g,
    ))
      wrapped.set(tables.get(table!)?.[key!] ?? '', posix.join(dirname(path), from!))
const { toolMounts } = (await load('web/exam/exam.paths.ts')) as { toolMounts: readonly string[] }
const componentOf = (route: Route): string => {
  const known = wrapped.get(route.path)
  if (known) return known
  const from = /\(["'`]([^"'`]+)["'`]\)\)\.\w+/.exec(String(route.load))?.[1]
  return [...web.keys()].find((path) => from?.endsWith(`/${path}`))!
}

/** Where one comes to from the menu and the frame around every screen. */
const reachedFrom = (frame: readonly string[]): Set<string> => {
  const reached = new Set(routes.filter((r) => r.menu).map((r) => r.path))
  const read = new Set<string>()
  const readAll = (files: readonly string[]): void => {
    for (const file of files.flatMap(wholeOf)) {
      if (read.has(file)) continue
      read.add(file)
      for (const path of namedIn(web.get(file)!)) reached.add(path)
    }
  }
  readAll(frame)
  const byPath = new Map(routes.map((r) => [r.path, r]))
  for (const path of reached) {
    const route = byPath.get(path)
    if (route) readAll([componentOf(route)])
  }
  return reached
}

/** Opened by an address that stands elsewhere, and where that is. */
const site = 'a page of the site around the product, from its own foot'
const chooses = 'the specification’s address that names no exam: it asks which'
const refusal = 'what the guard shows in the place of a screen'
const fromOutside: Readonly<Record<string, string>> = {
  '/answer-card/render': 'what a browser prints, opened by the printer of a card',
  '/auth/sso': 'where a partner’s ticket arrives',
  '/contact': site,
  '/dong-ability': site,
  '/dong-cooperation': site,
  '/dong-honey': site,
  '/dong-student': site,
  '/dong-teacher': site,
  '/dong-us': site,
  '/studentInfo': site,
  '/subject-list-test': 'the specification’s test page',
  '/v2/center/student-num': 'the operator’s address of a screen that stands in the school as well',
  '/v2/error/401': refusal,
  '/v2/error/404': refusal,
  '/v2/error/auth-failed': refusal,
  '/v2/exam-management/detail/exam-monitoring': chooses,
  '/v2/exam-management/detail/student-manage/school-add': chooses,
  '/v2/exam-management/detail/student-manage/school-delete': chooses,
  '/v2/system/reset-password-third-party': 'where a partner sends who has forgotten a password',
}

/** The specification's addresses that name no exam or paper: each asks which, and leads on. */
const doors = new Set([
  ...[...tables.values()].flatMap((t) =>
    Object.entries(t).flatMap(([key, path]) => (key.endsWith('Door') ? [path] : [])),
  ),
  ...routes.map((r) => r.path).filter((p) => !p.includes(':') && toolMounts.some((m) => p.startsWith(`${m}/`))),
])

it('every screen is reached from the menu, or says what opens it', () => {
  const reached = reachedFrom(['web/app/Shell.tsx'])
  const lost = routes.map((r) => r.path).filter((path) => !reached.has(path) && !doors.has(path))
  expect(lost.sort()).toEqual(Object.keys(fromOutside).sort())
})
