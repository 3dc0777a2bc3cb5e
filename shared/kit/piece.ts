/**
 * A piece of an object: many small pictures that are made together are one object, because a store is paid by the object
 * that is put. A piece is named `<key>#<from>-<to>` (bytes, both ends in it); the address to read it by ends in
 * `#bytes=<from>-<to>`, and is good for that range and no other: the Range header is signed with it.
 */
export type Range = { from: number; to: number }

export const pieceKey = (key: string, { from, to }: Range): string => `${key}#${from}-${to}`

/** The object of a key, and the piece of it that is meant; without one the whole. */
export const pieceOf = (key: string): { object: string; range?: Range } => {
  const m = /^([^#]+)#(\d+)-(\d+)$/.exec(key)
  return m ? { object: m[1]!, range: { from: Number(m[2]), to: Number(m[3]) } } : { object: key }
}

/** The Range header of a piece. */
export const rangeHeader = ({ from, to }: Range): string => `bytes=${from}-${to}`

/** An address to read a piece by. */
export const pieceAddress = (address: string, range: Range): string => `${address}#${rangeHeader(range)}`

/** What is asked of the store for an address: of a piece with its Range header. */
export const askedBy = (address: string): { url: string; range?: string } => {
  const m = /^([^#]+)#(bytes=\d+-\d+)$/.exec(address)
  return m ? { url: m[1]!, range: m[2]! } : { url: address }
}
