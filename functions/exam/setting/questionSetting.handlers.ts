import { fullScoreOf, mayManage, paperProblems, withoutKey } from '#shared/exam/exam.rules.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { acceptedInto } from '#shared/exam/setting/question.rules.ts'
import * as calls from '#shared/exam/setting/questionSetting.calls.ts'
import { isLate } from '#shared/exam/setting/questionSetting.rules.ts'
import { settingStates } from '#shared/exam/setting/questionSetting.types.ts'
import type { SettingTask } from '#shared/exam/setting/questionSetting.types.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { barOfSetting, cancelTask, decideTask, enter, giveTasks } from './questionSetting.commands.ts'
import { examOf, examSchoolOf, examSchoolsOf, examsByIds, paperOf, papersOf } from '../exam.public.ts'
import { enteredQuestions, settingTasks } from './setting.store.ts'
import { managed } from '../managed.ts'
import { staffOf } from '../staff.read.ts'

const tasksOf = (examId: string): Promise<SettingTask[]> =>
  settingTasks.query(`exam#${examId}`, { prefix: 'setting#', consistent: true })

const rowOf = ({ schema: _schema, owner: _owner, userId: _user, ...task }: SettingTask, exam: Exam | undefined) => ({
  ...task,
  examName: exam?.examName ?? '',
  courseName: exam?.papers.find((p) => p.paperId === task.paperId)?.courseName ?? '',
  late: isLate(task, now()),
})

/** What waits for who looks stands first, then what is due first. */
const inTurn = (first: readonly SettingTask['state'][]) => (a: SettingTask, b: SettingTask) =>
  first.indexOf(a.state) - first.indexOf(b.state) || a.dueAt - b.dueAt || (a.teacherId < b.teacherId ? -1 : 1)
const toDecide = ['submitted', 'open', 'returned', 'accepted', 'cancelled'] as const
const toSet = ['returned', 'open', 'submitted', 'accepted', 'cancelled'] as const

export const settingHandlers = [
  implement(calls.settingStand, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    const [tasks, found] = await Promise.all([tasksOf(exam.examId), papersOf(exam.examId)])
    const at = now()
    const papers = exam.papers.flatMap(({ paperId, courseName }) => {
      const paper = found.find((p) => p.paperId === paperId)
      if (!paper) return []
      const own = tasks.filter((t) => t.paperId === paperId)
      const inState = (state: SettingTask['state']): number => own.filter((t) => t.state === state).length
      const states = settingStates.map((state) => [state, inState(state)] as const)
      return [
        {
          paperId,
          courseName,
          questions: paper.questions.length,
          fullScore: fullScoreOf(paper.questions),
          missingKeys: withoutKey(paper).length,
          hasCard: paper.cardId !== undefined,
          fixed: barOfSetting(exam, paperId),
          tasks: Object.fromEntries(states) as Record<SettingTask['state'], number>,
          late: own.filter((t) => (t.state === 'open' || t.state === 'returned') && isLate(t, at)).length,
        },
      ]
    })
    return { examName: exam.examName, papers }
  }),

  implement(calls.settingTasks, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    const name = input.name?.trim() ?? ''
    const rows = (await tasksOf(exam.examId))
      .filter((t) => input.paperId === undefined || t.paperId === input.paperId)
      .filter((t) => input.state === undefined || t.state === input.state)
      .filter((t) => t.teacherName.includes(name) || t.schoolName.includes(name))
      .sort(inTurn(toDecide))
    const of = page(rows, input)
    return { ...of, list: of.list.map((t) => rowOf(t, exam)) }
  }),

  implement(calls.ownSettingTasks, async ({ input, caller }) => {
    const own = (await settingTasks.queryIndex('gsi1', `sets#${caller.userId}`, { reverse: true, limit: 500 })).filter(
      (t) => input.state === undefined || t.state === input.state,
    )
    const found = await examsByIds([...new Set(own.map((t) => t.examId))])
    const exams = new Map(found.filter((e) => e.deletedAt === undefined).map((e) => [e.examId as string, e]))
    const of = page(own.filter((t) => exams.has(t.examId)).sort(inTurn(toSet)), input)
    return { ...of, list: of.list.map((t) => rowOf(t, exams.get(t.examId))) }
  }),

  implement(calls.settingSchools, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    return (await examSchoolsOf(exam.examId))
      .sort((a, b) => a.ordinal - b.ordinal)
      .map(({ schoolId, schoolName }) => ({ schoolId, schoolName }))
  }),

  implement(calls.settingTeachers, async ({ input, caller }) => {
    const exam = await managed(input.examId, caller)
    const school = (await examSchoolOf(exam.examId, input.schoolId)) ?? refuse(examProblems.notFound)
    return (await staffOf(school)).map(({ personId, personName, says, barred }) => ({
      teacherId: personId,
      teacherName: personName,
      says,
      barred,
    }))
  }),

  implement(calls.giveSettingTasks, ({ input, caller }) => giveTasks(input, caller)),
  implement(calls.cancelSettingTask, ({ input, caller }) => cancelTask(input, caller)),
  implement(calls.enterQuestions, ({ input, caller }) => enter(input, caller)),
  implement(calls.decideSettingTask, ({ input, caller }) => decideTask(input, caller)),

  implement(calls.settingTask, async ({ input, caller }) => {
    const [exam, task, entered, paper] = await Promise.all([
      examOf(input.examId),
      settingTasks.get(input),
      enteredQuestions.get(input),
      paperOf(input.paperId),
    ])
    // One answer for all who have nothing to do with it.
    if (!exam || exam.deletedAt !== undefined || !task || !entered || !paper) return refuse(commonProblems.notFound)
    const [mine, manages] = [task.userId === caller.userId, mayManage(exam, caller)]
    if (!mine && !manages) return refuse(commonProblems.notFound)
    // What a teacher has not submitted is the teacher's own.
    const shown = mine || task.state === 'submitted' || task.state === 'accepted' ? entered.questions : []
    const effect = () => {
      const { questions, added, changed } = acceptedInto(paper.questions, entered.questions)
      return { added, changed, problems: paperProblems(questions), paperVersion: paper.version }
    }
    return {
      ...rowOf(task, exam),
      entered: shown,
      enteredVersion: entered.version,
      mine,
      mayManage: manages,
      fixed: barOfSetting(exam, task.paperId),
      ...(manages && task.state === 'submitted' ? { effect: effect() } : {}),
    }
  }),
]
