/** With an exam that is purged go its pictures and files, of all rooms, and nothing of another exam. */
import { beforeAll, describe, expect, it } from 'vitest'
import '#functions/app/kinds.ts'
import { resultsKey, changeKey, partKey } from '#functions/analysis/analysis.store.ts'
import { askOrDelete } from '#functions/exam/tools/maintenance.commands.ts'
import { purgeExam } from '#functions/exam/exam.purge.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { exams, purgesDue } from '#functions/exam/exam.store.ts'
import { keysUnder } from '#functions/kit/erase.ts'
import { Crash, withFaults } from '#functions/kit/faults.ts'
import { objectKey, putJson } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot } from '#functions/kit/testing.ts'
import { exportKey } from './results/export.store.ts'
import { sheetOf, sit } from './scan.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { laid } from './scan.steps.fixtures.ts'

beforeAll(() => actAs('exam-work'))

/** An exam of two candidates whose sheets were read, and one object of each kind that other rooms keep of an exam. */
const worked = async (): Promise<Sitting & { keys: () => Promise<string[]> }> => {
  const of = await sit(2)
  const { owner, paperId } = of
  const { examId } = of.exam
  await asFunction('scan-api', async () => laid(of, ...(await sheetOf(of, 0)), ...(await sheetOf(of, 1))))
  const paper = { paperId, owner }
  await asRoot(async () => {
    for (const key of [
      partKey(paper, 1, 'report.json'),
      resultsKey(paper, 1, 0, 0),
      changeKey(paper, newId<string>('file'), 'numbers.json'),
      objectKey(newId<string>('job'), owner, 'analysis', paperId, 'export', 'transcript.xlsx'),
      objectKey(paperId, owner, 'card', 'answers', paperId, 'key.xlsx'),
      objectKey(newId<string>('job'), owner, 'card', examId, 'print', 'all.pdf'),
      objectKey(newId<string>('card'), owner, 'card', examId, 'seats', 'seats.json'),
      exportKey(of.exam, newId<string>('job'), 'zip'),
    ])
      await putJson(key, {})
  })
  return { ...of, keys: async () => (await asRoot(() => keysUnder(owner))).sort() }
}
/** As its ninety days end. */
const over = async (of: Sitting): Promise<void> => {
  const { examId, version } = (await examOf(of.exam.examId))!
  const deleted = await asFunction('exam-api', () => askOrDelete({ examId, version, reason: '误建的考试' }, of.caller))
  expect(deleted).toEqual({ deleted: true })
  await asRoot(() => exams.remove({ examId }))
}
const purge = (examId: string) =>
  asFunction('exam-work', async () => {
    while ((await purgeExam(examId)) > 0);
  })
/** A published card stays: sheets of it lie in cupboards. It bears no name. */
const cardOf = (of: Sitting) => (key: string) => key.includes('/card/published/') && key.includes(of.card.code)

describe('the objects of an exam', () => {
  it('stay as long as it can be had back, then go with it; another exam keeps all of its own', async () => {
    const [gone, kept] = [await worked(), await worked()]
    const [before, others] = [await gone.keys(), await kept.keys()]
    const has = (part: string) => before.filter((key) => key.includes(part)).length
    expect([has('/uploads/scan/'), has('/analysis/'), has('/card/'), has('/scan/export/')]).toEqual([4, 4, 4, 1])
    // Of each page what was cut out of it and the page in small, in one.
    expect(has('/scan/pages/')).toBe(4)
    await purge(gone.exam.examId)
    expect(await gone.keys()).toEqual(before)
    await over(gone)
    await purge(gone.exam.examId)
    expect((await gone.keys()).filter((key) => !cardOf(gone)(key))).toEqual([])
    expect(await kept.keys()).toEqual(others)
    expect(await asRoot(() => purgesDue.get(gone.exam))).toBeNull()
    // Again is harmless.
    await purge(gone.exam.examId)
    expect(await kept.keys()).toEqual(others)
  })

  it('are all gone in the end, wherever a purge was cut off', async () => {
    for (const at of [2, 12, 60]) {
      const of = await worked()
      await over(of)
      const faults = withFaults((call) => (call.index === at ? 'crashAfter' : null))
      await purge(of.exam.examId).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
      faults.stop()
      // What is left is known to be due.
      if (at < 30) expect(await asRoot(() => purgesDue.get(of.exam))).not.toBeNull()
      await purge(of.exam.examId)
      expect((await of.keys()).filter((key) => !cardOf(of)(key))).toEqual([])
      expect(await asRoot(() => purgesDue.get(of.exam))).toBeNull()
    }
  }, 240_000)
})
