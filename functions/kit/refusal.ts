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

/** The caller is not let in: 401 without a session, 403 for a type or a scope. */
export class Barred extends Error {
  override name = 'Barred'
  readonly httpStatus: 401 | 403
  constructor(httpStatus: 401 | 403) {
    super(httpStatus === 401 ? '登录状态已过期' : '没有权限')
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

/** Whatever was thrown, as an Error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
