/**
 * Which optional questions count, where neither the card nor the marks say it. What a person says is kept with the
 * choices that were read, so the journal tells it and both computations know it; it is audited in the same write (I16).
 */
import { decideChoice, undecidedChoices } from '#shared/marking/choice.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState } from '#shared/marking/marking.rules.ts'
import { optionalGroups, undecidedGroups } from './script.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { countBundles, countScripts, groupOf, scriptCounts, undecidedIn } from './counts.ts'
import { managed } from './desk.ts'
import { dueNow, journalDue } from './journal.verify.ts'
import { heads, images, objectives } from './marking.store.ts'
import { picturesWithHead, signed } from './pictures.ts'
import { queueStudents } from './queue.ts'
import { headsOfStudents, scriptsOf } from './scripts.ts'

/** Shown at once; the next ones come as these are settled. */
const most = 20

export const choiceHandlers = [
  implement(undecidedChoices, async ({ input, caller }) => {
    const { paper, exam } = await managed(input.paperId, caller)
    const group = groupOf(paper)
    const [counts, listed] = await Promise.all([
      scriptCounts.read(group),
      scriptCounts.listed('gsi1', undecidedIn(group), { limit: most }),
    ])
    const ids = listed.map((l) => l.unit)
    const [scripts, people, pictures] = await Promise.all([
      headsOfStudents(paper.paperId, ids).then((of) => scriptsOf(paper, of)),
      candidatesByIds(exam, ids),
      images.getMany(ids.map((studentId) => ({ paperId: paper.paperId, studentId }))),
    ])
    const whose = new Map(people.map((c) => [c.studentId, c]))
    const shown = new Map(pictures.map((p) => [p.studentId, p]))
    const rows = scripts.flatMap((script) => {
      const candidate = whose.get(script.head.studentId)
      // The index lags: the script itself says what is open.
      const open = new Set(undecidedGroups(script, paper.questions))
      return candidate
        ? optionalGroups(paper.questions).flatMap((g) => (open.has(g.group) ? [{ script, candidate, g }] : []))
        : []
    })
    const list = await Promise.all(
      rows.map(async ({ script, candidate, g }) => ({
        studentId: candidate.studentId,
        studentName: candidate.studentName,
        studentNumber: candidate.studentNumber,
        className: candidate.className,
        group: g.group,
        count: g.count,
        questions: await Promise.all(
          g.places.map(async (i) => {
            const q = paper.questions[i]!
            const item = script.answers.get(q.questionId)
            const state = item ? answerState(q, item) : null
            const of = shown.get(candidate.studentId)
            return {
              questionId: q.questionId,
              number: q.number,
              fullScore: q.fullScore,
              score: state?.kind === 'scored' ? state.score : null,
              images: of ? await signed(picturesWithHead(of, q.questionId)) : [],
            }
          }),
        ),
      })),
    )
    return { total: Math.max(counts.get('undecided') ?? 0, list.length), list }
  }),

  implement(decideChoice, async ({ input, caller }) => {
    const { paper } = await managed(input.paperId, caller)
    const { studentId, group, chosen } = input
    const own = paper.questions.filter((q) => q.optional?.group === group)
    if (own.length === 0 || chosen.some((id) => !own.some((q) => q.questionId === id)))
      return refuse(markingProblems.noGroup)
    const { count } = own[0]!.optional!
    if (new Set(chosen).size > count) return refuse(markingProblems.tooMany, { n: count })
    const at = { paperId: paper.paperId, studentId }
    const [head, before] = await Promise.all([heads.get(at), objectives.get(at)])
    if (!head || !before) return refuse(commonProblems.notFound)
    const said = Object.fromEntries(own.map((q) => [q.questionId as string, chosen.includes(q.questionId)]))
    const earlier = before.decidedFor === head.imageVersion ? before.decided : undefined
    if (own.some((q) => earlier?.[q.questionId] !== said[q.questionId])) {
      const next = { ...before, decided: { ...earlier, ...said }, decidedFor: head.imageVersion }
      const record = auditRecord(caller, 'marking.decideChoice', paper.paperId, {
        before: earlier,
        after: { studentId, ...said },
        told: {
          people: [studentId],
          count: 1,
          changes: [
            {
              field: '选做',
              after: own
                .filter((q) => said[q.questionId])
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
    // What nobody was asked to mark while it was open becomes work; who has decided sees it counted.
    await countBundles(paper.paperId, await queueStudents(paper, [studentId]))
    await countScripts(paper, [studentId])
    return { decided: true as const }
  }),
]
