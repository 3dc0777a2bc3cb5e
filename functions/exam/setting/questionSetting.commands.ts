/** Teachers are asked to set questions of a paper, enter them, and who manages the exam takes them into the paper. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { paperProblems } from '#shared/exam/exam.rules.ts'
import { acceptedInto, withoutAnswers } from '#shared/exam/setting/question.rules.ts'
import type * as calls from '#shared/exam/setting/questionSetting.calls.ts'
import { enteredFacts, keepsEntered, maySet, submitProblems } from '#shared/exam/setting/questionSetting.rules.ts'
import { mostSettingTasks, settingStateNames } from '#shared/exam/setting/questionSetting.types.ts'
import type { EnteredQuestions, SettingTask } from '#shared/exam/setting/questionSetting.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { bracketed, commonProblems } from '#shared/kit/problem.ts'
import { showTime } from '#shared/kit/time.ts'
import type { Teacher } from '#shared/school/roster/school.types.ts'
import { audited } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { recordOf, writing } from '../changed.ts'
import type { Changed as ChangedRow } from '../changed.ts'
import { examOf, paperOf } from '../exam.public.ts'
import { examSchools } from '../exam.store.ts'
import { enteredQuestions, settingTasks } from './setting.store.ts'
import { managed } from '../managed.ts'
import { moveKeyed, saveQuestions } from '../paper.public.ts'

type Key = { examId: string; paperId: string; teacherId: string }

/** Why the questions of a paper are set no more. */
export const barOfSetting = (exam: Pick<Exam, 'papers'>, paperId: string): string | null =>
  paperProgress(exam, paperId).furthest >= markingProgress.marking ? '阅卷已开始' : null

/** Of the exam, and no total. @throws Refused notFound */
const paperIn = async (exam: Exam, paperId: string): Promise<Paper> => {
  const paper = await paperOf(paperId)
  return paper && paper.examId === exam.examId && !paper.total ? paper : refuse(examProblems.notFound)
}
const refuseFixed = (exam: Exam, paperId: string): void => {
  const why = barOfSetting(exam, paperId)
  if (why !== null) refuse(examProblems.settingFixed, { why })
}
const refuseState = (task: SettingTask, act: string): never =>
  refuse(examProblems.settingState, { who: task.teacherName, state: settingStateNames[task.state], act })

type Changed = ChangedRow<SettingTask>
const say = ([first, ...others]: readonly Changed[]) => ({
  after: `${1 + others.length}人${settingStateNames[first!.after.state]}，截止${showTime(first!.after.dueAt)}`,
})

/** Teachers with an account, each of a school that sits the exam. @throws Refused notFound, applyNoAccount */
const settersAmong = async (
  examId: string,
  setters: InputOf<typeof calls.giveSettingTasks>['setters'],
): Promise<
  (Pick<SettingTask, 'schoolId' | 'schoolName' | 'teacherId' | 'teacherName'> & { userId: Teacher['userId'] })[]
> => {
  const bySchool = Map.groupBy(setters, (s) => s.schoolId)
  const schools = await examSchools.getMany([...bySchool.keys()].map((schoolId) => ({ examId, schoolId })))
  if (schools.length < bySchool.size) return refuse(commonProblems.notFound)
  const found = await Promise.all(
    schools.map(async ({ schoolId, schoolName }) => {
      const wanted = new Set<string>(bySchool.get(schoolId)!.map((s) => s.teacherId))
      const staff = (await teachersOf(schoolId)).filter((t) => wanted.has(t.teacherId))
      if (staff.length < wanted.size) return refuse(commonProblems.notFound)
      return staff.map(({ teacherId, teacherName, userId }) => ({
        schoolId,
        schoolName,
        teacherId,
        teacherName,
        userId,
      }))
    }),
  )
  return found.flat()
}

