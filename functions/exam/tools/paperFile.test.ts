/** The files that belong to a paper. */
import { GetObjectTaggingCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/tools/paperFile.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { s3 } from '#functions/kit/clients.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { bucket, putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asRoot } from '#functions/kit/testing.ts'
import { uploadKeys } from '#functions/platform/upload.public.ts'
import { grantedUploads } from '#functions/platform/upload.store.ts'
import { handler } from '../exam.api.ts'
import { paperFiles } from '../exam.store.ts'
import { ownExam } from '../stored.fixtures.ts'
import { takeFile } from './paperFile.commands.ts'

beforeAll(() => actAs('exam-api'))

const anExam = async () => {
  const { schoolId, examId, paperId, admin, teacher, ask } = await ownExam(handler)
  const uploaded = async (
    name = '试卷a.pdf',
    family: 'examPaper' | 'scores' = 'examPaper',
    tenant = `s:${schoolId}`,
    bytes = 8,
  ) => {
    const of = { uploadId: newId<string>('upload'), tenant, family, at: now(), digits: 1, names: [name] }
    const [key] = uploadKeys(of)
    const { names: _names, ...granted } = of
    await asRoot(async () => {
      await putObject(key!, Buffer.from('%PDF-1.7'))
      await grantedUploads.create({ schema: 1, ...granted, userId: admin.caller.userId, sizes: [bytes] } as never)
    })
    return key!
  }
  const add = async (more: object = {}) => {
    const file = { fileId: crypto.randomUUID(), kind: 'paper', fileName: '试卷.pdf', ...more }
    const key = 'key' in more ? {} : { key: await uploaded() }
    return { fileId: file.fileId, answer: await ask(calls.addPaperFile, { ...key, ...file }) }
  }
  const files = async () => {
    const { data } = await ask(calls.paperInfo)
    return data[0]!.files.map((f) => `${f.kind} ${f.fileName} ${f.size}`)
  }
  return { schoolId, examId, paperId, admin, teacher, ask, uploaded, add, files }
}

describe('the files of a paper', () => {
  it('are kept once, taken away and had back, and given out on record', async () => {
    const { schoolId, examId, ask, uploaded, add, files } = await anExam()
    const key = await uploaded()
    const { fileId } = await add({ key, kind: 'answer', fileName: '答案.pdf' })
    await ask(calls.addPaperFile, { fileId, key, kind: 'answer', fileName: '答案.pdf' })
    expect(await files()).toEqual(['answer 答案.pdf 8'])
    const { url } = (await ask(calls.takePaperFile, { fileId })).data as { url: string }
    expect(await (await fetch(url)).text()).toBe('%PDF-1.7')
    expect((await ask(calls.deletePaperFile, { fileId })).status).toBe(0)
    expect(await files()).toEqual([])
    expect((await ask(calls.takePaperFile, { fileId })).status).toBe(commonProblems.notFound.status)
    expect((await ask(calls.deletePaperFile, { fileId, undo: true })).status).toBe(0)
    expect(await files()).toEqual(['answer 答案.pdf 8'])
    const day = await asRoot(() => audits.query(`s:${schoolId}#${dayKey(now())}`, { consistent: true }))
    const told = day.filter((r) => r.object === examId).map((r) => `${r.act} ${r.told?.changes?.[0]?.field}`)
    expect(told).toEqual([
      'exam.paperFile 添加',
      'exam.takePaperFile 下载',
      'exam.paperFile 删除',
      'exam.paperFile 恢复',
    ])
  })

  it('leave under any fault with a record alone, and once more with one more', async () => {
    const { schoolId, examId, paperId, admin, add } = await anExam()
    const { fileId } = await add()
    const records = async () => {
      const day = await asRoot(() => audits.query(`s:${schoolId}#${dayKey(now())}`, { consistent: true }))
      return day.filter((r) => r.object === examId && r.act === 'exam.takePaperFile').length
    }
    const take = () => takeFile({ paperId, fileId } as never, admin.caller).then(({ url }) => url)
    const tried = async (fault: Parameters<typeof withFaults>[0]) => {
      const faults = withFaults(fault)
      const url = await take().catch((error: unknown) => {
        if (error instanceof Error) return null
        throw error
      })
      faults.stop()
      return { url, calls: faults.calls }
    }
    const clean = await tried(() => null)
    expect([clean.url !== null, await records()]).toEqual([true, 1])
    for (const { at, kind, told } of faultCases(clean.calls, { every: 1 })) {
      const before = await records()
      const { url } = await tried((call) => (call.index === at ? kind : null))
      // A record without the file is a file that was asked for; a file without a record there is none.
      const made = (await records()) - before
      expect(url === null ? made <= 1 : made === 1, told).toBe(true)
      expect([(await take()).length > 0, await records()], told).toEqual([true, before + made + 1])
    }
  })

  it('are of the own uploads for papers alone, and not too many', async () => {
    const { ask, uploaded, add, files } = await anExam()
    const foreign = examProblems.foreignPaperFile.status
    expect((await add({ key: await uploaded('a.xlsx', 'scores') })).answer.status).toBe(foreign)
    const stranger = `s:${newId<SchoolId>('school')}`
    expect((await add({ key: await uploaded('a.pdf', 'examPaper', stranger) })).answer.status).toBe(foreign)
    expect((await add({ key: (await uploaded()).replace('001-', '002-') })).answer.status).toBe(foreign)
    // More bytes than were granted, or granted for none.
    expect((await add({ key: await uploaded('a.pdf', 'examPaper', undefined, 7) })).answer.status).toBe(foreign)
    const key = await uploaded()
    const all = await Promise.all(Array.from({ length: calls.mostPaperFiles }, () => add({ key })))
    const more = await add({ key })
    expect(more.answer.status).toBe(examProblems.tooManyPaperFiles.status)
    await ask(calls.deletePaperFile, { fileId: all[0]!.fileId })
    await add({ key })
    const back = await ask(calls.deletePaperFile, { fileId: all[0]!.fileId, undo: true })
    expect(back.status).toBe(examProblems.tooManyPaperFiles.status)
    expect(await files()).toHaveLength(calls.mostPaperFiles)
  })

  it('go with their rows: what is purged is given its last week', async () => {
    const { paperId, uploaded, add } = await anExam()
    const [key, other] = [await uploaded(), await uploaded()]
    const { fileId } = await add({ key })
    await add({ key: other })
    const tagsOf = (of: string) =>
      asRoot(async () => (await (await s3()).send(new GetObjectTaggingCommand({ Bucket: bucket(), Key: of }))).TagSet)
    expect(await tagsOf(key)).toEqual([])
    // As the time to live of a deleted row, or the purge of its exam.
    await asRoot(() => paperFiles.remove({ paperId, fileId }))
    await vi.waitFor(async () => expect(await tagsOf(key)).toEqual([{ Key: 'life', Value: 'week' }]), 120_000)
    expect(await tagsOf(other)).toEqual([])
  })

  it('are seen by no teacher', async () => {
    const { ask, add, teacher } = await anExam()
    const { fileId } = await add()
    const who = await teacher()
    expect((await ask(calls.paperInfo, {}, who)).http).toBe(403)
    expect((await ask(calls.takePaperFile, { fileId }, who)).http).toBe(403)
  })
})
