/** A card's pictures: taken from an upload, kept once by their content, held against what a design names. */
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Card, CardDesign, CardPictureFile } from '#shared/card/card.types.ts'
import type { addCardPicture } from '#shared/card/designer/picture.calls.ts'
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
import { cardPictures, picturesOfCard } from '../card.store.ts'
import { live, managed, unlocked } from '../live.ts'
import { keptPicture } from './pictureBytes.ts'

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
  const card = await live(input.cardId)
  await managed(card.examId, caller)
  unlocked(card)
  if (tenantOfUpload(input.key) !== caller.tenant || input.key.split('/')[3] !== 'cardPicture')
    return refuse(cardProblemList.foreignUpload)
  await keepLife(input.key)
  const kept = await keptPicture(await uploaded(input.key))
  if (typeof kept === 'string') return refuse(cardProblemList.badPicture, { detail: kept })
  const { bytes, width, height } = kept
  const { cardId, owner } = card
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
