/** A card's pictures: taken from an upload, kept once by their content, held against what a design names. */
import { cardProblemList } from '#shared/card/card.problems.ts'
import { mostCrests } from '#shared/card/card.types.ts'
import type { Card, CardDesign, CardPictureFile, Crest } from '#shared/card/card.types.ts'
import type { addCardPicture, dropCrest, offeredCrests, takeCrest } from '#shared/card/designer/picture.calls.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import {
  ObjectMissing,
  endLife,
  getObject,
  keepLife,
  objectKey,
  putObject,
  sha256,
  signedUrl,
} from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { readUpload, tenantOfUpload, UploadTooLarge } from '#functions/platform/upload.public.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { cardPictures, crests, crestsOf, picturesOfCard } from '../card.store.ts'
import { changeable, liveManaged } from '../live.ts'
import { keptPicture } from './pictureBytes.ts'
import type { KeptPicture } from './pictureBytes.ts'

/** What one card keeps, also of pictures that its design no longer names: a published version may. */
const mostKept = 100

const uploaded = async (key: string): Promise<Uint8Array> => {
  try {
    return await readUpload(key)
  } catch (error) {
    if (error instanceof UploadTooLarge)
      return refuse(cardProblemList.badPicture, { detail: '图片太大，请压缩到5MB以内再上传' })
    if (error instanceof ObjectMissing)
      return refuse(cardProblemList.badPicture, { detail: '图片没有上传完成，请重新上传' })
    throw error
  }
}

/** Sent twice it is kept once. */
export const addPicture = async (
  input: InputOf<typeof addCardPicture>,
  caller: Caller,
): Promise<AnswerOf<typeof addCardPicture>> => {
  const card = await changeable(input.cardId, caller)
  if (tenantOfUpload(input.key) !== caller.tenant || input.key.split('/')[3] !== 'cardPicture')
    return refuse(cardProblemList.foreignUpload)
  await keepLife(input.key)
  const kept = await keptPicture(await uploaded(input.key))
  if (typeof kept === 'string') return refuse(cardProblemList.badPicture, { detail: kept })
  const shown = await keepWithCard(card, kept, caller)
  if (input.crest !== undefined) await offerCrest(card.owner, { ...kept, name: input.crest }, caller)
  return shown
}

/** By its content: sent twice it is kept once. */
const keepWithCard = async (
  { cardId, owner }: Pick<Card, 'cardId' | 'owner'>,
  { bytes, width, height }: KeptPicture,
  caller: Caller,
): Promise<AnswerOf<typeof addCardPicture>> => {
  const digest = sha256(bytes)
  const known = await picturesOfCard(cardId)
  const there = known.find((p) => p.sha256 === digest)
  if (!there && known.length >= mostKept)
    return refuse(cardProblemList.badPicture, { detail: `一张答题卡最多保存${mostKept}张图片` })
  const file: CardPictureFile = there ?? {
    ...{ schema: 1, cardId, sha256: digest, width, height, size: bytes.length },
    key: objectKey(cardId, owner, 'card', cardId, 'picture', `${digest}.jpg`),
    addedBy: caller.userName,
    addedAt: now(),
  }
  if (!there) {
    await putObject(file.key, bytes, { type: 'image/jpeg' })
    // Of two at once one row stands, and both say the same.
    await cardPictures.create(file)
  }
  return { sha256: digest, width, height, url: await signedUrl(file.key) }
}

/** An owner's crests are few: the oldest goes when there are too many. */
const offerCrest = async (owner: Card['owner'], of: KeptPicture & { name: string }, caller: Caller): Promise<void> => {
  const digest = sha256(of.bytes)
  const known = await crestsOf(owner)
  if (known.some((c) => c.sha256 === digest)) return
  const crest: Crest = {
    ...{ schema: 1, owner, sha256: digest, width: of.width, height: of.height, name: of.name, size: of.bytes.length },
    key: objectKey(digest, owner, 'card', 'crest', `${digest}.jpg`),
    addedBy: caller.userName,
    addedAt: now(),
  }
  await putObject(crest.key, of.bytes, { type: 'image/jpeg' })
  // Of two at once one row stands, and both say the same.
  await crests.create(crest)
  for (const old of known.slice(mostCrests - 1)) await crests.remove(old)
}

