import { expect, it } from 'vitest'
import { holdings } from '#functions/app/holdings.ts'
import { domains } from '#infra/domains.ts'

/** Rooms that hold nothing of a student beside his id, each with the reason. */
const without: Readonly<Record<string, string>> = {
  platform: 'jobs name no person and end by themselves; the audit trail keeps ids and digests',
  school: "the student's own room: `erase.work.ts` is its part",
  marking: 'marks name a script by the student id, which stays',
}

it('every room says what it holds of a student, or why it holds nothing', () => {
  const told = [...holdings.map((h) => h.room), ...Object.keys(without)]
  expect(told.sort()).toEqual(domains.map((d) => d.room as string).sort())
})

it('who takes a student out of rooms may change their tables', () => {
  const school = domains.find((d) => d.room === 'school')!
  for (const { room, erasePaper, eraseStudent } of holdings)
    if (erasePaper ?? eraseStudent) expect([...school.erases, ...school.writes], room).toContain(room)
})
