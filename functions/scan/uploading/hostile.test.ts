import { beforeAll, describe, expect, it } from 'vitest'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { actAs, driveJob } from '#functions/kit/testing.ts'
import { hostileFiles } from './hostile.fixtures.ts'
import type { Hostile } from './hostile.fixtures.ts'
import { layDown, paint, sheetOf, sit } from '../scan.fixtures.ts'
import { ledgerOf, pagesOfStudent } from '../scan.public.ts'
import { batches, pagesOfBatch } from '../scan.store.ts'
import { scanWorks } from '../scan.work.ts'

beforeAll(() => actAs('scan-work'))

/** What is wrong with what came of a file; nothing when it is as it must be. */
const misjudged = ({ name, fate, says }: Hostile, pages: readonly ScanPage[]): string[] => {
  const told = pages.map(
    (p) => `${p.state} ${p.doubts.map((d) => `${d.kind} ${d.detail ?? ''}`).join('; ')}${p.reason ?? ''}`,
  )
  const wrong = (why: string): string[] => [`${name}: ${why}: ${told.join(' | ') || 'nothing'}`]
  if (pages.length === 0) return wrong('no page tells of it')
  const found: string[] = []
  for (const p of pages) {
    const [first] = p.doubts
    // The doubt says what it is and what to do.
    const explained = first !== undefined && doubtTexts[first.kind].todo !== '' && (first.detail ?? '') !== ''
    if (p.state === 'matched') found.push(...wrong('it was given a place'))
    if (fate === 'named' && (p.state !== 'open' || !p.waits || first?.kind !== 'unreadable' || !explained))
      found.push(...wrong('it is not named'))
    if (fate === 'open' && (p.state !== 'open' || !p.waits || !first)) found.push(...wrong('it does not wait'))
    if (fate === 'second' && p.state !== 'duplicate' && !p.doubts.some((d) => d.kind === 'duplicate'))
      found.push(...wrong('it is not told for a second picture'))
    if (says && !says.test(first?.detail ?? '')) found.push(...wrong(`it does not say ${String(says)}`))
  }
  return found
}

describe('a hundred hostile and broken files in one batch', () => {
  it(
    'are each named with what to do, take no student’s place, and cost the others nothing',
    { timeout: 240_000 },
    async () => {
      const [of, foreign] = [await sit(3), await sit(1)]
      const [front, back] = await sheetOf(of, 0)
      const [other, otherBack] = await sheetOf(of, 1)
      const [last, lastBack] = await sheetOf(of, 2)
      const hostile = await hostileFiles({
        front: front!,
        back: back!,
        other: other!,
        foreign: await paint(foreign.card, 1, { number: of.students[2]!.studentNumber }),
        foreignBack: await paint(foreign.card, 2, {}),
      })
      expect(hostile.length).toBeGreaterThanOrEqual(100)
      const numbered = hostile.map((h, i) => ({ ...h, name: `${100 + i}-${h.name}` }))
      const batch = await layDown(of, [
        { name: '001.jpg', bytes: front! },
        { name: '002.jpg', bytes: back! },
        { name: '003.jpg', bytes: other! },
        { name: '004.jpg', bytes: otherBack! },
        ...numbered,
        { name: '901.jpg', bytes: last! },
        { name: '902.jpg', bytes: lastBack! },
      ])
      await driveJob(scanWorks, {
        job: recogniseJob.name,
        jobId: batch.jobId,
        tenant: batch.owner,
        startedBy: batch.uploadedBy,
        input: { batchId: batch.batchId, paperId: batch.paperId },
        out: {},
      })
      const pages = await pagesOfBatch(batch.batchId)
      expect(await batches.get(batch)).toMatchObject({ state: 'recognised' })
      const ofFile = (name: string) =>
        pages.filter((p) => p.source.name === name || p.source.name.startsWith(`${name} › `))
      expect(numbered.flatMap((h) => misjudged(h, ofFile(h.name)))).toEqual([])
      // The good ones before, between and behind: whole, and nothing of them is in doubt.
      for (const s of of.students)
        expect([s.studentName, await pagesOfStudent(of.paperId, s.studentId)]).toMatchObject([
          s.studentName,
          { state: 'present', complete: true, imageVersion: 1 },
        ])
      const ledger = await ledgerOf(of.paperId)
      expect(ledger).toMatchObject({ handed: pages.length, matched: 6, balanced: false })
      expect(ledger.matched + ledger.duplicate + ledger.voided + ledger.open).toBe(ledger.handed)
    },
  )
})
