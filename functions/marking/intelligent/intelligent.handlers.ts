import { isBlank } from '#shared/exam/exam.types.ts'
import * as calls from '#shared/marking/intelligent/intelligent.calls.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import { mayManage } from '#functions/exam/exam.public.ts'
import { countOf, workOf } from '../desk/claim.commands.ts'
import { deskNow } from '../desk/desk.ts'
import * as commands from './intelligent.commands.ts'
import { readerAddress } from '../reader/reader.client.ts'
import { resultsRead } from './result.read.ts'

export const intelligentHandlers = [
  implement(calls.setIntelligenceStatus, ({ input, caller }) => commands.setIntelligenceStatus(input, caller)),
  implement(calls.process, ({ input, caller }) => commands.process(input, caller)),
  implement(calls.submitItems, ({ input, caller }) => commands.submitItems(input, caller)),
  implement(calls.listResult, ({ input, caller }) => resultsRead(input, caller)),
  implement(calls.listQuestion, async ({ input, caller }) => {
    const { paper, exam, arrangement } = await deskNow(input.paperId)
    const work = await workOf(input.paperId)
    return {
      courseName: paper.courseName,
      state: arrangement.state,
      version: arrangement.version,
      mayManage: mayManage(exam, caller),
      reads: readerAddress() !== null,
      questions: subjectiveOf(paper.questions).map((q) => ({
        questionId: q.questionId,
        number: q.number,
        fullScore: q.fullScore,
        on: arrangement.like?.includes(q.questionId) ?? false,
        ...countOf(work, q.questionId, 'first'),
        blank: isBlank(q),
      })),
    }
  }),
]
