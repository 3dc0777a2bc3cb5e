/** Acts on published results, under every single fault of the stores (`functions/kit/actFaults.testing.ts`). */
import { beforeAll, describe, expect, it } from 'vitest'
import { exportEvidenceJob } from '#shared/analysis/analysis.jobs.ts'
import { digestOf } from '#shared/analysis/evidence/evidence.rules.ts'
import type { Appeal } from '#shared/analysis/appeals/appeal.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { CourseId, JobId, PaperId, QuestionId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { papers, paperSteps } from '#functions/exam/exam.store.ts'
import { candidateAt, classesNamed, examOfSchool, standAt, storeExam } from '#functions/exam/stored.fixtures.ts'
import { holdsUnderFaults } from '#functions/kit/actFaults.testing.ts'
import type { Act } from '#functions/kit/actFaults.testing.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import { actAs, asFunction, driveJob, testCaller } from '#functions/kit/testing.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { membersOf } from '#functions/kit/zip.reader.ts'
import { markedPaper, queuedExport } from '../analysis.fixtures.ts'
import type { Marked } from '../analysis.fixtures.ts'
import { publications, roots } from '../analysis.store.ts'
import { analysisWorks } from '../analysis.work.ts'
import { answerAppeal, openAppeals } from '../appeals/appeal.commands.ts'
import { appealSums, windowOf } from '../appeals/appeal.read.ts'
import { appeals, counting } from '../appeals/appeal.store.ts'
import { release } from '../changes/change.fixtures.ts'
import { withdrawScores } from '../publish.commands.ts'
import { putTutor, removeTutor } from '../tutors/tutor.commands.ts'
import { entriesOf, tutorEntries } from '../tutors/tutor.store.ts'

const schoolId = newId<SchoolId>('school')
const tenant = schoolTenant(schoolId)
const question: PaperQuestion = {
  ...{
    questionId: newId<QuestionId>('question'),
    number: '1',
    unitType: 5,
    fullScore: 1000,
  },
}
const aManager = async () => (await testCaller({ userType: 2, tenant })).caller

/** Two papers whose results readers see, and their total; one student asks about a score. */
const released = async () => {
  const classes = classesNamed('1班')
  const stored = examOfSchool(schoolId, [question], { classes, candidateCount: 1 })
  const { exam, paper, school } = stored
  const second = { ...exam.papers[0]!, paperId: newId<PaperId>('paper'), courseName: '语文' }
  const studentId = newId<StudentId>('student')
  const both = { ...stored, exam: { ...exam, papers: [...exam.papers, second] } }
  await storeExam(both, [candidateAt(school, 0, studentId, classes[0]!)])
  const { examId } = exam
  const totalId = newId<PaperId>('paper')
  const { paperId } = paper
  await asFunction('exam-api', async () => {
    await papers.create({ ...paper, paperId: second.paperId, courseName: '语文' })
    const part = (of: typeof second) => ({
      ...{ questionId: newId<QuestionId>('question'), paperId: of.paperId, courseName: of.courseName },
    })
    const total = both.exam.papers.map((p) => part(p as typeof second))
    const own = { paperId: totalId, courseId: newId<CourseId>('course'), courseName: '总分', questions: [], total }
    await papers.create({ ...paper, ...own })
    await paperSteps.put({ schema: 1, examId, paperId: second.paperId, schoolId, step: paperStep.released })
  })
  await standAt(examId, paperStep.released)
  const row: Appeal = {
    ...{ schema: 1, paperId, examId, owner: tenant, studentId, questionId: question.questionId, as: 'student' },
    ...{ askedBy: newId<UserId>('user'), askedAt: now(), v: 1, score: 300, fullScore: 1000, reason: '请看第二步' },
    version: 1,
  }
  await asFunction('analysis-api', async () => {
    for (const id of [paperId, second.paperId, totalId])
      await publications.create({ schema: 1, paperId: id, examId, owner: tenant, current: 1, version: 1 })
    await transact([appeals.creating(row), ...counting(paperId, [{ before: null, after: row }])], newId('attempt'))
  })
  return { examId, paperId, totalId, studentId }
}
type Of = Awaited<ReturnType<typeof released>>
const answered = (of: Of) => ({
  ...{ paperId: of.paperId, studentId: of.studentId, questionId: question.questionId, version: 1 },
})
const appealTold = async (of: Of) => {
  const there = (await appeals.get(answered(of)))!
  const { open, decided } = await appealSums(of)
  return [there.decision?.kind ?? null, there.decision?.score ?? null, open, decided]
}

