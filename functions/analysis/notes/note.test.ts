/** Notes on questions: of the own school, by who is shown the results; each its writer's, none while they are closed. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisProblems as refused } from '#shared/analysis/analysis.problems.ts'
import * as calls from '#shared/analysis/notes/note.calls.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { AnswerOf } from '#shared/kit/call.ts'
import { holdsUnderFaults } from '#functions/kit/actFaults.testing.ts'
import type { Act } from '#functions/kit/actFaults.testing.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../analysis.api.ts'
import { markedPaper } from '../analysis.fixtures.ts'
import { ask, release } from '../changes/change.fixtures.ts'
import { jointPaper, publishJoint } from '../joint.fixtures.ts'
import { lockNotes, saveNote } from './note.commands.ts'
import { noteLocks, notesOf } from './note.store.ts'

beforeAll(() => actAs('analysis-work'))

type Who = { token: string }
const published = async () => {
  const of = await markedPaper(6)
  await release(of)
  const [first, second] = of.teachers as [typeof of.manager, typeof of.manager]
  const { questionId } = of.choice
  const noteId = randomUUID()
  const say = (call: Parameters<typeof send>[1], input: object, who: Who) =>
    ask(of, call, { questionId, ...input }, who)
  const list = async (who: Who = of.manager, more: object = {}) =>
    (await ask(of, calls.listNotes, more, who)).data as AnswerOf<typeof calls.listNotes>
  return { ...of, of, first, second, questionId, noteId, say, list }
}
const note = { text: '多数选了B：没有看清“不正确的是”' }

describe('a note on a question', () => {
  it('is kept once, read by colleagues, changed by its writer over the version that was read, and had back', async () => {
    const { first, second, manager, noteId, say, list, essay, choice } = await published()
    expect(await list(first)).toMatchObject({ total: 0, questions: [{ number: choice.number, notes: 0 }, {}] })
    expect((await say(calls.saveNote, { noteId, ...note }, first)).data).toEqual({ version: 1 })
    expect((await say(calls.saveNote, { noteId, ...note }, first)).data).toEqual({ version: 1 })
    expect((await say(calls.saveNote, { noteId, text: '别的' }, first)).status).toBe(commonProblems.conflict.status)
    const later = randomUUID()
    await say(calls.saveNote, { noteId: later, questionId: essay.questionId, text: '步骤分给得紧' }, second)
    const read = await list(second)
    expect(read.list.map((n) => [n.number, n.text, n.mine, n.mayDelete])).toEqual([
      [choice.number, note.text, false, false],
      [essay.number, '步骤分给得紧', true, true],
    ])
    expect((await list(second, { keyword: '步骤' })).list.map((n) => n.noteId)).toEqual([later])
    expect((await list(second, { questionId: choice.questionId })).list.map((n) => n.noteId)).toEqual([noteId])
    // Another writes over it only what is his own; two windows of one writer do not overwrite each other.
    expect((await say(calls.saveNote, { noteId, text: '改', version: 1 }, manager)).status).toBe(
      refused.noteOfOther.status,
    )
    expect((await say(calls.saveNote, { noteId, text: '讲审题', version: 1 }, first)).data).toEqual({ version: 2 })
    expect((await say(calls.saveNote, { noteId, text: '讲选项', version: 1 }, first)).status).toBe(
      commonProblems.stale.status,
    )
    expect((await say(calls.deleteNote, { noteId }, second)).status).toBe(refused.noteOfOther.status)
    expect((await say(calls.deleteNote, { noteId }, manager)).status).toBe(0)
    expect((await list()).list.map((n) => n.noteId)).toEqual([later])
    expect((await say(calls.saveNote, { noteId, text: '又改', version: 3 }, first)).status).toBe(
      commonProblems.notFound.status,
    )
    expect((await say(calls.deleteNote, { noteId, undo: true }, manager)).status).toBe(0)
    expect((await list()).list.map((n) => n.text)).toEqual(['讲审题', '步骤分给得紧'])
  })

  it('is refused empty, too long, under another id, on a question of another paper, and before there are results', async () => {
    const { first, noteId, say, manager } = await published()
    expect((await say(calls.saveNote, { noteId, text: ' \n ' }, first)).message).toBe('请填写笔记')
    expect((await say(calls.saveNote, { noteId, text: '长'.repeat(501) }, first)).message).toBe('最多500个字')
    expect((await say(calls.saveNote, { noteId: '1/../2', ...note }, first)).status).not.toBe(0)
    const other = await published()
    const foreign = { noteId, questionId: other.questionId, ...note }
    expect((await say(calls.saveNote, foreign, first)).status).toBe(commonProblems.notFound.status)
    await other.say(calls.saveNote, { noteId: other.noteId, ...note }, other.first)
    for (const call of [calls.saveNote, calls.deleteNote]) {
      const answer = await say(call, { noteId: other.noteId, ...note, version: 1 }, manager)
      expect(answer.status).toBe(commonProblems.notFound.status)
    }
    const unpublished = await markedPaper(3)
    const early = { questionId: unpublished.choice.questionId, noteId, ...note }
    expect((await ask(unpublished, calls.saveNote, early, unpublished.teachers[0])).status).toBe(
      refused.notPublished.status,
    )
  })

  it('is closed by who wrote one or sees all, and then stands until it is opened by him who closed it or who sees all', async () => {
    const { first, second, manager, noteId, say, list } = await published()
    const lock = (locked: boolean, version: number, who: Who) => say(calls.lockNotes, { locked, version }, who)
    expect((await lock(true, 0, manager)).status).toBe(commonProblems.notFound.status)
    await say(calls.saveNote, { noteId, ...note }, first)
    expect((await lock(true, 0, second)).status).toBe(refused.notesLockOthers.status)
    expect((await lock(true, 0, first)).data).toEqual({ version: 1 })
    expect((await lock(true, 0, manager)).data).toEqual({ version: 1 })
    const closed = [
      say(calls.saveNote, { noteId: randomUUID(), text: '再补一条' }, second),
      say(calls.saveNote, { noteId, text: '改一改', version: 1 }, first),
      say(calls.deleteNote, { noteId }, manager),
    ]
    for (const answer of await Promise.all(closed)) expect(answer.status).toBe(refused.notesLocked.status)
    expect(await list(second)).toMatchObject({ total: 1, list: [{ mayLock: false, lockVersion: 1 }] })
    expect((await lock(false, 1, second)).status).toBe(refused.notesLockOthers.status)
    expect((await lock(false, 0, manager)).status).toBe(commonProblems.stale.status)
    expect((await lock(false, 1, manager)).status).toBe(0)
    expect((await say(calls.saveNote, { noteId: randomUUID(), text: '再补一条' }, second)).status).toBe(0)
    // Of the manager's lock its maker and who sees all are left.
    expect((await lock(true, 2, manager)).status).toBe(0)
    expect((await lock(false, 3, first)).status).toBe(refused.notesLockOthers.status)
    expect((await lock(false, 3, manager)).status).toBe(0)
  })

  it('does not come into what is being closed: either it is there before, or it is refused', async () => {
    const { first, second, noteId, say, of, questionId } = await published()
    await say(calls.saveNote, { noteId, ...note }, first)
    const own = { paperId: of.paperId, owner: of.tenant, questionId }
    for (let round = 0; round < 4; round++) {
      const version = (await noteLocks.get(own))?.version ?? 0
      const before = (await notesOf(own)).length
      const [put, shut] = await Promise.all([
        say(calls.saveNote, { noteId: randomUUID(), text: `第${round}条` }, second),
        say(calls.lockNotes, { locked: true, version }, first),
      ])
      expect(shut.status).toBe(0)
      expect([0, refused.notesLocked.status]).toContain(put.status)
      expect((await notesOf(own)).length).toBe(before + (put.status === 0 ? 1 : 0))
      await say(calls.lockNotes, { locked: false, version: version + 1 }, first)
    }
  })

  it('is taken as a table in which nothing is a formula', async () => {
    const { first, noteId, say, of } = await published()
    expect((await ask(of, calls.takeNotes, {}, first)).status).toBe(refused.noNotes.status)
    await say(calls.saveNote, { noteId, text: '=1+1,"引号"\n第二行' }, first)
    const { fileName, csv } = (await ask(of, calls.takeNotes, {}, first)).data as AnswerOf<typeof calls.takeNotes>
    expect(fileName).toMatch(/题目笔记\.csv$/)
    expect(csv.split('\r\n')[0]).toBe('\uFEFF题号,笔记,作者,时间,状态')
    expect(csv).toContain(`,"'=1+1,""引号""\n第二行",`)
  })

  it('of a joint exam is read by the own school alone', async () => {
    const of = await jointPaper([6, 7])
    await publishJoint(of)
    const { paperId } = of.paper
    const { questionId } = of.paper.questions[0]!
    const [one, two] = await Promise.all(
      of.rosters.map((r) => testCaller({ userType: 2, tenant: schoolTenant(r.school.schoolId) })),
    )
    const asked = (call: Parameters<typeof send>[1], who: Who, input: object) =>
      asFunction('analysis-api', () => send(handler, call, { paperId, ...input } as never, who.token))
    const noteId = randomUUID()
    expect((await asked(calls.saveNote, one!, { questionId, noteId, ...note })).status).toBe(0)
    const count = async (who: Who) => ((await asked(calls.listNotes, who, {})).data as { total: number }).total
    expect([await count(one!), await count(two!), await count(of.manager)]).toEqual([1, 0, 0])
    const theirs = await asked(calls.deleteNote, two!, { questionId, noteId })
    expect(theirs.status).toBe(commonProblems.notFound.status)
  })

  type Of = Awaited<ReturnType<typeof published>>
  const told = async ({ of, questionId }: Of) => {
    const own = { paperId: of.paperId, owner: of.tenant, questionId }
    return [(await notesOf(own)).map((n) => n.text), (await noteLocks.get(own))?.locked !== undefined]
  }
  const written: Act<Of> = {
    name: 'written',
    record: 'analysis.saveNote',
    run: ({ of, questionId, noteId }, who) =>
      saveNote({ paperId: of.paperId, questionId, noteId, ...note, version: 0 }, who),
    told,
  }
  const closed: Act<Of> = {
    name: 'closed',
    record: 'analysis.lockNotes',
    before: written.run,
    run: ({ of, questionId }, who) => lockNotes({ paperId: of.paperId, questionId, locked: true, version: 0 }, who),
    told,
  }
  it.each([written, closed])('is $name if and only if it is on record, at any failing store call (I16)', (act) =>
    holdsUnderFaults(act, 'analysis-api', async () => {
      const of = await published()
      return { of, who: of.first.caller }
    }),
  )
})
