import { ReportSettings } from '#shared/analysis/analysis.types.ts'
import type { PaperSettings } from '#shared/analysis/publication.types.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse, Barred } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { settingsOf, settings } from './analysis.store.ts'
import { examAndPaper } from './standing.ts'

const badSettings = (message: string): never => refuse(commonProblems.badInput, { detail: message })

/** Changes some settings over the version that was read; judged as a whole, as the report will read them. */
export const changed = async (
  input: { paperId: PaperId; version: number },
  caller: Caller,
  set: (of: PaperSettings) => PaperSettings,
): Promise<PaperSettings> => {
  const { exam } = await examAndPaper(input.paperId)
  if (!mayManage(exam, caller)) throw new Barred(403)
  const next = set({ ...(await settingsOf(input.paperId)), version: input.version })
  const judged = ReportSettings.safeParse(next.report)
  if (!judged.success) return badSettings(judged.error.issues[0]?.message ?? '设置不正确')
  const stored =
    input.version === 0
      ? (await settings.create({ ...next, version: 1 }))
        ? { ...next, version: 1 }
        : null
      : await settings.save(next)
  return stored ?? refuseStale(settings, input)
}