const acts: Act<Of>[] = [
  {
    name: 'results that are withdrawn, with the total that counts them',
    record: 'analysis.withdraw',
    steps: true,
    run: (of, who) => withdrawScores({ paperId: of.paperId, reason: '答案有误' }, who),
    told: async (of) => {
      const current = async (paperId: PaperId) => (await publications.get({ paperId }))!.current
      const exam = (await examOf(of.examId))!
      const steps = await paperSteps.query(`exam#${of.examId}`, { prefix: `step#${of.paperId}#`, consistent: true })
      const readers = [await current(of.paperId), await current(of.totalId)]
      return [readers, steps.map((s) => s.step), exam.papers.find((p) => p.paperId === of.paperId)!.furthest]
    },
  },
  {
    name: 'a window of appeals',
    record: 'analysis.setAppeals',
    run: async (of, who) => {
      const set = { on: true, opens: 1_000, closes: 9_000_000_000_000, asks: ['student' as const], most: 2 }
      return openAppeals((await examOf(of.examId))!, set, 0, who)
    },
    told: async (of) => (await windowOf(of))?.most ?? null,
  },
  {
    name: 'an appeal whose score stands',
    record: 'analysis.answerAppeal',
    run: (of, who) => answerAppeal({ ...answered(of), kind: 'keep', answer: '评分无误' }, who),
    told: appealTold,
  },
  {
    name: 'an appeal that is decided for another score',
    record: 'analysis.answerAppeal',
    run: (of, who) => answerAppeal({ ...answered(of), kind: 'change', score: 500, answer: '补给分' }, who),
    told: appealTold,
  },
]

beforeAll(() => actAs('analysis-api'))

describe.each(acts.map((act) => [act.name, act] as const))('%s', (_name, act) => {
  it('is whole or not at all, and whole when it is asked for again', async () => {
    await holdsUnderFaults(act, 'analysis-api', async () => ({ of: await released(), who: await aManager() }))
  }, 240_000)
})

describe('students who are tutored', () => {
  let of: Marked
  beforeAll(async () => {
    of = await markedPaper(4)
    await release(of)
  })
  const listed = async () =>
    (await entriesOf(of.paperId)).map((e) => [e.studentId, e.teacher ?? null]).sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
  const wish = () => ({ paperId: of.paperId, studentIds: of.studentIds.slice(0, 2) })
  const empty = async () => {
    await asFunction('analysis-api', async () => {
      for (const e of await entriesOf(of.paperId)) await tutorEntries.remove(e)
    })
    return { of, who: (await testCaller({ userType: 2, tenant: of.tenant })).caller }
  }
  const tutored: Act<Marked>[] = [
    {
      name: 'put on the list',
      record: 'analysis.tutor',
      run: (_of, who) => putTutor({ ...wish(), teacher: of.teachers[0]!.caller.userId }, who),
      told: listed,
    },
    {
      name: 'handed to another teacher',
      record: 'analysis.tutor',
      before: (_of, who) => putTutor({ ...wish(), teacher: of.teachers[0]!.caller.userId }, who),
      run: (_of, who) => putTutor({ ...wish(), teacher: of.teachers[1]!.caller.userId }, who),
      told: listed,
    },
    {
      name: 'taken off',
      record: 'analysis.tutor',
      before: (_of, who) => putTutor(wish(), who),
      run: (_of, who) => removeTutor(wish(), who),
      told: listed,
    },
  ]
  it.each(tutored.map((act) => [act.name, act] as const))(
    '%s: whole or not at all',
    async (_name, act) => {
      await holdsUnderFaults(act, 'analysis-api', empty)
    },
    240_000,
  )
})

describe('the evidence of a candidate', () => {
  it('is handed over with its digests published and on record, or not at all', async () => {
    const marked = await markedPaper(2)
    await release(marked)
    const input = { examId: marked.examId, studentId: marked.studentIds[1]!, names: false }
    type Queued = Awaited<ReturnType<typeof queuedExport>>
    const act: Act<Queued> = {
      name: 'evidence',
      record: 'analysis.exportEvidence',
      run: (state) => driveJob(analysisWorks, state, 1),
      told: async ({ jobId }) => {
        const { files } = (await jobRecords.get({ jobId: jobId as JobId }))!
        const proofs = await Promise.all(
          files.map(async ({ key }) => {
            const bytes = await getObject(key)
            const list = (await membersOf(bytes)).find((m) => m.name === 'manifest.json')!
            return (await roots.get({ root: digestOf(list.bytes) }))?.file === digestOf(bytes)
          }),
        )
        expect(proofs.every(Boolean)).toBe(true)
        return [files.length]
      },
    }
    await holdsUnderFaults(act, 'analysis-work', async () => ({
      of: await queuedExport(marked, exportEvidenceJob, input),
      who: marked.manager.caller,
    }))
  }, 240_000)
})
