/** Marking is ended by force if and only if it is on record, under every single fault; by two people where several schools sit it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { paperStep } from '#shared/exam/step.rules.ts'
import { openAsk } from '#shared/exam/tools/maintenance.rules.ts'
import { areaTenant, schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import * as calls from '#shared/marking/cut/cut.calls.ts'
import { openMarking } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { holdsUnderFaults } from '#functions/kit/actFaults.testing.ts'
import type { Act } from '#functions/kit/actFaults.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from '#functions/exam/stored.fixtures.ts'
import { stepsOfExam } from '#functions/exam/step.public.ts'
import { handler } from '../marking.api.ts'
import { arrangements } from '../marking.store.ts'
import { askOrCut, cancel, confirm, undo } from './cut.commands.ts'
import { forcedCompletions } from './cut.store.ts'

beforeAll(() => actAs('marking-api'))

/** An exam whose one paper is being marked. */
const anExam = async (joint = false) => {
  const schoolId = newId<SchoolId>('school')
  const owner = joint ? areaTenant(newId<AreaId>('area')) : schoolTenant(schoolId)
  const classes = classesNamed('1班')
  const of = examOfSchool(schoolId, [], { classes, candidateCount: 1, owner, step: paperStep.marking })
  await storeExam(of, [candidateAt(of.school, 0, newId('student'), classes[0]!)])
  const { examId, paperId } = of.paper
  const row = { schema: 1 as const, paperId, examId, owner, questions: [], noted: true as const, version: 1 }
  await asFunction('marking-work', () => arrangements.create({ ...row, state: 'open', openedAt: 7 }))
  const person = (more: object = {}) => testCaller({ userType: joint ? 13 : 2, tenant: owner, ...more })
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: object, who: { token: string }) =>
    send(handler, call, { examId, ...input } as never, who.token)
  const stands = async () => {
    const [there, row] = await Promise.all([arrangements.get({ paperId }), forcedCompletions.get({ paperId })])
    return [
      there?.state,
      there?.cut !== undefined,
      there?.openedAt,
      row?.doneAt !== undefined && row.overAt === undefined,
    ]
  }
  const step = async () => (await stepsOfExam({ examId })).map((s) => s.step)
  return { ...of, examId, paperId, owner, person, ask, stands, step, seen: [{ paperId, version: 1 }] }
}
type Stored = Awaited<ReturnType<typeof anExam>>
const why = { reason: '阅卷点停电' }

