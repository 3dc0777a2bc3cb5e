import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { arrangePath, groupsPath } from '../marking.paths.ts'

/** Who marks a paper: question by question, and in groups. */
export const arrangeSiblings = (paperId: string, here: 'questions' | 'groups'): Siblings => ({
  label: '阅卷安排',
  here,
  items: [
    { key: 'questions', name: '逐题安排', to: arrangePath(paperId) },
    { key: 'groups', name: '阅卷分组', to: groupsPath(paperId) },
  ],
})
