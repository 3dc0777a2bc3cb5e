import { beforeAll, describe, expect, it } from 'vitest'
import * as cardCalls from '#shared/card/card.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { contentLimit } from '#shared/card/card.types.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import * as deskCalls from '#shared/card/designer/desk.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../card.api.ts'
import { ask, detail, exams, made, onTwoSides, papers, questions, setting } from '../card.fixtures.ts'

beforeAll(() => actAs('card-api'))

describe('a locked card', () => {
  it('is not changed until its locker or an administrator unlocks it', async () => {
    const at = await setting()
    const cardId = await made(at)
    // A teacher who made the exam manages it beside the administrators.
    const teacher = await testCaller({ userType: 3, tenant: at.owner, userName: '王老师' })
    await exams.put({ ...at.exam, creatorId: teacher.caller.userId })
    const asTeacher = { ...at, token: teacher.token }
    const locked = await ask(deskCalls.lockCard, { cardId, locked: true, version: 1 }, at)
    expect(locked.data).toMatchObject({ version: 2, lock: { userName: '李主任' } })
    const { design } = await detail(cardId, at)
    for (const refused of [
      await ask(cardCalls.saveCard, { cardId, design, version: 2 }, at),
      await ask(cardCalls.publishCard, { cardId, version: 2, pages: 2 }, at),
      await ask(deskCalls.softDeleteCard, { cardId, version: 2 }, asTeacher),
      await ask(cardCalls.deleteCard, { cardId, version: 2 }, asTeacher),
    ]) {
      expect(refused.status).toBe(cardProblemList.locked.status)
      expect(refused.message).toMatch(/^李主任已于.+锁定这张答题卡，请先解锁再修改$/)
    }
    const theirs = await ask(deskCalls.lockCard, { cardId, locked: false, version: 2 }, asTeacher)
    expect(theirs.message).toBe('这张答题卡由李主任锁定，只有本人或管理员可以解锁')
    expect((await ask(deskCalls.lockCard, { cardId, locked: false, version: 1 }, at)).status).toBe(
      commonProblems.stale.status,
    )
    expect((await ask(deskCalls.lockCard, { cardId, locked: false, version: 2 }, at)).data).toEqual({ version: 3 })
    expect((await ask(cardCalls.saveCard, { cardId, design, version: 3 }, asTeacher)).status).toBe(0)
    // An administrator unlocks what a teacher locked.
    await ask(deskCalls.lockCard, { cardId, locked: true, version: 4 }, asTeacher)
    expect((await ask(deskCalls.lockCard, { cardId, locked: false, version: 5 }, at)).status).toBe(0)
  })
})

describe('the recycle bin', () => {
  it('holds what was deleted, lets it go for good, and keeps what was ever published', async () => {
    const at = await setting()
    const cardId = await made(at)
    expect((await ask(deskCalls.purgeCard, { cardId }, at)).status).toBe(cardProblemList.notDeleted.status)
    await ask(deskCalls.softDeleteCard, { cardId, version: 1 }, at)
    expect((await ask(cardCalls.listCards, {}, at)).data.total).toBe(0)
    const bin = await ask(cardCalls.listCards, { deleted: true }, at)
    expect(bin.data.list).toMatchObject([{ cardId, deleted: true }])
    expect((await ask(deskCalls.purgeCard, { cardId }, at)).status).toBe(0)
    expect((await ask(cardCalls.listCards, { deleted: true }, at)).data.total).toBe(0)
    expect((await ask(cardCalls.restoreCard, { cardId }, at)).http).toBe(403)
    // The paper is free for a new card, under another code.
    const next = await made(at)
    expect(next).not.toBe(cardId)
    await ask(cardCalls.publishCard, { cardId: next, version: 1, pages: 2 }, at)
    await ask(deskCalls.softDeleteCard, { cardId: next, version: 2 }, at)
    expect((await ask(deskCalls.purgeCard, { cardId: next }, at)).status).toBe(cardProblemList.everPublished.status)
  })
})

