/** How the kinds of applications are said, to who applies and to who decides. */
import { applicationStateNames } from '#shared/exam/application.types.ts'
import type { ApplicationKind, ApplicationState } from '#shared/exam/application.types.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import type { OutputOf } from '#web/kit/ask.ts'
import type { applications } from '#shared/exam/application.calls.ts'

type Words = {
  title: string
  who: string
  /** The column beside the name. */
  says: string
  subjects: string
  find: string
  /** What follows from an approval. */
  follows: string
  nothing: string
}
export const applicationWords: Readonly<Record<ApplicationKind, Words>> = {
  teacher: {
    title: '阅卷老师申报',
    who: '老师',
    says: '任教',
    subjects: '阅哪些科目',
    find: '姓名或拼音',
    follows: '通过后，这些老师可以阅本场考试所报科目的答卷。',
    nothing: '学校还没有老师，请先在“学校管理”中添加。',
  },
}

const meanings: Readonly<Record<ApplicationState, Meaning>> = {
  pending: 'waits',
  approved: 'done',
  returned: 'failed',
  withdrawn: 'out',
}
export const stateSaid = (state: ApplicationState | undefined): { text: string; meaning: Meaning } =>
  state ? { text: applicationStateNames[state], meaning: meanings[state] } : { text: '未申报', meaning: 'none' }

type Subjects = OutputOf<typeof applications>['papers']
export const subjectsSaid = (paperIds: readonly string[], papers: Subjects): string =>
  papers
    .filter((p) => paperIds.includes(p.paperId))
    .map((p) => p.courseName)
    .join('、')
