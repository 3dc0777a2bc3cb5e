import { expect, it } from 'vitest'
import { myUpload, myUploads } from '#shared/platform/file.calls.ts'
import { grantUpload } from '#shared/platform/platform.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { postForm } from '#functions/kit/postForm.testing.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import type { SchoolId, UploadId } from '#shared/kit/ids.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { grantedSizes } from './upload.public.ts'
import { grantedUploads } from './upload.store.ts'

actAs('platform-api')
const { handler } = await import('./platform.api.ts')

const teacher = () => testCaller({ userType: 3, tenant: `s:${newId<SchoolId>('school')}` })
type Me = Awaited<ReturnType<typeof teacher>>
const grant = async ({ token }: Me, family: 'scores' | 'examPaper' | 'scan', files: Record<string, number>) =>
  (
    await send(
      handler,
      grantUpload,
      { family, files: Object.entries(files).map(([name, size]) => ({ name, size })) },
      token,
    )
  ).data
const list = async ({ token }: Me, input: Parameters<typeof send<typeof myUploads>>[2] = {}) =>
  (await send(handler, myUploads, input, token)).data
const one = ({ token }: Me, uploadId: Awaited<ReturnType<typeof grant>>['uploadId']) =>
  send(handler, myUpload, { uploadId }, token)

it('lists what one has uploaded with what of it has come, newest first, and shows it file by file', async () => {
  const me = await teacher()
  const first = await grant(me, 'examPaper', { '试卷.pdf': 4, '答案.pdf': 5 })
  const put = first.files[0]!
  expect((await postForm(first, put.form!, Buffer.from('abcd'))).status).toBeLessThan(300)
  const second = await grant(me, 'scores', { '成绩.csv': 7 })
  expect((await list(me)).list).toMatchObject([
    { uploadId: second.uploadId, family: 'scores', firstName: '成绩.csv', fileCount: 1, bytes: 7, come: 0 },
    { uploadId: first.uploadId, family: 'examPaper', firstName: '试卷.pdf', fileCount: 2, bytes: 9, come: 1 },
  ])
  expect((await list(me, { family: 'scores' })).list).toHaveLength(1)
  expect((await list(me, { pageSize: 1, pageNumber: 2 })).list[0]?.uploadId).toBe(first.uploadId)
  expect((await one(me, first.uploadId)).data).toMatchObject({
    goesOn: true,
    files: [
      { no: 1, name: '试卷.pdf', bytes: 4, there: 4 },
      { no: 2, name: '答案.pdf', bytes: 5, there: null },
    ],
  })
})

it('asks the store of the first fifty of a page alone', async () => {
  const me = await teacher()
  const { userId, tenant } = me.caller
  const one = { schema: 1 as const, userId, tenant, family: 'scores' as const, digits: 1, sizes: [7], names: ['a.csv'] }
  const all = Array.from({ length: 60 }, () => ({ ...one, uploadId: newId<UploadId>('upload'), at: now() }))
  await grantedUploads.putMany(all)
  const counted = withFaults(() => null)
  const { list: shown } = await list(me, { pageSize: 100 }).finally(() => counted.stop())
  expect(counted.calls.filter((c) => c.command === 'HeadObjectCommand')).toHaveLength(50)
  expect(shown.map((u) => u.come)).toEqual([...Array<number>(50).fill(0), ...Array<null>(10).fill(null)])
})

it('is one’s own alone: no colleague’s, and not in another school', async () => {
  const me = await teacher()
  const { uploadId } = await grant(me, 'scores', { '成绩.csv': 7 })
  const colleague = await testCaller({ userType: 3, tenant: me.caller.tenant })
  expect((await list(colleague)).list).toEqual([])
  expect((await one(colleague, uploadId)).status).toBe(commonProblems.notFound.status)
  expect((await one(await teacher(), uploadId)).status).toBe(commonProblems.notFound.status)
})

it('of thousands keeps the first names, and says that it does not know how many have come', async () => {
  const me = await teacher()
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`${'长'.repeat(200)}${i}.jpg`, 1]))
  const { uploadId } = await grant(me, 'scan', names)
  expect((await list(me)).list).toMatchObject([{ fileCount: 1500, bytes: 1500, come: null }])
  expect((await one(me, uploadId)).data.files).toHaveLength(20)
})

it('is seen after its parts are gone, when nothing of it is taken up or goes on any more', async () => {
  const me = await teacher()
  const { uploadId, files } = await grant(me, 'scan', { 'a.jpg': 3 })
  const keys = files.map((f) => f.key)
  const at = now()
  const back = usePorts({ now: () => at + 2 * 86_400_000 + 1 })
  try {
    const later = await testCaller({ userType: 3, tenant: me.caller.tenant, userId: me.caller.userId })
    expect((await list(later)).list).toMatchObject([{ uploadId, come: 0 }])
    expect((await one(later, uploadId)).data.goesOn).toBe(false)
    expect(await asFunction('scan-api', () => grantedSizes(keys, me.caller.userId))).toEqual([null])
    const input = { family: 'scan' as const, files: [{ name: 'a.jpg', size: 3 }], again: uploadId }
    expect((await send(handler, grantUpload, input, later.token)).data.uploadId).not.toBe(uploadId)
  } finally {
    back()
  }
})
