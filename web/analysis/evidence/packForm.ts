import { makeEvidence } from '#shared/analysis/evidence.calls.ts'
import type { ExamId, StudentId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'

/** Asks in one dialogue whether the markers are named, and says what either gives away. */
export const packForm = (examId: ExamId, of: { studentId: StudentId; studentName: string }): DialogForm => ({
  title: `制作${of.studentName}的证据包`,
  fields: [
    {
      name: 'names',
      label: '阅卷人',
      kind: 'radio',
      options: [
        { value: 'numbers', label: '以编号代替姓名' },
        { value: 'names', label: '写明姓名' },
      ],
      hint: '一个文件装着各科答卷、每次评分、答案和改动，学生或家长对成绩有疑问、上级来复核时用；拿到的人不用账号就能在“核验证据包”里查出它有没有被改过。以编号代替时，阅卷日志里仍有账号编号，知道编号的人能认出是谁；写明姓名的只交给可以知道这些姓名的人。做好后在右下角和下载中心领取。',
    },
  ],
  start: { names: 'numbers' },
  submit: '制作证据包',
  run: ({ names }) =>
    act(makeEvidence, { examId, studentId: of.studentId, names: names === 'names' }, { hideMessage: true }),
})
