/** What rows hang on and whose words they hold: nothing is left to be remembered by hand. */
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { holdings } from '#functions/app/holdings.ts'
import * as z from 'zod'
import { kinds, nameOf } from '#functions/kit/kinds.ts'
import type { Kind } from '#functions/kit/kinds.ts'
import { domains } from '#infra/domains.ts'
import { root } from '../root.ts'
import { houseFiles, isTest } from './sources.ts'

const declaring = houseFiles().filter(
  ({ path, text }) =>
    path.startsWith('functions/') && path.endsWith('.ts') && !isTest(path) && /= (rows|projection)\(/.test(text),
)
beforeAll(async () => {
  for (const { path } of declaring) await import(pathToFileURL(join(root, path)).href)
})

it('who purges and erases knows every module whose rows hang on others or hold what is cleaned', () => {
  const gathered = houseFiles().find((f) => f.path === 'functions/app/kinds.ts')!.text
  const told = [...gathered.matchAll(/import '#(.*)'/g)].map((m) => m[1])
  const wanted = declaring.filter(({ text }) =>
    /import[^;]*?\b(under|cleaned|Personal)\b[^;]*?kit\/kinds\.ts/.test(text),
  )
  expect(told.toSorted()).toEqual(wanted.map((f) => f.path).toSorted())
})

it('what goes in time has a time to live', () => {
  const without = kinds().filter(
    ({ hangsOn, personal, hasTtl }) => ('inTime' in hangsOn || personal === 'inTime') && !hasTtl,
  )
  expect(kinds().length).toBeGreaterThan(90)
  expect(without.map(nameOf)).toEqual([])
})

/** What people are called and reached by. */
const personalFields =
  /^(account|by|lock|locked|parent|student|taken|teacher|uploader|user|nick)Name$|^(nickname|phone|email|idCard|studentNumber|pinyin)$/

it('what holds names of people, or how they are reached, says so', () => {
  const fieldsOf = (kind: Kind): string[] => {
    const text = JSON.stringify(z.toJSONSchema(kind.schema, { unrepresentable: 'any', io: 'input' }))
    return [...text.matchAll(/"(\w+)":\{/g)].map((m) => m[1]!)
  }
  const silent = kinds()
    .filter((kind) => kind.personal === 'nothing' && fieldsOf(kind).some((field) => personalFields.test(field)))
    .map((kind) => `${nameOf(kind)}: ${fieldsOf(kind).filter((field) => personalFields.test(field))}`)
  expect(silent).toEqual([])
})

it('what hangs on something hangs on what is there, and a person is found from where it hangs', () => {
  const owners = new Set(kinds().map((k) => k.owns))
  const hanging = kinds().flatMap((kind) => ('on' in kind.hangsOn ? [{ kind, on: kind.hangsOn.on }] : []))
  // Accounts, schools and exams are removed by who knows them; scripts and people have ids and no row of their own.
  const roots = ['account', 'exam', 'person', 'school', 'script']
  expect(hanging.filter(({ on }) => !roots.includes(on) && !owners.has(on)).map(({ kind }) => nameOf(kind))).toEqual([])
  const found = ['exam', 'paper', 'school']
  const lost = hanging.filter(
    ({ kind: { personal }, on }) => typeof personal === 'object' && !personal.lies && !found.includes(on),
  )
  expect(lost.map(({ kind }) => nameOf(kind))).toEqual([])
})

it('a room with words that only it can take out has a hand in the erasure', () => {
  const rooms = new Set(
    kinds()
      .filter((k) => k.personal === 'room')
      .map((k) => k.table),
  )
  // The student's own room drives the erasure: `functions/school/erase.work.ts`.
  const able = ['TABLE_SCHOOL', ...holdings.map((h) => `TABLE_${h.room.toUpperCase()}`)]
  expect([...rooms].filter((table) => !able.includes(table))).toEqual([])
})

it('who purges or erases may change the tables', () => {
  const school = domains.find((d) => d.room === 'school')!
  const [erases, purges] = [
    [...school.erases, ...school.writes, 'school'],
    [...domains.find((d) => d.room === 'exam')!.purges, 'exam'],
  ].map((rooms) => rooms.map((room) => `TABLE_${room.toUpperCase()}`))
  const wrong = kinds().filter(({ table, hangsOn, personal }) => {
    const on = 'on' in hangsOn ? hangsOn.on : undefined
    if ((typeof personal === 'object' || on === 'person') && !erases!.includes(table)) return true
    return ['exam', 'examSchool', 'paper', 'script', 'batch', 'card'].includes(on ?? '') && !purges!.includes(table)
  })
  expect(wrong.map(nameOf)).toEqual([])
  for (const { room, erasePaper, eraseStudent } of holdings)
    if (erasePaper ?? eraseStudent) expect([...school.erases, ...school.writes], room).toContain(room)
})
