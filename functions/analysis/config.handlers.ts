import {
  reportConfig,
  reportConfigDetail,
  setLevel,
  setRankSection,
  setResultStatus,
  setScoreRate,
  setScoreSection,
} from '#shared/analysis/setting.calls.ts'
import { examParams, setExamParams } from '#shared/analysis/params.calls.ts'
import { ReportSettings } from '#shared/analysis/analysis.types.ts'
import type { PaperSettings } from '#shared/analysis/publication.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { settingsOf } from './analysis.store.ts'
import { examAndPaper } from './standing/standing.ts'
import { changed, paramsOf, setParams } from './config.commands.ts'

const examThere = async (examId: string) => {
  const exam = await examOf(examId)
  return exam && exam.deletedAt === undefined ? exam : refuse(commonProblems.notFound)
}

const ofReport =
  (part: Partial<PaperSettings['report']>) =>
  (s: PaperSettings): PaperSettings => ({
    ...s,
    report: { ...s.report, ...part },
  })

const read = async (paperId: PaperId, caller: Caller) => ({
  ...(await settingsOf(paperId)),
  mayManage: mayManage((await examAndPaper(paperId)).exam, caller),
})

export const configHandlers = [
  implement(reportConfig, ({ input, caller }) => read(input.paperId, caller)),
  implement(reportConfigDetail, async ({ input, caller }) => ({
    ...(await read(input.paperId, caller)),
    defaults: ReportSettings.parse({}),
  })),
  implement(setScoreRate, ({ input, caller }) => changed(input, caller, ofReport({ rates: input.rates }))),
  implement(setScoreSection, ({ input, caller }) =>
    changed(input, caller, ofReport({ sectionWidth: input.sectionWidth })),
  ),
  implement(setRankSection, ({ input, caller }) =>
    changed(input, caller, ofReport({ rankSectionEnds: input.rankSectionEnds })),
  ),
  implement(setLevel, ({ input, caller }) => changed(input, caller, ofReport({ levels: input.levels }))),
  implement(setResultStatus, ({ input: { studentRank, teacherTotalRank, ...input }, caller }) =>
    changed(input, caller, (s) => ({ ...s, studentRank, teacherTotalRank })),
  ),
  implement(examParams, async ({ input }) =>
    (await paramsOf(await examThere(input.examId))).map(({ paper: { courseName, total }, of }) => ({
      ...of,
      courseName,
      total: total !== undefined,
    })),
  ),
  implement(setExamParams, async ({ input: { examId, ...input }, caller }) => ({
    changed: await setParams(await examThere(examId), input, caller),
  })),
]
