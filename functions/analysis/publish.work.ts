/** Publishing: shards of the scores, their sums, what people read of them, and at its time the pointer. */
import { isDeepStrictEqual } from 'node:util'
import { previewJob, publishJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { SnapshotHead, SnapshotSlice } from '#shared/analysis/publication.types.ts'
import type { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import { newsSince } from '#shared/exam/step.rules.ts'
import { noTag } from '#shared/exam/roster/tag.rules.ts'
import { combinationOf, noCombination } from '#shared/exam/tools/total.rules.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { movePaper, tellCorrected } from '#functions/exam/step.public.ts'
import { cutOf, takenBackSince } from '#functions/marking/marking.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { putJson, putLines } from '#functions/kit/objects.ts'
import { now, pause } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import type { Steps } from '#functions/kit/work.ts'
import { changedHead, correctionsBefore, overlaid, slicesIn, toldOf } from './changes/version.ts'
import { changeSets, partKey, publications, roots, settingsOf, snapshots, snapshotsOf } from './analysis.store.ts'
import { mergeParts, scorePart, writeResults, writeSorted } from './publish.parts.ts'
import { groupsIn, slicesOf } from './scoring.ts'
import { headOf, indexOf, manifestOf, reportOf } from './snapshot.ts'
import { drift, examAndPaper } from './standing/standing.ts'
import { requireLedger } from './standing/ready.ts'
import { followTotals } from './total.follow.ts'
import { partsNow, requireSameParts, scoredAs } from './total.ts'

/** The version of a job: the same however often it asks. */
const versionOf = async (
  paperId: Paper['paperId'],
  jobId: string,
  madeBy: UserId,
  purpose?: 'preview',
): Promise<number> =>
  edit(`the versions of ${paperId}`, async () => {
    const known = await snapshotsOf(paperId)
    const own = known.find((s) => s.jobId === jobId)
    if (own) return own.v
    const v = (known.at(-1)?.v ?? 0) + 1
    const row = { schema: 1 as const, paperId, v, jobId: jobId as never, ready: false, madeAt: now(), madeBy }
    return (await snapshots.create({ ...row, ...(purpose ? { purpose } : {}) })) ? v : beaten
  })

/**
 * Lists say when a paper's readers were last told of a correction: a version that tells nothing else leaves that as it is,
 * and one that tells none takes it away.
 */
const tellSince = async (exam: Exam, paper: Paper, v: number): Promise<void> => {
  const [{ corrections = [] }, { correctedNow = 0, retoldNow = correctedNow }] = await Promise.all([
    headOf(paper, v),
    reportOf(paper, v),
  ])
  const was = exam.papers.find((p) => p.paperId === paper.paperId)?.correctedAt
  const own = corrections.at(-1)
  if (!own) {
    if (was !== undefined) await tellCorrected(paper, undefined)
  } else if (!own.assigned && (own.why.length > 0 || retoldNow > 0)) {
    const at = (await publications.get({ paperId: paper.paperId }))?.publishedAt
    const since = newsSince(exam)
    if (since !== null && at !== undefined && at >= since) await tellCorrected(paper, at)
  }
}

/** Whether marking was ended by force; the marks that were on their way then have come in. */
const cutFor = async (paper: Paper): Promise<Pick<SnapshotHead, 'cut'>> => {
  const cut = await cutOf(paper)
  if (cut === null) return {}
  await pause(Math.max(0, cut.settledAt - now()))
  return { cut: true }
}

/** A change set lies over the scores that were published. */
const nothing = { sheets: 0, corrected: 0 }

/** The first half of both jobs: shards, scored and added up. */
const scoredSteps = (purpose?: 'preview'): Pick<Steps<typeof publishJob>, 'plan' | 'score' | 'merge'> => ({
  plan: async ({ input, jobId, progress }) => {
    const { exam, paper } = await examAndPaper(input.paperId)
    const parts = paper.total ? await partsNow(paper) : null
    const asked = parts ? scoredAs(paper, parts) : paper
    const stands = parts?.map(({ paperId, v: of }) => ({ paperId, v: of }))
    const change = input.change && (await changedHead(paper, input.change))
    // What a signed change set starts from was published: its sheets balanced.
    if (!parts && !change) await requireLedger(paper.paperId, purpose ? 'preview' : input.override)
    const v = await versionOf(paper.paperId, jobId, input.by.userId, purpose)
    const [own, publication] = await Promise.all([
      settingsOf(paper.paperId),
      publications.get({ paperId: paper.paperId }),
    ])
    const slices: SnapshotSlice[] = []
    const combinations = new Set<string>()
    const tags = new Set<string>()
    const look = (some: readonly Candidate[]): void => {
      for (const c of some) {
        combinations.add(combinationOf(exam.papers)(c))
        for (const tag of c.tags ?? []) tags.add(tag)
      }
    }
    if (change) slices.push(...slicesIn(await indexOf(paper, change.from)))
    else for await (const slice of slicesOf(exam, look)) slices.push(slice)
    const chosen = [...combinations].some((c) => c !== noCombination)
    const asItIs = change ?? {
      keyVersion: paper.keyVersion,
      ...(parts ? {} : await cutFor(paper)),
      ...(await groupsIn(exam, paper)),
      ...(chosen ? { combinations: [...combinations].sort() } : {}),
      ...(tags.size > 0 ? { tags: [...[...tags].sort(), noTag] } : {}),
      ...(stands ? { of: stands } : {}),
      ...(await overlaid(paper, asked.questions, publication?.changes, stands)),
    }
    // Another attempt of this step may have been first: its head is this version's.
    await putJson(partKey(paper, v, 'head.json'), {
      schema: 1,
      paperId: paper.paperId,
      examId: exam.examId,
      owner: exam.owner,
      examName: exam.examName,
      courseName: paper.courseName,
      gradeName: exam.gradeName,
      examDate: exam.examDate,
      madeAt: now(),
      ...asItIs,
      report: own.report,
      studentRank: own.studentRank,
      teacherTotalRank: own.teacherTotalRank,
      against: publication?.current ?? null,
      ...(await correctionsBefore(
        paper,
        publication,
        asItIs,
        change || (publication?.current ?? null) === null ? nothing : await drift(paper.paperId),
      )),
    })
    const students = slices.reduce((n, s) => n + s.students, 0)
    const manifestKey = partKey(paper, v, 'shards.jsonl')
    await putLines(manifestKey, slices)
    await progress({ total: purpose ? students : 2 * students, message: '正在两次独立算分并统计' })
    return { v, students, manifestKey }
  },

  score: async ({ input, out, items, progress }) => {
    const found = await examAndPaper(input.paperId)
    let done = 0
    for (const slice of items) {
      await scorePart(found, out.plan.v, slice, () => progress({ message: '正在汇总最后的评分' }))
      done += slice.students
    }
    return done
  },

  merge: async ({ input, out, progress }) => {
    const { paper } = await examAndPaper(input.paperId)
    const { v, manifestKey } = out.plan
    const index = await mergeParts(paper, v, await manifestOf<SnapshotSlice>(manifestKey), input.digest)
    if (!purpose) await progress({ message: '正在生成每名学生的成绩' })
    return { manifestKey: partKey(paper, v, 'ranges.jsonl'), ranges: index.ranges.length }
  },
})

export const publishWork = work(publishJob, {
  ...scoredSteps(),

  results: async ({ input, out, items }) => {
    const { paper } = await examAndPaper(input.paperId)
    let done = 0
    for (const slice of items) done += await writeResults(paper, out.plan.v, slice)
    return done
  },

  sorted: async ({ input, out, items }) => {
    const { paper } = await examAndPaper(input.paperId)
    for (const range of items) await writeSorted(paper, out.plan.v, range)
    // Lines that were counted already.
    return 0
  },

  ready: async ({ input, out, progress }) => {
    await snapshots.update({ paperId: input.paperId, v: out.plan.v }, { ready: true })
    const at = input.publishAt ?? now()
    if (input.publishAt !== undefined) await progress({ message: '成绩已备好，等待发布时间' })
    return { publishAt: new Date(at).toISOString() }
  },

  /** Moves the pointer, if this is still the publication that was asked for. Nothing is seen before its time (I14). */
  publish: async ({ input, jobId, out }) => {
    const { v, students } = out.plan
    if (input.publishAt !== undefined && now() < input.publishAt) throw new Error('not yet the time to publish')
    const { exam, paper } = await examAndPaper(input.paperId)
    const publication = (await publications.get({ paperId: paper.paperId })) ?? refuse(commonProblems.notFound)
    if (publication.pending?.jobId === jobId) {
      // What was deleted since, to stop just this, is not published when it is had back.
      if (exam.deletedAt !== undefined) refuse(commonProblems.notFound)
      await requireSameParts(paper, await headOf(paper, v))
      const { pending: _done, withdrawn: _back, ...rest } = publication
      const { changes = [], cut, from, madeAt } = await headOf(paper, v)
      // A set that was put in force since would be lost, or the version that this one was made of is no longer read.
      const known = input.change ? changes.slice(0, -1) : changes
      if (!isDeepStrictEqual(publication.changes ?? [], known)) refuse(analysisProblems.changedSince)
      if (from !== undefined && publication.current !== from) refuse(analysisProblems.changedSince)
      // Nor what marks were taken back from since it was scored.
      if (!input.change && (await takenBackSince(paper, madeAt))) refuse(analysisProblems.changedSince)
      // Nor without those who are marked to the end again.
      if (!input.change && cut && !(await cutOf(paper))) refuse(analysisProblems.changedSince)
      const next = {
        ...rest,
        current: v,
        movedBy: jobId,
        publishedAt: now(),
        ...(changes.length > 0 ? { changes } : {}),
      }
      const set = input.change && (await changeSets.get({ paperId: paper.paperId, changeId: input.change }))
      // What readers may hold against what they are shown: it is published with the pointer, and stands in the trail.
      const root = (await indexOf(paper, v)).proof?.root
      const record = auditRecord(input.by, set ? 'analysis.change' : 'analysis.publish', paper.paperId, {
        before: publication.current,
        after: root ? { v, root } : v,
        ...(set ? toldOf(set) : input.override === undefined ? {} : { reason: input.override }),
      })
      const inForce = set ? [changeSets.saving({ ...set, inForce: { at: now(), v } })] : []
      const of = { paperId: paper.paperId, v }
      const shown = root ? [roots.creating({ schema: 1, root, kind: 'version', at: now(), ...of })] : []
      // A false answer is a lost race, or our own write whose answer was lost: the step is run again and sees which.
      if (!(await audited([publications.saving(next), ...inForce, ...shown], record)))
        throw new Error('the pointer has moved since it was read')
    } else if (publication.current !== v || publication.movedBy !== jobId) return { published: false, v, students }
    await movePaper(paper, 'released')
    await tellSince(exam, paper, v)
    await followTotals(exam, paper, input.by)
    return { published: true, v, students }
  },
})

export const previewWork = work(previewJob, {
  ...scoredSteps('preview'),
  compared: async ({ input, out }) => {
    const { v } = out.plan
    await snapshots.update({ paperId: input.paperId, v }, { comparedAt: now() })
    return { v }
  },
})
