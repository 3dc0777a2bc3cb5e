import { isReleased } from '#shared/exam/step.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { countBundles, countScripts } from './counts.ts'
import { managed } from './desk/desk.ts'
import { dueNow, journalDue } from './journal/journal.verify.ts'
import { heads, objectives } from './marking.store.ts'
import { queueStudents } from './queue.ts'
import { undecidedGroups } from './script.rules.ts'
import { scriptsOf } from './scripts.ts'
import type * as choiceCalls from '#shared/marking/choice.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const decideChoice = async (
  input: InputOf<typeof choiceCalls.decideChoice>,
  caller: Caller,
): Promise<AnswerOf<typeof choiceCalls.decideChoice>> => {
  const { paper, exam } = await managed(input.paperId, caller)
  const { studentId, group, chosen } = input
  const ofGroup = paper.questions.filter((q) => q.optional?.group === group)
  if (ofGroup.length === 0 || chosen.some((id) => !ofGroup.some((q) => q.questionId === id)))
    return refuse(markingProblems.noGroup)
  const { count } = ofGroup[0]!.optional!
  if (new Set(chosen).size > count) return refuse(markingProblems.tooMany, { n: count })
  const at = { paperId: paper.paperId, studentId }
  const [head, before] = await Promise.all([heads.get(at), objectives.get(at)])
  if (!head || !before) return refuse(commonProblems.notFound)
  const choices = Object.fromEntries(ofGroup.map((q) => [q.questionId as string, chosen.includes(q.questionId)]))
  const earlier = before.decidedFor === head.imageVersion ? before.decided : undefined
  if (ofGroup.some((q) => earlier?.[q.questionId] !== choices[q.questionId])) {
    // What readers see is changed by a change set. A choice that was never made is no part of it: that of a late sheet.
    if (isReleased(exam, paper.paperId)) {
      const [script] = await scriptsOf(paper, [head])
      if (!undecidedGroups(script!, paper.questions).includes(group)) return refuse(markingProblems.released)
    }
    const next = { ...before, decided: { ...earlier, ...choices }, decidedFor: head.imageVersion }
    const record = auditRecord(caller, 'marking.decideChoice', paper.paperId, {
      before: earlier,
      after: { studentId, ...choices },
      told: {
        people: [studentId],
        count: 1,
        changes: [
          {
            field: '选做',
            after: ofGroup
              .filter((q) => choices[q.questionId])
              .map((q) => q.number)
              .join('、'),
          },
        ],
      },
      tenant: paper.owner,
    })
    if (!(await audited([objectives.saving(next), journalDue.putting(dueNow(paper.paperId))], record)))
      await refuseStale(objectives, before)
  }
  // Answers that were held back while the choice was open become work; who has decided sees them counted.
  await countBundles(paper.paperId, await queueStudents(paper, [studentId]))
  await countScripts(paper, [studentId])
  return { decided: true as const }
}
