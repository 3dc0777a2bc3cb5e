/** Who will see what is written on an answer: said where the tools of the pen are. Pure. */
import type { OwnReader } from '#shared/exam/tools/disclosure.types.ts'

const names: Readonly<Record<OwnReader, string>> = { student: '学生', parent: '家长' }

export const notesToWords = (to: readonly OwnReader[]): string =>
  to.length === 0
    ? '批注：仲裁时能看到，学生看不到'
    : `批注：仲裁时能看到，成绩公布后${to.map((as) => names[as]).join('和')}能看到`
