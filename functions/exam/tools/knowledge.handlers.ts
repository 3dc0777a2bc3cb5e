import * as calls from '#shared/exam/tools/knowledge.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { bringTree, group, knowledgeOf, mayBring, relate } from './knowledge.commands.ts'

export const knowledgeHandlers = [
  implement(calls.paperKnowledge, async ({ input: { paperId }, caller }) => {
    const { exam, paper, tree, own, related } = await knowledgeOf(paperId)
    return {
      courseName: paper.courseName,
      own: own !== null,
      ...(own ? { byName: own.byName, at: own.at } : {}),
      tree,
      treeVersion: own?.version ?? 0,
      brings: mayBring(exam, caller),
      questions: paper.questions.map(({ questionId, number, fullScore }) => ({
        questionId,
        number,
        fullScore,
        points: related?.points[questionId] ?? [],
        ...related?.groups?.[questionId],
      })),
      version: related?.version ?? 0,
    }
  }),
  implement(calls.relateKnowledge, ({ input, caller }) => relate(input, caller)),
  implement(calls.groupQuestions, ({ input, caller }) => group(input, caller)),
  implement(calls.importTree, ({ input, caller }) => bringTree(input, caller)),
]
