/** The list of exams of a school that has ten thousand, and what the toolbox of one asks for: handlers with the local store. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examDetail, listExams } from '#shared/exam/exam.calls.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import type { PaperId, SchoolId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { startCloud } from '#infra/local/Cloud.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { inTurns as byTurns } from './bench.types.ts'
import type { Bench, Figure } from './bench.types.ts'

const [many, whole, subjects, turns] = [10_000, 1000, 9, 40]
const day = 86_400_000

const lists: Bench = {
  name: 'lists',
  run: async () => {
    process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-lists-'))
    const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
    process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
      address: cloud.address,
      envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
    })
    try {
      const { actAs, asFunction, send, testCaller } = await import('#functions/kit/testing.ts')
      const { newId, now } = await import('#functions/kit/ports.ts')
      const { exams, listedExams, listings } = await import('#functions/exam/exam.store.ts')
      const { listedOf } = await import('#functions/exam/listed.ts')
      const { nameExam } = await import('#functions/exam/named.ts')
      const { examOfSchool, storeExam } = await import('#functions/exam/stored.fixtures.ts')
      const { handler } = await import('#functions/exam/exam.api.ts')
      actAs('exam-api')
      const schoolId = newId<SchoolId>('school')
      const owner = schoolTenant(schoolId)
      const { token } = await testCaller({ userType: 2, tenant: owner })
      const made = Array.from({ length: many }, (_, i) => {
        const stored = examOfSchool(schoolId, [], { candidateCount: 900, classes: [], examDate: now() - i * day })
        const [paper] = stored.exam.papers
        const papers = Array.from({ length: subjects }, (_n, k) =>
          k === 0 ? paper! : { ...paper!, paperId: newId<PaperId>('paper') },
        )
        return { ...stored, exam: { ...stored.exam, examName: `第${i}次常规诊断`, papers } }
      })
      const all = made.map((m) => m.exam)
      await storeExam(made[0]!, [])
      await asFunction('exam-api', async () => {
        // The exams themselves are read by their ids: of those that no page shows none is needed.
        await exams.putMany(all.slice(0, whole))
        for (let at = 0; at < many; at += 1000) await listedExams.putMany(all.slice(at, at + 1000).map(listedOf))
        await inTurns(all, 32, nameExam)
        await listings.put({ schema: 1, owner, at: 1, named: 'all' })
      })
      const { examId } = all[0]!
      const sure = async (answer: Promise<{ status: number; message: string }>): Promise<void> => {
        const { status, message } = await answer
        if (status !== 0) throw new Error(message)
      }
      const [first, last, search, tools] = (await byTurns(
        turns,
        () => sure(send(handler, listExams, {}, token)),
        () => sure(send(handler, listExams, { pageNumber: 20 }, token)),
        () => sure(send(handler, listExams, { name: '第9次' }, token)),
        async () => {
          await Promise.all([
            sure(send(handler, examDetail, { examId }, token)),
            sure(send(handler, toolConfig, { examId }, token)),
          ])
        },
      )) as [number, number, number, number]
      const figure = (name: string, ours: number, value: number): Figure => ({
        name,
        unit: 'ms',
        ours,
        goal: { kind: 'bound', value },
      })
      return [
        figure(`exams: the first page of ${many}`, first, 300),
        figure(`exams: the twentieth page of ${many}`, last, 300),
        figure(`exams: a name looked for among ${many}`, search, 300),
        figure('the toolbox: what it asks for', tools, 100),
      ]
    } finally {
      await cloud.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

export const listBenches: readonly Bench[] = [lists]
