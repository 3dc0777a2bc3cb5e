import * as calls from '#shared/exam/roster/tag.calls.ts'
import { tagCounts } from '#shared/exam/roster/tag.rules.ts'
import { page } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import { classNamesOf } from '../exam.public.ts'
import { importTags, ownRoster, plannedTags, plannedTagSheet, setTag, writeTags } from './tag.commands.ts'

export const tagHandlers = [
  implement(calls.taggedStudents, async ({ input }) => {
    const { roster } = await ownRoster(input.examId)
    const name = input.name?.trim().toLowerCase() ?? ''
    const found = roster
      .filter((c) => input.tag === undefined || (c.tags ?? []).includes(input.tag))
      .filter((c) => input.classId === undefined || c.classId === input.classId)
      .filter((c) => c.studentName.includes(name) || c.studentNumber.startsWith(name) || c.pinyin.includes(name))
      .sort((a, b) => a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true }))
      .map(({ studentId, studentName, studentNumber, className, tags = [] }) => ({
        studentId,
        studentName,
        studentNumber,
        className,
        tags,
      }))
    return { ...page(found, input), tags: tagCounts(roster) }
  }),

  implement(calls.taggedClasses, async ({ input: { examId } }) => {
    const [{ roster }, classes] = await Promise.all([ownRoster(examId), classNamesOf(examId)])
    return classes.map(({ classId, className }) => {
      const own = roster.filter((c) => c.classId === classId)
      return { classId, className, students: own.length, tags: tagCounts(own) }
    })
  }),

  implement(calls.tagPreview, async ({ input, caller }) => {
    const { exam, put, meant } = await plannedTags(input, caller)
    return { changed: put.length, meant, version: exam.version }
  }),

  implement(calls.tagFile, ({ input: { examId } }) => writeTags(examId)),
  implement(calls.tagImportPreview, async ({ input, caller }) => {
    const { exam, put, meant } = await plannedTagSheet(input, caller)
    return { changed: put.length, meant, version: exam.version }
  }),
  implement(calls.tagImport, ({ input, caller }) => importTags(input, caller)),

  implement(calls.setTag, ({ input, caller }) => setTag(input, caller)),
]
