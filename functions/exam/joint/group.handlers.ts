import { deleteExamGroup, examGroup, listExamGroups, saveExamGroup } from '#shared/exam/joint/group.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { schoolsOf } from '#functions/school/roster/school.public.ts'
import { deleteGroup, groupsOf, ownGroup, saveGroup } from './group.commands.ts'

export const groupHandlers = [
  implement(listExamGroups, async ({ caller }) =>
    (await groupsOf(caller)).map(({ schoolIds, ...group }) => ({ ...group, schoolCount: schoolIds.length })),
  ),

  implement(examGroup, async ({ input, caller }) => {
    const { schoolIds, ...group } = await ownGroup(input.groupId, caller)
    const names = new Map((await schoolsOf(schoolIds)).map((s) => [s.schoolId, s.schoolName]))
    const schools = schoolIds.flatMap((schoolId) => {
      const schoolName = names.get(schoolId)
      return schoolName === undefined ? [] : [{ schoolId, schoolName }]
    })
    return { ...group, schools }
  }),

  implement(saveExamGroup, ({ input, caller }) => saveGroup(input, caller)),

  implement(deleteExamGroup, ({ input, caller }) => deleteGroup(input, caller)),
]
