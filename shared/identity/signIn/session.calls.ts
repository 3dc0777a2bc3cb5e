/** The session's start, its devices, and what the shell keeps of a user. */
import * as z from 'zod'
import { call, caller, publicly, self } from '#shared/kit/call.ts'
import { SchoolId, SessionId } from '#shared/kit/ids.ts'
import { Dictionaries, SystemConfig, SystemConfigChange } from '../config.types.ts'
import { identityProblems as p } from '../identity.problems.ts'
import { SessionEntry } from '../identity.types.ts'
import { Start } from './start.types.ts'

export const start = call('GET /api/identity/start', {
  summary: "Everything that the guard's eleven steps need, in one answer",
  userTypes: [],
  scope: self,
  early: 'password',
  input: () => z.object({}),
  output: () => Start,
  feeds: ['sessionUser', 'start'],
})

export const sessionList = call('GET /api/identity/session/list', {
  summary: "The account's live sessions, newest first",
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  output: () => z.array(SessionEntry),
  feeds: ['sessions'],
})

export const kickSession = call('POST /api/base/data/login/token/kick', {
  summary: 'End another session of the own account',
  userTypes: [],
  scope: self,
  input: () => z.object({ sessionId: SessionId }),
  output: () => z.object({}),
  problems: [p.noSuchUser, p.pretending],
  refreshes: ['sessions'],
})

export const cleanSessions = call('POST /api/base/data/login/token/clean/multi', {
  summary: 'End every session of the own account but this one',
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  output: () => z.object({ ended: z.int() }),
  problems: [p.pretending],
  refreshes: ['sessions'],
})

const dictInput = () =>
  z.object({
    /** One or several names, by commas; nothing for all. */
    enName: z.string().max(200).optional(),
    schoolId: SchoolId.optional(),
  })

export const dictionaries = call('GET /api/base/data/sys/dict/cache/reverse', {
  summary: 'Dictionaries by name: value to label',
  userTypes: [],
  scope: self,
  early: 'password',
  input: dictInput,
  output: () => Dictionaries,
})

export const publicDictionaries = call('GET /api/base/data/sys/dict/cache/reverse/public', {
  summary: 'The dictionaries that a page without a session needs',
  userTypes: [],
  scope: publicly,
  input: dictInput,
  output: () => Dictionaries,
})

export const systemConfig = call('GET /api/base/data/sys/config/all', {
  summary: "The system's configuration for this session: platform, area, school, the nearer over the farther",
  userTypes: [],
  scope: self,
  early: 'password',
  input: () => z.object({}),
  output: () => SystemConfig,
  feeds: ['systemConfig'],
})

export const saveSystemConfig = call('POST /api/base/data/sys/config', {
  summary: "Write the configuration of the caller's own school, area or platform; null takes a setting back",
  userTypes: [1, 2, 15],
  scope: caller,
  input: () => SystemConfigChange,
  output: () => SystemConfig,
  refreshes: ['systemConfig', 'start'],
})

const moduleName = () => z.string().regex(/^[\w.-]{1,60}$/, '模块名称不正确')

export const userAction = call('GET /api/base/data/sys/user/action', {
  summary: 'What this user has done once and need not be shown again, per module',
  userTypes: [],
  scope: self,
  input: () => z.object({ module: moduleName().optional() }),
  output: () => z.record(z.string(), z.int()),
  feeds: ['userAction'],
})

export const saveUserAction = call('POST /api/base/data/sys/user/action', {
  summary: 'Note a module as done (status 1)',
  userTypes: [],
  scope: self,
  input: () => z.object({ module: moduleName(), status: z.int().min(0).max(9).default(1) }),
  output: () => z.record(z.string(), z.int()),
  problems: [p.tooOften],
  refreshes: ['userAction', 'start'],
})

export const schoolIp = call('POST /api/identity/session/school-ip', {
  summary: 'Note the address from which this session is used; asked at its start and at sign-out',
  userTypes: [],
  scope: self,
  early: 'password',
  input: () => z.object({}),
  output: () => z.object({ ip: z.string() }),
})

export const demoOutbox = call('GET /api/identity/demo/outbox', {
  summary: 'The messages that the demo would have sent, newest first; refused outside the demo',
  userTypes: [],
  scope: publicly,
  input: () => z.object({}),
  output: () => z.array(z.object({ at: z.int(), channel: z.enum(['sms', 'email']), to: z.string(), text: z.string() })),
})
