import { beforeAll, describe, expect, it } from 'vitest'
import * as cardCalls from '#shared/card/card.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { preflightList, startPreflight } from '#shared/card/preflight/preflight.calls.ts'
import { grantUpload } from '#shared/platform/platform.calls.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { paint, upload } from '#functions/scan/scan.fixtures.ts'
import { handler } from '../card.api.ts'
import { ask, jobDone, made, onTwoSides, setting, through } from '../card.fixtures.ts'
import { printedCardOfPaper } from '../card.public.ts'

beforeAll(() => actAs('card-api'))

describe('a pre-flight', () => {
  it('measures an uploaded scan through the state machine and keeps what it found with the card', async () => {
    const at = await setting(onTwoSides())
    const cardId = await made(at)
    const [foreign] = await upload(at, [{ name: '卡.jpg', bytes: new Uint8Array([1, 2, 3]) }])
    const early = await ask(startPreflight, { cardId, key: foreign!.key, fileName: '卡.jpg' }, at)
    expect(early.status).toBe(cardProblemList.notPublished.status)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const printed = (await printedCardOfPaper(at.paper.paperId))!

    const [scan] = await upload(at, [{ name: '空白卡.jpg', bytes: await paint(printed, 1) }])
    const { data } = await ask(startPreflight, { cardId, key: scan!.key, fileName: '空白卡.jpg' }, at)
    expect(await jobDone(data.uuid, at)).toMatchObject({ status: 40 })
    const found = (await ask(preflightList, { cardId }, at)).data
    expect(found).toMatchObject({ publishedVersion: 1, pageCount: printed.geometry.pages.length, mayManage: true })
    expect(found.preflights).toHaveLength(1)
    const [{ pages, judged, missingPages, testedBy }] = found.preflights as [(typeof found.preflights)[0]]
    expect({ judged, missingPages, testedBy }).toEqual({ judged: 'warn', missingPages: [2], testedBy: '李主任' })
    expect(pages).toMatchObject([{ filePage: 1, page: 1 }])
    const value = (name: string) => pages[0]!.measures.find((m) => m.name === name)!.value!
    expect(Math.abs(value('scale') - 1)).toBeLessThan(0.01)
    expect([value('qr'), value('anchors'), value('marks')]).toEqual([2, 0, 0])

    // What is no picture is said by the job, in words.
    const broken = await ask(startPreflight, { cardId, key: foreign!.key, fileName: '卡.jpg' }, at)
    const failed = await jobDone(broken.data.uuid, at)
    expect(failed.status).toBe(30)
    expect(failed.message).toMatch(/扩展名不符|不完整|已损坏/)
    expect((await ask(preflightList, { cardId }, at)).data.preflights).toHaveLength(1)
  })

  it('takes no file of another tenant, and only from who manages the exam', async () => {
    const [at, stranger] = [await setting(), await setting()]
    const cardId = await made(at)
    await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
    const [theirs] = await upload(stranger, [{ name: '卡.jpg', bytes: new Uint8Array([1]) }])
    const key = theirs!.key
    expect((await ask(startPreflight, { cardId, key, fileName: '卡.jpg' }, at)).status).toBe(
      cardProblemList.foreignUpload.status,
    )
    expect((await ask(startPreflight, { cardId, key: 'x/../y', fileName: '卡.jpg' }, at)).status).toBe(
      cardProblemList.foreignUpload.status,
    )
    expect((await ask(startPreflight, { cardId, key, fileName: '卡.jpg' }, stranger)).http).toBe(403)
    const teacher = await testCaller({ userType: 3, tenant: at.owner })
    expect((await send(handler, startPreflight, { cardId, key, fileName: '卡.jpg' }, teacher.token)).http).toBe(403)
    // A family of its own bounds what is sent.
    const files = [{ name: '卡.docx', size: 100 }]
    const refused = await through(grantUpload.path, at.token, { family: 'preflight', files })
    expect(refused.status).not.toBe(0)
  })
})
