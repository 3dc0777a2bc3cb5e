/**
 * What the kit needs of the rooms, given by `web/app` at the start: the kit itself knows no room's calls.
 */
import { homePaths } from './home.paths.ts'
import type { Crumb } from './screens/screen.types.ts'

export type Tokens = { accessToken: string; refreshToken: string; expiresIn: number }

/** Where an exam, a paper or a school is found. */
export type Place = {
  /** The way to it, itself last. */
  crumbs: readonly Crumb[]
  /** The ids that follow from it: a paper's exam. */
  ids?: Readonly<Record<string, string>>
  /** Said before the name of the screen right under it: a paper's course. */
  prefix?: string
}

export type Wires = {
  /** Trades a refresh token for new tokens; null when the session is over. Throws when the network fails. */
  refresh(refreshToken: string): Promise<Tokens | null>
  /** The server's clock, UTC ms (HTTP 453). */
  serverTime(): Promise<number>
  /** Asks for the caller's address again (HTTP 455). */
  clientIp(): Promise<void>
  /** Where 返回首页 leads. */
  home(): string
  /** Where 重新登录 leads. */
  signIn(): string
  /** Goes to an address of the product without loading it anew. */
  go(to: string): void
  /** Whether who is signed in may open the screen at an address. */
  opens(to: string): boolean
  /** The place that a hole or a field of an address names (`within`), with all that the address names. */
  place(within: string, ids: Readonly<Record<string, string>>): Promise<Place>
  /** A call wants the person to show to be there (`fresh`): true when that was done. */
  prove?(): Promise<boolean>
  /** Whether the network dialogue is hidden here (the test domain). */
  hidesTrouble?(): boolean
  /** 11008: unlocks the exam of this uploader; without it the dialogue offers only the way home. */
  unlockExam?(examUploaderId: string): Promise<void>
}

const unwired = (): never => {
  throw new Error('the kit is not wired: call connectKit first')
}

let wires: Wires = {
  refresh: unwired,
  serverTime: unwired,
  clientIp: unwired,
  home: () => homePaths.centre,
  signIn: () => homePaths.signIn,
  go: (to) => location.assign(to),
  opens: () => true,
  place: () => Promise.resolve({ crumbs: [] }),
}

export const connectKit = (given: Partial<Wires>): void => {
  wires = { ...wires, ...given }
}
export const wired = (): Wires => wires
