/** What stands where in an exam, and what comes next. Pure. */
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'

export type StepState = 'done' | 'now' | 'later'
export type ExamStep = {
  key: 'paper' | 'card' | 'scan' | 'doubts' | 'marking' | 'publish'
  name: string
  state: StepState
  /** One line: what is there, what is missing. */
  text: string
}

type PaperFacts = { questionCount: number; missingKeys: number; cardId?: string | undefined }

/**
 * The six steps of a paper. A step is done by its own facts or because a later one has begun; the first that is not done
 * is the next.
 */
export const stepsOf = (exam: Pick<Exam, 'status' | 'markingProgress'>, paper: PaperFacts): ExamStep[] => {
  const at = exam.markingProgress
  const released = exam.status === examStatus.released
  const ready = paper.questionCount > 0 && paper.missingKeys === 0
  const done = {
    paper: ready,
    card: paper.cardId !== undefined,
    scan: at >= markingProgress.cardExceptions,
    doubts: at > markingProgress.cardExceptions,
    marking: at >= markingProgress.done || exam.status >= examStatus.awaitingRelease,
    publish: released,
  }
  const texts: Record<ExamStep['key'], string> = {
    paper:
      paper.questionCount === 0
        ? '还没有题目'
        : paper.missingKeys > 0
          ? `${paper.questionCount}题，${paper.missingKeys}题还没有答案`
          : `${paper.questionCount}题，答案齐全`,
    card: paper.cardId ? '已有答题卡' : '还没有答题卡',
    scan: at >= markingProgress.cardExceptions ? '已有扫描' : '还没有扫描',
    doubts: done.doubts ? '已处理' : at === markingProgress.cardExceptions ? '请核对识别存疑的试卷' : '扫描后处理',
    marking: done.marking ? '已完成' : at >= markingProgress.marking ? '正在阅卷' : '扫描处理完后安排',
    publish: released ? '成绩已发布' : done.marking ? '等待发布' : '阅卷完成后发布',
  }
  const names: [ExamStep['key'], string][] = [
    ['paper', '设置试题'],
    ['card', '设计答题卡'],
    ['scan', '上传扫描'],
    ['doubts', '处理异常'],
    ['marking', '阅卷'],
    ['publish', '发布成绩'],
  ]
  // The key may come late: scanning does not wait for it, so a missing key is "now" without barring what follows.
  const next = names.find(([key]) => !done[key])?.[0]
  return names.map(([key, name]) => ({
    key,
    name,
    text: texts[key],
    state: done[key] ? 'done' : key === next ? 'now' : 'later',
  }))
}

export const nextStep = (steps: readonly ExamStep[]): ExamStep | undefined => steps.find((s) => s.state === 'now')
