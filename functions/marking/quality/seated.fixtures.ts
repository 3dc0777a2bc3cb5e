/** A paper whose marking is open, with expert marks chosen and a rule of quality said: for the tests of seeds and trials. */
import { expect } from 'vitest'
import type { QualityRule } from '#shared/marking/quality/rule.types.ts'
import * as seeds from '#shared/marking/quality/seed.calls.ts'
import { saveStandard } from '#shared/marking/quality/standard.calls.ts'
import { send } from '#functions/kit/testing.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { forgetAll, open } from '../marking.steps.fixtures.ts'
import { arrangements } from '../marking.store.ts'
import { allHere } from '../scanned.fixtures.ts'

/** The question whose answers are seeds. */
export const where = ({ paper, essay }: Sitting) => ({ paperId: paper.paperId, questionId: essay.questionId })
export const versionOf = async (of: Sitting) => (await arrangements.get({ paperId: of.paper.paperId }))!.version

/** The first student's answers are seeds, the rest is marked. */
export const seated = async (count: number, quality: QualityRule, expert = 0, teachers = 3): Promise<Sitting> => {
  const of = await seat(count, {}, teachers)
  allHere(of)
  await open(of)
  for (let i = 0; i < expert; i++) expect((await choose(of, i, 'seed')).status).toBe(0)
  await say(of, quality)
  return of
}
export const choose = (of: Sitting, i: number, use: 'seed' | 'trial', score = 500) =>
  send(
    handler,
    saveStandard,
    { ...where(of), studentId: of.students[i]!, imageVersion: 1, use, score, reason: '步骤完整', version: 0 },
    of.manager.token,
  )
/** What a group asks beside settling. */
export const say = async (of: Sitting, { seeds: rule, trial, samples = 0 }: QualityRule, token = of.manager.token) => {
  const { paperId, questionId: lead } = where(of)
  const said = await send(
    handler,
    seeds.saveGroupQuality,
    {
      paperId,
      lead,
      expert: 0,
      own: 0,
      ...rule,
      trial: trial ? (trial.begun ? 'begun' : 'preparing') : 'none',
      ...(trial ? { within: trial.within, bias: trial.bias } : {}),
      samples,
      version: await versionOf(of),
    },
    token,
  )
  forgetAll()
  return said
}
