/** One search over what a person may see: schools, people, exams, papers and their cards. */
import * as z from 'zod'
import { call, caller } from '#shared/kit/call.ts'
import { CardId, ExamId, PaperId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { line } from '#shared/kit/text.ts'

/** So many of a kind are shown; who wants more writes more. */
export const mostOfKind = 6

export const findAll = call('GET /api/exam/find', {
  summary: 'What a typed text means among the schools, people, exams, papers and cards that the caller may see',
  userTypes: [],
  universityTypes: [],
  scope: caller,
  input: () => z.object({ text: line('查找内容', 40, '请输入要查找的内容') }),
  output: () =>
    z.object({
      schools: z.array(z.object({ schoolId: SchoolId, schoolName: z.string(), areaName: z.string() })),
      students: z.array(
        z.object({
          studentId: StudentId,
          schoolId: SchoolId,
          studentName: z.string(),
          studentNumber: z.string(),
          className: z.string(),
          /** Where it is not the caller's own. */
          schoolName: z.string().optional(),
        }),
      ),
      teachers: z.array(z.object({ teacherId: TeacherId, schoolId: SchoolId, teacherName: z.string() })),
      exams: z.array(z.object({ examId: ExamId, examName: z.string(), examDate: z.int(), gradeName: z.string() })),
      papers: z.array(
        z.object({
          paperId: PaperId,
          examId: ExamId,
          examName: z.string(),
          courseName: z.string(),
          cardId: CardId.optional(),
          mayManage: z.boolean(),
        }),
      ),
    }),
})
