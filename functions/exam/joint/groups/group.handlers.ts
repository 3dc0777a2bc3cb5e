import {
  deleteExamGroup,
  examGroup,
  listExamGroups,
  listGroupContacts,
  saveExamGroup,
  saveGroupContact,
} from '#shared/exam/joint/group.calls.ts'
import { mask } from '#shared/kit/pii.ts'
import { implement } from '#functions/kit/serve.ts'
import { schoolsOf } from '#functions/school/roster/school.public.ts'
import { saveContact } from './groupContact.commands.ts'
import { deleteGroup, groupsOf, ownGroup, saveGroup } from './group.commands.ts'

export const groupHandlers = [
  implement(listExamGroups, async ({ caller }) =>
    (await groupsOf(caller)).map(({ schoolIds, contacts: _contacts, ...group }) => ({
      ...group,
      schoolCount: schoolIds.length,
    })),
  ),

  implement(examGroup, async ({ input, caller }) => {
    const { schoolIds, contacts: _contacts, ...group } = await ownGroup(input.groupId, caller)
    const names = new Map((await schoolsOf(schoolIds)).map((s) => [s.schoolId, s.schoolName]))
    const schools = schoolIds.flatMap((schoolId) => {
      const schoolName = names.get(schoolId)
      return schoolName === undefined ? [] : [{ schoolId, schoolName }]
    })
    return { ...group, schools }
  }),

  implement(saveExamGroup, ({ input, caller }) => saveGroup(input, caller)),

  implement(listGroupContacts, async ({ input, caller }) => {
    const { schoolIds, contacts = [], version } = await ownGroup(input.groupId, caller)
    const found = new Map((await schoolsOf(schoolIds)).map((s) => [s.schoolId, s.schoolName]))
    return schoolIds.flatMap((schoolId) => {
      const schoolName = found.get(schoolId)
      const own = contacts.find((c) => c.schoolId === schoolId)
      const contact = own && { name: own.name, role: own.role, phone: mask('phone', own.phone) }
      return schoolName === undefined ? [] : [{ schoolId, schoolName, ...(contact ? { contact } : {}), version }]
    })
  }),

  implement(saveGroupContact, ({ input, caller }) => saveContact(input, caller)),

  implement(deleteExamGroup, ({ input, caller }) => deleteGroup(input, caller)),
]
