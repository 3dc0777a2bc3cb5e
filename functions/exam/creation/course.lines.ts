/** What follows from a wish for an exam's papers, in sentences; what cannot be is refused as it would be done. */
import type { Exam, ExamClass } from '#shared/exam/exam.types.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { CourseWish } from '#shared/exam/creation/course.calls.ts'
import { totalsOf } from '../exam.public.ts'
import { coming, leaving, ordered, ownPart, renamed, sittingOf } from './course.commands.ts'

export const courseLines = async (exam: Exam, wish: CourseWish): Promise<string[]> => {
  const names = (list: readonly { courseName: string }[]): string => list.map((p) => p.courseName).join('、')
  switch (wish.kind) {
    case 'add': {
      const school = await ownPart(exam)
      const wanted = await coming(exam, school.schoolId, wish)
      const totals = await totalsOf(exam.examId)
      const first = exam.papers.find((p) => p.courseId === wanted[0]?.courseId)
      return [
        ...(first
          ? [`${names(wanted)}是${first.courseName}的另一份试卷，任课老师相同；两份试卷的成绩各自发布，可以合计。`]
          : []),
        `增加${names(wanted)}，${exam.candidateCount}名考生都参加；题目、答题卡和阅卷各自从头准备。`,
        ...(totals.length > 0 ? [`已有的总分“${names(totals)}”不含新科目。`] : []),
      ]
    }
    case 'remove': {
      await ownPart(exam)
      const { courseName, questions } = await leaving(exam, wish.paperId)
      return [
        questions.length > 0
          ? `移出${courseName}：${questions.length}道题和答案一起删除，不能恢复。`
          : `移出${courseName}：还没有题目。`,
      ]
    }
    case 'rename': {
      const { paper, totals } = await renamed(exam, wish.paperId, wish.courseName)
      return [
        `“${paper.courseName}”改名为“${wish.courseName}”：名单、阅卷和以后导出的文件用新名称。`,
        ...(totals.length > 0 ? [`总分“${names(totals)}”里的科目名称一起改。`] : []),
        ...(paper.cardId === undefined ? [] : ['已制作的答题卡上印的名称不变。']),
        ...(isReleased(exam, paper.paperId) ? ['已发布的成绩和报告仍用原来的名称，再次发布时改。'] : []),
      ]
    }
    case 'classes': {
      const { paper, come, go } = await sittingOf(exam, wish)
      const said = (classes: readonly ExamClass[], verb: string): string[] => {
        const n = classes.reduce((sum, c) => sum + c.candidateCount, 0)
        return classes.length === 0
          ? []
          : [`${classes.map((c) => c.className).join('、')}（${n}人）${verb}${paper.courseName}。`]
      }
      return [...said(come, '参加'), ...said(go, '不再参加')]
    }
    case 'order':
      return [`顺序改为：${names(ordered(exam, wish.paperIds))}。`]
  }
}
