import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { domains } from '#infra/domains.ts'
import { barred } from './house.js'
import { mayUse, parts, placeOf, usedBy, uses } from './rooms.js'

it('the order of the rooms has no way round', () => {
  const above = (place: string, path: readonly string[]): void => {
    expect(path, [...path, place].join(' → ')).not.toContain(place)
    for (const used of usedBy(place)) above(used, [...path, place])
  }
  for (const place of Object.keys(uses)) above(place, [])
})

it('names every room and part that there is, and none that is not', () => {
  const folders = new Set(
    globSync('{shared,functions,web}/*/*', { withFileTypes: true }).flatMap((f) => {
      const path = `${f.parentPath}/${f.name}`.replaceAll('\\', '/')
      return f.isDirectory() ? [placeOf(`${path}/x.ts`)] : [placeOf(path)]
    }),
  )
  for (const place of Object.keys(uses)) expect([...folders], place).toContain(place)
  for (const part of parts) expect(Object.keys(uses)).toContain(part)
  for (const { room } of domains) expect(Object.keys(uses)).toContain(room)
})

it.each([
  ['functions/identity/signIn/begin.ts', 'functions/school/roster/school.public.ts', true],
  ['functions/identity/signIn/begin.ts', 'functions/school/people/find.public.ts', false],
  ['functions/school/erase.work.ts', 'functions/scan/holding.public.ts', false],
  ['functions/school/people/slips.ts', 'functions/identity/identity.public.ts', true],
  ['functions/card/preflight/preflight.work.ts', 'functions/scan/omr/omr.public.ts', true],
  ['functions/card/designer/newCard.ts', 'functions/scan/scan.public.ts', false],
  ['functions/card/card.api.ts', 'functions/analysis/analysis.public.ts', true],
  // A part knows nothing of its room.
  ['functions/scan/omr/recognise.ts', 'functions/scan/scan.store.ts', false],
  ['shared/scan/omr/ink.ts', 'shared/scan/sheet.types.ts', false],
  ['shared/scan/omr/ink.ts', 'shared/card/geometry/geometry.types.ts', true],
  ['shared/scan/omr/ink.ts', 'shared/card/card.types.ts', false],
  ['shared/card/card.calls.ts', 'shared/scan/sheet.types.ts', false],
  ['functions/card/scored.public.ts', 'shared/scan/ledger.types.ts', false],
  // A call, a job and a path are addresses: whom one asks one need not know.
  ['web/exam/parts/progress.tsx', 'shared/marking/marking.calls.ts', true],
  ['web/exam/parts/progress.tsx', 'shared/marking/marking.rules.ts', false],
  ['web/exam/ExamScreen.tsx', 'web/marking/marking.paths.ts', true],
  ['web/exam/ExamScreen.tsx', 'web/marking/TasksWaiting.public.tsx', false],
  ['web/card/template/TemplateSide.tsx', 'web/scan/helper/TemplateScanner.public.tsx', true],
  ['functions/scan/followMarking.ts', 'shared/marking/marking.jobs.ts', true],
])('%s → %s: %s', (from, to, allowed) => {
  expect(barred(from, to) === null).toBe(allowed)
})

it('a room that uses another uses its parts', () => {
  expect(mayUse('functions/scan/batches/batch.handlers.ts', 'functions/card/card.public.ts')).toBe(true)
  expect(usedBy('marking')).toContain('scan/omr')
})
