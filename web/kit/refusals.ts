/** The specification's request layer (spec 1 §8) as data: what the client does with each answer. Pure. */
import { sessionProblems } from '#shared/kit/problem.ts'

/** A refused business rule: HTTP 200 and a number. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly data: unknown
  constructor(status: number, message: string, data?: unknown) {
    super(message)
    this.status = status
    this.data = data
  }
}

/** Anything but an answer: the network (code 0), a time-out (code 408), or an HTTP failure. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  readonly code: number
  readonly endpoint: string
  constructor(code: number, endpoint: string) {
    super(`网络错误：${code}`)
    this.code = code
    this.endpoint = endpoint
  }
}

/** Who asks may not, or there is no such thing: no fault that passes. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Refusal ||
  error instanceof SessionOver ||
  (error instanceof Trouble && [401, 403, 404].includes(error.code))

/** The session is over (401 that a refresh does not mend). */
export class SessionOver extends Error {
  override readonly name = 'SessionOver'
}

export type DialogueAction = 'home' | 'unlock' | 'reload' | 'signIn' | 'close'
export type Reaction =
  | { kind: 'silent' }
  | { kind: 'home' }
  | { kind: 'toast'; intent: 'error' | 'warning' | 'info'; paragraphs: string[]; ms: number }
  | { kind: 'dialogue'; title: string; text: string; actions: DialogueAction[]; examUploaderId?: string }
  | { kind: 'network'; title: string; code: number; endpoint: string; text: string }
  | { kind: 'session' }
  | { kind: 'time' }
  | { kind: 'ip' }

export const words = {
  network: (code: number) => `网络似乎断开了，请检查网络后刷新（网络错误：${code}）`,
  failed: (code: number) => `系统出错，不是网络的问题，请稍后再试或刷新页面（错误：${code}）`,
  busy: '系统繁忙，请稍后再试或刷新页面',
  again: '请重试或刷新页面',
  forbidden: '没有权限进行此操作',
  sessionOver: '登录状态已过期',
  signInAgain: '重新登录',
  pollFailed: '接口调用失败，正在重试！',
} as const

/** The server was reached and failed: looking for a broken line helps nothing. All else between 500 and 599 is on the way to it. */
const isOurs = (code: number): boolean => code === 500

/** What an HTTP failure is called where its answer would stand. */
export const troubleWords = (code: number): string =>
  code === 403 ? words.forbidden : code === 429 ? words.busy : isOurs(code) ? words.failed(code) : words.network(code)

/** `[a,b]` is a list of messages, each a paragraph; anything else is one. JSON lists are read as such. */
export const paragraphsOf = (message: string): string[] => {
  const inner = /^\s*\[([\s\S]*)\]\s*$/.exec(message)?.[1]
  if (inner === undefined) return [message]
  try {
    const list: unknown = JSON.parse(message)
    if (Array.isArray(list)) return list.map(String)
  } catch {
    // Not JSON: the specification's own bare list.
  }
  return inner
    .split(/[,，]/)
    .map((s) => s.trim())
    .filter(Boolean)
}

/** The same list where it stands in one place, such as under a field: its messages one behind the other. */
export const sentenceOf = (message: string): string => {
  const inner = /^\s*\[([^"]*)\]\s*$/.exec(message)?.[1]
  return inner === undefined ? message : inner.split(',').join('；')
}

const uploaderIn = (input: unknown): string | undefined => {
  const fields = (input ?? {}) as Record<string, unknown>
  const id = fields['examUploaderId'] ?? fields['uploaderId']
  return typeof id === 'string' && id !== '' ? id : undefined
}

export const reactionToRefusal = (
  { status, message }: { status: number; message: string },
  input?: unknown,
  hideMessage = false,
): Reaction => {
  switch (status) {
    case 0:
    // The proof was asked for and not given: who cancelled knows.
    case sessionProblems.proofNeeded.status:
    case 10051:
    case 10055:
      return { kind: 'silent' }
    case 11008: {
      const examUploaderId = uploaderIn(input)
      return examUploaderId
        ? { kind: 'dialogue', title: '提示', text: message, actions: ['home', 'unlock'], examUploaderId }
        : { kind: 'dialogue', title: '提示', text: message, actions: ['home'] }
    }
    case 10056:
      return { kind: 'dialogue', title: '提示', text: message, actions: ['home'] }
    case 10002:
      return { kind: 'home' }
    case 10057:
      return { kind: 'dialogue', title: '提示', text: message, actions: ['reload'] }
  }
  if (hideMessage) return { kind: 'silent' }
  const paragraphs = paragraphsOf(message)
  return { kind: 'toast', intent: 'error', paragraphs, ms: 5000 }
}

/** What an HTTP failure means; `code` 0 is no answer at all. */
export const reactionToTrouble = ({ code, endpoint }: { code: number; endpoint: string }): Reaction => {
  switch (code) {
    case 401:
      return { kind: 'session' }
    case 403:
      return { kind: 'toast', intent: 'error', paragraphs: [words.forbidden], ms: 5000 }
    case 429:
      return { kind: 'toast', intent: 'warning', paragraphs: [words.busy], ms: 5000 }
    case 453:
      return { kind: 'time' }
    case 455:
      return { kind: 'ip' }
    default:
      return {
        kind: 'network',
        title: isOurs(code) ? '系统出错' : '网络错误',
        code,
        endpoint,
        text: troubleWords(code),
      }
  }
}
