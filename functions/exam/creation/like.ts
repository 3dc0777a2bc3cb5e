/** What an exam takes of a former one of its school: read before anything is written, so that it is made with it, whole. */
import { withoutKey } from '#shared/exam/exam.rules.ts'
import { questionsLike } from '#shared/exam/creation/like.rules.ts'
import type { Like } from '#shared/exam/creation/like.rules.ts'
import { seesPaper } from '#shared/exam/sight.rules.ts'
import { foldExam, paperStep, standOf } from '#shared/exam/step.rules.ts'
import type { Disclosure } from '#shared/exam/tools/disclosure.types.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { CourseId, PaperId, QuestionId, SchoolId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { examOf, papersOf, totalsOf } from '../exam.public.ts'
import { disclosures, toolGrants } from '../exam.store.ts'
import type { ToolGrant } from '../exam.store.ts'
import { examSightOf } from '../sight.public.ts'

/** The rows beside the exam's that come of another: written before it, and none of them twice. */
export type Taken = { papers: Paper[]; grants: ToolGrant[]; disclosure?: Disclosure }

/** The exam as one that the caller may take from: of this school, and seen. @throws Refused notFound */
export const exampleOf = async (
  examId: string,
  schoolId: SchoolId,
  caller: Caller,
): Promise<{ exam: Exam; papers: Paper[] }> => {
  const exam = await examOf(examId)
  const sight = exam && (await examSightOf(exam, caller))
  if (!exam || !sight || exam.deletedAt !== undefined || exam.owner !== `s:${schoolId}`)
    return refuse(examProblems.notFound)
  const all = await papersOf(examId)
  // In the exam's own order: a second paper of a course comes behind the first.
  const papers = exam.papers.flatMap(({ paperId }) => all.filter((p) => p.paperId === paperId))
  return { exam, papers: papers.filter((p) => seesPaper(sight, p.courseId)) }
}

const totalsLike = async (draft: Exam, example: Exam, papers: ReadonlyMap<string, PaperId>): Promise<Paper[]> =>
  (await totalsOf(example.examId)).flatMap(({ like: _like, cardId: _card, ...t }) => {
    const parts = t.total!.flatMap((part) => {
      const paperId = papers.get(part.paperId)
      return paperId ? [{ ...part, paperId, questionId: newId<QuestionId>('question') }] : []
    })
    if (parts.length < t.total!.length) return []
    const own = { paperId: newId<PaperId>('paper'), courseId: newId<CourseId>('course'), examId: draft.examId }
    return [{ ...t, ...own, owner: draft.owner, total: parts, keyVersion: 1, version: 1 }]
  })

/** The policy without its moments: those were of the former exam. */
const untimed = <P extends Disclosure>({ student, parent, teacher, ...rest }: P) => {
  const bare = <S extends { from?: number | undefined }>({ from: _from, ...shows }: S) => shows
  return { ...rest, student: bare(student), parent: bare(parent), teacher: bare(teacher) }
}

/** Settings of the former exam as far as they are of those who are still there. */
const settingsLike = async (draft: Exam, example: Exam, schoolId: SchoolId, caller: Caller) => {
  const { examId, owner } = draft
  const [grants, policy, teachers] = await Promise.all([
    toolGrants.query(`exam#${example.examId}`, { prefix: 'grant#' }),
    disclosures.get(example),
    teachersOf(schoolId),
  ])
  const there = new Set(teachers.map((t) => t.userId as string | undefined))
  const given = grants.filter((g) => g.to.startsWith('t:') || there.has(g.to.slice('u:'.length)))
  return {
    grants: given.map((g) => ({ ...g, examId, owner, byName: caller.userName, at: now(), version: 1 })),
    ...(policy
      ? { disclosure: { ...untimed(policy), examId, extra: policy.extra.filter((u) => there.has(u)), version: 1 } }
      : {}),
  }
}

/** Where the former exam had several papers of a course, so has this one; which classes sit which is said anew. */
const furtherOf = ({ courseId }: Exam['papers'][number], former: readonly Paper[]): Exam['papers'] =>
  former
    .filter((p) => p.courseId === courseId)
    .slice(1)
    .map(({ courseName }) => ({ paperId: newId<PaperId>('paper'), courseId, courseName, ...standOf([]) }))

/**
 * The draft with what it takes of the former exam: papers by course, each as far as it has its key already.
 * @throws Refused notFound
 */
export const takenFrom = async (
  draft: Exam,
  { examId, takes }: Like,
  schoolId: SchoolId,
  caller: Caller,
): Promise<{ draft: Exam; taken: Taken }> => {
  const example = await exampleOf(examId, schoolId, caller)
  const left = [...example.papers]
  const wanted = draft.papers.flatMap((own) => [own, ...furtherOf(own, example.papers)])
  const pairs = wanted.map((own) => {
    const at = left.findIndex((p) => p.courseId === own.courseId)
    const by = at >= 0 ? at : left.findIndex((p) => p.courseName === own.courseName)
    return { own, former: by >= 0 ? left.splice(by, 1)[0] : undefined }
  })
  const papers = pairs.flatMap(({ own, former }): Paper[] => {
    if (!former) return []
    const like = { paperId: former.paperId, card: takes.includes('card'), markers: takes.includes('markers') }
    return [
      {
        schema: 1,
        paperId: own.paperId,
        courseId: own.courseId,
        courseName: own.courseName,
        examId: draft.examId,
        owner: draft.owner,
        questions: questionsLike(former.questions, takes, () => newId<QuestionId>('question')),
        keyVersion: 1,
        ...(like.card || like.markers ? { like } : {}),
        version: 1,
      },
    ]
  })
  const keyed = new Set(
    papers.filter((p) => p.questions.length > 0 && withoutKey(p).length === 0).map((p) => p.paperId),
  )
  const stands = wanted.map((p) => (keyed.has(p.paperId) ? { ...p, ...standOf([paperStep.cardUpload]) } : p))
  const named = new Map(pairs.flatMap(({ own, former }) => (former ? [[former.paperId as string, own.paperId]] : [])))
  const settings = takes.includes('settings')
    ? await settingsLike(draft, example.exam, schoolId, caller)
    : { grants: [] }
  const totals = takes.includes('settings') ? await totalsLike(draft, example.exam, named) : []
  return {
    draft: { ...draft, papers: stands, ...foldExam(stands) },
    taken: { ...settings, papers: [...papers, ...totals] },
  }
}

/** Written again it is the same. */
export const writeSettings = async ({ grants, disclosure }: Taken): Promise<void> => {
  await toolGrants.putMany(grants)
  if (disclosure) await disclosures.put(disclosure)
}
