/** What a school of a joint exam and its organiser say to each other. */
import * as z from 'zod'
import { ExamId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { pii } from '#shared/kit/pii.ts'

export const Reminder = z.object({ at: z.int(), byName: z.string(), text: z.string() })
export type Reminder = z.infer<typeof Reminder>
/** So many schools get a reminder by telephone at once: each is a message that costs. */
export const mostMessagedAtOnce = 20

/** So many of the last are kept. */
export const mostReminders = 10

/** Who is asked for of a school, and where. */
export const Contact = z.object({ name: z.string(), phone: z.string() })
export type Contact = z.infer<typeof Contact>

/** Beside the school's row in the exam, which its roster alone changes; absent until the first word is said. */
export const SchoolPart = z.object({
  schema: z.literal(1),
  examId: ExamId,
  schoolId: SchoolId,
  /** Whether the school takes part, as its people have answered. */
  answer: z
    .object({
      accepts: z.boolean(),
      reason: z.string(),
      by: UserId,
      byName: z.string(),
      at: z.int(),
      /** How often it was given; nothing is once. */
      version: z.int().optional(),
    })
    .optional(),
  /** Whom the organiser asks for by telephone, as the school's own people say it. */
  contact: z
    .object({
      name: z.string(),
      phone: pii('phone', z.string()),
      byName: z.string(),
      at: z.int(),
      /** How often it was said; nothing is never. */
      version: z.int(),
    })
    .optional(),
  /** Until when its cards come, where that is another time than the exam's. */
  dueAt: z.int().optional(),
  /** Closed by the organiser: nothing more is handed in until it is open again. */
  closed: z.object({ at: z.int(), byName: z.string(), reason: z.string() }).optional(),
  /** The organiser scans for it, and its own people no more. */
  takenOver: z.object({ at: z.int(), byName: z.string() }).optional(),
  reminders: z.array(Reminder).max(mostReminders),
  /** When a reminder last went to the contact's telephone: once a day. */
  messagedAt: z.int().optional(),
  editedAt: z.int(),
  version: z.int(),
})
export type SchoolPart = z.infer<typeof SchoolPart>
