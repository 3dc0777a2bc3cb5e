/**
 * Five thousand markers of one paper: what they store comes through the table's stream in pieces of a thousand, and
 * neither the journal nor the counters may lose a mark. Above some 3 300 of them the counters' row was once too large, the
 * reader threw, and the journal stopped.
 */
import { beforeAll, expect, it } from 'vitest'
import type { AttemptId, UserId } from '#shared/kit/ids.ts'
import type { Mark } from '#shared/marking/marking.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs } from '#functions/kit/testing.ts'
import { groupOf, markerRows, markersOf, scriptCounts } from './counts.ts'
import { givenOf } from './quality/given.ts'
import { journal, journalFaults } from './journal/journal.ts'
import { seat } from './marking.fixtures.ts'
import { answers, heads, shards } from './marking.store.ts'

const markers = 5000
const rounds = 4

beforeAll(() => actAs('marking-work'))

it('loses no mark of five thousand markers of one paper, and counts each of them', async () => {
  const of = await seat(markers, {}, 0)
  const { paperId, examId, owner } = of.paper
  const { questionId } = of.essay
  const users = Array.from({ length: markers }, () => newId<UserId>('user'))
  await heads.putMany(
    of.students.map((studentId) => ({
      ...{ schema: 1 as const, paperId, studentId, examId, owner, imageVersion: 1 },
      ...{ state: 'present' as const, complete: true, version: 1 },
    })),
  )
  const attempts = new Set<string>()
  const first = (by: UserId, epoch: number): Mark => {
    const attemptId = newId<AttemptId>('attempt')
    attempts.add(attemptId)
    return { value: { kind: 'score', score: 500 }, by, at: now(), attemptId, epoch, imageVersion: 1 }
  }
  for (let round = 0; round < rounds; round++)
    await answers.putMany(
      of.students.map((studentId, i) => ({
        ...{ schema: 1 as const, paperId, studentId, questionId, imageVersion: 1 },
        first: first(users[(i + round) % markers]!, round + 1),
      })),
    )

  const told = async (): Promise<Set<string>> => {
    const all = await Promise.all(
      Array.from({ length: shards }, (_, i) => journal.query(`journal#${paperId}#${i}`, { consistent: true })),
    )
    return new Set(all.flat().flatMap(({ entry }) => (entry.kind === 'mark' ? [entry.mark.attemptId] : [])))
  }
  const counted = async () => markersOf(of.paper.questions, givenOf(of.paper.questions, await markerRows(of.paper)))
  let [there, seen] = [await told(), await counted()]
  for (let i = 0; i < 300 && (there.size < attempts.size || seen.length < markers); i++) {
    await new Promise((done) => setTimeout(done, 2000))
    ;[there, seen] = [await told(), await counted()]
  }
  expect([...attempts].filter((id) => !there.has(id))).toEqual([])
  expect(await journalFaults(paperId)).toEqual([])
  expect(seen.length).toBe(markers)
  // The last round stands: one answer each, at half of the full score.
  expect(seen.every((m) => m.marked === 1 && m.mean === 0.5)).toBe(true)
  expect((await scriptCounts.read(groupOf(of.paper))).get(`${questionId}.done`)).toBe(markers)
})
