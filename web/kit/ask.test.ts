import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { call, publicly, self } from '#shared/kit/call.ts'
import { Refusal, SessionOver, Trouble, ask } from './ask.ts'
import { hostNotices } from './notices.ts'
import type { Dialogue, Toast } from './notices.ts'
import { beginSession, endSession, isMultiDevice, isSignedIn } from './session.ts'
import { connectKit } from './wires.ts'

const open = call('GET /api/open', {
  summary: '',
  userTypes: [],
  scope: publicly,
  input: () => z.object({}),
  output: () => z.int(),
})
const mine = call('POST /api/mine', {
  summary: '',
  userTypes: [],
  scope: self,
  input: () => z.object({ examUploaderId: z.string().optional() }),
  output: () => z.int(),
  timeoutMs: 30,
})

const jar = new Map<string, string>()
vi.stubGlobal('document', {
  get cookie() {
    return [...jar].map(([k, v]) => `${k}=${v}`).join('; ')
  },
  set cookie(text: string) {
    const [pair = '', ...rest] = text.split('; ')
    const [name = '', value = ''] = pair.split('=')
    if (rest.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  },
})
vi.stubGlobal('location', { protocol: 'http:' })

const json = (status: number, data: unknown, message = '', headers = {}) =>
  new Response(JSON.stringify({ status, data, message }), { headers })
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', fetched)
const bearer = (i: number): string | undefined =>
  (fetched.mock.calls[i]![1].headers as Record<string, string>)['authorization']

const toasts: Toast[] = []
const dialogues: Dialogue[] = []
hostNotices({ toast: (t) => toasts.push(t), dialogue: (d) => dialogues.push(d) })

const refresh =
  vi.fn<(token: string) => Promise<{ accessToken: string; refreshToken: string; expiresIn: number } | null>>()
connectKit({ refresh })

beforeEach(() => {
  fetched.mockReset()
  refresh.mockReset()
  toasts.length = 0
  for (const d of dialogues.splice(0)) d.onClose?.()
  endSession()
})

describe('ask', () => {
  it('answers the data of status 0 and sends no token to a public call', async () => {
    beginSession({ accessToken: 'a1', refreshToken: 'r1', expiresIn: 600_000 })
    fetched.mockResolvedValueOnce(json(0, 7, '', { 'multi-device': '1' }))
    expect(await ask(open, {})).toBe(7)
    expect(bearer(0)).toBeUndefined()
    expect(isMultiDevice()).toBe(true)
  })
  it('refreshes once for many calls, and asks each again', async () => {
    beginSession({ accessToken: 'old', refreshToken: 'r1', expiresIn: 600_000 })
    refresh.mockResolvedValue({ accessToken: 'new', refreshToken: 'r2', expiresIn: 600_000 })
    fetched.mockImplementation(async (_url, init) =>
      (init.headers as Record<string, string>)['authorization'] === 'Bearer new'
        ? json(0, 1)
        : new Response('', { status: 401 }),
    )
    expect(await Promise.all([ask(mine, {}), ask(mine, {}), ask(mine, {})])).toEqual([1, 1, 1])
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(refresh).toHaveBeenCalledWith('r1')
    expect(jar.get('qinghe-refresh')).toBe('r2')
  })
  it('refreshes before a token runs out', async () => {
    beginSession({ accessToken: 'old', refreshToken: 'r1', expiresIn: 5_000 })
    refresh.mockResolvedValue({ accessToken: 'new', refreshToken: 'r2', expiresIn: 600_000 })
    fetched.mockResolvedValueOnce(json(0, 1))
    await ask(mine, {})
    expect(bearer(0)).toBe('Bearer new')
  })
  it('says that the session is over when a refresh does not mend it', async () => {
    beginSession({ accessToken: 'old', refreshToken: 'r1', expiresIn: 600_000 })
    refresh.mockResolvedValue(null)
    fetched.mockResolvedValue(new Response('', { status: 401 }))
    // Quiet or not: the screens are about to go.
    await expect(ask(mine, {}, { quiet: true })).rejects.toBeInstanceOf(SessionOver)
    expect(isSignedIn()).toBe(false)
    expect(dialogues).toMatchObject([{ title: '登录状态已过期', auto: { ms: 5000 } }])
  })
  it('throws a refusal and says it, unless its caller does', async () => {
    beginSession({ accessToken: 'a', refreshToken: 'r', expiresIn: 600_000 })
    fetched.mockImplementation(async () => json(23001, null, '[一,二]'))
    await expect(ask(mine, {})).rejects.toMatchObject({ status: 23001, message: '[一,二]' })
    expect(toasts).toMatchObject([{ intent: 'error', paragraphs: ['一', '二'], ms: 5000 }])
    await expect(ask(mine, {}, { hideMessage: true })).rejects.toBeInstanceOf(Refusal)
    expect(toasts).toHaveLength(1)
  })
  it('offers to unlock where the request named an uploader and there is a call for it', async () => {
    const done: string[] = []
    const log = (what: string) => void done.push(what)
    let refused = false
    const unlockExam = (id: string) =>
      refused ? Promise.reject(new Error('no')) : Promise.resolve(log(`unlock ${id}`))
    connectKit({ unlockExam, home: () => '/home', go: log })
    beginSession({ accessToken: 'a', refreshToken: 'r', expiresIn: 600_000 })
    fetched.mockImplementation(async () => json(11008, null, '考试已锁定'))
    await expect(ask(mine, { examUploaderId: 'u' })).rejects.toBeInstanceOf(Refusal)
    expect(dialogues[0]?.buttons.map((b) => b.name)).toEqual(['返回首页', '强制解锁'])
    await dialogues[0]?.buttons[1]?.run?.('')
    expect(done).toEqual(['unlock u', '/home'])
    refused = true
    await expect(dialogues[0]?.buttons[1]?.run?.('')).rejects.toThrow('no')
    expect(done).toHaveLength(2)
  })
  it('shows one network dialogue for many failures, with the endpoint', async () => {
    fetched.mockImplementation(async () => new Response('', { status: 502 }))
    await expect(ask(open, {})).rejects.toMatchObject({ code: 502, endpoint: '/api/open' })
    await expect(ask(open, {})).rejects.toBeInstanceOf(Trouble)
    expect(dialogues).toMatchObject([
      { text: '网络似乎断开了，请检查网络后刷新（网络错误：502）', detail: '/api/open' },
    ])
  })
  it('says nothing of it on the test domain', async () => {
    connectKit({ hidesTrouble: () => true })
    fetched.mockImplementation(async () => new Response('', { status: 502 }))
    await expect(ask(open, {})).rejects.toBeInstanceOf(Trouble)
    expect(dialogues).toEqual([])
    connectKit({ hidesTrouble: () => false })
  })
  it.each([
    [453, 'serverTime'],
    [455, 'clientIp'],
  ] as const)('asks anew for what %i is about, and says to try again', async (status, wire) => {
    const asked = vi.fn(async () => 1_800_000_000_000)
    connectKit({ [wire]: asked })
    fetched.mockImplementation(async () => new Response('', { status }))
    await expect(ask(open, {})).rejects.toMatchObject({ code: status })
    expect(asked).toHaveBeenCalledOnce()
    expect(toasts).toMatchObject([{ intent: 'warning', paragraphs: ['请重试或刷新页面'] }])
  })
  it("gives up after the call's own patience", async () => {
    beginSession({ accessToken: 'a', refreshToken: 'r', expiresIn: 600_000 })
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_, reject) => init.signal!.addEventListener('abort', () => reject(new Error('gone')))),
    )
    await expect(ask(mine, {}, { quiet: true })).rejects.toMatchObject({ code: 408 })
  })
  it('reads the body of what it does not take, so that its connection is free', async () => {
    const refused = new Response('{}', { status: 403 })
    fetched.mockResolvedValueOnce(refused)
    await expect(ask(open, {}, { quiet: true })).rejects.toBeInstanceOf(Trouble)
    expect(refused.bodyUsed).toBe(true)
  })
  it('takes what is no envelope for trouble', async () => {
    fetched.mockResolvedValueOnce(new Response('<html>'))
    await expect(ask(open, {}, { quiet: true })).rejects.toBeInstanceOf(Trouble)
  })
})
