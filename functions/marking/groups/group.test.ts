import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { QuestionId, UserId } from '#shared/kit/ids.ts'
import * as calls from '#shared/marking/groups/group.calls.ts'
import { mostMarkers } from '#shared/marking/groups/group.types.ts'
import { arrangement, markingTasks, saveArrangement } from '#shared/marking/marking.calls.ts'
import { markingProblems as no } from '#shared/marking/marking.problems.ts'
import { exams, papers } from '#functions/exam/exam.store.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { fenceMs, startOf } from '../desk/desk.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { answers, arrangements, bundles } from '../marking.store.ts'
import { claim, complete, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))
beforeEach(forgetAll)

const seated = async (count = 3, essay: Partial<PaperQuestion> = {}) => {
  const of = await seat(count, essay)
  scan.allHere(of)
  return of
}
const seatOpen = async (count = 3, essay: Partial<PaperQuestion> = {}) => {
  const of = await seated(count, essay)
  await open(of)
  return of
}
const paperOf = ({ paper }: Sitting) => ({ paperId: paper.paperId })
const read = async (of: Sitting) => (await send(handler, calls.markingGroups, paperOf(of), of.manager.token)).data
const markersOf = async (of: Sitting) =>
  (await send(handler, calls.groupMarkers, { ...paperOf(of), lead: of.essay.questionId }, of.manager.token)).data
/** Saves without waiting; `between` happens while former arrangements are forgotten. */
const waiting = async <T>(act: () => Promise<T>, between: () => Promise<unknown> = async () => undefined) => {
  const back = usePorts({ pause: async (ms) => void (ms === fenceMs && (await between())) })
  try {
    return await act()
  } finally {
    back()
  }
}
type Wish = { markers: UserId[]; leaders?: UserId[]; version: number; token?: string }
const save = (
  of: Sitting,
  { markers, leaders = [], version, token = of.manager.token }: Wish,
  between?: () => Promise<unknown>,
) =>
  waiting(
    () =>
      send(
        handler,
        calls.saveMarkingGroup,
        {
          ...paperOf(of),
          lead: of.essay.questionId,
          questionIds: [of.essay.questionId],
          markers,
          leaders,
          version,
        } as never,
        token,
      ),
    between,
  )
const limit = (of: Sitting, userId: UserId, said: { most?: number; paused: boolean }, version: number) =>
  waiting(() =>
    send(
      handler,
      calls.limitMarker,
      { ...paperOf(of), lead: of.essay.questionId, userId, ...said, version },
      of.manager.token,
    ),
  )

it('what is said to single markers counts as well against what one row holds', async () => {
  const of = await seated()
  const limits = Array.from({ length: 140 }, () => ({ userId: newId<UserId>('user'), paused: true as const }))
  const blocks = Array.from({ length: 30 }, () => ({ questionIds: [newId<QuestionId>('question')], limits }))
  await asFunction('marking-api', () => arrangements.put({ ...startOf(of.paper), blocks, version: 1 }))
  expect((await save(of, { markers: [of.teachers[0]!.userId], version: 1 })).status).toBe(no.markersFull.status)
})

