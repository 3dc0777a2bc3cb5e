import * as z from 'zod'

/** A public key of the server for one sign-in, with the server's stamp that travels inside what is sealed. */
export const SealKey = z.object({
  kid: z.string(),
  /** An EC key on P-256. */
  publicJwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
  /** One use, some minutes. */
  stamp: z.string(),
})
export type SealKey = z.infer<typeof SealKey>

/** A puzzle: the piece, at its own height, is moved right until it fills the hole. */
export const SlidePuzzle = z.object({
  slideId: z.string(),
  /** PNG data URLs. */
  background: z.string(),
  piece: z.string(),
  width: z.int(),
  height: z.int(),
  pieceSize: z.int(),
  /** Where the piece stands from the top; how far from the left is what is asked. */
  pieceTop: z.int(),
  /** A number is wanted with which the sha256 of the challenge begins with so many zero bits (work.rules.ts). */
  work: z.object({ challenge: z.string(), bits: z.int() }),
})
export type SlidePuzzle = z.infer<typeof SlidePuzzle>

export const SlideTry = z.object({
  slideId: z.string().max(60),
  /** Where the piece was put. */
  left: z.number().min(0).max(2000),
  /** The work as it was asked for, and the number that was found. */
  bits: z.int().min(0).max(64).optional(),
  nonce: z.number().optional(),
})
export type SlideTry = z.infer<typeof SlideTry>

export const SecurityState = z.object({
  /** 0 never set, 2 off, 3 on. */
  securityStatus: z.int(),
  /** Whether this session still has to pass the check. */
  needed: z.boolean(),
  /** Masked. */
  phone: z.string(),
})
export type SecurityState = z.infer<typeof SecurityState>
