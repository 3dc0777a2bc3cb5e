import { beforeAll, describe, expect, it } from 'vitest'
import { deleteExam, examDetail, examPaper, listExams, restoreExam } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/tools/maintenance.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { areaTenant, schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems, sessionProblems } from '#shared/kit/problem.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import { Crash, withFaults } from '#functions/kit/faults.ts'
import type { FaultKind } from '#functions/kit/faults.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { keptDeletedMs } from '#functions/kit/table.ts'
import { handler } from '../exam.api.ts'
import { examOf } from '../exam.public.ts'
import { exams, purgesDue } from '../exam.store.ts'
import { askOrDelete } from './maintenance.commands.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

/** An exam that is being marked: by the ordinary way it is deleted no more. */
const anExam = async (joint = false) => {
  const schoolId = newId<SchoolId>('school')
  const owner = joint ? areaTenant(newId<AreaId>('area')) : schoolTenant(schoolId)
  const classes = classesNamed('1班')
  const of = examOfSchool(schoolId, [], { classes, candidateCount: 1, owner, step: paperStep.marking })
  await storeExam(of, [candidateAt(of.school, 0, newId('student'), classes[0]!)])
  const { examId } = of.exam
  const person = (more: object = {}) => testCaller({ userType: joint ? 13 : 2, tenant: owner, ...more })
  const ask = <C extends Parameters<typeof send>[1]>(call: C, input: object, who: { token: string }) =>
    send(handler, call, { examId, ...input } as never, who.token)
  const stand = async (who: { token: string }) => (await ask(calls.maintenance, {}, who)).data
  const acts = async () =>
    (await asRoot(() => audits.queryIndex('gsi1', objectIndex(owner, examId)))).map((r) => [r.act, r.reason])
  return { ...of, examId, owner, person, ask, stand, acts }
}
const why = { reason: '误建的考试，试卷已作废' }

