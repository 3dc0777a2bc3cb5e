import { doubtList, scanCount } from '#shared/scan/scan.calls.ts'
import { kindsFrom } from '#shared/scan/tally.rules.ts'
import { seesCandidate } from '#shared/exam/sight.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import { candidatesByIds, classNaming } from '#functions/exam/exam.public.ts'
import { ensureCounted, scriptCounts, sheetCounts } from '../counts.ts'
import { countedPaper, figuresOf } from '../figures.ts'
import { seenPaper } from '../managed.ts'
import { ownNow, seesOwnOnly } from '../own.read.ts'
import { foundOf, doubtRows, missingDoubt, ownQueue } from './doubt.read.ts'

export const doubtHandlers = [
  implement(doubtList, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    const own = seesOwnOnly(seen) ? await ownNow(seen) : null
    const [queued, sheets, scripts, named] = await Promise.all([
      own ? ownQueue(own, input) : foundOf(input),
      own?.sheets ?? sheetCounts.read(input.paperId),
      own?.scripts ?? scriptCounts.read(input.paperId),
      classNaming(seen.exam),
    ])
    const people = await candidatesByIds(seen.exam, [...new Set(queued.lacks.map((l) => l.studentId))])
    const byId = new Map(people.filter((c) => seesCandidate(seen.sight, c)).map((c) => [c.studentId as string, c]))
    const lacks = queued.lacks.filter((m) => seen.sight.classIds === null || byId.has(m.studentId))
    const list = [
      ...(await doubtRows(seen, queued.pages, caller)),
      ...lacks.map((m) => missingDoubt(m, byId, named, seen.sight.manages)),
    ]
    const kinds = kindsFrom(sheets, scripts)
    const { kind } = input
    const all = kinds.filter((k) => kind === undefined || k.kind === kind).reduce((n, k) => n + k.count, 0)
    return {
      list,
      total: own !== null || seen.sight.classIds === null ? all : list.length,
      ...(queued.next === undefined ? {} : { next: queued.next }),
      kinds,
      mayManage: seen.sight.manages,
    }
  }),

  implement(scanCount, async ({ input, caller }) => {
    const { counters } = await figuresOf(await countedPaper(input.paperId, caller))
    return counters
  }),
]
