import { mayManage } from '#shared/exam/exam.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import * as classes from '#shared/marking/groups/class.calls.ts'
import * as calls from '#shared/marking/groups/group.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { automaticRead } from './automatic.read.ts'
import { deskNow } from '../desk/desk.ts'
import { addMarkClass, setMarkType, setSchoolRule } from './class.commands.ts'
import { markClassesRead } from './class.read.ts'
import * as commands from './group.commands.ts'
import { setReadTime } from './readTime.commands.ts'
import { groupMarkersRead, groupsRead } from './group.read.ts'
import { saveRule } from './settle.commands.ts'
import { arrangements } from '../marking.store.ts'

export const groupHandlers = [
  implement(calls.markingGroups, async ({ input, caller }) => groupsRead(await deskNow(input.paperId), caller)),
  implement(calls.groupMarkers, async ({ input, caller }) =>
    groupMarkersRead(await deskNow(input.paperId), input, caller),
  ),
  implement(calls.automaticArrangement, async ({ input, caller }) =>
    automaticRead(await deskNow(input.paperId), input, caller),
  ),
  implement(calls.arrangeGroups, ({ input, caller }) => commands.arrangeGroups(input, caller)),
  implement(calls.saveMarkingGroup, ({ input, caller }) => commands.saveGroup(input, caller)),
  implement(calls.removeMarkingGroup, ({ input, caller }) => commands.removeGroup(input, caller)),
  implement(calls.saveSettling, ({ input, caller }) => saveRule(input, caller)),
  implement(classes.markClasses, async ({ input, caller }) => markClassesRead(await deskNow(input.paperId), caller)),
  implement(classes.setMarkType, ({ input, caller }) => setMarkType(input, caller)),
  implement(classes.setSchoolRule, ({ input, caller }) => setSchoolRule(input, caller)),
  implement(classes.addMarkClass, ({ input, caller }) => addMarkClass(input, caller)),
  implement(calls.setReadTime, ({ input, caller }) => setReadTime(input, caller)),
  implement(calls.setPrincipals, ({ input, caller }) => commands.setPrincipals(input, caller)),
  implement(calls.mobileMarkSwitch, async ({ input }) => {
    const { arrangement } = await deskNow(input.paperId)
    return { on: arrangement.largeScreen !== true, version: arrangement.version }
  }),
  implement(calls.mobileMarkSwitches, async ({ input, caller }) => {
    const exam = (await examOf(input.examId)) ?? refuse(commonProblems.notFound)
    if (!mayManage(exam, caller)) return refuse(markingProblems.notManager)
    const of = new Map((await arrangements.getMany(exam.papers)).map((a) => [a.paperId as string, a]))
    return {
      examName: exam.examName,
      papers: exam.papers.map(({ paperId, courseName }) => {
        const { largeScreen, state, version } = of.get(paperId) ?? {
          largeScreen: undefined,
          state: 'draft',
          version: 0,
        }
        const over = state === 'closing' || state === 'closed'
        return {
          paperId,
          courseName,
          on: largeScreen !== true,
          barred: over ? markingProblems.arrangedClosed.message : null,
          version,
        }
      }),
    }
  }),
  implement(calls.setMobileMarkSwitch, ({ input, caller }) => commands.setMobileMarkSwitch(input, caller)),
  implement(calls.limitMarker, ({ input, caller }) => commands.limitMarker(input, caller)),
]
