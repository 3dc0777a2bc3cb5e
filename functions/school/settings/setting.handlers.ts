import {
  clearSetting,
  gradeConfig,
  saveGradeConfig,
  saveSetting,
  settingDetail,
} from '#shared/school/settings/setting.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { schoolOf, settingNow } from '../roster/school.public.ts'
import * as commands from './setting.commands.ts'
import { configOf, ownGrade } from './setting.commands.ts'

export const settingHandlers = [
  implement(gradeConfig, async ({ input }) =>
    configOf((await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)),
  ),

  implement(saveGradeConfig, ({ input, caller }) => commands.saveGradeConfig(input, caller)),

  implement(settingDetail, async ({ input }) => {
    await ownGrade(input)
    const { values, from, own } = await settingNow(input.schoolId, input.page, input.gradeId)
    return { values, from, version: own?.version ?? 0 }
  }),

  implement(saveSetting, ({ input, caller }) => commands.saveSetting(input, caller)),

  implement(clearSetting, ({ input, caller }) => commands.clearSetting(input, caller)),
]
