/** Rows of what a school and the organiser of a joint exam say to each other, and of the exam's groups of schools. */
import * as z from 'zod'
import { AreaId, ExamId } from '#shared/kit/ids.ts'
import { Application } from '#shared/exam/joint/application.types.ts'
import { ExamInvite } from '#shared/exam/joint/invite.types.ts'
import { SchoolPart } from '#shared/exam/joint/part.types.ts'
import { ExamGroup } from '#shared/exam/joint/group.calls.ts'
import { anonymousName } from '#shared/kit/anonymous.ts'
import { stays, under } from '#functions/kit/kinds.ts'
import type { Personal } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { table, dayKey, changedPlace } from '../exam.store.ts'

/** What a school and its organiser say to each other. */
export const schoolParts = rows({
  table,
  schema: SchoolPart,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'part#' })),
  personal: 'staff',
  key: (of: { examId: string; schoolId: string }) => ({ pk: `exam#${of.examId}`, sk: `part#${of.schoolId}` }),
  latest: (of) => changedPlace('part', of.examId),
})

/**
 * That schools of another area than the organiser's sit the exam: by it that area finds the exam. Which schools these are is
 * told by the schools' own rows.
 */
const ExamArea = z.object({ schema: z.literal(1), examId: ExamId, areaId: AreaId })
export const examAreas = rows({
  table,
  schema: ExamArea,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'area#' })),
  personal: 'nothing',
  key: (of: { examId: string; areaId: string }) => ({ pk: `exam#${of.examId}`, sk: `area#${of.areaId}` }),
  index: (a) => ({ gsi1pk: `guest-area#${a.areaId}`, gsi1sk: a.examId }),
})

/** Schools of other areas that were asked; found by the school while it is asked, and until it is in. */
export const examInvites = rows({
  table,
  schema: ExamInvite,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'invite#' })),
  personal: 'staff',
  key: (of: { examId: string; schoolId: string }) => ({ pk: `exam#${of.examId}`, sk: `invite#${of.schoolId}` }),
  index: (i) =>
    i.state === 'asked' || i.state === 'accepted' ? { gsi1pk: `invited#${i.schoolId}`, gsi1sk: i.examId } : {},
})

/** Who was absent, or is at the school for a time only, loses name and reason; teachers stay, who acted in office. */
const withoutApplicant: Personal<Application> = {
  lies: ({ personId }) => ({ index: 'gsi2', pk: `applied-for#${personId}` }),
  clean: (a) => {
    if (a.personName === anonymousName) return a
    const { review: _review, ...kept } = a
    return { ...kept, personName: anonymousName, note: '' }
  },
}

/** What a school applies for lies with it; the organiser finds all of a kind by their state, the latest first. */
export const applicationOrder = (a: Application): string => `${dayKey(a.at)}#${a.schoolId}#${a.personId}`
export const applications = rows({
  table,
  schema: Application,
  hangsOn: under('examSchool', ({ examId, schoolId }) => ({ pk: `apply#${examId}#${schoolId}` })),
  personal: withoutApplicant,
  key: (of: { examId: string; schoolId: string; kind: string; personId: string }) => ({
    pk: `apply#${of.examId}#${of.schoolId}`,
    sk: `${of.kind}#${of.personId}`,
  }),
  index: (a) => ({
    gsi1pk: `applied#${a.examId}#${a.kind}#${a.state}`,
    gsi1sk: applicationOrder(a),
    gsi2pk: `applied-for#${a.personId}`,
    gsi2sk: a.examId,
  }),
})

/** Found by the area's organisers alone: the partition is their own tenant's. */
export const examGroups = rows({
  table,
  schema: ExamGroup,
  hangsOn: stays('an area keeps them'),
  personal: 'staff',
  key: (of: { owner: string; groupId: string }) => ({ pk: `groups#${of.owner}`, sk: of.groupId }),
})
