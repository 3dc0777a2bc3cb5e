import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import * as cardCalls from '#shared/card/card.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { mostCrests } from '#shared/card/card.types.ts'
import type { CardDesign, CardPicture } from '#shared/card/card.types.ts'
import * as deskCalls from '#shared/card/designer/desk.calls.ts'
import * as pictureCalls from '#shared/card/designer/picture.calls.ts'
import { openRender, renderTicket } from '#shared/card/print/render.calls.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { lifeTag } from '#shared/kit/lifetime.ts'
import { s3 } from '#functions/kit/clients.ts'
import { bucket, getObject } from '#functions/kit/objects.ts'
import { actAs, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { upload } from '#functions/scan/scan.fixtures.ts'
import { handler } from '../card.api.ts'
import { examOfSchool, storeExam } from '#functions/exam/stored.fixtures.ts'
import { ask, detail, made, questions, setting } from '../card.fixtures.ts'
import type { Setting } from '../card.fixtures.ts'
import { picturesOfCard } from '../card.store.ts'

beforeAll(() => actAs('card-api'))

const drawn = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
type Format = 'jpeg' | 'png' | 'webp'
const bytesOf = async (format: Format, width?: number, height?: number) =>
  new Uint8Array(await drawn(width, height).toFormat(format).toBuffer())

const sent = async (at: Setting, cardId: CardId, bytes: Uint8Array, name = '校徽.png') => {
  const [file] = await upload(at, [{ name, bytes }], 'cardPicture')
  return ask(pictureCalls.addCardPicture, { cardId, key: file!.key }, at)
}
const placed = (
  of: { sha256: string; width: number; height: number },
  rest: Partial<CardPicture> = {},
): CardPicture => ({
  ...{ pictureId: 'p1', name: '校徽.png', x: 0, y: 0, w: 20 },
  ...{ sha256: of.sha256, width: of.width, height: of.height },
  ...rest,
})
const withPictures = (design: CardDesign, ...pictures: CardPicture[]): CardDesign => ({ ...design, pictures })

describe('a picture', () => {
  it('of any of the three formats is kept once by its content, on white, and shown again after a reload', async () => {
    const at = await setting()
    const cardId = await made(at)
    const [first, again] = [
      await sent(at, cardId, await bytesOf('png')),
      await sent(at, cardId, await bytesOf('png'), '另一个名字.png'),
    ]
    expect(first.data).toMatchObject({ width: 300, height: 200 })
    expect(again.data.sha256).toBe(first.data.sha256)
    expect(await picturesOfCard(cardId)).toHaveLength(1)
    const { status } = await sent(at, cardId, await bytesOf('webp'), '图.webp')
    expect([status, (await sent(at, cardId, await bytesOf('jpeg'), '图.jpg')).status]).toEqual([0, 0])
    const shown = (await ask(pictureCalls.cardPictures, { cardId }, at)).data
    expect(shown.map((p) => p.sha256)).toContain(first.data.sha256)
    const answer = await fetch(shown.find((p) => p.sha256 === first.data.sha256)!.url)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Half transparent red on white.
    expect([data[0]! > 210, data[1]! > 110, data[1]! < 145]).toEqual([true, true, true])
    // What is larger than print wants is made smaller.
    expect((await sent(at, cardId, await bytesOf('png', 2400, 1200))).data).toMatchObject({ width: 1600, height: 800 })
  })

  it('is judged by its bytes, and by its size', async () => {
    const at = await setting()
    const cardId = await made(at)
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"/>')
    const gif = new Uint8Array(await drawn().gif().toBuffer())
    const png = await bytesOf('png')
    const told = async (bytes: Uint8Array, name = '图.png') => (await sent(at, cardId, bytes, name)).message
    for (const bytes of [svg, gif, new TextEncoder().encode('hello')])
      expect(await told(bytes)).toBe('图片只能是 JPEG、PNG 或 WebP 格式，请另存后重新上传')
    const broken = '图片打不开或不完整，请另存为 JPEG 或 PNG 后重新上传'
    expect(await told(png.slice(0, 60))).toBe(broken)
    expect(await told(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), '图.jpg')).toBe(broken)
    expect(await told(await bytesOf('png', 300, 10))).toBe('图片太小，每边至少20像素')
    expect(await picturesOfCard(cardId)).toHaveLength(0)
  })

  it('is taken from the own uploads of its family alone, by who manages the exam, while the card is open', async () => {
    const [at, other] = [await setting(), await setting()]
    const [cardId, theirs] = [await made(at), await made(other)]
    const [file] = await upload(at, [{ name: '图.png', bytes: await bytesOf('png') }], 'cardPicture')
    const [scan] = await upload(at, [{ name: '图.png', bytes: await bytesOf('png') }])
    const [foreign] = await upload(other, [{ name: '图.png', bytes: await bytesOf('png') }], 'cardPicture')
    for (const key of [scan!.key, foreign!.key])
      expect((await ask(pictureCalls.addCardPicture, { cardId, key }, at)).status).toBe(
        cardProblemList.foreignUpload.status,
      )
    expect((await ask(pictureCalls.addCardPicture, { cardId: theirs, key: file!.key }, at)).http).toBe(403)
    expect((await ask(pictureCalls.cardPictures, { cardId: theirs }, at)).http).toBe(403)
    const teacher = await testCaller({ userType: 3, tenant: at.owner, userName: '王老师' })
    const asked = await send(handler, pictureCalls.addCardPicture, { cardId, key: file!.key }, teacher.token)
    expect(asked.http).toBe(403)
    await ask(deskCalls.lockCard, { cardId, locked: true, version: 1 }, at)
    expect((await ask(pictureCalls.addCardPicture, { cardId, key: file!.key }, at)).status).toBe(
      cardProblemList.locked.status,
    )
  })
})

