import { beforeAll, describe, expect, it } from 'vitest'
import type { PaperId } from '#shared/kit/ids.ts'
import { entryKeyOf } from '#shared/marking/journal/journal.rules.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs } from '#functions/kit/testing.ts'
import { journal, journalFaults } from './journal.ts'
import { mendJournal, owedBy } from './journal.mend.ts'
import { missingOf } from './journal.missing.ts'
import { seat } from '../marking.fixtures.ts'
import { readingOf } from '../scanned.fixtures.ts'
import { until } from '../marking.steps.fixtures.ts'
import { headsOfStudents, scriptsOf, takeIn } from '../scripts.ts'

beforeAll(() => actAs('marking-work'))

describe('the journal against the truth', () => {
  it('lacks nothing that the stream has told, and what it lacks is told again, once', async () => {
    const of = await seat(3, {}, 0)
    const { paperId } = of.paper
    for (const s of of.students) await takeIn(of.paper, readingOf(of, s))
    const owed = (await scriptsOf(of.paper, await headsOfStudents(paperId, of.students))).flatMap(owedBy)
    expect(owed.map((t) => t.entry.kind).sort()).toEqual([
      'choices',
      'choices',
      'choices',
      'script',
      'script',
      'script',
    ])
    // The reader derives the same entries under the same keys.
    await until(async () => expect(await missingOf(owed)).toEqual([]))
    expect(await mendJournal(of.paper, of.students)).toBe(0)
    // Changes of a paper that no reader was ever told of.
    const unheard = owed.map((t) => ({ ...t, paperId: newId<PaperId>('paper') }))
    expect(await missingOf(unheard)).toEqual(unheard)
    const rows = await journal.getMany(owed.map((t) => ({ ...t, entryKey: entryKeyOf(t.entry) })))
    for (const t of owed)
      expect(rows.find((r) => r.studentId === t.studentId && r.entryKey === entryKeyOf(t.entry))?.entry).toEqual(
        t.entry,
      )
    expect(await journalFaults(paperId)).toEqual([])
  })
})
