import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { arrangePath, automaticPath, groupsPath } from '../marking.paths.ts'

/** Who marks a paper: question by question, in groups, and as it is proposed. */
export const arrangeSiblings = (paperId: string, here: 'questions' | 'groups' | 'automatic'): Siblings => ({
  label: '阅卷安排',
  here,
  items: [
    { key: 'questions', name: '逐题安排', to: arrangePath(paperId) },
    { key: 'groups', name: '阅卷分组', to: groupsPath(paperId) },
    { key: 'automatic', name: '自动安排', to: automaticPath(paperId) },
  ],
})
