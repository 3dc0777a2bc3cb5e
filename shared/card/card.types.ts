/** The answer card as its author describes it, and as a row. What is laid out of it is `geometry/`. */
import * as z from 'zod'
import { CardId, ExamId, PaperId, TemplateId, Tenant, UserId } from '#shared/kit/ids.ts'
import { PrintedCard } from './geometry/geometry.types.ts'

// ---------- the card as its author describes it ----------

/** Unit types of the specification (2 §3). 5 is a solution; 6 is English writing when it has rowNumber, else a solution. */
export const unitTypes = {
  1: '单选题',
  2: '多选题',
  3: '判断题',
  4: '填空题',
  5: '解答题',
  6: '英语作文',
  7: '语文作文',
  8: '选做题',
  9: '组合题',
  10: '卷名',
  11: '题型标题',
  12: '特殊',
} as const

/** The longest words of one question: more than fills a page is not an answer card's. */
export const contentLimit = 2000

/** Scores are integers in hundredths of a point. */
export const CardQuestion = z.object({
  /** The paper's question; unique within the card. */
  questionId: z.string().min(1).max(64),
  /** As printed: "1", "17(2)". */
  number: z.string().min(1).max(12),
  fullScore: z.int().min(0).max(100_000),
  /** Objective questions: how many options (A, B, C…); true/false has 2. */
  optionCount: z.int().min(2).max(26).optional(),
  /** Multiple choice: what an incomplete but right choice earns (hundredths), printed in the heading. */
  halfScore: z.int().min(0).max(100_000).optional(),
  /** Printed words of the answer's place; `___` (three or more) is a blank to write on, `$…$` a formula. */
  content: z.string().max(contentLimit, `内容超过${contentLimit}字，请精简后重试`).optional(),
})
export type CardQuestion = z.infer<typeof CardQuestion>

export const CardUnit = z.object({
  unitId: z.string().min(1).max(64),
  unitType: z.int().min(1).max(12),
  /** The heading, for instance 一、单项选择题. Absent: the type's name. */
  title: z.string().max(200).optional(),
  questions: z.array(CardQuestion).max(400),
  /** Height in mm of one answer block (solutions, combined questions). */
  height: z.number().min(5).max(2000).optional(),
  /** Blanks on one row (default 4); width 100/n %. */
  perRow: z.int().min(1).max(8).optional(),
  /** English writing: ruled lines, 11 mm apart. */
  rowNumber: z.int().min(1).max(60).optional(),
  /** Chinese writing: number of squares. */
  totalNumber: z.int().min(20).max(3000).optional(),
  /** Optional questions (8): how many of them are to be answered (default 1). */
  optionalCount: z.int().min(1).max(20).optional(),
  /** Choices: questions of one group, one below the other (default 5). */
  groupNumber: z.int().min(1).max(20).optional(),
  /** Heights in mm of the parts of a block that goes on in later columns, in order; what they leave follows. */
  splitHeights: z.array(z.number().min(20).max(600)).max(20).optional(),
})
export type CardUnit = z.infer<typeof CardUnit>

/** Pictures on one card at most: a crest and some figures, no album. */
export const mostPictures = 20

/** A picture in the title's strip or in a question's frame; its height follows from its pixels. */
export const CardPicture = z.object({
  pictureId: z.string().min(1).max(64),
  /** Of the bytes as they are kept: a picture is known by its content. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '图片数据有误，请删除后重新上传'),
  /** The file's, for its author. */
  name: z.string().max(120),
  /** In whose frame, below its heading and words; absent: in the strip of the title. */
  questionId: z.string().min(1).max(64).optional(),
  /** Pixels. */
  width: z.int().min(1).max(4000),
  height: z.int().min(1).max(4000),
  /** Millimetres from where the strip or the frame's free room begins, and how wide it is printed. */
  x: z.number().min(0, '图片不能放到区域左侧以外').max(600),
  y: z.number().min(0, '图片不能放到区域上方以外').max(600),
  w: z.number().min(5, '图片至少宽5毫米').max(400),
})
export type CardPicture = z.infer<typeof CardPicture>

