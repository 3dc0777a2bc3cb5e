import { describe, expect, it } from 'vitest'
import { userTypes } from '#shared/kit/userType.ts'
import {
  bankShown,
  centreRedirect,
  expiryAsk,
  expiryBy,
  guardParts,
  guardStepsOf,
  isUnsent,
  keptAtSignOut,
  keptAtSwitch,
  landingOf,
  settingsBack,
  settingsTabsOf,
  signOutEnd,
  settledExpiry,
  vipActive,
  vipEnabled,
} from './guard.rules.ts'

describe("the start-up's steps", () => {
  const always = ['expiry', 'courseExams', 'schoolGrades']
  it.each<[number, string[]]>([
    [-1, ['relative', 'expiry', 'courseExams', 'schoolGrades', 'sensitiveInfo']],
    [1, ['relative', 'expiry', 'courseExams', 'schoolGrades', 'sensitiveInfo']],
    [2, ['relative', 'expiry', 'courseExams', 'schoolGrades', 'sensitiveInfo']],
    [3, ['relative', 'teacherClasses', 'expiry', 'jinjuan', 'courseExams', 'schoolGrades']],
    [4, ['relative', ...always]],
    [6, ['trainer', ...always]],
    [13, ['relative', 'expiry', 'courseExams', 'schoolGrades', 'sensitiveInfo']],
    [15, ['relative', 'expiry', 'courseExams', 'schoolGrades', 'sensitiveInfo']],
    [16, ['relative', 'expiry', 'forcedBank', 'courseExams', 'schoolGrades']],
    [18, ['relative', ...always]],
    [21, ['partTime', 'relative', ...always]],
    [22, ['relative', 'expiry', 'referrer', 'courseExams', 'schoolGrades']],
    [26, ['partTime', 'relative', ...always]],
  ])('of type %i', (userType, parts) => expect(guardStepsOf({ userType })).toEqual(parts))

  it('leave out the relatives of a placeholder student', () => {
    expect(guardStepsOf({ userType: 5, studentId: '-1' })).toEqual(always)
    expect(guardStepsOf({ userType: 5, studentId: 'st_1' })).toEqual(['relative', ...always])
  })
  it('keep their order for every user type', () => {
    for (const userType of userTypes) {
      const at = guardStepsOf({ userType }).map((p) => guardParts.indexOf(p))
      expect(at).toEqual([...at].sort((a, b) => a - b))
    }
  })
})

describe('expiry', () => {
  it('is checked by area for types 8 and 14 alone', () => {
    expect(userTypes.filter((t) => expiryBy(t) === 'area')).toEqual([8, 14])
  })
  const place = { areaId: 'ar', schoolId: 'sc', stage: 2 }
  it.each([
    ['jyeoo', 8, { areaId: 'ar' }],
    ['jyeoo', 3, { schoolId: 'sc' }],
    ['xueke', 8, { schoolId: 'sc' }],
    ['xueke', 3, { schoolId: 'sc' }],
    ['yiqi', 14, { areaId: 'ar' }],
    ['yiqi', 3, { schoolId: 'sc', stage: 2 }],
    ['wusan', 14, { schoolId: 'sc' }],
  ] as const)('%s of type %i is asked with %j', (of, userType, ask) =>
    expect(expiryAsk(of, { userType, ...place })).toEqual(ask),
  )
  it('asks nothing with nothing to ask with', () => {
    expect(expiryAsk('jyeoo', { userType: 8, schoolId: 'sc' })).toBeNull()
    expect(expiryAsk('yiqi', { userType: 3, areaId: 'ar' })).toBeNull()
    // The default stage.
    expect(expiryAsk('yiqi', { userType: 3, schoolId: 'sc' })).toEqual({ schoolId: 'sc', stage: 0 })
  })
  it.each([
    [0, false],
    [1, true],
    [2, true],
    [3, true],
    [4, false],
    [undefined, false],
  ])('a bank of status %s is shown: %s', (status, shown) => expect(bankShown(status)).toBe(shown))
  it('gives type 16 the first-tier bank', () => {
    expect(settledExpiry(16, { jyeoo: 0, xueke: 4 })).toEqual({ jyeoo: 3, xueke: 4 })
    expect(settledExpiry(3, { jyeoo: 0 })).toEqual({ jyeoo: 0 })
  })
})

describe('VIP', () => {
  it.each([
    [1, 100, 99, true],
    [1, 100, 100, false],
    [1, 100, 101, false],
    [0, 100, 99, false],
    [undefined, 100, 99, false],
    [1, undefined, 99, false],
  ])('status %s until %s is active at %s: %s', (membershipStatus, vipEndTime, at, active) =>
    expect(vipActive({ membershipStatus, vipEndTime }, at)).toBe(active),
  )
  it('is for pupils and parents of a school that has it', () => {
    expect(userTypes.filter((t) => vipEnabled(t, true))).toEqual([4, 5])
    expect(userTypes.filter((t) => vipEnabled(t, false))).toEqual([])
  })
})

