import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What writes a row, an object or a record, or starts a job. */
const writes =
  /\b(?:transact|audited|changePerson|changeThing|startJob|queueJob|openAccount)\(|\b\w+\.(?:save|create|update|amend|put|putMany|remove|edit)\(/g

/**
 * Handlers that still change the world themselves, with how often: what they do belongs in `x.commands.ts`. A number goes
 * down and never up.
 */
const frozen: Readonly<Record<string, number>> = {
  'functions/analysis/config.handlers.ts': 2,
  'functions/analysis/export.handlers.ts': 1,
  'functions/card/print/print.handlers.ts': 2,
  'functions/card/print/render.handlers.ts': 1,
  'functions/card/template/templateSwitch.handlers.ts': 1,
  'functions/identity/accounts/account.handlers.ts': 1,
  'functions/identity/accounts/children.handlers.ts': 2,
  'functions/identity/partners/partner.handlers.ts': 4,
  'functions/identity/registration/register.handlers.ts': 2,
  'functions/identity/signIn/session.handlers.ts': 5,
  'functions/marking/arrangement.handlers.ts': 4,
  'functions/marking/progress.handlers.ts': 1,
  'functions/platform/platform.handlers.ts': 4,
  'functions/scan/act.handlers.ts': 2,
  'functions/scan/uploading/upload.handlers.ts': 1,
  'functions/scan/uploading/uploader.handlers.ts': 1,
  'functions/school/people/act.handlers.ts': 1,
  'functions/school/settings/key.handlers.ts': 1,
  'functions/school/people/personal.handlers.ts': 5,
}

const count = (text: string): number => text.match(writes)?.length ?? 0

it('tells a handler that writes from one that asks a command', () => {
  expect(count('implement(addNote, async ({ input }) => notes.create(row(input)))')).toBe(1)
  expect(count('implement(addNote, ({ input, caller }) => commands.addNote(input, caller))')).toBe(0)
})

it('a handler parses, asks and answers: what changes the world is a command', () => {
  const found = globSync('functions/**/*.handlers.ts')
    .map((path) => [path.replaceAll('\\', '/'), count(readFileSync(path, 'utf8'))] as const)
    .filter(([, n]) => n > 0)
  expect(Object.fromEntries(found.sort())).toEqual(frozen)
})