/** Twice the same is one. @throws Refused notFound, settingFixed, settingState, settingFull, settingPast, applyNoAccount */
export const giveTasks = async (
  { examId, paperId, ask, dueAt, ...input }: InputOf<typeof calls.giveSettingTasks>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.giveSettingTasks>> => {
  const exam = await managed(examId, caller)
  const paper = await paperIn(exam, paperId)
  refuseFixed(exam, paperId)
  const setters = await settersAmong(examId, input.setters)
  const without = setters.filter((s) => s.userId === undefined).map((s) => s.teacherName)
  if (without.length > 0) return refuse(examProblems.applyNoAccount, { who: without.slice(0, 3).join('、') })
  const begins = withoutAnswers(paper.questions.filter((q) => input.questionIds.includes(q.questionId)))
  if (begins.length < new Set(input.questionIds).size) return refuse(commonProblems.notFound)
  return edit(`what is asked for ${paperId}`, async () => {
    const all = await settingTasks.query(`exam#${examId}`, { prefix: 'setting#', consistent: true })
    const there = new Map(all.filter((t) => t.paperId === paperId).map((t) => [t.teacherId as string, t]))
    const changed = setters.flatMap(({ userId, ...setter }): Changed[] => {
      const before = there.get(setter.teacherId)
      if (before?.state === 'open' && before.ask === ask && before.dueAt === dueAt) return []
      if (before && !maySet('give', before.state)) return refuseState(before, '重新布置')
      const said = { ask, dueAt, state: 'open' as const, byName: caller.userName, at: now() }
      const head = { schema: 1 as const, examId, paperId, owner: exam.owner, ...setter, userId: userId! }
      const goesOn = before !== undefined && keepsEntered(before.state)
      const entered = goesOn ? before : enteredFacts(begins)
      const { questions, fullScore } = entered
      const kept = goesOn && before.review !== undefined ? { review: before.review } : {}
      return [{ before, after: { ...head, ...said, ...kept, questions, fullScore, version: before?.version ?? 1 } }]
    })
    if (changed.length === 0) return { given: 0 }
    if (dueAt < now()) return refuse(examProblems.settingPast)
    if (all.length + changed.filter((c) => !c.before).length > mostSettingTasks)
      return refuse(examProblems.settingFull, { n: mostSettingTasks })
    const anew = changed.filter((c) => !c.before || !keepsEntered(c.before.state))
    const kept = await enteredQuestions.getMany(anew.map((c) => c.after))
    const versions = new Map(kept.map((e) => [e.teacherId as string, e.version]))
    const starts = anew.map(({ after: { teacherId } }) => {
      const version = versions.get(teacherId)
      const row = { schema: 1 as const, examId, paperId, teacherId, questions: begins }
      return version === undefined
        ? enteredQuestions.creating({ ...row, version: 1 })
        : enteredQuestions.saving({ ...row, version })
    })
    const writes = [...changed.map(writing(settingTasks)), ...starts]
    return (await audited(writes, recordOf({ caller, act: 'exam.giveSetting', exam }, changed, say)))
      ? { given: changed.length }
      : beaten
  })
}

/** @throws Refused notFound */
const taskOf = async (of: Key): Promise<SettingTask> => (await settingTasks.get(of)) ?? refuse(commonProblems.notFound)

/** Again is harmless. @throws Refused notFound, settingState, stale */
export const cancelTask = async (
  { version, ...of }: InputOf<typeof calls.cancelSettingTask>,
  caller: Caller,
): Promise<{ version: number }> => {
  const exam = await managed(of.examId, caller)
  const before = await taskOf(of)
  if (before.state === 'cancelled') return { version: before.version }
  if (!maySet('cancel', before.state)) return refuseState(before, '取消')
  const after: SettingTask = { ...before, state: 'cancelled', version }
  const record = recordOf({ caller, act: 'exam.cancelSetting', exam }, [{ before, after }], say)
  return (await audited([settingTasks.saving(after)], record))
    ? { version: version + 1 }
    : refuseStale(settingTasks, of)
}

/** The caller's own task, of an exam that is there. @throws Refused notFound */
export const ownTask = async (of: Key, caller: Caller): Promise<{ exam: Exam; task: SettingTask }> => {
  const [exam, task] = await Promise.all([examOf(of.examId), taskOf(of)])
  if (!exam || exam.deletedAt !== undefined || task.userId !== caller.userId) return refuse(commonProblems.notFound)
  return { exam, task }
}

/**
 * Keeps what was entered; submitted it is whole. What was sent twice is one.
 * @throws Refused notFound, badPaper, settingFixed, settingState, stale
 */
export const enter = async (
  { questions, version, submit, ...of }: InputOf<typeof calls.enterQuestions>,
  caller: Caller,
): Promise<{ version: number }> => {
  const { exam, task } = await ownTask(of, caller)
  refuseFixed(exam, of.paperId)
  const there = (await enteredQuestions.get(of)) ?? refuse(commonProblems.notFound)
  const isSame = JSON.stringify(there.questions) === JSON.stringify(questions)
  // Done before, and the answer was lost.
  if (isSame && there.version === version + 1 && (!submit || task.state === 'submitted'))
    return { version: there.version }
  if (!maySet(submit ? 'submit' : 'enter', task.state)) return refuseState(task, submit ? '再次提交' : '修改')
  const wrong = submit ? submitProblems(questions) : []
  if (wrong.length > 0) return refuse(examProblems.badPaper, { detail: bracketed(wrong.slice(0, 20)) })
  const entered: EnteredQuestions = { ...there, questions, version }
  const facts = { ...task, ...enteredFacts(questions) }
  const { review: _review, ...again } = facts
  const after: SettingTask = submit ? { ...again, state: 'submitted', submittedAt: now() } : facts
  // The task itself is over its own version: decided or cancelled in between, nothing is kept.
  const writes = [enteredQuestions.saving(entered), settingTasks.saving(after)]
  const stored = submit
    ? await audited(writes, recordOf({ caller, act: 'exam.submitSetting', exam }, [{ before: task, after }], say))
    : await transact(writes, randomText(24))
  return stored ? { version: version + 1 } : refuseStale(enteredQuestions, of)
}

/**
 * What was submitted becomes questions of the paper, in one transaction with the task; or goes back with a reason.
 * @throws Refused notFound, badPaper, settingFixed, settingState, settingReview, keyReleased, stale
 */
export const decideTask = async (
  { version, accept, paperVersion, review, ...of }: InputOf<typeof calls.decideSettingTask>,
  caller: Caller,
): Promise<{ version: number }> => {
  const exam = await managed(of.examId, caller)
  const before = await taskOf(of)
  const state = accept ? ('accepted' as const) : ('returned' as const)
  // Decided so before, and the answer was lost.
  if (before.state === state && before.version === version + 1) {
    if (accept) await moveKeyed(await paperIn(exam, of.paperId))
    return { version: before.version }
  }
  if (!maySet('decide', before.state)) return refuseState(before, accept ? '采纳' : '退回')
  if (!accept && (review ?? '') === '') return refuse(examProblems.settingReview)
  refuseFixed(exam, of.paperId)
  const by = { reviewedByName: caller.userName, reviewedAt: now(), ...(review ? { review } : {}) }
  const after: SettingTask = { ...before, ...by, state, version }
  if (!accept) {
    const record = recordOf({ caller, act: 'exam.returnSetting', exam, reason: review }, [{ before, after }], say)
    return (await audited([settingTasks.saving(after)], record))
      ? { version: version + 1 }
      : refuseStale(settingTasks, of)
  }
  const [paper, entered] = await Promise.all([paperIn(exam, of.paperId), enteredQuestions.get(of)])
  if (before.version !== version) return refuseStale(settingTasks, of)
  if (paper.version !== paperVersion || !entered) return refuse(commonProblems.stale, { who: '其他人', when: '刚才' })
  const { questions } = acceptedInto(paper.questions, entered.questions)
  const wrong = paperProblems(questions)
  if (wrong.length > 0) return refuse(examProblems.badPaper, { detail: bracketed(wrong.slice(0, 20)) })
  await saveQuestions(paper, questions, paper.version, caller, [settingTasks.saving(after)])
  return { version: version + 1 }
}
