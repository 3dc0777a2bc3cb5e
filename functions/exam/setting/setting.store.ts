/** Rows of what teachers are asked to set. */
import { EnteredQuestions, SettingTask } from '#shared/exam/setting/questionSetting.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { table, dayKey } from '../exam.store.ts'

/** What teachers are asked to set lies with the exam; who is asked finds it by the time until when. */
export const settingTasks = rows({
  table,
  schema: SettingTask,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'setting#' })),
  personal: 'staff',
  key: (of: { examId: string; paperId: string; teacherId: string }) => ({
    pk: `exam#${of.examId}`,
    sk: `setting#${of.paperId}#${of.teacherId}`,
  }),
  index: (t) => ({ gsi1pk: `sets#${t.userId}`, gsi1sk: `${dayKey(t.dueAt)}#${t.paperId}` }),
})

/** In the paper's partition: a list of tasks does not read them. */
export const enteredQuestions = rows({
  table,
  schema: EnteredQuestions,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'entered#' })),
  personal: 'nothing',
  key: (of: { paperId: string; teacherId: string }) => ({ pk: `paper#${of.paperId}`, sk: `entered#${of.teacherId}` }),
})
