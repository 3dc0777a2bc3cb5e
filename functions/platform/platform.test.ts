import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import * as z from 'zod'
import { beforeEach, describe, expect, it } from 'vitest'
import { each, job, step } from '#shared/kit/job.ts'
import { fileExist } from '#shared/platform/file.calls.ts'
import type { JobId, UploadId } from '#shared/kit/ids.ts'
import { goesAt } from '#shared/kit/lifetime.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { asyncStatus, cancelJob, failedJobs, grantUpload, myJobs } from '#shared/platform/platform.calls.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { bucket, getObject, keepLife, objectKey, putObject, sizeOf } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { postForm } from '#functions/kit/postForm.testing.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob, runStep, work } from '#functions/kit/work.ts'
import { handler as ended } from './platform.work.ts'
import { uploadForm } from './upload.form.ts'
import { grantedSizes, tenantOfUpload } from './upload.public.ts'

actAs('platform-api')
const { handler } = await import('./platform.api.ts')

const print = job('card.print', {
  title: '打印',
  cancellable: true,
  input: () => z.object({}),
  flow: [
    step('plan', () => z.object({})),
    each('sheets', { from: 'plan', item: () => z.int() }),
    step('bind', () => z.object({ key: z.string() })),
  ],
})
let done: (number | string)[] = []
const works = [
  work(print, {
    plan: async ({ progress }) => {
      await progress({ total: 3 })
      return {}
    },
    sheets: async ({ items }) => {
      done.push(...(items as number[]))
    },
    bind: async () => {
      done.push('bound')
      return { key: 'k' }
    },
  }),
]
beforeEach(() => {
  done = []
})

const begin = async (cancellable = true) => {
  const me = await testCaller({ userType: 2, tenant: 'p' })
  const state = await queueJob({ ...print, cancellable }, {}, { tenant: 'p', userId: me.caller.userId })
  const jobId = state.jobId as JobId
  const run = (name: string, items?: number[]) =>
    runStep(works, { job: print.name, step: name, state, ...(items ? { items } : {}) })
  const cancel = (token = me.token) => send(handler, cancelJob, { uuid: jobId }, token)
  const stands = async () => (await send(handler, asyncStatus, { uuid: jobId }, me.token)).data
  const end = (status: string, rest: object = {}) =>
    ended({ 'detail-type': 'x', detail: { name: jobId, status, ...rest } })
  return { me, run, cancel, stands, end }
}

it('a job that may be given up ends between its parts, at any stage', async () => {
  const of = await begin()
  await of.run('plan')
  await of.run('sheets', [1])
  expect(await of.stands()).toMatchObject({ status: 20, cancellable: true, processDone: 1 })
  expect((await of.cancel()).status).toBe(0)
  expect((await of.cancel()).status).toBe(0)
  expect((await of.stands()).cancelledAt).toBeGreaterThan(0)
  // Refused: what the state machine never tries again.
  await expect(of.run('sheets', [2])).rejects.toMatchObject({ name: 'Refused', message: '任务已取消' })
  await expect(of.run('bind')).rejects.toMatchObject({ name: 'Refused' })
  await expect(of.run('plan')).rejects.toMatchObject({ name: 'Refused' })
  expect(done).toEqual([1])
  // The end of a map names the map's own error; people read why.
  await of.end('FAILED', { error: 'States.ExceedToleratedFailureThreshold', cause: 'x' })
  expect(await of.stands()).toMatchObject({ status: 30, message: '任务已取消' })
  const { data } = await send(handler, myJobs, {}, of.me.token)
  expect(data[0]).toMatchObject({ status: 30, message: '任务已取消', cancellable: true })
})

