import * as calls from '#shared/exam/joint/application.calls.ts'
import { applicationKinds } from '#shared/exam/joint/application.types.ts'
import type { Application } from '#shared/exam/joint/application.types.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import { page } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { apply, barOfApplying, decide, decidedBy, withdraw } from './application.commands.ts'
import { schoolPartOf } from '../exam.public.ts'
import { candidates, listedExams } from '../exam.store.ts'
import { applicationOrder, applications } from './joint.store.ts'
import { wholeList } from '../listed.ts'
import { ownSchoolIn } from './part.commands.ts'
import { staffOf } from '../staff.read.ts'

const subjects = (exam: Exam, paperIds?: readonly string[]) =>
  exam.papers
    .filter((p) => !paperIds || paperIds.includes(p.paperId))
    .map(({ paperId, courseName }) => ({ paperId, courseName }))

/** The school's candidates by number, each with number and class. */
const candidatesIn = async ({ examId, schoolId }: ExamSchool) =>
  (await candidates.query(`cand#${examId}#${schoolId}`))
    .map((c) => ({
      personId: c.studentId,
      personName: c.studentName,
      says: saysOf(c),
      barred: null,
      order: c.studentNumber,
      pinyin: c.pinyin,
    }))
    .sort((a, b) => a.order.localeCompare(b.order, 'en', { numeric: true }))
const saysOf = (c: Candidate): string => `${c.studentNumber} ${c.className}`

const shown = ({ paperIds, note, state, byName, at, review, version }: Application) => ({
  paperIds,
  note,
  state,
  byName,
  at,
  ...(review === undefined ? {} : { review }),
  version,
})

/** Of a joint exam that is not released yet. */
const isAtWork = ({ status }: Pick<Exam, 'status'>): boolean => status !== examStatus.released

export const applicationHandlers = [
  implement(calls.waitingApplications, async ({ caller }) => {
    if (!caller.tenant.startsWith('a:')) return []
    await wholeList(caller.tenant)
    const latest = await listedExams.queryIndex('gsi1', `listed#${caller.tenant}`, { reverse: true, limit: 40 })
    const asked = latest
      .filter(isAtWork)
      .slice(0, calls.mostExamsWaiting)
      .flatMap((exam) => applicationKinds.map((kind) => ({ ...exam, kind })))
    const waiting = await inTurns(asked, 8, async ({ examId, examName, kind }) => {
      const found = await applications.queryIndex('gsi1', `applied#${examId}#${kind}#pending`, {
        limit: calls.mostWaitingCounted,
      })
      return { examId, examName, kind, count: found.length }
    })
    return waiting.filter((w) => w.count > 0)
  }),

  implement(calls.ownApplications, async ({ input, caller }) => {
    const { exam, school } = await ownSchoolIn(input.examId, caller)
    const [people, own, part] = await Promise.all([
      input.kind === 'teacher' ? staffOf(school) : candidatesIn(school),
      applications.query(`apply#${exam.examId}#${school.schoolId}`, { prefix: `${input.kind}#`, consistent: true }),
      schoolPartOf(exam.examId, school.schoolId),
    ])
    const there = new Map(own.map((a) => [a.personId as string, a]))
    const name = input.name?.trim().toLowerCase() ?? ''
    const rows = people
      .filter((p) => p.personName.includes(name) || p.pinyin.includes(name) || p.says.includes(name))
      .filter((p) => input.state === undefined || (there.get(p.personId)?.state ?? 'none') === input.state)
    const of = page(rows, input)
    return {
      ...of,
      list: of.list.map(({ order: _order, pinyin: _pinyin, ...person }) => {
        const application = there.get(person.personId)
        return { ...person, ...(application ? { application: shown(application) } : {}) }
      }),
      examName: exam.examName,
      papers: subjects(
        exam,
        school.papers.map((p) => p.paperId),
      ),
      pending: own.filter((a) => a.state === 'pending').length,
      barred: barOfApplying(part),
    }
  }),

  implement(calls.apply, ({ input, caller }) => apply(input, caller)),
  implement(calls.withdrawApplications, ({ input, caller }) => withdraw(input, caller)),

  implement(calls.applications, async ({ input, caller }) => {
    const exam = await decidedBy(input.examId, input.kind, caller)
    const { examId, kind, state, schoolId, after, pageSize } = input
    const found = schoolId
      ? (await applications.query(`apply#${examId}#${schoolId}`, { prefix: `${kind}#` }))
          .filter((a) => a.state === state && (after === undefined || applicationOrder(a) < after))
          .sort((a, b) => (applicationOrder(a) < applicationOrder(b) ? 1 : -1))
      : await applications.queryIndex('gsi1', `applied#${examId}#${kind}#${state}`, {
          to: after ?? '~',
          reverse: true,
          limit: pageSize + 2,
        })
    const rest = found.filter((a) => applicationOrder(a) !== after)
    const list = rest.slice(0, pageSize)
    const sitting =
      kind === 'teacher' ? [] : await candidates.getMany(list.map((a) => ({ ...a, studentId: a.personId })))
    const said = new Map(sitting.map((c) => [c.studentId as string, saysOf(c)]))
    return {
      list: list.map(({ schema: _schema, owner: _owner, ...a }) => ({ ...a, says: said.get(a.personId) ?? '' })),
      total: list.length,
      ...(rest.length > pageSize ? { next: applicationOrder(list.at(-1)!) } : {}),
      examName: exam.examName,
      papers: subjects(exam),
    }
  }),

  implement(calls.decideApplications, ({ input, caller }) => decide(input, caller)),
]
