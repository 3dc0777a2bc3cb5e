/** Every single fault at every store call of a print, and a kill at each: the file, its row and its audit record (I16). */
import { beforeAll, describe, expect, it } from 'vitest'
import * as cardCalls from '#shared/card/card.calls.ts'
import * as printCalls from '#shared/card/print/print.calls.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { inTime, kindsOf, long } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { getObject, sha256 } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { ask, jobDone, made, setting } from './card.fixtures.ts'
import { cardPdfs } from './card.store.ts'
import { cardWorks } from './card.work.ts'

/** Every so many calls fail, in one way after the other; the calls that hand the file over, in the long run in every way. */
const stride = long ? 2 : 19

beforeAll(() => actAs('card-work'))

describe('a print under every single fault', () => {
  it('is offered wholly or not at all, and the same when it goes on', { timeout: 1_800_000 }, async () => {
    actAs('card-api')
    const at = await setting()
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const { data } = await ask(printCalls.printCard, { cardId, kind: 'students', split: 'class' }, at)
    await jobDone(data.uuid, at)
    actAs('card-work')
    const first = (await jobRecords.get({ jobId: data.uuid }))!
    const { examId } = at.exam

    /** The same wish as another job, as the state machine begins it. */
    const begun = async (): Promise<JobId> => {
      const jobId = newId<JobId>('job')
      await jobRecords.create({ ...first, jobId, files: [], processDone: 0, version: 1 })
      return jobId
    }
    const walk = (jobId: JobId, attempts: number) =>
      driveJob(
        cardWorks,
        {
          job: 'card.print',
          jobId,
          tenant: at.owner,
          startedBy: at.caller.userId,
          input: { kind: 'students', split: 'class', examId, cards: [{ cardId, publishedVersion: 1 }], by: at.caller },
          out: {},
        },
        attempts,
      )
    const offered = async () => {
      const own = await cardPdfs.query(`prints#${examId}`, { consistent: true })
      const days = [...new Set([dayKey(now()), dayKey(now() - 600_000)])]
      const all = await asFunction('marking-api', () => Promise.all(days.map((d) => audits.query(`${at.owner}#${d}`))))
      return { own, records: all.flat().filter((r) => r.act === 'card.print').length }
    }
    const zipOf = async (jobId: JobId) => {
      const files = (await jobRecords.get({ jobId }))!.files
      return files.length === 0 ? [] : [files[0]!.name, sha256(await getObject(files[0]!.key))]
    }
    const clean = await zipOf(data.uuid)
    expect(clean).toHaveLength(2)

    const counted = withFaults(() => null)
    const seen = await begun()
    await walk(seen, 1)
    counted.stop()
    const calls = [...counted.calls]
    expect(calls.length).toBeGreaterThan(20)
    let jobs = 2
    // The hand-over is at the end: the short run dies after every other of its calls, the long one after each.
    const cases = calls.flatMap((call, index) => {
      const handing = index >= calls.length - 8 && (long || index % 2 === 0)
      if (index % stride !== 0 && !handing) return []
      const kinds = kindsOf(call)
      const one = handing ? 'crashAfter' : kinds[(index / stride) % kinds.length]!
      return (long && handing ? kinds : [one]).map((kind) => ({ index, call, kind }))
    })
    for (const { index, call, kind } of inTime(cases)) {
      const told = `${kind} at ${index} (${call.command})`
      const jobId = await begun()
      const fault = withFaults((c) => (c.index === index ? kind : null))
      // It is not tried again: as if the process had been killed there.
      await walk(jobId, 1).catch(() => undefined)
      fault.stop()
      const halted = await offered()
      const row = halted.own.filter((p) => p.jobId === jobId).length
      const file = (await zipOf(jobId)).length > 0 ? 1 : 0
      expect([told, file, halted.records - jobs]).toEqual([told, row, row])
      // Goes on, or begins again: either way one of each, and the same bytes.
      const end = await walk(jobId, 4)
      expect([told, end.out['bind']]).toMatchObject([told, { copies: 4 }])
      jobs++
      const whole = await offered()
      expect([told, whole.own.length, whole.records]).toEqual([told, jobs, jobs])
      expect([told, ...(await zipOf(jobId))]).toEqual([told, ...clean])
    }
  })
})
