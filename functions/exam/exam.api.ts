import * as examCalls from '#shared/exam/exam.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { serve } from '#functions/kit/serve.ts'
import { schoolResolver } from '#functions/school/school.public.ts'
import { examHandlers } from './exam.handlers.ts'
import { examResolver, paperResolver } from './sight.public.ts'

export const handler = serve('exam', callsOf(examCalls), examHandlers, {
  school: schoolResolver,
  exam: examResolver,
  paper: paperResolver,
})
