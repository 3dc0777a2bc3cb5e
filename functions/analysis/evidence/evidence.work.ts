/** The file of evidence of a candidate. Its digests are published in the transaction that hands it over. */
import { inOrder } from '#shared/exam/exam.rules.ts'
import { exportEvidenceJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { candidatesByIds, examOf, examTeachersOf, papersOf } from '#functions/exam/exam.public.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { randomText } from '#functions/kit/ports.ts'
import { jobRecords, work } from '#functions/kit/work.ts'
import { markerNames } from '#functions/marking/marking.public.ts'
import { publications, roots } from '../analysis.store.ts'
import { exportKey, handOver, typeOf } from '../export/offer.ts'
import { evidenceZip, subjectOf } from './evidence.zip.ts'
import type { NameOf } from './evidence.zip.ts'

/** Who acted, numbered as they come: the same person is the same number in one file, and no name stands in it. */
const numbered = (): NameOf => {
  const known = new Map<string, string>()
  return (userId) => {
    const name = known.get(userId) ?? `第${known.size + 1}人`
    known.set(userId, name)
    return name
  }
}

/** The subjects of an exam that are published, with the version that readers see. */
const publishedOf = async (exam: Exam) => {
  const papers = inOrder(exam, await papersOf(exam.examId))
  const known = new Map((await publications.getMany(papers)).map((p) => [p.paperId, p]))
  return papers.flatMap((paper) => {
    const { current = null, publishedAt = 0 } = known.get(paper.paperId) ?? {}
    return current === null ? [] : [{ paper, v: current, publishedAt }]
  })
}

export const exportEvidenceWork = work(exportEvidenceJob, {
  write: async ({ input, jobId, progress }) => {
    const { examId, studentId, names, by } = input
    const exam = (await examOf(examId)) ?? refuse(commonProblems.notFound)
    const candidate = (await candidatesByIds(exam, [studentId]))[0] ?? refuse(commonProblems.notFound)
    const record = (await jobRecords.get({ jobId })) ?? refuse(commonProblems.notFound)
    // What was handed over stays what its digests were published of, even if a later run would find other scores.
    const [there] = record.files
    if (there) return there
    const nameOf = names ? markerNames({ exam, teachers: await examTeachersOf(examId) }, by) : numbered()
    const all = await publishedOf(exam)
    const held: typeof all = []
    const subjects = async function* () {
      const folders = new Set<string>()
      for (const of of all) {
        const plain = fileName(of.paper.courseName, 'x').slice(0, -2)
        const folder = folders.has(plain) ? `${plain}-${folders.size + 1}` : plain
        folders.add(folder)
        await progress({ message: `正在收集${of.paper.courseName}` })
        const found = await subjectOf(of.paper, { ...of, folder }, candidate, nameOf)
        if (!found) continue
        held.push(of)
        yield found
      }
      if (held.length === 0) refuse(analysisProblems.notPublished)
    }
    const { studentName, studentNumber, className } = candidate
    const facts = {
      // The same however often the step runs.
      madeAt: record.createdAt,
      examName: exam.examName,
      examDate: exam.examDate,
      candidate: { studentId, studentName, studentNumber, className },
    }
    const kept: { digests?: { manifest: string; file: string } } = {}
    const bytes = async function* () {
      kept.digests = yield* evidenceZip(facts, subjects())
    }
    const first = all[0] ?? refuse(analysisProblems.notPublished)
    // No person in a name that rows keep: whose it is stands in the file.
    const name = fileName(`${exam.examName} 成绩证据`, 'zip')
    // Each run lays down its own: of two at once the one that is not handed over touches nothing of the other.
    const key = exportKey(first.paper, `${jobId}-${randomText(6)}`, 'zip')
    const { size } = await putStream(key, bytes(), { type: typeOf.zip, name })
    const { manifest, file } = kept.digests!
    const courseName = held.map((of) => of.paper.courseName).join('、')
    const root = roots.creating({ schema: 1, root: manifest, kind: 'evidence', at: record.createdAt, file })
    const of = { examId, paperId: first.paper.paperId, courseName }
    return handOver(jobId, by, 'analysis.exportEvidence', of, { key, name, size }, [root])
  },
})
