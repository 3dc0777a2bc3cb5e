import { reportingTasks as reportingTasksCall } from '#shared/exam/joint/reporting.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { reportingTasks } from './reporting.read.ts'

export const reportingHandlers = [implement(reportingTasksCall, ({ caller }) => reportingTasks(caller))]