describe('landing', () => {
  const exists = () => true
  it.each([
    [7, '/v2/entrust/list/'],
    [16, '/v2/regional-question/list/paper-list'],
    [17, '/v2/sync-task/list'],
    [27, '/v2/practice-book-person-manage'],
    [28, '/v2/practice-book/practice-book-manage'],
    [3, '/v2/center'],
    [-1, '/v2/center'],
  ])('of type %i is %s', (userType, path) => expect(landingOf({ userType, exists })).toBe(path))
  it('of type 7 is the target monitor after a switch', () =>
    expect(landingOf({ userType: 7, switched: true, exists })).toBe('/v2/target-monitor/'))
  it('is the brand’s own first, and the centre where the screen is not there', () => {
    expect(landingOf({ userType: 9, brand: { 9: '/v2/exam/list' }, exists })).toBe('/v2/exam/list')
    expect(landingOf({ userType: 17, exists: () => false })).toBe('/v2/center')
  })
})

describe('the centre', () => {
  const menu = [
    { path: '/v2/center', segment: 'center' },
    { path: '/v2/exam/list', segment: 'exam' },
    { path: '/v2/53tk/list', segment: '53tk' },
    { path: '/v2/xueke/list', segment: 'xueke' },
    { path: '/v2/answer-card', segment: 'answer-card' },
  ]
  const at = (more: object) => centreRedirect({ homeworkMode: false, menu, exists: () => true, ...more })
  it.each([
    [{}, null],
    [{ homeworkMode: true }, '/v2/homework/list'],
    [{ homeworkMode: true, customModule: 5 }, '/v2/homework/list'],
    [{ homeworkMode: true, exists: () => false }, null],
    [{ customModule: 1 }, null],
    [{ customModule: 3 }, '/v2/53tk/list'],
    [{ customModule: 4 }, '/v2/answer-card'],
    [{ customModule: 5 }, '/v2/exam/list'],
    [{ customModule: 9 }, null],
  ])('%j goes on to %s', (more, to) => expect(at(more)).toBe(to))
})

describe('what is kept', () => {
  it('at a sign-out is exactly what the specification names', () => {
    expect(keptAtSignOut).toEqual([
      'accountName',
      'scanUploadStatusType',
      'newDrawVersion',
      'schoolTranscriptCompare',
      'unionTranscriptCompare',
      'clientIp',
    ])
  })
  it('at a switch is that, and the settings of this computer and unsent work', () => {
    for (const key of [
      ...keptAtSignOut,
      'theme',
      'columns:students',
      'marking.outbox.us_1',
      'marking.notes.us_1',
      'card-draft:ca_1',
    ])
      expect([key, keptAtSwitch(key)]).toEqual([key, true])
    for (const key of ['timeDifference', 'menu', 'knowledge', 'themes']) expect(keptAtSwitch(key)).toBe(false)
    expect(['marking.outbox.us_1', 'marking.notes.us_1', 'card-draft:ca_1', 'theme'].map(isUnsent)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('the tabs of account settings', () => {
  it.each([
    [3, false, ['modify-password', 'binding', 'my-children', 'role-manage']],
    [4, true, ['modify-password', 'binding', 'vip']],
    [4, false, ['modify-password', 'binding']],
    [5, true, ['modify-password', 'binding', 'my-children', 'role-manage', 'vip']],
    [2, true, ['modify-password', 'binding', 'my-children', 'sensitive-info', 'role-manage']],
    [18, false, ['modify-password', 'binding', 'sensitive-info', 'role-manage']],
    [27, false, ['modify-password', 'binding', 'role-manage']],
  ])('of type %i (VIP %s)', (userType, vip, tabs) => expect(settingsTabsOf({ userType, vip })).toEqual(tabs))
})

it('has each tab for exactly the types that the specification names', () => {
  const all = [...userTypes].sort((a, b) => a - b)
  const having = (tab: string, vip = true) =>
    all.filter((userType) => (settingsTabsOf({ userType, vip }) as string[]).includes(tab))
  expect(all.filter((t) => !having('my-children').includes(t))).toEqual([4, 18, 19, 24, 26, 27, 28])
  expect(having('sensitive-info')).toEqual([-1, 1, 2, 13, 15, 18, 19, 24, 26])
  expect(all.filter((t) => !having('role-manage').includes(t))).toEqual([4])
  expect([having('vip'), having('vip', false)]).toEqual([[4, 5], []])
  for (const tab of ['modify-password', 'binding']) expect(having(tab)).toEqual(all)
})

describe('a sign-out ends', () => {
  const index = { kind: 'index' } as const
  const external = { kind: 'external', url: '/out' } as const
  const mainSite = { kind: 'mainSite', url: '/main' } as const
  it.each([
    [index, false, false, { close: false, to: '/login' }],
    [index, false, true, { close: false, to: '/third-party-login?loginOut=1' }],
    [index, true, false, { close: true, to: '/login' }],
    [mainSite, false, false, { close: false, to: '/main' }],
    [mainSite, false, true, { close: false, to: '/third-party-login?loginOut=1' }],
    [mainSite, true, true, { close: true, to: '/third-party-login?loginOut=1' }],
    [external, true, true, { close: false, to: '/out' }],
  ])('%j (closes: %s, third party: %s) at %j', (brand, closePage, thirdParty, end) =>
    expect(signOutEnd({ brand, closePage, thirdParty })).toEqual(end),
  )
})

it.each([
  [3, { 3: '/v2/exam/list' }, '/v2/exam/list'],
  [2, { 3: '/v2/exam/list' }, '/v2'],
  [3, {}, '/v2'],
])('the settings of type %i with %j lead back to %s', (userType, back, to) =>
  expect(settingsBack(userType, back)).toBe(to),
)