it('one that failed of itself is seen by those who look after all schools, and by no others', async () => {
  const staff = await testCaller({ userType: 18, tenant: 'p' })
  const seen = async (token = staff.token) => (await send(handler, failedJobs, {}, token)).data ?? []
  const [failed, given, done] = [await begin(), await begin(), await begin()]
  await failed.end('TIMED_OUT')
  await given.cancel()
  await given.end('ABORTED')
  await done.end('SUCCEEDED', { output: '{"out":{}}' })
  const ids = await Promise.all([failed, given, done].map(async (of) => (await of.stands()).uuid))
  const own = (await seen()).filter((j) => ids.includes(j.uuid))
  expect(own).toMatchObject([{ uuid: ids[0], title: '打印', message: '任务超时，请重试', tenant: 'p' }])
  const area = await testCaller({ userType: 18, tenant: `a:ar_${'2'.repeat(26)}` })
  expect((await seen(area.token)).filter((j) => ids.includes(j.uuid))).toEqual([])
  expect((await send(handler, failedJobs, {}, failed.me.token)).http).toBe(403)
})

it('one that was done before it heard of it stays done', async () => {
  const of = await begin()
  await of.run('bind')
  expect((await of.cancel()).status).toBe(0)
  await of.end('SUCCEEDED', { output: JSON.stringify({ out: { bind: { key: 'k' } } }) })
  expect(await of.stands()).toMatchObject({ status: 40, message: '', result: { key: 'k' } })
  expect(await of.cancel()).toMatchObject({ status: 0 })
})

it('what is told late, twice or in another order of a job that has ended changes nothing', async () => {
  for (const [first, then] of [
    ['SUCCEEDED', 'FAILED'],
    ['FAILED', 'SUCCEEDED'],
  ] as const) {
    const of = await begin()
    const output = JSON.stringify({ out: { bind: { key: 'k' } } })
    await of.end(first, { output })
    const stood = await of.stands()
    expect(stood.status).toBe(first === 'SUCCEEDED' ? 40 : 30)
    for (const again of [first, then]) await of.end(again, { output })
    expect(await of.stands()).toEqual(stood)
  }
})

it('what changes more than files is not given up, nor what is over, nor what another started', async () => {
  const fixed = await begin(false)
  expect(await fixed.cancel()).toMatchObject({
    status: commonProblems.jobNotCancellable.status,
    message: '这个任务不能取消，或已经结束',
  })
  await fixed.run('plan')
  const over = await begin()
  await over.end('TIMED_OUT')
  expect(await over.stands()).toMatchObject({ status: 30, message: '任务超时，请重试' })
  expect((await over.cancel()).status).toBe(commonProblems.jobNotCancellable.status)
  const other = await testCaller({ userType: 2, tenant: 'p' })
  expect((await (await begin()).cancel(other.token)).http).toBe(403)
})

/** A grant for scans, and a client under its credentials. */
const scansGranted = async (token: string, sizes: Record<string, number>) => {
  const files = Object.entries(sizes).map(([name, size]) => ({ name, size }))
  const { data } = await send(handler, grantUpload, { family: 'scan', files }, token)
  const { region, endpoint, credentials } = data
  const given = { ...credentials!, expiration: new Date(credentials!.expiration) }
  const client = new S3Client({ region, endpoint: endpoint!, forcePathStyle: true, credentials: given, maxAttempts: 1 })
  const put = (Key: string, Body: string, once: { IfNoneMatch?: string } = { IfNoneMatch: '*' }) =>
    client.send(new PutObjectCommand({ Bucket: data.bucket, Key, Body, ...once }))
  return { data, client, put }
}

