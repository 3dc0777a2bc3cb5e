/** What waits for a marker, a card a question. Pure. */
import type { markingTasks } from '#shared/marking/marking.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { showTime } from '#shared/kit/time.ts'
import { markPath, trialPath } from './marking.paths.ts'

type Task = OutputOf<typeof markingTasks>[number]
/** `next` is the one that is led to: what was begun before what was not. */
export type TaskCard = Omit<Task, 'role'> & { role: 'marking' | 'double' | 'final'; next: boolean }

const most = (of: readonly number[]): number => Math.max(...of)
const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)

/** Something of it would be handed out now. */
const isFree = (t: Pick<Task, 'left' | 'held' | 'stopped' | 'trial' | 'shut'>): boolean =>
  t.left > 0 && !t.held && !t.stopped && !t.shut && (t.trial ?? 'going') === 'going'

/**
 * First and second marks of a question are one stream of work: of two marks that an answer waits for, one marker gives
 * one. What an arbitrator settles is another.
 */
export const taskCards = (tasks: readonly Task[]): TaskCard[] => {
  const cards = [
    ...Map.groupBy(tasks, (t) => `${t.paperId} ${t.questionId} ${t.role === 'final' ? 'final' : ''}`).values(),
  ].map((same) => {
    const first = same[0]!
    const role =
      first.role === 'final' ? ('final' as const) : same.length > 1 ? ('double' as const) : ('marking' as const)
    return {
      ...first,
      role,
      left: most(same.map((t) => t.left)),
      total: most(same.map((t) => t.total)),
      // A third mark, or a second of a zero, is of a few of the answers only.
      done: Math.round((most(same.map((t) => t.total)) * sum(same.map((t) => t.done))) / sum(same.map((t) => t.total))),
      mine: sum(same.map((t) => t.mine)),
      free: most(same.map((t) => t.free ?? t.left)),
      held: same.every((t) => t.left === 0 || t.held),
    }
  })
  const open = cards.filter(isFree)
  const next = open.find((t) => t.mine > 0) ?? open[0]
  return cards.map((t) => ({ ...t, next: t === next }))
}

/** Why nothing of it would be handed out now; the password before marking apart. */
export const barOf = (
  { left, held, done, total, stopped, trial, ownApart, largeScreen, shut }: Omit<Task, 'role'>,
  narrow: boolean,
): string | false => {
  if (left === 0) return done < total ? '剩下的由其他老师评阅' : '这道题已全部评完'
  if (shut) return shut.why === 'early' ? `${showTime(shut.at)}开始阅卷` : `阅卷时间在${showTime(shut.at)}结束了`
  if (stopped)
    return {
      paused: '组长已暂停您评这道题',
      quota: '您在这一组的定额已经领完',
      seeds: '您近期的评分与标准相差较多，已暂停发放，请与组长联系',
    }[stopped]
  if (trial === 'preparing') return '组长正在准备这道题的试评'
  if (trial === 'failed') return '试评没有通过，请与组长联系'
  if (largeScreen && narrow) return '这份试卷要用电脑评阅，请换一台电脑登录'
  // What is held comes back; answers of the own school never do.
  if (held && ownApart) return '您能评的都评完了：剩下的是本校的答卷（由外校老师评），或正在其他老师手中'
  return held && '剩下的都在其他老师手中，评完或30分钟后放回时可以继续'
}

/** Why a card does not lead to its desk: the password is asked for, or a large screen, where all tasks are. */
export const deskBar = (t: Pick<Task, 'locked' | 'largeScreen'>, narrow: boolean): 'locked' | 'largeScreen' | null =>
  t.locked ? 'locked' : t.largeScreen && narrow ? 'largeScreen' : null

/** What waits for a marker, a line a paper; what an arbitrator decides is a line of its own, and called so. */
export const waitingLines = (tasks: readonly Task[]) =>
  [...Map.groupBy(taskCards(tasks).filter(isFree), (t) => `${t.paperId} ${t.role === 'final' ? 'final' : ''}`)].map(
    ([key, of]) => {
      const [to] = of as [TaskCard]
      const final = to.role === 'final'
      const numbers = [...new Set(of.map((t) => t.number))].join('、')
      return {
        key,
        name: `${to.examName} · ${to.courseName}`,
        text: `第 ${numbers} 题，还有 ${sum(of.map((t) => t.left))} 份${final ? '待仲裁' : '待评'}${of.some((t) => t.ownApart) ? '（含本校的，由外校老师评）' : ''}`,
        begin: final ? '开始仲裁' : '开始评阅',
        to,
      }
    },
  )

/**
 * What is left of a question when its desk is empty, of all roles: how many lie elsewhere, whether others must still mark
 * them, and the question that is next: of the same paper before any other.
 */
export const restOf = (
  tasks: readonly Task[],
  of: { paperId: string; questionId: string },
): { left: number; others: boolean; next?: TaskCard | undefined } => {
  // What is marked on one desk is left together.
  const isOwn = (t: Task): boolean =>
    t.paperId === of.paperId && (t.questionId === of.questionId || t.together?.lead === of.questionId)
  const own = tasks.filter(isOwn)
  const rest = tasks.filter((t) => !isOwn(t))
  const nextIn = (these: readonly Task[]) => taskCards(these).find((t) => t.next)
  return {
    left: most([0, ...own.map((t) => t.left)]),
    others: own.some((t) => t.done < t.total),
    next: nextIn(rest.filter((t) => t.paperId === of.paperId)) ?? nextIn(rest),
  }
}

/** Where the next question's card leads from an empty desk: a trial stands before live work; another paper is named. */
export const nextAction = (next: TaskCard, paperId: string): { name: string; to: string } => {
  const which = `${next.paperId === paperId ? '' : `“${next.examName} · ${next.courseName}”`}第${next.together?.numbers.join('、') ?? next.number}题`
  return next.trial
    ? { name: `先试评${which}`, to: trialPath(next) }
    : {
        // What others hold would not be there when it is pressed.
        name: `继续评阅${which}（${next.free ?? next.left}份）`,
        to: markPath({ ...next, role: next.role === 'final' ? next.role : undefined }),
      }
}

/**
 * What an empty desk says and where it leads: nothing that the next second would take back. `known`: the counts are newer
 * than the last mark; `again`: so much newer that it is in them. The counts follow the marks, and what was marked here
 * is not said to lie with others.
 */
export const emptyDesk = (
  rest: ReturnType<typeof restOf>,
  of: { given: number; known: boolean; again: boolean },
): { title: string; text: string; to: 'next' | 'tasks' | null } => {
  const { left, others, next } = rest
  const settled = of.known && (of.again || of.given === 0 || left === 0)
  const thanks = of.given > 0 ? `本次已评阅 ${of.given} 份，辛苦了。` : ''
  const to = of.known && next ? 'next' : settled ? 'tasks' : null
  return {
    title: !settled
      ? '正在看还有没有答卷…'
      : left > 0
        ? `还有 ${left} 份，正在其他老师手上`
        : '这道题暂时没有待阅的答卷',
    text: `${thanks}${
      !settled
        ? ''
        : left > 0
          ? '他们评完或退回后这里会更新；也可以点“再看看有没有新答卷”。'
          : others
            ? '剩下的要由其他老师评阅。'
            : ''
    }${to === 'next' ? '按回车继续。' : ''}`,
    to,
  }
}