export const CardDesign = z.object({
  schema: z.literal(1),
  title: z.string().min(1).max(120),
  /** Printed over the title, from 1.5 on. */
  school: z.string().max(60).optional(),
  subtitle: z.string().max(200).optional(),
  /** 0: A4, one column. 1: A3, two columns. 2: A3, three columns. 3: A4, two columns (spec 2 §4). */
  sheetType: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  studentNumber: z.object({
    /** Digits of the student number. */
    length: z.int().min(4).max(18),
    /**
     * bubbles: the student blackens digits; printed: number and QR are pre-printed, the bubbles are filled by the printer;
     * barcode, qr: no bubbles, the printer fills a bar code's place or the QR alone.
     */
    mode: z.enum(['bubbles', 'printed', 'barcode', 'qr']),
    /** vertical (default): a digit's bubbles stand below one another; horizontal: beside one another. */
    orientation: z.enum(['vertical', 'horizontal']).optional(),
  }),
  showSealLine: z.boolean(),
  /** Which edge of the first page the seal line takes (default left). */
  sealLinePosition: z.enum(['left', 'right']).optional(),
  /** The designer's version that made the card; absent: the first engine, which knew no versions. */
  cardVersion: z
    .string()
    .regex(/^\d{1,2}\.\d{1,2}(\.\d{1,2})?$/)
    .optional(),
  /** The paper's own size in mm; the sheet type then gives the columns alone. */
  customPageSize: z.object({ width: z.number().min(100).max(600), height: z.number().min(100).max(600) }).optional(),
  /** Sides to print on (default 2, one sheet): what is more is added and told. */
  pageCount: z.int().min(1).max(40).optional(),
  /** Every block has its author's height (default 400 px) and stays whole where a column holds it. */
  customHeightMode: z.boolean().optional(),
  /** A and B papers: the student blackens which. */
  isAB: z.boolean().optional(),
  /** front (default): the invigilator's mark of absence on the first page. */
  absentLabelMode: z.enum(['front', 'none']).optional(),
  /** Student number and name again on the front of every further sheet. */
  addStudentNumRegion: z.boolean().optional(),
  /** Score boxes for marking on paper: 1 by the thresholds of 1.4.4, other types by the older ones; absent: none. */
  templateType: z.int().min(1).max(3).optional(),
  /** Half points in score boxes; `hideTickDecimal`: not where one box stands for each score. */
  showDecimal: z.boolean().optional(),
  hideTickDecimal: z.boolean().optional(),
  /** What headings say; all of it by default. */
  showUnitTitle: z.boolean().optional(),
  showUnitTitleScore: z.boolean().optional(),
  hideHalfRight: z.boolean().optional(),
  hideScore: z.boolean().optional(),
  /** The foot's “第 n 页 共 m 页” (default shown). */
  showFooter: z.boolean().optional(),
  /** How true and false are printed: 对 错 (default), T F, √ ×. */
  trueOrFalseType: z.enum(['word', 'letter', 'sign']).optional(),
  pictures: z.array(CardPicture).max(mostPictures, `答题卡最多放${mostPictures}张图片`).optional(),
  units: z.array(CardUnit).min(1).max(200),
})
export type CardDesign = z.infer<typeof CardDesign>

// ---------- the card as a row ----------

/** Template status (2 §4): 0 awaiting edit, 1 awaiting publish, 2 published. An edit after publishing is a 1 again. */
export const templateStatuses = { 0: '待编辑', 1: '待发布', 2: '已发布' } as const

/** A paper's card as it is being designed; what was published of it lies apart and never changes. */
export const Card = z.object({
  schema: z.literal(1),
  cardId: CardId,
  code: PrintedCard.shape.code,
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  title: z.string(),
  courseName: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  design: CardDesign,
  /** The latest published version; 0: none. */
  publishedVersion: z.int().min(0),
  /** The paper is read by this template instead of the design. */
  templateId: TemplateId.optional(),
  creatorId: UserId,
  createdAt: z.int(),
  editedBy: z.string(),
  editedAt: z.int(),
  /** It is not changed until it is unlocked. */
  lock: z.object({ userId: UserId, userName: z.string(), at: z.int() }).optional(),
  deletedAt: z.int().optional(),
  deletedBy: UserId.optional(),
  version: z.int(),
})
export type Card = z.infer<typeof Card>

/** A picture as a card keeps it, known by its content; its bytes are the object at `key`. */
export const CardPictureFile = CardPicture.pick({ sha256: true, width: true, height: true }).extend({
  schema: z.literal(1),
  cardId: CardId,
  size: z.int(),
  key: z.string(),
  addedBy: z.string(),
  addedAt: z.int(),
})
export type CardPictureFile = z.infer<typeof CardPictureFile>

/** So many crests a school's cards are offered. */
export const mostCrests = 6

/** A picture that stood beside the title of one of a school's cards, kept for its other cards. */
export const Crest = CardPicture.pick({ sha256: true, width: true, height: true, name: true }).extend({
  schema: z.literal(1),
  owner: Tenant,
  size: z.int(),
  key: z.string(),
  addedBy: z.string(),
  addedAt: z.int(),
})
export type Crest = z.infer<typeof Crest>

/** One published version: written once. The geometry is the object at `key`. */
export const CardVersion = z.object({
  schema: z.literal(1),
  code: PrintedCard.shape.code,
  publishedVersion: z.int().min(1),
  cardId: CardId,
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  title: z.string(),
  hash: z.string(),
  pageCount: z.int(),
  key: z.string(),
  publishedBy: z.string(),
  publishedAt: z.int(),
})
export type CardVersion = z.infer<typeof CardVersion>
