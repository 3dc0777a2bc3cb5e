/** What is said of trials and seeds. */
import { decimal, showScore } from '#shared/kit/score.ts'
import type { seedReport } from '#shared/marking/quality/seed.calls.ts'
import type { trialReport } from '#shared/marking/quality/trial.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

/** Which questions have how many; the trial of one without any is none. */
export const chosenText = (
  questions: readonly { number: string; trial: number; seeds: number }[],
  use: 'trial' | 'seeds',
): string => questions.map((q) => `第${q.number}题${q[use]}份`).join('，')

type Marker = OutputOf<typeof trialReport>['markers'][number]
export const trialState = ({ state, done }: Pick<Marker, 'state' | 'done'>): { text: string; meaning: Meaning } =>
  state === 'passed'
    ? { text: '通过', meaning: 'done' }
    : state === 'byHand'
      ? { text: '组长放行', meaning: 'done' }
      : state === 'failed'
        ? { text: '未通过', meaning: 'failed' }
        : done > 0
          ? { text: '正在试评', meaning: 'going' }
          : { text: '还没有评', meaning: 'none' }

type Seeded = OutputOf<typeof seedReport>['markers'][number]
export const seedStateText = ({ state }: Pick<Seeded, 'state'>): { text: string; meaning: Meaning } =>
  ({
    stopped: { text: '已暂停发放', meaning: 'failed' },
    warned: { text: '已提醒', meaning: 'waits' },
    even: { text: '正常', meaning: 'done' },
  })[state] as { text: string; meaning: Meaning }

/** +0.35: given more than is right. */
export const offText = (hundredths: number | null | undefined): string => {
  if (hundredths === null || hundredths === undefined) return '—'
  const value = decimal(Math.abs(hundredths) / 100, 2)
  return `${Number(value) === 0 ? '' : hundredths < 0 ? '−' : '+'}${value}`
}

type Rule = { warn: number; stop: number; expert: number; own: number }
/** The rule in a sentence. */
export const seedRuleText = (rule: Rule | null, tolerance: number): string =>
  !rule || rule.expert + rule.own === 0
    ? '这一组没有混入种子卷，可以在“质量要求”里设置。'
    : `每100份混入专家种子卷${rule.expert}份、自己评过的${rule.own}份，老师看不出来；相差超过${showScore(tolerance)}分算超出，最近10份里${rule.warn}份超出提醒老师，${rule.stop}份超出不再发放答卷。`
