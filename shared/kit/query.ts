/** Codecs for GET input: everything arrives as text. `z.coerce.boolean` would make 'false' true: never use it. */
import * as z from 'zod'

/** A number written in digits. */
export const queryInt = <T extends z.ZodType<number>>(inner: T) =>
  z.preprocess((v) => (typeof v === 'string' && /^-?\d{1,15}$/.test(v.trim()) ? Number(v) : v), inner)

/** Parted by commas; in a body a list as it is. */
export const queryList = <T extends z.ZodType>(inner: T, most: number) =>
  z.preprocess((v) => (typeof v === 'string' ? v.split(',').filter((one) => one !== '') : v), z.array(inner).max(most))

/** 'true'/'1' and 'false'/'0'. */
export const queryBool = () =>
  z.preprocess((v) => (v === 'true' || v === '1' ? true : v === 'false' || v === '0' ? false : v), z.boolean())
