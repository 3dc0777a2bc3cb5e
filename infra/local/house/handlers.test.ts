import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What writes a row, an object or a record. Starting a job is itself one command, of the kit. */
const writes =
  /\b(?:put(?:Object|Json|Lines|Pieces)|transact|audited|changePerson|changeThing|openAccount)\(|\b\w+\.(?:save|create|update|amend|put|putMany|remove|edit)\(/g

const count = (text: string): number => text.match(writes)?.length ?? 0

it('tells a handler that writes from one that asks a command', () => {
  expect(count('implement(addNote, async ({ input }) => notes.create(row(input)))')).toBe(1)
  expect(count('implement(addNote, ({ input, caller }) => commands.addNote(input, caller))')).toBe(0)
})

it('a handler parses, asks and answers: what changes the world is a command', () => {
  const found = globSync('functions/**/*.handlers.ts')
    .map((path) => [path.replaceAll('\\', '/'), count(readFileSync(path, 'utf8'))] as const)
    .filter(([, n]) => n > 0)
  expect(found).toEqual([])
})
