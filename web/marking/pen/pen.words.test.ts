import { expect, it } from 'vitest'
import type { OwnReader } from '#shared/exam/tools/disclosure.types.ts'
import { notesToWords } from './pen.words.ts'

it.each<[OwnReader[], string]>([
  [[], '批注：仲裁时能看到，学生看不到'],
  [['student'], '批注：仲裁时能看到，成绩公布后学生能看到'],
  [['student', 'parent'], '批注：仲裁时能看到，成绩公布后学生和家长能看到'],
])('says who will see what is written, %j', (to, words) => expect(notesToWords(to)).toBe(words))
