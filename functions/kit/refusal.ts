import { fill } from '#shared/kit/problem.ts'
import type { Problem } from '#shared/kit/problem.ts'

/** A refused business rule: answered as HTTP 200 with the problem's number. Named so that a job never retries it. */
export class Refused extends Error {
  override name = 'Refused'
  readonly problem: Problem
  readonly data: unknown
  constructor(problem: Problem, values: Readonly<Record<string, string | number>> = {}, data: unknown = null) {
    super(fill(problem.message, values))
    this.problem = problem
    this.data = data
  }
}

const barredWords = {
  401: '登录状态已过期',
  403: '没有权限',
  404: '接口不存在',
  429: '系统繁忙，请稍后再试或刷新页面',
} as const

/** The caller is not let in: 401 without a session, 403 for a type or a scope, 404 for no such call, 429 for too many requests. */
export class Barred extends Error {
  override name = 'Barred'
  readonly httpStatus: keyof typeof barredWords
  constructor(httpStatus: keyof typeof barredWords) {
    super(barredWords[httpStatus])
    this.httpStatus = httpStatus
  }
}

export const refuse = (
  problem: Problem,
  values: Readonly<Record<string, string | number>> = {},
  data: unknown = null,
): never => {
  throw new Refused(problem, values, data)
}

/** Any thrown value, as an Error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
