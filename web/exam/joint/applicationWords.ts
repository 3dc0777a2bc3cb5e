/** How the kinds of applications are said, to who applies and to who decides. */
import { applicationKinds, applicationStateNames } from '#shared/exam/joint/application.types.ts'
import type { ApplicationKind, ApplicationState } from '#shared/exam/joint/application.types.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import type { Siblings } from '#web/kit/screens/screen.types.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { applications } from '#shared/exam/joint/application.calls.ts'

type Words = {
  title: string
  who: string
  /** The column beside the name. */
  says: string
  subjects: string
  find: string
  /** Where it is about some of the subjects alone. */
  bySubject: boolean
  note: string
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
    bySubject: true,
    note: '说明（组织方会看到）',
    follows: '通过后，这些老师可以阅本场考试所报科目的答卷。',
    nothing: '学校还没有老师，请先在“学校管理”中添加。',
  },
  absent: {
    title: '缺考申报',
    who: '考生',
    says: '考号和班级',
    subjects: '缺考的科目',
    find: '姓名、拼音、考号或班级',
    bySubject: true,
    note: '原因（组织方会看到）',
    follows: '通过后，这些考生在所报科目中记为缺考；已有答题卡的不能通过。',
    nothing: '本校没有考生参加这场考试。',
  },
  transient: {
    title: '借读生申报',
    who: '考生',
    says: '考号和班级',
    subjects: '',
    find: '姓名、拼音、考号或班级',
    bySubject: false,
    note: '原因（组织方会看到）',
    follows: '通过后，这些考生在本场考试中带“借读”标签，可以按标签找到。',
    nothing: '本校没有考生参加这场考试。',
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

/** The kinds beside each other, for who applies or for who decides. */
export const kindsBeside = (
  here: ApplicationKind,
  pathOf: (kind: ApplicationKind) => string,
  kinds = applicationKinds as readonly ApplicationKind[],
): Siblings => ({
  label: '申报',
  here,
  items: kinds.map((kind) => ({ key: kind, name: applicationWords[kind].title, to: pathOf(kind) })),
})

type Subjects = OutputOf<typeof applications>['papers']
export const subjectsSaid = (paperIds: readonly string[], papers: Subjects): string =>
  papers
    .filter((p) => paperIds.includes(p.paperId))
    .map((p) => p.courseName)
    .join('、')