describe('what the designer asks', () => {
  it("takes another card's settings and leaves title and questions", async () => {
    const [at, stranger] = [await setting(), await setting()]
    const cardId = await made(at)
    const second = {
      ...at.paper,
      paperId: newId<(typeof at.paper)['paperId']>('paper'),
      questions: questions({ 1: 3 }),
    }
    await papers.create(second)
    const fromCardId = (await ask(cardCalls.createCard, { paperId: second.paperId }, at)).data.cardId
    const other = await detail(fromCardId, at)
    const styled: CardDesign = {
      ...other.design,
      title: '语文',
      sheetType: 2,
      isAB: true,
      showSealLine: true,
      studentNumber: { length: 8, mode: 'barcode' },
    }
    await ask(cardCalls.saveCard, { cardId: fromCardId, design: styled, version: 1 }, at)
    const { design } = await detail(cardId, at)
    const { data } = await ask(deskCalls.referenceCard, { cardId, fromCardId, design }, at)
    expect(data.design).toMatchObject({
      title: design.title,
      sheetType: 2,
      isAB: true,
      showSealLine: true,
      studentNumber: { length: 8, mode: 'barcode' },
    })
    expect(data.design.units).toEqual(design.units)
    // Nothing is stored, and a stranger's card gives nothing away.
    expect((await detail(cardId, at)).design).toEqual(design)
    const theirs = await made(stranger)
    expect((await ask(deskCalls.referenceCard, { cardId, fromCardId: theirs, design }, at)).http).toBe(403)
  })

  it('checks an unsaved design by the paper as it is now, however bad it is', async () => {
    const at = await setting(onTwoSides())
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    const check = async (of: CardDesign) => (await ask(deskCalls.drawCheck, { cardId, design: of }, at)).data
    expect(await check(design)).toMatchObject({ warnings: [], pageCount: 2 })
    const columns = (length: number) => ({ ...design, studentNumber: { length, mode: 'bubbles' as const } })
    expect([(await check(columns(18))).long, (await check(columns(4))).long]).toEqual([
      [],
      [expect.stringMatching(/^\d+名考生的考号超过4位，在这张卡上填不下（如.+：\d{5,}）$/)],
    ])
    await papers.put({ ...at.paper, questions: at.paper.questions.slice(1) })
    expect((await check(design)).warnings).toContain('第1题已不在试卷中')
    const none = { ...design, units: design.units.map((u) => ({ ...u, questions: [] })) }
    expect((await check(none)).warnings).toContain('答题卡没有题目')
    const broken = structuredClone(design)
    broken.units.at(-1)!.questions[0]!.content = '求 $\\frac{1}{$ 的值'
    expect((await check(broken)).warnings.join()).toMatch(/第17题|第16题/)
    expect((await check({ ...design, customPageSize: { width: 100, height: 100 } })).warnings.length).toBeGreaterThan(0)
    // 300 000 characters never reach the layout: the call itself says what is too much, in Chinese.
    const long = structuredClone(design)
    long.units.at(-1)!.questions[0]!.content = '很长'.repeat(150_000)
    const refused = await ask(deskCalls.drawCheck, { cardId, design: long }, at)
    expect(refused.message).toBe(`内容超过${contentLimit}字，请精简后重试`)
    const many = structuredClone(design)
    const unit = many.units[0]!
    unit.questions = Array.from({ length: 400 }, (_, i) => ({
      ...unit.questions[0]!,
      questionId: `q${i}`,
      number: String(i + 1),
    }))
    expect((await check(many)).warnings).toContain(
      `答题卡最多400道题，现有${400 + many.units.slice(1).reduce((n, u) => n + u.questions.length, 0)}道`,
    )
  })

  it('makes a card anew from all or some of the questions, under its own settings', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    const own: CardDesign = { ...design, title: '我的标题', sheetType: 1, isAB: true, units: design.units.slice(0, 1) }
    const all = await ask(deskCalls.questionCard, { cardId, design: own }, at)
    expect(all.data.design).toMatchObject({ title: '我的标题', sheetType: 1, isAB: true })
    expect(all.data.design.units.flatMap((u) => u.questions.map((q) => q.questionId))).toEqual(
      at.paper.questions.map((q) => q.questionId),
    )
    const questionIds = at.paper.questions.slice(12, 14).map((q) => q.questionId)
    const some = await ask(deskCalls.questionCard, { cardId, design: own, questionIds }, at)
    expect(some.data.design.units.flatMap((u) => u.questions.map((q) => q.questionId))).toEqual(questionIds)
  })

  it('knows how the cards of papers stand, and where each question is', async () => {
    const [at, stranger] = [await setting(), await setting()]
    const { paperId } = at.paper
    expect((await ask(deskCalls.paperCardStatus, { paperIds: [paperId] }, at)).data).toEqual([
      { paperId, publishedVersion: 0, locked: false },
    ])
    const cardId = await made(at)
    const before = (await ask(deskCalls.questionMarks, { paperId }, at)).data
    expect(before.publishedVersion).toBe(0)
    expect(before.questions.every((q) => q.places.length === 0)).toBe(true)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    expect((await ask(deskCalls.paperCardStatus, { paperIds: [paperId] }, at)).data).toMatchObject([
      { paperId, cardId, status: 2, publishedVersion: 1 },
    ])
    const marks = (await ask(deskCalls.questionMarks, { paperId }, at)).data
    expect(marks.questions.map((q) => q.readType)).toEqual(at.paper.questions.map((q) => (q.unitType <= 3 ? 1 : 2)))
    expect(marks.questions.every((q) => q.places.length >= 1)).toBe(true)
    const both = { paperIds: [paperId, stranger.paper.paperId] }
    expect((await ask(deskCalls.paperCardStatus, both, at)).http).toBe(403)
    const head = await testCaller({ userType: 9, tenant: at.owner })
    expect((await send(handler, deskCalls.questionMarks, { paperId }, head.token)).status).toBe(0)
  })
})