export const crestsFor = async (
  { cardId }: InputOf<typeof offeredCrests>,
  caller: Caller,
): Promise<AnswerOf<typeof offeredCrests>> => {
  const card = await liveManaged(cardId, caller)
  const used = new Set((card.design.pictures ?? []).map((p) => p.sha256))
  const offered = (await crestsOf(card.owner)).filter((c) => !used.has(c.sha256))
  return Promise.all(
    offered.map(async ({ sha256: digest, width, height, name, key }) => ({
      ...{ sha256: digest, width, height, name },
      url: await signedUrl(key),
    })),
  )
}

const crestOf = async (owner: string, digest: string): Promise<Crest> =>
  (await crests.get({ owner, sha256: digest })) ?? refuse(cardProblemList.notFound)

export const takeOffered = async (
  input: InputOf<typeof takeCrest>,
  caller: Caller,
): Promise<AnswerOf<typeof takeCrest>> => {
  const card = await changeable(input.cardId, caller)
  const { key, name, width, height } = await crestOf(card.owner, input.sha256)
  return { ...(await keepWithCard(card, { bytes: await getObject(key), width, height }, caller)), name }
}

export const dropOffered = async (
  input: InputOf<typeof dropCrest>,
  caller: Caller,
): Promise<AnswerOf<typeof dropCrest>> => {
  const card = await liveManaged(input.cardId, caller)
  // Its bytes stay: offered again they lie under the same name.
  await crests.remove(await crestOf(card.owner, input.sha256))
  return { dropped: true }
}

export const shownPictures = async (cardId: string) =>
  Promise.all(
    (await picturesOfCard(cardId)).map(async ({ key, sha256: digest, width, height }) => ({
      ...{ sha256: digest, width, height },
      url: await signedUrl(key),
    })),
  )

/** A design names pictures of its own card alone, as large as they are. */
export const knowsPictures = async ({ cardId }: Pick<Card, 'cardId'>, { pictures = [] }: CardDesign): Promise<void> => {
  if (pictures.length === 0) return
  const known = new Map((await picturesOfCard(cardId)).map((p) => [p.sha256, p]))
  const strange = pictures.find(
    (p) => known.get(p.sha256)?.width !== p.width || known.get(p.sha256)?.height !== p.height,
  )
  if (strange) refuse(cardProblemList.strangePicture, { name: strange.name })
}

const namedBy = (geometry: CardGeometry): Set<string> =>
  new Set(geometry.pages.flatMap((p) => p.draws.flatMap((d) => (d.kind === 'image' ? [d.sha256] : []))))

/** The bytes of the pictures that a geometry draws. */
export const picturesIn = async (cardId: string, geometry: CardGeometry): Promise<Map<string, Uint8Array>> => {
  const named = namedBy(geometry)
  if (named.size === 0) return new Map()
  const files = (await picturesOfCard(cardId)).filter((p) => named.has(p.sha256))
  return new Map(
    await inTurns(files, 4, async (p): Promise<[string, Uint8Array]> => [p.sha256, await getObject(p.key)]),
  )
}

/** Addresses of the pictures that a geometry draws, for a page without a session. */
export const pictureUrlsIn = async (cardId: string, geometry: CardGeometry) => {
  const named = namedBy(geometry)
  return named.size === 0 ? [] : (await shownPictures(cardId)).filter((p) => named.has(p.sha256))
}

/** Of a card that goes for good: its rows now, its objects by the store's own rule within a week. */
export const dropPictures = async (cardId: string): Promise<void> => {
  for (const file of await picturesOfCard(cardId)) {
    await endLife(file.key, 'week')
    await cardPictures.remove(file)
  }
}
