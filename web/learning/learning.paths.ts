/** Addresses of this room. */
import { pathTo } from '#web/kit/route.types.ts'

export const learningPaths = { results: '/v2/exam/report/detail', result: '/v2/exam/report/detail/:paperId' } as const
export const resultPath = (paperId: string): string => pathTo(learningPaths.result, { paperId })