describe('a scan', () => {
  const taken = { name: 'PreconditionFailed' }
  const denied = { name: 'AccessDenied' }

  it('is put once: its grant can never put another in its place', async () => {
    const me = await testCaller({ userType: 2, tenant: 'p' })
    const { data, put } = await scansGranted(me.token, { 'a.jpg': 4 })
    const { key } = data.files[0]!
    for (const not of [{}, { IfNoneMatch: '"0"' }]) await expect(put(key, 'else', not)).rejects.toMatchObject(denied)
    await put(key, 'mine')
    await expect(put(key, 'else')).rejects.toMatchObject(taken)
    await expect(put(key, 'else', {})).rejects.toMatchObject(denied)
    // Nor by a form of one's own, which has no condition.
    const at = { bucket: data.bucket, region: data.region, key, size: 4, tagging: undefined }
    const form = uploadForm({ ...at, credentials: data.credentials!, at: now(), until: now() + 60_000 })
    expect((await postForm(data, form, Buffer.from('else'))).status).toBe(403)
    expect((await asFunction('scan-api', () => getObject(key))).toString()).toBe('mine')
  })

  it('that comes in parts is put once too', async () => {
    const me = await testCaller({ userType: 2, tenant: 'p' })
    const { data, put, client } = await scansGranted(me.token, { 'a.zip': 4 })
    const at = { Bucket: data.bucket, Key: data.files[0]!.key }
    const begin = async () => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at))
      const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'mine' }))
      return { ...at, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }
    }
    const [one, two] = [await begin(), await begin()]
    await expect(client.send(new CompleteMultipartUploadCommand(one))).rejects.toMatchObject(denied)
    await client.send(new CompleteMultipartUploadCommand({ ...one, IfNoneMatch: '*' }))
    await expect(client.send(new CompleteMultipartUploadCommand({ ...two, IfNoneMatch: '*' }))).rejects.toMatchObject(
      taken,
    )
    await expect(put(at.Key, 'else')).rejects.toMatchObject(taken)
    expect((await asFunction('scan-api', () => getObject(at.Key))).toString()).toBe('mine')
  })

  it('has the size that was granted, and an upload of other sizes is another one', async () => {
    const me = await testCaller({ userType: 2, tenant: 'p' })
    const names = Array.from({ length: 1500 }, (_, i) => `${i}.jpg`)
    const { data } = await scansGranted(me.token, Object.fromEntries(names.map((name, i) => [name, i + 1])))
    const keys = data.files.map((f) => f.key)
    const sizes = (of: string[]) => asFunction('scan-api', () => grantedSizes(of, me.caller.userId))
    expect(await sizes(keys)).toEqual(names.map((_, i) => i + 1))
    // A colleague has read the key somewhere.
    const colleague = await testCaller({ userType: 2, tenant: 'p' })
    expect(await asFunction('scan-api', () => grantedSizes([keys[0]!], colleague.caller.userId))).toEqual([null])
    const [first] = keys
    const elsewhere = [first!.replace(/up_[^/]+/, `up_${'0'.repeat(26)}`), first!.replace('/p/', '/s-x/'), 'x', '']
    expect(await sizes([...elsewhere, first!.replace(/\d+-\d{3}-/, '1-000-')])).toEqual(Array(5).fill(null))
    const files = names.map((name, i) => ({ name, size: i + (i === 1499 ? 2 : 1) }))
    const again = await send(handler, grantUpload, { family: 'scan', files, again: data.uploadId }, me.token)
    expect(again.data.uploadId).not.toBe(data.uploadId)
    expect((await sizes([keys.at(-1)!]))[0]).toBe(1500)
  })
})

it('says which uploaded files are there, and nothing of what is not the own tenant’s', async () => {
  const putOne = async (of: { token: string }) => {
    const { data, put } = await scansGranted(of.token, { 'a.jpg': 1, 'b.jpg': 1 })
    await put(data.files[0]!.key, 'x')
    return data.files.map((f) => f.key)
  }
  const me = await testCaller({ userType: 2, tenant: 'p' })
  const [there, gone] = await putOne(me)
  const schoolId = `sc_${'1'.repeat(26)}` as never
  const [others] = await putOne(await testCaller({ userType: 2, tenant: `s:${schoolId}`, schoolId }))
  const asked = await send(handler, fileExist, { keys: [gone!, there!, others!, '../x', ''] }, me.token)
  expect(asked.data).toEqual([false, true, false, false, false])
  expect((await send(handler, fileExist, { keys: [] }, me.token)).message).toBe('请选择文件')
  const student = await testCaller({ userType: 4, tenant: 'p' })
  expect((await send(handler, fileExist, { keys: [there!] }, student.token)).http).toBe(403)
})

