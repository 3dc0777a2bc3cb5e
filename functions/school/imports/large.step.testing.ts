/** One step of a job in a process of its own, as its function would run it: what it answers, and its memory. */
import { runStep } from '#functions/kit/work.ts'
import type { StepEvent } from '#shared/kit/job.ts'
import { works } from '../school.work.ts'

const event = JSON.parse(process.argv[2] ?? '') as StepEvent
const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)
const before = megabytes(process.memoryUsage.rss())
const began = performance.now()
const answer = await runStep(works, event)
process.stdout.write(
  `${JSON.stringify({
    answer,
    before,
    peak: megabytes(process.resourceUsage().maxRSS * 1024),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    cpuSeconds: Math.round(process.cpuUsage().user / 100_000 + process.cpuUsage().system / 100_000) / 10,
  })}\n`,
)
