import * as z from 'zod'
import { pageFields } from '#shared/kit/paging.ts'
import { scoreOf } from '#shared/kit/score.ts'
import { queryInt } from '#shared/kit/query.ts'
import { sought } from '#shared/kit/text.ts'
import { TagChoices } from '../tags/choice.rules.ts'

/** Points as they are typed, to hundredths; what was read once is read again as it is. */
const pointsText = z.union([
  z.int().min(0).max(1_000_000),
  z
    .string()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, '请输入分数，如 90 或 90.5')
    .transform((text) => scoreOf(text)),
])

/** What figures are cut by. */
export const groupAxes = ['school', 'class', 'home', 'area', 'group', 'combination', 'tag'] as const

/** What the readers of reports may set, in every report. */
export const ReportParams = z.object({
  ...pageFields,
  sort: z.string().max(20).optional(),
  classId: z.string().max(60).optional(),
  /** What is compared: schools, classes, areas, groups of schools, combinations of chosen courses, or tags of candidates; of a joint exam the schools unless said otherwise. */
  by: z.enum(groupAxes).optional(),
  schoolId: z.string().max(60).optional(),
  /** Whom it counts by their tags, for who sees all: `out:…` none who has it, `in:…` only who has it, or another of these. */
  tags: TagChoices.optional(),
  name: sought(),
  count: queryInt(z.int().min(1).max(500)).optional(),
  line: pointsText.optional(),
  distance: pointsText.optional(),
  sides: z.enum(['below', 'both']).optional(),
})
export type ReportParams = z.infer<typeof ReportParams>

/** What a report is written as. */
export const ReportForm = z.enum(['pdf', 'xlsx', 'docx', 'pptx'])
export type ReportForm = z.infer<typeof ReportForm>
