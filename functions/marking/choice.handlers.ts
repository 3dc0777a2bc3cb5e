/**
 * Which optional questions count, where neither the card nor the marks say it. What a person says is kept with the
 * choices that were read, so the journal tells it and both computations know it; it is audited in the same write (I16).
 */
import { decideChoice, undecidedChoices } from '#shared/marking/choice.calls.ts'
import { answerState } from '#shared/marking/marking.rules.ts'
import { optionalGroups, undecidedGroups } from './script.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import { candidatesByIds } from '#functions/exam/exam.public.ts'
import { groupOf, scriptCounts, undecidedIn } from './counts.ts'
import { managed } from './desk/desk.ts'
import { images } from './marking.store.ts'
import { picturesWithHead, signed } from './answerPictures.ts'
import { headsOfStudents, scriptsOf } from './scripts.ts'
import * as commands from './choice.commands.ts'

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

  implement(decideChoice, ({ input, caller }) => commands.decideChoice(input, caller)),
]