describe('an exam that is deleted by force', () => {
  it('is hidden with its papers at once, and had back as it was', async () => {
    const { examId, exam, paper, person, ask, stand, acts } = await anExam()
    const admin = await person()
    expect(await stand(admin)).toMatchObject({ needsSecond: false, papers: [{ furthest: paperStep.marking }] })
    expect((await ask(calls.forceDelete, { version: 1, ...why }, admin)).data).toEqual({ deleted: true })
    const list = async () => (await send(handler, listExams, {}, admin.token)).data.total
    expect(await list()).toBe(0)
    expect((await send(handler, examPaper, { paperId: paper.paperId }, admin.token)).http).toBe(403)
    expect((await asRoot(() => purgesDue.get({ examId })))?.examId).toBe(examId)
    const deleted = async (who: { token: string }) =>
      (await send(handler, calls.deletedExams, {}, who.token)).data.map((e) => [
        e.examId,
        e.byForce,
        e.until - e.deletedAt,
      ])
    expect(await deleted(admin)).toEqual([[examId, true, keptDeletedMs]])
    const { done } = await stand(admin)
    expect(done).toMatchObject({ reason: why.reason, doneByName: admin.caller.userName })
    expect(done!.until - done!.doneAt!).toBe(keptDeletedMs)
    // The ordinary way back asks for no reason, and any teacher has it who made the exam.
    expect((await ask(examDetail, {}, admin)).data.forced).toBe(true)
    expect((await ask(restoreExam, {}, admin)).status).toBe(examProblems.forced.status)
    const creator = await testCaller({ userType: 3, tenant: exam.owner, userId: exam.creatorId })
    expect((await ask(restoreExam, {}, creator)).status).toBe(examProblems.forced.status)

    expect((await ask(calls.undoForceDelete, { reason: '还要用' }, admin)).data).toEqual({ version: 3 })
    const { deletedAt, deletedBy, version: _v, ...back } = (await examOf(examId))!
    expect([deletedAt, deletedBy]).toEqual([undefined, undefined])
    const { version: _was, ...was } = exam
    expect(back).toEqual(was)
    expect([await list(), await deleted(admin)]).toEqual([1, []])
    expect((await ask(calls.undoForceDelete, { reason: '再来' }, admin)).status).toBe(examProblems.forceGone.status)
    expect((await acts()).sort()).toEqual([
      ['exam.forceDelete', why.reason],
      ['exam.forceUndo', '还要用'],
    ])
    // Deleted later in the ordinary way, it is had back in that way.
    await asRoot(() => exams.edit({ examId }, (e) => e && { ...e, deletedAt: now(), deletedBy: admin.caller.userId }))
    expect((await ask(calls.undoForceDelete, { reason: '再来' }, admin)).status).toBe(examProblems.forceGone.status)
    expect((await ask(restoreExam, {}, admin)).status).toBe(0)
  })

  it('of several schools is so by two people, who are not one', async () => {
    const { examId, person, ask, stand, acts } = await anExam(true)
    const first = await person()
    const second = await person()
    expect((await ask(calls.forceDelete, { version: 1, ...why }, first)).data).toEqual({ deleted: false })
    expect((await examOf(examId))!.deletedAt).toBeUndefined()
    expect((await ask(calls.forceDelete, { version: 1, ...why }, second)).status).toBe(examProblems.forceAsked.status)
    const waiting = async (who: { token: string }) =>
      (await send(handler, calls.askedDeletions, {}, who.token)).data.map((d) => [d.examId, d.reason, d.mayConfirm])
    expect([await waiting(first), await waiting(second)]).toEqual([
      [[examId, why.reason, false]],
      [[examId, why.reason, true]],
    ])
    const elsewhere = await testCaller({ userType: 13, tenant: areaTenant(newId<AreaId>('area')) })
    expect(await waiting(elsewhere)).toEqual([])
    const { asked } = await stand(second)
    expect(asked).toMatchObject({ askedByName: first.caller.userName, mayConfirm: true })
    const { version } = asked!
    // The same person by another user; and who looks through another's eyes proves no password.
    const { accountId } = first.caller
    for (const one of [first, await person({ accountId })]) {
      expect((await stand(one)).asked!.mayConfirm).toBe(false)
      expect((await ask(calls.confirmForceDelete, { version }, one)).status).toBe(examProblems.forceSame.status)
    }
    const through = await person({ pretendedBy: accountId })
    expect((await stand(through)).asked!.mayConfirm).toBe(false)
    expect((await ask(calls.confirmForceDelete, { version }, through)).status).toBe(
      sessionProblems.proofPretended.status,
    )
    expect((await ask(calls.cancelForceDelete, { version }, second)).data).toEqual({ cancelled: true })
    expect((await ask(calls.confirmForceDelete, { version }, second)).status).toBe(examProblems.forceGone.status)
    expect(await waiting(second)).toEqual([])
    await ask(calls.forceDelete, { version: 1, ...why }, first)
    const again = (await stand(second)).asked!.version
    expect((await ask(calls.confirmForceDelete, { version }, second)).status).toBe(commonProblems.stale.status)
    expect((await ask(calls.confirmForceDelete, { version: again }, second)).data).toEqual({ deleted: true })
    expect(await waiting(second)).toEqual([])
    expect((await examOf(examId))!.deletedBy).toBe(second.caller.userId)
    expect((await acts()).map(([act]) => act).sort()).toEqual([
      'exam.forceAsk',
      'exam.forceAsk',
      'exam.forceCancel',
      'exam.forceDelete',
    ])
  })

  it('is listed with what was deleted in the ordinary way, for who manages it', async () => {
    const { examId, owner, exam, person } = await anExam()
    await asRoot(() => exams.edit({ examId }, (e) => e && { ...e, furthest: paperStep.answerUpload }))
    const admin = await person()
    const { version } = (await examOf(examId))!
    expect((await send(handler, deleteExam, { examId, version }, admin.token)).status).toBe(0)
    const seen = async (who: { token: string }) =>
      (await send(handler, calls.deletedExams, {}, who.token)).data.map((e) => [e.examId, e.examName, e.byForce])
    const creator = await testCaller({ userType: 3, tenant: owner, userId: exam.creatorId })
    const colleague = await testCaller({ userType: 3, tenant: owner })
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    const one = [[examId, exam.examName, false]]
    expect([await seen(admin), await seen(creator), await seen(colleague), await seen(stranger)]).toEqual([
      one,
      one,
      [],
      [],
    ])
    expect((await send(handler, restoreExam, { examId }, admin.token)).status).toBe(0)
    expect(await seen(admin)).toEqual([])
  })

  it('is refused without a reason, over an older version, without a fresh proof, to teachers and to strangers', async () => {
    const { person, ask, owner, exam, examId } = await anExam()
    const admin = await person()
    expect((await ask(calls.forceDelete, { version: 1, reason: ' ' }, admin)).message).toBe('请填写原因')
    expect((await ask(calls.forceDelete, { version: 0, ...why }, admin)).status).toBe(commonProblems.stale.status)
    const before = await person({ provedAt: now() - 3_600_000 })
    expect((await ask(calls.forceDelete, { version: 1, ...why }, before)).status).not.toBe(0)
    const creator = await testCaller({ userType: 3, tenant: owner, userId: exam.creatorId })
    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    for (const who of [creator, stranger]) {
      expect((await ask(calls.forceDelete, { version: 1, ...why }, who)).http).toBe(403)
      expect((await ask(calls.maintenance, {}, who)).http).toBe(403)
    }
    expect((await examOf(examId))!.deletedAt).toBeUndefined()
    expect((await ask(examDetail, {}, admin)).status).toBe(0)
  })

  it('is deleted if and only if it is on record, at any failing store call (I16)', async () => {
    const kinds: readonly FaultKind[] = ['failBefore', 'appliedButFailed', 'conflict', 'crashAfter']
    for (const kind of kinds)
      for (let at = 0; at < 5; at++) {
        const { examId, person, acts } = await anExam()
        const { caller } = await person()
        const faults = withFaults((call) => (call.index === at ? kind : null))
        await asFunction('exam-api', () => askOrDelete({ examId, version: 1, ...why }, caller)).catch(
          (error: unknown) => {
            if (!(error instanceof Crash) && !(error instanceof Error)) throw error
          },
        )
        faults.stop()
        const deleted = (await examOf(examId))!.deletedAt !== undefined
        expect([kind, at, (await acts()).length]).toEqual([kind, at, deleted ? 1 : 0])
      }
  })
})
