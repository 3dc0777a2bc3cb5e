/** What a group asks of its marking: said by who leads all of its questions. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { groupsOf, withQuality } from '#shared/marking/groups/group.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import type * as calls from '#shared/marking/quality/seed.calls.ts'
import { qualityOf, seedTolerance } from '#shared/marking/quality/seed.rules.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { deskNow } from '../desk/desk.ts'
import { arrange } from '../groups/group.commands.ts'
import { leadsQuestion } from './standard.read.ts'
import { standardsOf } from './standard.store.ts'

const groupLed = async ({ paperId, lead }: { paperId: string; lead: string }, caller: Caller) => {
  const desk = await deskNow(paperId)
  const group =
    groupsOf(desk.arrangement, subjectiveOf(desk.paper.questions)).find((g) =>
      g.questionIds.some((id) => id === lead),
    ) ?? refuse(markingProblems.noQuestion)
  if (!group.questionIds.every((id) => leadsQuestion(desk, id, caller))) return refuse(markingProblems.notLeader)
  return { desk, group, chosen: await standardsOf({ paperId }) }
}

export const groupQualityRead = async (
  input: InputOf<typeof calls.groupQuality>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.groupQuality>> => {
  const { desk, group, chosen } = await groupLed(input, caller)
  const joint = isJoint(desk.exam)
  const quality = qualityOf(desk.arrangement, group.lead, joint)
  return {
    groupName: group.groupName,
    state: desk.arrangement.state,
    joint,
    quality,
    questions: subjectiveOf(desk.paper.questions)
      .filter((q) => group.questionIds.includes(q.questionId))
      .map((q) => {
        const n = (use: 'trial' | 'seed') => chosen.filter((s) => s.questionId === q.questionId && s.use === use).length
        return {
          questionId: q.questionId,
          number: q.number,
          trial: n('trial'),
          seeds: n('seed'),
          tolerance: seedTolerance(q),
        }
      }),
    version: desk.arrangement.version,
  }
}

/** @throws Refused trialEmpty, and as `arrange` */
export const saveGroupQuality = async (
  input: InputOf<typeof calls.saveGroupQuality>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.saveGroupQuality>> => {
  const { expert, own, tolerance, warn, stop, trial, within, bias, samples } = input
  const { desk, group, chosen } = await groupLed(input, caller)
  const begun = trial === 'begun'
  if (begun && !chosen.some((s) => s.use === 'trial' && group.questionIds.includes(s.questionId)))
    return refuse(markingProblems.trialEmpty)
  const blocks = withQuality(desk.arrangement, group, {
    // Said to be none, there are none in a joint exam as well.
    seeds: { expert, own, ...(tolerance === undefined ? {} : { tolerance }), warn, stop },
    ...(trial === 'none' ? {} : { trial: { begun, within, bias } }),
    samples,
  })
  const { saved } = await arrange(desk, { blocks }, input.version, caller)
  return { version: saved.version }
}