it('every file of an upload has a key of its own, also where only letters that a key cannot hold tell them apart', async () => {
  const me = await testCaller({ userType: 2, tenant: 'p' })
  const names = Array.from({ length: 2000 }, (_, i) => `${String.fromCodePoint(0x4e00 + i)}.jpg`)
  const files = names.map((name) => ({ name, size: 1 }))
  const { data } = await send(handler, grantUpload, { family: 'scan', files }, me.token)
  expect(data.files.map((f) => f.fileName)).toEqual(names)
  expect(new Set(data.files.map((f) => f.key)).size).toBe(2000)
  for (const { key } of data.files) expect(tenantOfUpload(key)).toBe('p')
})

it('an upload goes on under its own keys, only for the caller who began it', async () => {
  const me = await testCaller({ userType: 2, tenant: 'p' })
  const files = ['甲.zip', '乙.zip'].map((name) => ({ name, size: 1 }))
  const asked = async (again?: UploadId, token = me.token, family: 'scan' | 'roster' = 'scan') => {
    const own = family === 'scan' ? files : files.slice(0, 1)
    return (await send(handler, grantUpload, { family, files: own, ...(again ? { again } : {}) }, token)).data
  }
  const first = await asked()
  const again = await asked(first.uploadId)
  expect([again.uploadId, again.files]).toEqual([first.uploadId, first.files])
  expect(again.credentials!.expiration).toBeGreaterThanOrEqual(first.credentials!.expiration)
  const other = await testCaller({ userType: 2, tenant: 'p' })
  for (const not of [
    await asked(first.uploadId, other.token),
    await asked(first.uploadId, me.token, 'roster'),
    await asked(`up_${'0'.repeat(26)}` as UploadId),
  ]) {
    expect(not.uploadId).not.toBe(first.uploadId)
    expect(not.files.some((f) => first.files.some((g) => g.key === f.key))).toBe(false)
  }
})

describe('a file that comes by form', () => {
  /** A grant for a list of four bytes, and what the store says to what is posted instead. */
  const granted = async () => {
    const me = await testCaller({ userType: 2, tenant: 'p' })
    const files = [{ name: '座位.csv', size: 4 }]
    const { data } = await send(handler, grantUpload, { family: 'seatList', files }, me.token)
    const form = data.files[0]!.form!
    const posted = async (bytes: string, over: Record<string, string> = {}) => {
      const answer = await postForm(data, { ...form, ...over }, Buffer.from(bytes))
      return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]]
    }
    return { data, form, posted, key: data.files[0]!.key }
  }

  it('has the size that was granted, to the byte, or the store does not take it', async () => {
    const { posted, key } = await granted()
    expect(await posted('a,b\nc')).toEqual([400, 'EntityTooLarge'])
    expect(await posted('x'.repeat(5_000_000))).toEqual([400, 'EntityTooLarge'])
    expect(await posted('a,b')).toEqual([400, 'EntityTooSmall'])
    expect(await asFunction('card-api', () => sizeOf(key))).toBeNull()
    expect(await posted('a,b\n')).toEqual([204, undefined])
    expect(await asFunction('card-api', () => sizeOf(key))).toBe(4)
  })

  it('goes under its own key only, unchanged, and not with a changed policy', async () => {
    const { posted, form, key } = await granted()
    const other = await granted()
    expect(await posted('a,b\n', { key: other.key })).toEqual([403, 'AccessDenied'])
    expect(await posted('a,b\n', { policy: other.form['policy']! })).toEqual([403, 'SignatureDoesNotMatch'])
    expect(await posted('a,b\n', { 'content-type': 'text/html' })).toEqual([403, 'AccessDenied'])
    const wide = JSON.parse(Buffer.from(form['policy']!, 'base64').toString()) as { conditions: unknown[] }
    const policy = { ...wide, conditions: [...wide.conditions.slice(0, -1), ['content-length-range', 0, 1e9]] }
    const forged = Buffer.from(JSON.stringify(policy)).toString('base64')
    expect(await posted('x'.repeat(1000), { policy: forged })).toEqual([403, 'SignatureDoesNotMatch'])
    const wrong = Buffer.alloc(32).toString('base64')
    expect(await posted('a,b\n', { 'x-amz-checksum-sha256': wrong })).toEqual([
      400,
      expect.stringMatching(/Digest|Checksum/),
    ])
    expect(await asFunction('card-api', () => sizeOf(key))).toBeNull()
  })
})

