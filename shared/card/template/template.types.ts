/**
 * Another maker's answer sheet as data: a picture of each page and the areas drawn on it. All rectangles are pixels of
 * the picture as it is kept (straightened, upright). A published one is a `PrintedCard` like our own.
 */
import * as z from 'zod'
import { CourseId, ExamId, PaperId, TemplateId, Tenant, UserId } from '#shared/kit/ids.ts'
import { CellGrid, Rect } from '../geometry/geometry.types.ts'

/** A screen that is this wide is what the specification's sizes of areas are given for. */
export const renderWidth = 900

type Size = { w: number; h: number }
export type DrawType = {
  name: string
  /** Sizes on a page `renderWidth` wide; where the specification gives none, none is demanded. */
  size?: Size
  min?: Size
  max?: Size
  /** Cells in rows and columns. */
  grid?: true
  /** At most so many on a page. */
  most?: number
}

/** Draw types 1–20. The specification counts them and gives six sizes; the numbers beyond its names are ours. */
export const drawTypes = {
  1: { name: '定位区', size: { w: 90, h: 35 }, min: { w: 55, h: 22 }, max: { w: 290, h: 70 } },
  2: { name: '任意形状定位点', max: { w: 120, h: 100 } },
  3: { name: '页码区', size: { w: 98, h: 18 }, most: 1 },
  4: { name: '页码标记', max: { w: 200, h: 60 }, most: 1 },
  5: { name: '二维码区', size: { w: 90, h: 90 }, most: 1 },
  6: { name: '条形码区', most: 1 },
  7: { name: '考生信息区', size: { w: 226, h: 100 }, most: 1 },
  8: { name: '考号填涂区', grid: true, most: 1 },
  9: { name: '手写考号区', most: 1 },
  10: { name: '缺考标记', most: 1 },
  11: { name: '试卷类型', grid: true, most: 1 },
  12: { name: '单选题', grid: true },
  13: { name: '多选题', grid: true },
  14: { name: '判断题', grid: true },
  15: { name: '填空题' },
  16: { name: '解答题' },
  17: { name: '作文题' },
  18: { name: '选做题标记', grid: true },
  19: { name: '打分框', grid: true },
  20: { name: '敏感区' },
} as const satisfies Record<number, DrawType>
export const drawTypeOf = (type: number): DrawType => (drawTypes as Record<number, DrawType>)[type]!

export const locatingTypes: readonly number[] = [1, 2]
export const choiceTypes: readonly number[] = [12, 13, 14]
export const blockTypes: readonly number[] = [15, 16, 17]

/** Defaults of the specification (2 §9). */
export const templateDefaults = { digits: 8, optionsPerRow: 4, optionCount: 5, squares: 14 } as const

export const TemplateArea = z.object({
  areaId: z.string().min(1).max(40),
  type: z.int().min(1).max(20),
  rect: Rect,
  grid: CellGrid.optional(),
  /** Whether one question (a digit, a score) is a row of the grid or a column of it. */
  along: z.enum(['rows', 'columns']).optional(),
  /** The printed numbers of the questions, in order: one a row (a column) of choices; those of a block or a score box. */
  numbers: z.array(z.string().min(1).max(12)).max(200).optional(),
  /** What the cells along one question mean; absent: A, B, C… or 0, 1, 2…. */
  values: z.array(z.string().min(1).max(12)).max(60).optional(),
  /** How many of the optional questions count. */
  optionalCount: z.int().min(1).max(20).optional(),
  /** Page number areas and marks: what this page shows. */
  note: z.string().max(60).optional(),
})
export type TemplateArea = z.infer<typeof TemplateArea>

export const TemplatePage = z.object({
  pageNumber: z.int().min(1).max(20),
  /** The picture as it is kept: straightened, grey. */
  imageKey: z.string(),
  naturalWidth: z.int().min(100).max(20_000),
  naturalHeight: z.int().min(100).max(20_000),
  /** Degrees by which the upload was turned to stand upright. */
  rotation: z.number(),
  /** Nothing is to be read on this page. */
  isBlankPage: z.boolean(),
  /** Whether pages are found by what is printed on them, besides locating areas. */
  featureRecognition: z.boolean(),
  areas: z.array(TemplateArea).max(400),
})
export type TemplatePage = z.infer<typeof TemplatePage>

/** 0 awaiting edit, 1 awaiting publish, 2 published (2 §4); an edit after publishing is a 0 or a 1 again. */
export const CardTemplate = z.object({
  schema: z.literal(1),
  templateId: TemplateId,
  owner: Tenant,
  title: z.string().min(1).max(120),
  courseId: CourseId.optional(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  pages: z.array(TemplatePage).max(20),
  /** Only the user who locked it edits it. */
  lockedBy: UserId.optional(),
  lockedName: z.string().optional(),
  lockedAt: z.int().optional(),
  /** Where it came from. */
  from: z
    .object({ templateId: TemplateId.optional(), examId: ExamId.optional(), paperId: PaperId.optional() })
    .optional(),
  /** The latest frozen version, and where it lies; 0: none. */
  publishedVersion: z.int().min(0),
  publishedKey: z.string().optional(),
  creatorId: UserId,
  createdAt: z.int(),
  editedBy: z.string(),
  editedAt: z.int(),
  deletedAt: z.int().optional(),
  version: z.int(),
})
export type CardTemplate = z.infer<typeof CardTemplate>

/** A paper that is read by a template: what counts as a reference. */
export const TemplateUse = z.object({
  schema: z.literal(1),
  templateId: TemplateId,
  paperId: PaperId,
  examId: ExamId,
  title: z.string(),
  templateVersion: z.int(),
  usedBy: z.string(),
  usedAt: z.int(),
  version: z.int(),
})
export type TemplateUse = z.infer<typeof TemplateUse>
