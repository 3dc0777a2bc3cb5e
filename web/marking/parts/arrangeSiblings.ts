import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { arrangePath, automaticPath, classPoolsPath, groupsPath } from '../marking.paths.ts'

/** Who marks a paper: question by question, in groups, class by class, and as it is proposed. */
export const arrangeSiblings = (paperId: string, here: 'questions' | 'groups' | 'classes' | 'automatic'): Siblings => ({
  label: '阅卷安排',
  here,
  items: [
    { key: 'questions', name: '逐题安排', to: arrangePath(paperId) },
    { key: 'groups', name: '阅卷分组', to: groupsPath(paperId) },
    { key: 'classes', name: '按班阅卷', to: classPoolsPath(paperId) },
    { key: 'automatic', name: '自动安排', to: automaticPath(paperId) },
  ],
})