describe('a design', () => {
  it('names pictures of its own card, as large as they are', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    const { data } = await sent(at, cardId, await bytesOf('png'))
    const save = (picture: CardPicture) =>
      ask(cardCalls.saveCard, { cardId, design: withPictures(design, picture), version: 1 }, at)
    const strange = await save(placed({ ...data, sha256: 'cd'.repeat(32) }))
    expect(strange.message).toBe('图片“校徽.png”不是这张答题卡的，请删除后重新上传')
    expect((await save(placed({ ...data, height: 100 }))).status).toBe(cardProblemList.strangePicture.status)
    expect((await save(placed(data))).data).toMatchObject({ version: 2, warnings: [] })
    expect((await detail(cardId, at)).design.pictures).toEqual([placed(data)])
  })

  it('is not published while a picture lies on what is read; published it stays as it was', async () => {
    const at = await setting()
    const cardId = await made(at)
    const { design } = await detail(cardId, at)
    const { data } = await sent(at, cardId, await bytesOf('png'))
    const over = withPictures(design, placed(data, { w: 140 }))
    const saved = await ask(cardCalls.saveCard, { cardId, design: over, version: 1 }, at)
    expect(saved.data.warnings).toEqual([expect.stringMatching(/^标题旁的图片压住了.+，扫描后无法识别，请移开或缩小$/)])
    const refused = await ask(cardCalls.publishCard, { cardId, version: 2, pages: 2 }, at)
    expect(refused.message).toMatch(/标题旁的图片压住了/)
    const good = withPictures(design, placed(data))
    await ask(cardCalls.saveCard, { cardId, design: good, version: 2 }, at)
    expect((await ask(cardCalls.publishCard, { cardId, version: 3, pages: 2 }, at)).status).toBe(0)
    // The design goes on; what was published still has its picture.
    await ask(cardCalls.saveCard, { cardId, design, version: 4 }, at)
    const printed = (await ask(cardCalls.currentTemplate, { paperId: at.paper.paperId }, at)).data!
    const images = printed.geometry.pages.flatMap((p) => p.draws.filter((d) => d.kind === 'image'))
    expect(images).toMatchObject([{ sha256: data.sha256, rect: { w: 20 } }])
    const ticket = (await ask(renderTicket, { cardId, kind: 'render' }, at)).data.ticket
    const opened = (await send(handler, openRender, { ticket })).data
    expect(opened.pictures).toMatchObject([{ sha256: data.sha256 }])
    expect((await fetch(opened.pictures![0]!.url)).status).toBe(200)
  })

  it('gone for good takes its pictures with it', async () => {
    const at = await setting()
    const cardId = await made(at)
    await sent(at, cardId, await bytesOf('png'))
    const [file] = await picturesOfCard(cardId)
    expect((await getObject(file!.key)).length).toBe(file!.size)
    await ask(deskCalls.softDeleteCard, { cardId, version: 1 }, at)
    expect((await ask(deskCalls.purgeCard, { cardId }, at)).status).toBe(0)
    expect(await picturesOfCard(cardId)).toEqual([])
    const { GetObjectTaggingCommand } = await import('@aws-sdk/client-s3')
    const { TagSet } = await asRoot(async () =>
      (await s3()).send(new GetObjectTaggingCommand({ Bucket: bucket(), Key: file!.key })),
    )
    expect(TagSet).toEqual([{ Key: lifeTag, Value: 'week' }])
  })
})

