/**
 * A refused business rule: HTTP 200 with a number of ours and a Chinese message.
 * Numbers begin at 20000, a block of a thousand a room; the specification's own numbers keep their meaning.
 */
export type Problem = {
  readonly key: string
  readonly status: number
  readonly message: string
  /** The input's field that it is about: a form says it there. */
  readonly field?: string
}

/** Where the numbers of a room begin. */
export const problemBlocks = {
  platform: 20_000,
  identity: 21_000,
  school: 22_000,
  exam: 23_000,
  card: 24_000,
  scan: 25_000,
  marking: 26_000,
  analysis: 27_000,
  session: 20_900,
} as const

export type Room = Exclude<keyof typeof problemBlocks, 'session'>

/**
 * Problems of one room: its number, the Chinese message with {holes}, and the input's field that it is about, where it is
 * about one. A number that was given stays: apps that are open, partners and written answers know it, so one of a problem
 * that went is not given again. Numbers lie in the room's block, but for those that the specification fixes
 * (`infra/local/house/problemNumbers.test.ts`, which also says the next free one).
 */
export const problems = <const T extends Record<string, readonly [status: number, message: string, field?: string]>>(
  room: keyof typeof problemBlocks,
  texts: T,
): { readonly [K in keyof T]: Problem } =>
  Object.fromEntries(
    Object.entries(texts).map(([key, [status, message, field]]) => [
      key,
      { key: `${room}.${key}`, status, message, ...(field === undefined ? {} : { field }) },
    ]),
  ) as { readonly [K in keyof T]: Problem }

/** Fills a message's {holes}; a hole without a value stays visible rather than vanishing. */
export const fill = (message: string, values: Readonly<Record<string, string | number>> = {}): string =>
  message.replace(/\{(\w+)\}/g, (hole, name: string) => (name in values ? String(values[name]) : hole))

/** A list of messages as the specification's bracketed list: each entry is shown as a paragraph for 5 s. */
export const bracketed = (messages: readonly string[]): string => `[${messages.join(',')}]`

/** The answers to every call of a session that still owes a step. */
export const sessionProblems = problems('session', {
  securityNeeded: [20901, '请先完成安全验证'],
  passwordMustChange: [20902, '请先修改初始密码'],
  /** Of a call that is `fresh`. */
  proofNeeded: [20903, '请先验证身份'],
  proofPretended: [20904, '模拟登录时不能进行此操作'],
})

/** What every room may answer. */
export const commonProblems = problems('platform', {
  badInput: [20001, '{detail}'],
  stale: [20002, '{who}已于{when}修改了这条数据，请核对后重试'],
  notFound: [20003, '数据不存在或已删除'],
  conflict: [20004, '同一操作已以不同内容提交，请刷新后重试'],
  jobNotFound: [20005, '任务不存在或已过期'],
  uploadRefused: [20006, '{detail}'],
  jobCancelled: [20007, '任务已取消'],
  jobNotCancellable: [20008, '这个任务不能取消，或已经结束'],
  jobNotAgain: [20009, '这个任务不能重新处理：没有失败、已被取消、结束超过14天，或应在原处重新发起'],
})