describe('how long files live', () => {
  /** How many tags an object has, as its readers are told. */
  const tagsOf = async (Key: string): Promise<number> => {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
    const { s3 } = await import('#functions/kit/clients.ts')
    const { headers } = await new Promise<{ headers: Record<string, string> }>((done, fail) => {
      void s3().then((client) => {
        const command = new HeadObjectCommand({ Bucket: bucket(), Key })
        command.middlewareStack.add(
          (next) => async (args) => {
            const answer = await next(args)
            done(answer.response as { headers: Record<string, string> })
            return answer
          },
          { step: 'deserialize', priority: 'low' },
        )
        client.send(command).catch(fail)
      })
    })
    return Number(headers['x-amz-tagging-count'] ?? 0)
  }

  it('an upload of people is granted with its life, and put with it; scans are kept', async () => {
    const me = await testCaller({ userType: 2, tenant: 'p' })
    const granted = async (family: 'scan' | 'roster', name: string) =>
      (await send(handler, grantUpload, { family, files: [{ name, size: 1 }] }, me.token)).data
    const roster = await granted('roster', '名单.csv')
    expect(roster.tagging).toBe('life=week')
    expect((await granted('scan', 'a.jpg')).tagging).toBeUndefined()
    expect(roster.credentials).toBeUndefined()
    const { key: Key, form } = roster.files[0]!
    expect((await postForm(roster, form!, Buffer.from('x'))).status).toBe(204)
    expect(await tagsOf(Key)).toBe(1)
    // The tag is part of what was signed: a client cannot leave it out.
    const { tagging: _, ...bare } = form!
    expect((await postForm(roster, bare, Buffer.from('x'))).status).toBe(403)
    // Put by other hands without it: who reads the file tells the store.
    const { PutObjectCommand: Put } = await import('@aws-sdk/client-s3')
    await asRoot(async () =>
      (await (await import('#functions/kit/clients.ts')).s3()).send(new Put({ Bucket: bucket(), Key, Body: 'x' })),
    )
    expect(await tagsOf(Key)).toBe(0)
    await asFunction('school-api', () => keepLife(Key))
    expect(await tagsOf(Key)).toBe(1)
  })

  it('what a job makes to be downloaded is tagged, at once or in parts, and says until when it is there', async () => {
    const me = await testCaller({ userType: 2, tenant: 'p' })
    const jobId = newId<JobId>('job')
    const of = { name: 'school.exportRoster' as const, title: '导出名单', cancellable: false }
    const key = objectKey(jobId, 'p', 'school', 'export', jobId, 'roster.csv')
    const slips = objectKey(jobId, 'p', 'school', 'export', jobId, 'slips.xlsx')
    const kept = objectKey(jobId, 'p', 'school', 'templates', `${jobId}.xlsx`)
    await asFunction('school-work', async () => {
      await putStream(key, [Buffer.from('x')] as never)
      await putObject(slips, 'x')
      await putObject(kept, 'x')
    })
    expect([await tagsOf(key), await tagsOf(slips), await tagsOf(kept)]).toEqual([1, 1, 0])
    await queueJob(of, {}, { tenant: 'p', userId: me.caller.userId }, { jobId })
    const file = (k: string) => ({ key: k, name: 'x', size: 1 })
    await jobRecords.update({ jobId }, { files: [file(key), file(slips), file(kept)] })
    const { data } = await send(handler, asyncStatus, { uuid: jobId }, me.token)
    const { createdAt } = (await jobRecords.get({ jobId }))!
    expect(data.files.map((f) => f.until)).toEqual([goesAt('month', createdAt), goesAt('week', createdAt), undefined])
  })
})