describe('groups', () => {
  it('owe as many marks as answers were scanned, as the arrangement says', async () => {
    const of = await seated(3, { markers: 2 })
    const owed = async () => {
      const arranged = (await send(handler, arrangement, paperOf(of), of.manager.token)).data
      return [arranged.questions.map((q) => q.answers), (await read(of)).groups.map((g) => g.marks)]
    }
    scan.ledgers.set(of.paper.paperId, { candidates: { present: 7, absent: 1, missing: 4, incomplete: 0 } })
    expect(await owed()).toEqual([[7], [14]])
    // Before anything is scanned it is told of all who are expected.
    scan.ledgers.set(of.paper.paperId, { candidates: { present: 0, absent: 1, missing: 11, incomplete: 0 } })
    expect((await owed())[1]).toEqual([22])
  })

  it('are made, seen, changed over the version that was read, and dissolved', async () => {
    const of = await seated()
    const [a, b] = of.teachers.map((t) => t.userId) as [UserId, UserId]
    expect((await read(of)).groups).toMatchObject([
      { groupName: '第2题', markers: [], markerCount: 3, marks: 10, warnings: [] },
    ])
    const first = (await save(of, { markers: [a], leaders: [b], version: 0 })).data
    expect((await read(of)).groups).toMatchObject([
      { markers: [a], markerCount: 1, leaders: [{ userId: b, teacherName: '教师1' }] },
    ])
    expect((await save(of, { markers: [b], version: 0 })).status).toBe(commonProblems.stale.status)
    expect((await markersOf(of)).list).toMatchObject([
      { userId: a, teacherName: '教师0', marked: 0, held: 0, paused: false },
    ])
    const gone = { ...paperOf(of), lead: of.essay.questionId, version: first.version }
    expect((await send(handler, calls.removeMarkingGroup, gone, of.manager.token)).status).toBe(0)
    expect((await read(of)).groups).toMatchObject([{ markers: [], markerCount: 3 }])
  })

  it('take no stranger, no other question, no teacher’s word, and none once marking is closed', async () => {
    const of = await seatOpen(1)
    const other = await seated(1)
    const [a] = of.teachers.map((t) => t.userId) as [UserId]
    const { version } = await read(of)
    expect((await save(of, { markers: [other.teachers[0]!.userId], version })).status).toBe(no.foreignMarker.status)
    const strange = { ...paperOf(of), questionIds: [other.essay.questionId], markers: [], leaders: [], version }
    expect((await send(handler, calls.saveMarkingGroup, strange as never, of.manager.token)).status).toBe(
      no.noQuestion.status,
    )
    const letters = { ...strange, questionIds: [of.choice.questionId] }
    expect((await send(handler, calls.saveMarkingGroup, letters as never, of.manager.token)).status).toBe(
      no.noQuestion.status,
    )
    expect((await save(of, { markers: [a], version, token: of.teachers[0]!.token })).http).toBe(403)
    expect((await save(of, { markers: [a], version, token: other.manager.token })).http).toBe(403)
    const principals = { ...paperOf(of), principals: [other.teachers[0]!.userId], version }
    expect((await send(handler, calls.setPrincipals, principals, of.manager.token)).status).toBe(
      no.foreignMarker.status,
    )
    // By questions the same holds.
    const byQuestion = {
      ...paperOf(of),
      questions: [{ questionId: of.essay.questionId, markers: [other.teachers[0]!.userId], arbitrators: [] }],
      version,
    }
    expect((await send(handler, saveArrangement, byQuestion, of.manager.token)).status).toBe(no.foreignMarker.status)
    const mine = (await claim(of, of.teachers[0]!.token)).data
    await submit(of, of.teachers[0]!.token, mine, of.students[0]!, points(500))
    await finish(of, of.teachers[0]!.token, mine)
    await complete(of)
    expect((await save(of, { markers: [a], version: (await read(of)).version })).status).toBe(no.arrangedClosed.status)
  })

  it('lose a marker while marking without losing a mark: what is in hand goes back at once', async () => {
    const of = await seatOpen(3)
    const [a, b] = of.teachers as [Sitting['teachers'][0], Sitting['teachers'][0]]
    const mine = (await claim(of, a.token)).data
    const done = mine.answers[0]!.studentId
    await submit(of, a.token, mine, done, points(700))
    const saved = await save(of, { markers: [b.userId], version: (await read(of)).version })
    expect(saved.data.released).toBe(1)
    const late = mine.answers[1]!.studentId
    forgetAll()
    expect((await submit(of, a.token, mine, late, points(100))).status).toBe(no.notMarker.status)
    expect((await claim(of, a.token)).status).toBe(no.notMarker.status)
    // The rest is another's now, and the mark that was given stands.
    const rest = (await claim(of, b.token)).data
    expect(rest.answers.map((x) => x.studentId).sort()).toEqual(of.students.filter((s) => s !== done).sort())
    const item = await answers.get({ ...paperOf(of), studentId: done, questionId: of.essay.questionId })
    expect(item?.first).toMatchObject({ by: a.userId, value: points(700) })
    // What was taken between the write and the end of every memory goes back too.
    let sneaked = 0
    const again = await save(of, { markers: [a.userId], version: saved.data.version }, async () => {
      const row = (await bundles.get({ ...paperOf(of), bundleId: rest.bundle.bundleId }))!
      sneaked = (await bundles.save({ ...row, state: 'claimed', holder: b.userId, claimedUntil: Date.now() + 1e6 }))
        ? 1
        : 0
    })
    expect([sneaked, again.data.released]).toEqual([1, 2])
    expect((await bundles.get({ ...paperOf(of), bundleId: rest.bundle.bundleId }))?.state).toBe('queued')
  })

  it('pause one marker and bound another; others go on', async () => {
    const of = await seatOpen(25)
    const [a, b, c] = of.teachers as [Sitting['teachers'][0], Sitting['teachers'][0], Sitting['teachers'][0]]
    const held = (await claim(of, a.token)).data
    const paused = await limit(of, a.userId, { paused: true }, (await read(of)).version)
    expect(paused.data.released).toBe(1)
    forgetAll()
    expect((await claim(of, a.token)).status).toBe(no.paused.status)
    // Also in the middle of what was in hand.
    expect((await submit(of, a.token, held, held.answers[0]!.studentId, points(300))).status).toBe(no.paused.status)
    // A save that was cut off left the bundle in hand: it is not handed out again, and the next save takes it back.
    const row = (await bundles.get({ ...paperOf(of), bundleId: held.bundle.bundleId }))!
    const back = { state: 'claimed' as const, holder: a.userId, claimedUntil: Date.now() + 1e6 }
    await bundles.save({ ...row, ...back })
    expect((await claim(of, a.token)).status).toBe(no.paused.status)
    const again = await limit(of, a.userId, { paused: true }, paused.data.version)
    expect(again.data.released).toBe(1)
    paused.data.version = again.data.version
    const bounded = await limit(of, b.userId, { most: 5, paused: false }, paused.data.version)
    const one = (await claim(of, b.token)).data
    for (const { studentId } of one.answers) await submit(of, b.token, one, studentId, points(500))
    expect((await finish(of, b.token, one)).data.done).toBe(true)
    forgetAll()
    expect((await claim(of, b.token)).status).toBe(no.quotaReached.status)
    const other = await claim(of, c.token)
    expect(other.status).toBe(0)
    expect((await limit(of, of.manager.userId, { paused: true }, bounded.data.version)).status).toBe(
      no.foreignMarker.status,
    )
    await until(async () => {
      forgetAll()
      const { list } = await markersOf(of)
      expect(list.find((m) => m.userId === a.userId)).toMatchObject({ marked: 0, held: 0, paused: true })
      expect(list.find((m) => m.userId === b.userId)).toMatchObject({ most: 5, marked: one.answers.length })
    })
    expect((await limit(of, a.userId, { paused: false }, bounded.data.version)).status).toBe(0)
    forgetAll()
    await finish(of, c.token, other.data)
    expect((await claim(of, a.token)).status).toBe(0)
  })

  it('hold no more limits than can be read again', async () => {
    const of = await seated(1)
    const limits = Array.from({ length: mostMarkers }, () => ({ userId: newId<UserId>('user'), most: 5 }))
    const questionIds = [of.essay.questionId]
    const row = { ...startOf(of.paper), blocks: [{ questionIds, limits }], version: 1 }
    await asFunction('marking-api', () => arrangements.put(row))
    expect((await limit(of, of.teachers[0]!.userId, { paused: true }, 1)).status).toBe(no.limitsFull.status)
    expect((await read(of)).version).toBe(1)
  })

  it('are answered for by the paper’s principals, who arbitrate what has no leader and never what they marked', async () => {
    const of = await seatOpen(1, { markers: 2, tolerance: 100 })
    const [a, b, c] = of.teachers as [Sitting['teachers'][0], Sitting['teachers'][0], Sitting['teachers'][0]]
    const principals = { ...paperOf(of), principals: [b.userId, c.userId], version: (await read(of)).version }
    await waiting(() => send(handler, calls.setPrincipals, principals, of.manager.token))
    forgetAll()
    expect((await read(of)).principals.map((p) => p.userId)).toEqual([b.userId, c.userId])
    for (const [who, score] of [
      [a, 200],
      [b, 900],
    ] as const) {
      const own = (await claim(of, who.token)).data
      await submit(of, who.token, own, of.students[0]!, points(score))
      await finish(of, who.token, own)
    }
    await until(async () => {
      forgetAll()
      expect((await claim(of, c.token, 'final')).status).toBe(0)
    })
    expect((await claim(of, a.token, 'final')).status).toBe(no.notMarker.status)
    expect((await claim(of, b.token, 'final')).status).toBe(no.nothingLeft.status)
    // What a principal who leaves has in hand goes back.
    const inHand = (await claim(of, c.token, 'final')).data.bundle.bundleId
    const later = { ...paperOf(of), principals: [b.userId], version: (await read(of)).version }
    await waiting(() => send(handler, calls.setPrincipals, later, of.manager.token))
    expect((await bundles.get({ ...paperOf(of), bundleId: inHand }))?.state).toBe('queued')
  })

  it('are proposed with as much to do for each, and taken as they were seen, while marking runs too', async () => {
    const of = await seatOpen(3, { markers: 2 })
    const [a, b, c] = of.teachers as [Sitting['teachers'][0], Sitting['teachers'][0], Sitting['teachers'][0]]
    const propose = async (more: object = {}) =>
      (await send(handler, calls.automaticArrangement, { ...paperOf(of), ...more }, of.manager.token)).data
    const seen = await propose({ hours: 1 })
    expect(seen).toMatchObject({ learntFrom: 0, needed: 2, warnings: [] })
    expect(seen.times).toMatchObject([{ number: '2', seconds: 23, learnt: false }])
    expect([...seen.groups[0]!.markers].sort()).toEqual([a.userId, b.userId, c.userId].sort())
    const take = (groups: { lead: string; markers: UserId[] }[], version: number) =>
      waiting(() => send(handler, calls.arrangeGroups, { ...paperOf(of), groups, version } as never, of.manager.token))
    const held = (await claim(of, a.token)).data
    await submit(of, a.token, held, of.students[0]!, points(500))
    const lead = of.essay.questionId
    expect((await take([{ lead, markers: [b.userId, c.userId] }], 0)).status).toBe(commonProblems.stale.status)
    const taken = (await take([{ lead, markers: [b.userId, c.userId] }], seen.version)).data
    expect(taken.released).toBe(1)
    expect((await read(of)).groups[0]).toMatchObject({ markers: [b.userId, c.userId] })
    expect((await answers.get({ ...paperOf(of), studentId: of.students[0]!, questionId: lead }))?.first?.by).toBe(
      a.userId,
    )
    expect((await take([{ lead: newId('question'), markers: [b.userId] }], taken.version)).status).toBe(
      no.noQuestion.status,
    )
    await waiting(() => limit(of, b.userId, { paused: true }, taken.version))
    expect((await propose()).markers.map((m) => m.userId).sort()).toEqual([a.userId, c.userId].sort())
  })

  it('learn what an answer takes from the owner’s former exam of the course', async () => {
    const of = await seatOpen(6)
    const [a] = of.teachers as [Sitting['teachers'][0]]
    let at = Date.now()
    const mine = (await claim(of, a.token)).data
    const back = usePorts({ now: () => at })
    try {
      for (const { studentId } of mine.answers) {
        at += 11_000
        await submit(of, a.token, mine, studentId, points(500))
      }
    } finally {
      back()
    }
    await finish(of, a.token, mine)
    await until(async () => {
      forgetAll()
      expect((await markersOf(of)).list[0]).toMatchObject({ marked: 6 })
    })
    await complete(of)
    // Another exam of the same school, a day after.
    const later = await seated(2)
    await asFunction('exam-api', async () => {
      const { tenant } = of
      const day = (await exams.get({ examId: of.paper.examId }))!.examDate + 86_400_000
      await exams.edit({ examId: later.paper.examId }, (e) => ({ ...e!, owner: tenant, examDate: day }))
      await papers.edit({ paperId: later.paper.paperId }, (p) => ({ ...p!, owner: tenant }))
    })
    const seen = (await send(handler, calls.automaticArrangement, paperOf(later), of.manager.token)).data
    expect(seen).toMatchObject({ learntFrom: 1, times: [{ seconds: 11, learnt: true }] })
  })

  it('say whether a paper is marked on phones, and the tasks why no more is handed out', async () => {
    const of = await seatOpen(3)
    const [a] = of.teachers as [Sitting['teachers'][0]]
    const asked = async () => (await send(handler, calls.mobileMarkSwitch, paperOf(of), of.manager.token)).data
    const tasks = async () => {
      forgetAll()
      return (await send(handler, markingTasks, {}, a.token)).data.filter((t) => t.paperId === of.paper.paperId)
    }
    const { on, version } = await asked()
    expect(on).toBe(true)
    const set = (to: boolean, v: number, token = of.manager.token) =>
      waiting(() => send(handler, calls.setMobileMarkSwitch, { ...paperOf(of), on: to, version: v }, token))
    expect((await set(false, version, a.token)).http).toBe(403)
    const off = (await set(false, version)).data
    expect((await set(true, version)).status).toBe(commonProblems.stale.status)
    expect((await asked()).on).toBe(false)
    // Of all papers of the exam at once, for who manages it.
    const { examId, paperId } = of.paper
    const all = async (token = of.manager.token) => send(handler, calls.mobileMarkSwitches, { examId }, token)
    const row = { paperId, courseName: of.paper.courseName, barred: null }
    expect((await all()).data.papers).toEqual([{ ...row, on: false, version: off.version }])
    expect((await all(a.token)).http).toBe(403)
    await until(async () => expect(await tasks()).toMatchObject([{ largeScreen: true }]))
    const paused = (await limit(of, a.userId, { paused: true }, off.version)).data
    expect(await tasks()).toMatchObject([{ stopped: 'paused' }])
    await set(true, paused.version)
    expect((await tasks())[0]).not.toHaveProperty('largeScreen')
    expect((await all()).data.papers).toMatchObject([{ on: true, barred: null }])
    await arrangements.edit(of.paper, (there) => there && { ...there, state: 'closed' })
    expect((await all()).data.papers).toMatchObject([{ barred: no.arrangedClosed.message }])
  })
})