/** A further exam of the same school, with its paper. */
const another = async (at: Setting): Promise<Setting> => {
  const { schoolId } = at.school
  const more = examOfSchool(schoolId, questions({ 1: 4, 5: 1 }), {
    classes: [],
    candidateCount: 0,
    creatorId: at.caller.userId,
  })
  await storeExam(more, [])
  return { ...at, ...more }
}

describe('a crest', () => {
  const crests = async (at: Setting, cardId: CardId) =>
    (await ask(pictureCalls.offeredCrests, { cardId }, at)).data.map((c) => c.name)
  const uploaded = async (at: Setting, cardId: CardId, name: string, width: number, crest = true) => {
    const [file] = await upload(at, [{ name, bytes: await bytesOf('png', width) }], 'cardPicture')
    return ask(pictureCalls.addCardPicture, { cardId, key: file!.key, ...(crest ? { crest: name } : {}) }, at)
  }

  it('of one card is offered to the other cards of its owner, and printed there from a copy of their own', async () => {
    const at = await setting()
    const [first, second] = [await made(at), await made(await another(at))]
    const { data } = await uploaded(at, first, '校徽.png', 300)
    await uploaded(at, first, '函数图象.png', 310, false)
    expect(await crests(at, second)).toEqual(['校徽.png'])
    const taken = await ask(pictureCalls.takeCrest, { cardId: second, sha256: data.sha256 }, at)
    expect(taken.data).toMatchObject({ name: '校徽.png', sha256: data.sha256, width: 300, height: 200 })
    expect((await fetch(taken.data.url)).status).toBe(200)
    const [kept] = await picturesOfCard(second)
    expect(kept!.key).toContain(second)
    const { design } = await detail(second, at)
    const saved = await ask(
      cardCalls.saveCard,
      { cardId: second, design: withPictures(design, placed(data)), version: 1 },
      at,
    )
    expect(saved.status).toBe(0)
    // What a card shows is not offered to it again; what is dropped is offered to none, and stays where it is.
    expect(await crests(at, second)).toEqual([])
    expect((await ask(pictureCalls.dropCrest, { cardId: first, sha256: data.sha256 }, at)).data).toEqual({
      dropped: true,
    })
    expect(await crests(at, first)).toEqual([])
    expect(await picturesOfCard(second)).toHaveLength(1)
    const gone = await ask(pictureCalls.takeCrest, { cardId: first, sha256: data.sha256 }, at)
    expect(gone.status).toBe(cardProblemList.notFound.status)
  })

  it('is of its own owner alone, is kept once, and the oldest gives way', async () => {
    const [at, other] = [await setting(), await setting()]
    const [cardId, theirs] = [await made(at), await made(other)]
    const { data } = await uploaded(at, cardId, '校徽0.png', 300)
    await uploaded(at, cardId, '又一个名字.png', 300)
    expect(await crests(other, theirs)).toEqual([])
    expect((await ask(pictureCalls.takeCrest, { cardId: theirs, sha256: data.sha256 }, other)).status).toBe(
      cardProblemList.notFound.status,
    )
    expect((await ask(pictureCalls.offeredCrests, { cardId }, other)).http).toBe(403)
    for (let i = 1; i <= mostCrests; i++) await uploaded(at, cardId, `校徽${i}.png`, 300 + i)
    const names = await crests(at, cardId)
    expect([names.length, names.includes('校徽0.png'), names.includes(`校徽${mostCrests}.png`)]).toEqual([
      mostCrests,
      false,
      true,
    ])
  })
})
