/** One exam at each stage of its life, in the first school: what a visitor of the demo finds. */
import type { Cloud } from '../local/Cloud.ts'
import { signInAs } from './client.ts'
import { beginExam, handIn, printBlank, publish, relatePoints, settleAll, sitExam, writePaper } from './exam.ts'
import type { ExamRun } from './exam.ts'
import type { PaperKind } from './examPaper.ts'
import { groupBlanks, markAll, markSome, openForMarking } from './mark.ts'
import { demoPassword, markedCourse } from './organisation.ts'
import type { DemoSchool } from './organisation.ts'

/** How far an exam is brought. */
const stages = ['created', 'printed', 'scanned', 'marking', 'marked', 'published'] as const
type Stage = (typeof stages)[number]

const plans: readonly { stage: Stage; name: string; examType: number; course: number; day: number }[] = [
  { stage: 'published', name: '2026学年第一学期期中考试', examType: 3, course: 0, day: 10 },
  { stage: 'marked', name: '十一月阶段诊断', examType: 2, course: 1, day: 17 },
  { stage: 'marking', name: '第十二周单元诊断', examType: 2, course: markedCourse, day: 18 },
  { stage: 'scanned', name: '十一月模拟考试', examType: 5, course: 3, day: 19 },
  { stage: 'printed', name: '期末考试（第一场）', examType: 4, course: 4, day: 24 },
  { stage: 'created', name: '期末考试（第二场）', examType: 4, course: 5, day: 25 },
]

/** What is asked, where it is more than the usual: the marked exam has two groups of optional questions. */
const papers: Partial<Record<Stage, PaperKind>> = { marking: 'blanks', marked: 'optional' }

const reaches = (stage: Stage, wanted: Stage): boolean => stages.indexOf(stage) >= stages.indexOf(wanted)

const bring = async (cloud: Cloud, run: ExamRun, school: DemoSchool, plan: (typeof plans)[number]): Promise<void> => {
  if (!reaches(plan.stage, 'printed')) return
  await writePaper(run, papers[plan.stage] ?? 'short')
  await relatePoints(run)
  const printed = await printBlank(run)
  if (!reaches(plan.stage, 'scanned')) return
  const scanned = await sitExam(run, printed, { range: 'ordinary', maxDpi: 150, habits: 0.03, absent: 2 })
  const handed = await handIn(run, scanned, false)
  await run.admin.job(handed.uuid, 600)
  if (!reaches(plan.stage, 'marking')) return
  await settleAll(run, handed)
  await openForMarking(run)
  const teachers = school.teachers.filter((t) => t.courseName === school.courses[plan.course]!.courseName)
  const markers = await Promise.all(teachers.map((t) => signInAs(cloud.address, t.accountName, demoPassword)))
  if (plan.stage === 'marking') {
    await groupBlanks(run)
    await markSome(run, markers)
    return
  }
  await markAll(run, markers, run.admin)
  if (plan.stage === 'published') await publish(run)
}

export const seedExams = async (
  cloud: Cloud,
  school: DemoSchool,
  options: { seed: number; say: (line: string) => void },
): Promise<void> => {
  // Two at a time: one's paper is simulated while the other's is recognised.
  const queue = [...plans]
  const work = async (): Promise<void> => {
    for (let plan = queue.shift(); plan; plan = queue.shift()) {
      const run = await beginExam(school, {
        seed: `seed${options.seed}:${plan.stage}`,
        name: plan.name,
        examType: plan.examType,
        course: plan.course,
        examDate: Date.UTC(2026, 10, plan.day),
      })
      await bring(cloud, run, school, plan)
      options.say(`${plan.name}：${run.candidates.length} 名考生`)
    }
  }
  await Promise.all([work(), work()])
}
