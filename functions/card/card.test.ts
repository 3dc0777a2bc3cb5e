import { beforeAll, describe, expect, it } from 'vitest'
import * as cardCalls from '#shared/card/card.calls.ts'
import * as printCalls from '#shared/card/print/print.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './card.api.ts'
import { ask, detail, made, papers, questions, setting } from './card.fixtures.ts'
import { printedCardByCode, printedCardOfPaper } from './card.public.ts'

beforeAll(() => actAs('card-api'))

describe('a card', () => {
  it('is made from its paper, once, and known to it', async () => {
    const at = await setting()
    const first = await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)
    expect(first).toMatchObject({ http: 200, status: 0, data: { created: true } })
    const again = await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)
    expect(again.data).toEqual({ cardId: first.data.cardId, created: false })
    expect((await papers.get({ paperId: at.paper.paperId }))?.cardId).toBe(first.data.cardId)
    const card = await detail(first.data.cardId, at)
    expect(card).toMatchObject({ status: 0, publishedVersion: 0, title: '期中考试', mayManage: true, versions: [] })
    expect(card.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    // The roster's numbers have eight digits.
    expect(card.design.studentNumber.length).toBe(8)
    expect(card.design.units.flatMap((u) => u.questions.map((q) => q.questionId))).toEqual(
      at.paper.questions.map((q) => q.questionId),
    )
  })

  it('is made once by two at a time', async () => {
    const at = await setting()
    const both = await Promise.all([made(at), made(at)])
    expect(both[0]).toBe(both[1])
    expect((await ask(cardCalls.examCards, { examId: at.exam.examId }, at)).data.total).toBe(1)
  })

  it('is not made of a paper without questions', async () => {
    const at = await setting([])
    expect((await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)).status).toBe(
      cardProblemList.noQuestions.status,
    )
  })

  it('is closed to another school, and to a teacher who did not make the exam for writing', async () => {
    const at = await setting()
    const cardId = await made(at)
    const stranger = await setting()
    expect((await ask(cardCalls.cardDetail, { cardId }, stranger)).http).toBe(403)
    expect((await ask(printCalls.printCard, { cardId, kind: 'blank' }, stranger)).http).toBe(403)
    expect((await ask(cardCalls.createCard, { paperId: at.paper.paperId }, stranger)).http).toBe(403)
    expect((await ask(cardCalls.examCards, { examId: at.exam.examId }, stranger)).http).toBe(403)
    const leader = await testCaller({ userType: 9, tenant: at.owner })
    const seen = await send(handler, cardCalls.cardDetail, { cardId }, leader.token)
    expect(seen.data.mayManage).toBe(false)
    expect((await send(handler, cardCalls.publishCard, { cardId, version: 1, pages: 2 }, leader.token)).http).toBe(403)
  })

  it('is saved over the version that it was made from, and says who was faster', async () => {
    const at = await setting()
    const cardId = await made(at)
    const card = await detail(cardId, at)
    const design: CardDesign = { ...card.design, title: '新标题' }
    const saved = await ask(cardCalls.saveCard, { cardId, design, version: card.version }, at)
    expect(saved).toMatchObject({ status: 0, data: { version: 2, status: 1, warnings: [] } })
    const stale = await ask(cardCalls.saveCard, { cardId, design, version: card.version }, at)
    expect(stale.status).toBe(commonProblems.stale.status)
    expect(stale.message).toContain('李主任')
    expect((await detail(cardId, at)).title).toBe('新标题')
  })

  it('is not saved by an older designer, with too many questions or endless words, and says why', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    const save = (next: CardDesign) => ask(cardCalls.saveCard, { cardId, design: next, version: 1 }, at)
    expect((await save({ ...design, cardVersion: '9.0' })).message).toBe(
      '这张答题卡由更新版本（9.0）的设计器制作，请刷新页面后再打开',
    )
    const [unit, ...others] = design.units
    const many = {
      ...unit!,
      questions: Array.from({ length: 400 }, (_, i) => ({ ...unit!.questions[0]!, questionId: `x${i}` })),
    }
    expect((await save({ ...design, units: [many, ...others] })).message).toBe('答题卡最多400道题，现有409道')
    const worded = { ...unit!, questions: unit!.questions.map((q) => ({ ...q, content: '长'.repeat(300_000) })) }
    const refused = await save({ ...design, units: [worded, ...others] })
    expect([refused.status === 0, refused.message]).toEqual([
      false,
      expect.stringContaining('内容超过2000字，请精简后重试'),
    ])
    expect((await detail(cardId, at)).version).toBe(1)
  })

  it('holds no question of another paper, and warns of what the paper has and it has not', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { design, version } = await detail(cardId, at)
    const strange = structuredClone(design)
    strange.units[0]!.questions[0]!.questionId = newId<QuestionId>('question')
    expect((await ask(cardCalls.saveCard, { cardId, design: strange, version }, at)).status).toBe(
      cardProblemList.strangeQuestion.status,
    )
    const short = structuredClone(design)
    short.units[0]!.questions.pop()
    const saved = await ask(cardCalls.saveCard, { cardId, design: short, version }, at)
    expect(saved.data.warnings).toEqual(['试卷第8题不在答题卡上'])
    const published = await ask(cardCalls.publishCard, { cardId, version: 2, pages: 2 }, at)
    expect(published).toMatchObject({
      status: cardProblemList.notReady.status,
      message: '[试卷第8题不在答题卡上]',
    })
  })

  it('is published twice, and both versions stay readable as they were', async () => {
    const at = await setting()
    const cardId = await made(at)
    const card = await detail(cardId, at)
    expect(await printedCardOfPaper(at.paper.paperId)).toBeNull()
    const first = await ask(cardCalls.publishCard, { cardId, version: card.version, pages: 2 }, at)
    expect(first).toMatchObject({ status: 0, data: { publishedVersion: 1, version: 2 } })
    // A click that comes twice publishes nothing twice.
    expect((await ask(cardCalls.publishCard, { cardId, version: card.version, pages: 2 }, at)).status).toBe(
      commonProblems.stale.status,
    )
    const taller = structuredClone(card.design)
    taller.units.at(-1)!.height = 80
    await ask(cardCalls.saveCard, { cardId, design: taller, version: 2 }, at)
    expect((await detail(cardId, at)).status).toBe(1)
    const second = await ask(cardCalls.publishCard, { cardId, version: 3, pages: 2 }, at)
    expect(second).toMatchObject({ status: 0, data: { publishedVersion: 2 } })
    expect(second.data.hash).not.toBe(first.data.hash)
    const [one, two, latest, none] = await Promise.all([
      printedCardByCode(card.code, 1),
      printedCardByCode(card.code, 2),
      printedCardByCode(card.code),
      printedCardByCode(card.code, 3),
    ])
    expect([one?.geometry.hash, two?.geometry.hash, latest?.version, none]).toEqual([
      first.data.hash,
      second.data.hash,
      2,
      null,
    ])
    expect(one).toMatchObject({ cardId, paperId: at.paper.paperId, examId: at.exam.examId, owner: at.owner })
    expect((await printedCardOfPaper(at.paper.paperId))?.version).toBe(2)
    expect((await detail(cardId, at)).versions.map((v) => v.publishedVersion)).toEqual([2, 1])
    const byCode = await ask(cardCalls.templateByCode, { code: card.code, version: 1 }, at)
    expect(byCode.data).toMatchObject({ version: 1, title: '期中考试' })
    const stranger = await setting()
    expect((await ask(cardCalls.templateByCode, { code: card.code }, stranger)).status).toBe(
      cardProblemList.codeUnknown.status,
    )
  })

  it('is laid out again by the specification when it does not fit, or refused in its words', async () => {
    const at = await setting(questions({ 1: 30, 5: 9 }))
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    // As it is made it keeps to one sheet by itself.
    expect(design.sheetType).toBe(1)
    await ask(cardCalls.saveCard, { cardId, design: { ...design, sheetType: 0 }, version: 1 }, at)
    const published = await ask(cardCalls.publishCard, { cardId, version: 2, pages: 1 }, at)
    expect(published.data.notices).toEqual(['无法自动排版，自动将页数加1', '无法自动排版，自动更换版式'])
    expect((await detail(cardId, at)).design.sheetType).toBe(1)
    const big = await setting(questions({ 5: 60 }))
    const refused = await ask(cardCalls.publishCard, { cardId: await made(big), version: 1, pages: 2 }, big)
    expect(refused).toMatchObject({
      status: cardProblemList.noLayout.status,
      message: '无法正常排版，请调整题目数量',
    })
  })

  it('is deleted and restored; sheets already printed stay readable', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { code } = await detail(cardId, at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    expect((await ask(cardCalls.deleteCard, { cardId, version: 2 }, at)).status).toBe(0)
    expect((await ask(cardCalls.cardDetail, { cardId }, at)).status).toBe(cardProblemList.notFound.status)
    expect(await printedCardOfPaper(at.paper.paperId)).toBeNull()
    expect((await printedCardByCode(code))?.cardId).toBe(cardId)
    expect((await ask(cardCalls.restoreCard, { cardId }, at)).status).toBe(0)
    expect((await printedCardOfPaper(at.paper.paperId))?.code).toBe(code)
    const { version } = await detail(cardId, at)
    await ask(cardCalls.deleteCard, { cardId, version }, at)
    const next = await ask(cardCalls.createCard, { paperId: at.paper.paperId }, at)
    expect(next.data.created).toBe(true)
    expect((await ask(cardCalls.restoreCard, { cardId }, at)).status).toBe(cardProblemList.otherCard.status)
  })

  it('is listed by its state to those who see its exam', async () => {
    const at = await setting()
    const cardId = await made(at)
    const listed = await ask(cardCalls.listCards, { status: 0 }, at)
    expect(listed.data.list).toMatchObject([{ cardId, courseName: '数学', questionCount: 17 }])
    // Sorted by who saw it last and by its title, either way.
    for (const sort of ['title', '-title', 'editedAt', '-editedAt', 'status', 'courseName', 'editedBy'] as const)
      expect((await ask(cardCalls.listCards, { sort }, at)).data.list.map((c) => c.cardId)).toEqual([cardId])
    expect((await ask(cardCalls.listCards, { status: 2 }, at)).data.total).toBe(0)
    const teacher = await testCaller({ userType: 3, tenant: at.owner })
    expect((await send(handler, cardCalls.listCards, {}, teacher.token)).data.total).toBe(0)
  })
})
