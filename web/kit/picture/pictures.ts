/**
 * Pictures by their signed addresses. A piece of an object (`shared/kit/piece.ts`) is asked for with its Range header,
 * which no `<img>` can send: it is fetched here, and shown from the browser's own memory.
 */
import { askedBy } from '#shared/kit/piece.ts'

/** So many pieces are held: a desk's next answers, a screen of thumbnails. */
const most = 240
const pictures = new Map<string, Promise<string>>()
const there = new Map<string, string>()

const forget = (address: string): void => {
  pictures.delete(address)
  const local = there.get(address)
  if (local !== undefined) URL.revokeObjectURL(local)
  there.delete(address)
}

const fetched = async (url: string, range: string): Promise<string> => {
  const answer = await fetch(url, { headers: { range } })
  // Whole where a piece was asked for, it would show what was not meant.
  if (answer.status !== 206) throw new Error(`a piece of a picture: ${answer.status}`)
  return URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: 'image/jpeg' }))
}

/** Where a picture is to be had at once: undefined for a piece that was not fetched yet. */
export const pictureHere = (address: string): string | undefined =>
  askedBy(address).range === undefined ? address : there.get(address)

/** Where a picture is, when it is there. */
export const pictureAt = (address: string): Promise<string> => {
  const { url, range } = askedBy(address)
  if (range === undefined) return Promise.resolve(address)
  const known = pictures.get(address)
  if (known) {
    // What is wanted again goes last.
    pictures.delete(address)
    pictures.set(address, known)
    return known
  }
  const local = fetched(url, range)
  pictures.set(address, local)
  local.then(
    (at) => pictures.get(address) === local && there.set(address, at),
    () => pictures.delete(address),
  )
  if (pictures.size > most) forget(pictures.keys().next().value!)
  return local
}

/** The same for a sheet that is printed: it stays for as long as the window does. */
export const pictureKept = async (address: string): Promise<string> => {
  const { url, range } = askedBy(address)
  return range === undefined ? address : fetched(url, range)
}