describe('marking that is ended by force', () => {
  it('is closed as a whole, opened by nothing but its undoing, and then stands as it was', async () => {
    const { person, ask, stands, step, seen, paperId, examId } = await anExam()
    const admin = await person()
    expect((await ask(calls.cutStand, {}, admin)).data).toMatchObject({
      needsSecond: false,
      papers: [{ paperId, state: 'open', version: 1 }],
    })
    expect((await ask(calls.cutMarking, { papers: seen, ...why }, admin)).data).toEqual({ done: true })
    expect([await stands(), await step()]).toEqual([['closed', true, 7, true], [paperStep.done]])
    expect((await ask(calls.cutStand, {}, admin)).data.papers[0]!.done).toMatchObject(why)
    expect((await send(handler, openMarking, { paperId }, admin.token)).status).toBe(markingProblems.cutStands.status)
    expect((await ask(calls.cutMarking, { papers: seen, reason: '再来一次' }, admin)).status).toBe(
      markingProblems.cutNotOpen.status,
    )
    expect((await ask(calls.undoCut, { paperIds: [paperId], reason: '来电了' }, admin)).data).toEqual({ opened: true })
    expect([await stands(), await step()]).toEqual([['open', false, 7, false], [paperStep.marking]])
    // Ninety days later it stands for good.
    const papers = [{ paperId, version: (await arrangements.get({ paperId }))!.version }]
    expect((await ask(calls.cutMarking, { papers, reason: '又停电了' }, admin)).data).toEqual({ done: true })
    const old = { ...(await forcedCompletions.get({ paperId }))!, doneAt: 1 }
    await asFunction('marking-api', () => forcedCompletions.save(old))
    expect((await ask(calls.undoCut, { paperIds: [paperId], reason: '再来' }, admin)).status).toBe(
      markingProblems.cutGone.status,
    )
    expect([examId, (await stands())[0]]).toEqual([old.examId, 'closed'])
  })

  it('of several schools is so by two people, who are not one', async () => {
    const { person, ask, stands, seen, paperId, examId } = await anExam(true)
    const [first, second] = [await person(), await person()]
    expect((await ask(calls.cutMarking, { papers: seen, ...why }, first)).data).toEqual({ done: false })
    expect((await stands())[0]).toBe('open')
    expect((await ask(calls.cutMarking, { papers: seen, ...why }, second)).status).toBe(markingProblems.cutAsked.status)
    const asked = async (who: typeof first) => (await ask(calls.cutStand, {}, who)).data.papers[0]!.asked
    const waiting = async (who: { token: string }) =>
      (await ask(calls.askedCuts, {}, who)).data.map((d) => [d.examId, d.courseNames.length, d.mayConfirm])
    expect([await waiting(first), await waiting(second)]).toEqual([[[examId, 1, false]], [[examId, 1, true]]])
    expect(await waiting(await (await anExam(true)).person())).toEqual([])
    expect([(await asked(first))!.mayConfirm, (await asked(second))!.mayConfirm]).toEqual([false, true])
    const papers = [{ paperId, version: (await asked(second))!.version }]
    expect((await ask(calls.confirmCut, { papers }, first)).status).toBe(markingProblems.cutSame.status)
    expect((await ask(calls.cancelCut, { papers }, second)).data).toEqual({ cancelled: true })
    expect((await ask(calls.confirmCut, { papers }, second)).status).toBe(markingProblems.cutGone.status)
    await ask(calls.cutMarking, { papers: seen, ...why }, first)
    expect((await ask(calls.confirmCut, { papers }, second)).status).toBe(commonProblems.stale.status)
    const again = [{ paperId, version: (await asked(second))!.version }]
    expect((await ask(calls.confirmCut, { papers: again }, second)).data).toEqual({ done: true })
    expect((await stands()).slice(0, 2)).toEqual(['closed', true])
    expect(await waiting(second)).toEqual([])
  })

  it('is refused without a reason, over an older version, without a fresh proof, of another exam, to teachers and strangers', async () => {
    const { person, ask, stands, seen, paperId, exam, owner } = await anExam()
    const admin = await person()
    const wish = { papers: seen, ...why }
    expect((await ask(calls.cutMarking, { ...wish, reason: ' ' }, admin)).message).toBe('请填写原因')
    expect((await ask(calls.cutMarking, { ...wish, papers: [] }, admin)).message).toBe('请选择科目')
    expect((await ask(calls.cutMarking, { ...wish, papers: [{ paperId, version: 0 }] }, admin)).status).toBe(
      commonProblems.stale.status,
    )
    const other = await anExam()
    expect((await ask(calls.cutMarking, { ...wish, papers: other.seen }, admin)).status).toBe(
      commonProblems.notFound.status,
    )
    const before = await person({ provedAt: now() - 3_600_000 })
    expect((await ask(calls.cutMarking, wish, before)).status).not.toBe(0)
    const creator = await testCaller({ userType: 3, tenant: owner, userId: exam.creatorId })
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    for (const who of [creator, stranger]) {
      expect((await ask(calls.cutMarking, wish, who)).http).toBe(403)
      expect((await ask(calls.cutStand, {}, who)).http).toBe(403)
    }
    expect([await stands(), await other.stands()]).toEqual([
      ['open', false, 7, false],
      ['open', false, 7, false],
    ])
  })

  const ended: Act<Stored> = {
    name: 'ended',
    record: 'marking.cut',
    run: ({ examId, seen }, who) => askOrCut({ examId, papers: seen, ...why }, who),
    told: async ({ stands, step }) => [await stands(), await step()],
    steps: true,
  }
  const undone: Act<Stored> = {
    ...ended,
    name: 'undone',
    record: 'marking.cutUndo',
    before: ended.run,
    run: ({ examId, paperId }, who) => undo({ examId, paperIds: [paperId], reason: '来电了' }, who),
  }
  /** In an exam of several schools: who asks, and who agrees; an ask that is open is told too. */
  const apart = async () => {
    const of = await anExam(true)
    const [asker, second] = [(await of.person()).caller, (await of.person()).caller]
    /** As it was first asked for. */
    const asked = [{ paperId: of.paperId, version: 1 }]
    const open = async () => openAsk(await forcedCompletions.get(of)) !== null
    return { ...of, asker, second, asked, open }
  }
  type Apart = Awaited<ReturnType<typeof apart>>
  const askedFor: Act<Apart> = {
    name: 'asked for',
    record: 'marking.cutAsk',
    run: ({ examId, seen, asker }) => askOrCut({ examId, papers: seen, ...why }, asker),
    told: async ({ open, stands }) => [await open(), ...(await stands()).slice(0, 2)],
    tenant: ({ owner }) => owner,
  }
  const agreed: Act<Apart> = {
    ...askedFor,
    name: 'agreed to',
    record: 'marking.cut',
    before: askedFor.run,
    run: ({ examId, second, asked }) => confirm(examId, asked, second),
    told: async ({ open, stands, step }) => [[await open(), ...(await stands())], await step()],
    steps: true,
  }
  const refusedOne: Act<Apart> = {
    ...askedFor,
    name: 'taken back',
    record: 'marking.cutCancel',
    before: askedFor.run,
    run: ({ examId, second, asked }) => cancel(examId, asked, second),
  }
  it.each([askedFor, agreed, refusedOne])(
    'of several schools is $name if and only if it is on record, at any failing store call (I16)',
    (act) =>
      holdsUnderFaults(act, 'marking-api', async () => {
        const of = await apart()
        return { of, who: act === askedFor ? of.asker : of.second }
      }),
  )
  it.each([ended, undone])('is $name if and only if it is on record, at any failing store call (I16)', (act) =>
    holdsUnderFaults(act, 'marking-api', async () => {
      const of = await anExam()
      return { of, who: (await of.person()).caller }
    }),
  )
})
