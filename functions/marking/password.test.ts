/** The password before marking, against the stores. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { markingProblems as no } from '#shared/marking/marking.problems.ts'
import { ownMarks } from '#shared/marking/own.calls.ts'
import { enterReadPassword, readPassword, setReadPassword } from '#shared/marking/password.calls.ts'
import { lockedMs, mostTries } from '#shared/marking/password.types.ts'
import type { TeacherId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { forgetDesks } from './desk/desk.ts'
import { handler } from './marking.api.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, seatOpened } from './marking.steps.fixtures.ts'
import { arrangements } from './marking.store.ts'
import { forgetPasswords, readEntries } from './password.commands.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))
beforeEach(forgetPasswords)

const seated = () => seatOpened(3)
const paperOf = ({ paper }: Sitting) => ({ paperId: paper.paperId })
const set = (of: Sitting, version: number, on = true, token = of.manager.token) =>
  send(handler, setReadPassword, { ...paperOf(of), version, on }, token)
const enter = async (of: Sitting, password: string, token = of.teachers[0]!.token) => {
  forgetPasswords()
  const { http, status } = await send(handler, enterReadPassword, { ...paperOf(of), password }, token)
  return http === 200 ? status : http
}
const seen = async (of: Sitting) => (await send(handler, readPassword, paperOf(of), of.manager.token)).data
/** One that is not the right one. */
const wrongOf = (code: string): string => (code === '000000' ? '111111' : '000000')

it('hands out no answer until it is entered, once, and again when it is another', async () => {
  const of = await seated()
  const [marker] = of.teachers as [Sitting['teachers'][number]]
  expect((await claim(of, marker.token)).status).toBe(0)
  const first = (await set(of, 0)).data
  expect(first.code).toMatch(/^\d{6}$/)
  forgetPasswords()
  const locked = async () =>
    (await send(handler, markingTasks, {}, marker.token)).data.find((t) => t.paperId === of.paper.paperId)?.locked
  expect((await claim(of, marker.token)).status).toBe(no.passwordNeeded.status)
  const own = { ...paperOf(of), questionId: of.essay.questionId }
  expect((await send(handler, ownMarks, own, marker.token)).status).toBe(no.passwordNeeded.status)
  expect(await locked()).toBe(true)
  expect(await enter(of, wrongOf(first.code!))).toBe(no.passwordWrong.status)
  expect(await enter(of, ` ${first.code!} `)).toBe(0)
  expect((await claim(of, marker.token)).status).toBe(0)
  expect(await locked()).toBeUndefined()
  // Another has to enter it too.
  expect((await claim(of, of.teachers[1]!.token)).status).toBe(no.passwordNeeded.status)

  const second = (await set(of, first.version)).data
  forgetPasswords()
  expect((await claim(of, marker.token)).status).toBe(no.passwordNeeded.status)
  if (second.code !== first.code) expect(await enter(of, first.code!)).toBe(no.passwordWrong.status)
  expect(await enter(of, second.code!)).toBe(0)
  expect((await claim(of, marker.token)).status).toBe(0)
  expect((await seen(of)).entries).toMatchObject([{ wrong: second.code === first.code ? 1 : 2 }])
  expect((await seen(of)).entries[0]!.enteredAt).toBeGreaterThan(0)

  const off = (await set(of, second.version, false)).data
  expect(off.code).toBeNull()
  forgetPasswords()
  expect((await claim(of, of.teachers[1]!.token)).status).not.toBe(no.passwordNeeded.status)
})

it('after five wrong tries takes none, not the right one either, for ten minutes', async () => {
  const of = await seated()
  const { code } = (await set(of, 0)).data
  for (let i = 0; i < mostTries; i++) expect(await enter(of, wrongOf(code!))).toBe(no.passwordWrong.status)
  expect(await enter(of, code!)).toBe(no.passwordLocked.status)
  expect((await seen(of)).entries[0]).toMatchObject({ wrong: 5, lockedUntil: expect.any(Number) as number })
  // Another marker is not held up.
  expect(await enter(of, code!, of.teachers[1]!.token)).toBe(0)
  const userId = of.teachers[0]!.userId
  const entry = (await readEntries.get({ ...paperOf(of), userId }))!
  await readEntries.save({ ...entry, wrongAt: now() - lockedMs - 1 })
  // Five more, and not one: the wait is behind.
  expect(await enter(of, wrongOf(code!))).toBe(no.passwordWrong.status)
  expect(await enter(of, code!)).toBe(0)
  expect((await seen(of)).entries.find((e) => e.wrong > 0)?.lockedUntil).toBeUndefined()
})

it('is the manager’s to set, over the version that was seen', async () => {
  const of = await seated()
  const [teacher] = of.teachers as [Sitting['teachers'][number]]
  expect((await set(of, 0, true, teacher.token)).http).toBe(403)
  expect((await send(handler, readPassword, paperOf(of), teacher.token)).http).toBe(403)
  expect((await set(of, 0)).status).toBe(0)
  expect((await set(of, 0)).status).toBe(commonProblems.stale.status)
  // Who manages reads it, and is not asked.
  forgetPasswords()
  expect((await claim(of, of.manager.token, 'final')).status).not.toBe(no.passwordNeeded.status)
})

it('is entered by those who mark alone: another teacher of the school has no tries', async () => {
  const of = await seated()
  const { code } = (await set(of, 0)).data
  const stranger = await testCaller({ userType: 3, tenant: of.tenant, teacherId: newId<TeacherId>('teacher') })
  for (const password of [wrongOf(code!), code!]) {
    const answer = await enter(of, password, stranger.token)
    expect([no.notMarker.status, 403]).toContain(answer)
  }
  expect((await seen(of)).entries).toEqual([])
  // Who teaches the course marks no question that names others.
  const row = (await arrangements.get(paperOf(of)))!
  const markers = [of.teachers[1]!.userId]
  await arrangements.save({ ...row, questions: [{ questionId: of.essay.questionId, markers, arbitrators: [] }] })
  forgetDesks()
  expect(await enter(of, code!, of.teachers[0]!.token)).toBe(no.notMarker.status)
  expect(await enter(of, code!, of.teachers[1]!.token)).toBe(0)
  expect(await enter(of, wrongOf(code!), of.manager.token)).toBe(0)
  expect((await seen(of)).entries).toHaveLength(1)
})
