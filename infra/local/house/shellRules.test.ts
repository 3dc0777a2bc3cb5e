/**
 * Every rule of specification 1 by its id in the inventory (SL0001 … SL0401): the test that shows it, by a text that
 * stands in that test; or why it is not here. A rule that this table does not name fails.
 */
import { describe, expect, it } from 'vitest'
import { houseFiles } from './sources.ts'

/** Ids as `3`, `16-18`, divided by blanks. */
type Line = readonly [ids: string, ...markers: string[]]

const shown: Readonly<Record<string, readonly Line[]>> = {
  'shared/identity/signIn/guard.rules.test.ts': [
    ['6 190', 'is active at'],
    ['7 8 183 184', 'is checked by area for types 8 and 14 alone'],
    ['185-188', 'is asked with'],
    ['16', 'The default stage'],
    ['189', 'a bank of status'],
    ['133 172', 'gives type 16 the first-tier bank'],
    ['19 83', "[-1, '/v2/center']"],
    ['53-57 60 62-64 290', 'has each tab for exactly the types that the specification names'],
    ['65-67', 'lead back to'],
    ['74 75 77-80', "[28, '/v2/practice-book/practice-book-manage']"],
    ['76', 'is the target monitor after a switch'],
    ['81 82', 'is the brand’s own first'],
    ['84-86', 'goes on to'],
    ['163-171 173-175', "the start-up's steps", 'keep their order for every user type'],
    ['191 192', 'is for pupils and parents of a school that has it'],
    ['203 211', 'at a sign-out is exactly what the specification names'],
    ['212-217', 'a sign-out ends', 'loginOut=1'],
  ],
  'shared/identity/staff.rules.test.ts': [
    ['10', 'trains and is certified only as type 6'],
    ['12', 'part-time details of'],
  ],
  'shared/identity/label.rules.test.ts': [
    ['118', '王芳 · 高一 · 语文 · 教师'],
    ['119 120', '单校考试区县管理员'],
    ['208', 'offers only teachers of the homework platform'],
  ],
  'shared/identity/signIn/signIn.calls.test.ts': [['313', 'waits ten seconds']],
  'shared/kit/paging.test.ts': [['284', 'Clamped to the last page']],
  'shared/kit/valueCheck.test.ts': [
    ['266-275 277 278 280', 'the shared value checker', '请输入正整数或小数'],
    ['279', 'As it was meant'],
  ],
  'shared/platform/brand.rules.test.ts': [
    ['4', 'lead in by their own door'],
    ['102-105', 'jump by user type', 'primeID'],
  ],
  'shared/platform/flag.rules.test.ts': [
    ['106-108', "['userButton', { session: { hideUserBtn: true } }, false]"],
    ['109-111', "['home', { session: { hidehome: true } }, false]"],
    ['135', 'moduleConfigList'],
    ['193', "['vipModules', { brand: { vipModules: false } }, false]"],
    ['52 316', 'takes the flags that are known and well made'],
  ],
  'web/app/boot.test.ts': [
    ['153 154', "['/', { kind: 'product', to: '/v2' }]"],
    ['155 157', "['/', 'qinghe', { kind: 'signIn' }]"],
    ['158 159', '/?adviser=1'],
    ['160', "{ kind: 'signOut' }"],
    ['219 220', 'every ten minutes, and never on a local server'],
    ['238 240', 'an expired session of'],
  ],
  'web/app/routes.test.ts': [
    ['18', 'has all of the product under /v2'],
    ['21 25-27 68 69', 'has the public pages of spec 1 §2'],
  ],
  'web/app/shell.test.ts': [
    ['94', 'leads from the first segment of where one is'],
    ['98', 'shows the listed alone in white-list mode'],
    ['137 283', 'lists the subjects of a session by courseSort'],
    ['321 322', 'is said in the specification’s words'],
    ['323 324', 'CSS_CHUNK_LOAD_FAILED'],
    ['372', 'has two minutes'],
    ['377-379', 'after %j is shrunk'],
  ],
  'web/kit/route.types.test.ts': [
    ['3 176 179 180 286 292 295', 'judges by the type; -1 passes'],
    ['14 15 181 182 293', 'judges a university by its own list'],
    ['294', 'keeps a screen to its stages'],
    ['20 22', 'orders, and leaves out what hides'],
    ['95', 'names the active segment'],
    ['99', 'shows a placeholder student only the centre'],
  ],
  'web/kit/ask.test.ts': [
    ['297 335', "'multi-device': '1'"],
    ['327', "toEqual(['unlock u', '/home'])"],
    ['333 369', 'throws a refusal and says it, unless its caller does'],
    ['336 338 339', 'shows one network dialogue for many failures'],
    ['340', 'says nothing of it on the test domain'],
    ['342-345', 'asks anew for what %i is about'],
    ['371', "the call's own patience"],
  ],
  'web/kit/refusals.test.ts': [
    ['318 332', 'is silent for 0, 10051 and 10055'],
    ['325 326', 'offers to unlock a locked exam only where an uploader was named'],
    ['328-331', 'goes home, reloads, or says so'],
    ['334', 'shows a bracketed list as paragraphs'],
    ['337 341', '系统繁忙，请稍后再试或刷新页面'],
  ],
  'web/kit/paperPassword.test.ts': [
    ['141 196 197 261-265 319 320', 'asks in the specification’s words, again after a wrong password'],
    ['194 195', 'opens at once when it was opened before, or is not locked'],
    ['198', 'stays shut when the prompt is cancelled'],
    ['199-201', 'forgets a password that an answer refuses'],
  ],
  'web/kit/filters.test.ts': [
    ['383', 'lets plain checkboxes be empty, and radio hold one'],
    ['384', 'keeps at least one chosen'],
    ['385 386', 'unchecking it leaves only the first'],
  ],
  'web/kit/screens/fieldValues.test.ts': [['281', '请正确输入']],
  'web/kit/progress.test.ts': [
    ['310 311', 'polls up to every 5 s'],
    ['346 347', '接口调用失败，正在重试！'],
  ],
  'web/identity/accounts/account.test.ts': [
    ['143 241-248 373', '新密码与确认密码不一致'],
    ['249-255', '邮箱验证号码不能为空'],
    ['256 257', '学生学号不能为空'],
    ['315 374 375', 'with %j is barred'],
    ['360', 'says whom to call when the allowance is used up'],
    ['229', 'seconds left'],
  ],
  'web/identity/partners/partner.arrival.test.ts': [
    ['70 71', 'the mobile site'],
    ['72', 'the referer'],
    ['73', 'keeps a login address of ours only'],
  ],
  'functions/identity/signIn/start.test.ts': [
    ['9 306-308', 'has dictionaries by name'],
    ['17 130', "schoolStageList: ['01']"],
    ['123 136', 'isMyself'],
    ['129 300', 'notes what a user has done once'],
    ['131 138 282', "['高一', '高二', '高三']"],
    ['139 140', "courseId: 'comprehensive'"],
    ['148 305', 'childList'],
    ['147 149', 'multiSchoolFlag'],
    ['355', '学生信息有误，请重新输入'],
    ['356', '信息不符, 不能绑定！'],
    ['359', '系统检测到多次绑定学生'],
  ],
  'functions/identity/signIn/session.test.ts': [
    ['13', 'is the placeholder student'],
    ['124', 'which then must be changed'],
    ['312', 'rotates its refresh token'],
  ],
  'functions/identity/signIn/signIn.test.ts': [['122 125 127', 'phoneBindStatus: 1']],
  'functions/identity/accounts/account.test.ts': [
    ['126', 'phoneBindStatus: 2'],
    ['132', 'lists the identities'],
    ['142 376', 'is switched on with a password and off without'],
    ['144-146 314', "originType: '7'", 'is changed with the password and a code to the new one'],
    ['357', 'needs a bound phone'],
  ],
  'infra/local/matrix/matrix.test.ts': [['296', 'userType']],
  'web/e2e/signIn.test.ts': [
    ['24', '[data-watermark]'],
    ['235-237 239', '登录状态已过期', '重新登录'],
  ],
  'web/e2e/partner.test.ts': [['5 156', 'is linked at the first sign-in']],
  'web/e2e/door.test.ts': [['162 177', 'is painted before the start has answered']],
  'web/e2e/account.test.ts': [
    ['23', '首页 - 青禾'],
    ['363', '恭喜您，密码修改成功'],
    ['228 364', '绑定成功!'],
    ['230', '秒后重新获取'],
    ['231 358', "inputValue()).toBe('1')"],
    ['209 210', 'signs out without a trace'],
    ['204-207', "not.toHaveProperty('knowledge')"],
    ['365', '恭喜你，关联成功'],
    ['259', '数据不完整，无法提交。'],
    ['232 354', '该学号在多个学校中存在，请选择你的学校'],
    ['233 258', '学校不能为空'],
    ['234 362', '您的账号已升级，请到智慧校园平台'],
    ['361', '解绑后将无法查看孩子学情，是否确定解绑?'],
    ['366', '解绑成功!'],
    ['58 59', "getByRole('radio', { name: '开启' })"],
    ['221 260', '密码不能为空'],
    ['88 89', '复制成功'],
    ['349', '您好，目前系统繁忙，请在半小时后再尝试登录'],
    ['350', '浏览器版本过低'],
  ],
  'web/e2e/keys.test.ts': [
    ['28', "at(page, '/v2/error/404')"],
    ['61 115', "tabTo(page, '身份管理')"],
    ['87 91 92', "getByTitle('会员')"],
    ['90', 'A copy that fails is written down'],
    ['100 101 151', 'toBe(64)', 'height === 40'],
    ['112', 'virtualPaperReadUserFlag = true'],
    ['113 128', "clientSystemType = 'alipay'"],
    ['114 116 117', 'toEqual([50, 600])'],
    ['121', '未认证'],
    ['161 218', 'logOut=1', 'schoolIp.path'],
    ['202', '当前$'],
    ['222 224-227 367', 'expect(saved).toBe(1)', '设置成功'],
  ],
}

/** What is set in a component or a stylesheet and looked at, not measured. */
const set: Readonly<Record<string, readonly Line[]>> = {
  'web/app/Header.tsx': [['96', 'segment === bigScreen ? bigScreenPath', "target: '_blank'"]],
  'web/kit/parts/JobProgress.tsx': [['348', 'dialogue({']],
  'web/kit/notices.ts': [['389 390', "name: '确定'", "name: '取消'"]],
  'web/kit/parts/Dialog.tsx': [['388', "marginTop: '45px'"]],
  'web/kit/parts/FieldInput.tsx': [['387', '请选择']],
  'web/identity/accounts/AccountMenu.public.tsx': [['93', "may('campusLink', system)"]],
  'web/identity/accounts/SensitiveTab.tsx': [['223', 'disableSensitive']],
  'web/kit/parts/Forms.tsx': [['368', 'disabledFocusable']],
  'web/kit/parts/FilterBar.tsx': [['380-382', "maxHeight: '45px'", "maxHeight: '90px'", '更多']],
}

/** Not of this issue, or nothing to be shown. */
const elsewhere: readonly Line[] = [
  ['1 2 152 276 298 317 370', 'says what the product is, or that something is not shown'],
  ['11 291', 'reach of leaders, screens of students and parents: school, learning'],
  ['29 30', 'render and print routes: card, exam, marking, analysis'],
  ['31-43', 'feedback, version update, requirement feedback: operations'],
  ['44-51 287-289', 'system management: operations'],
  ['97', 'the product has no hash routing'],
  ['134', 'the optimised bank says whose user one is: question banks'],
  ['150', 'the entities of the system state are those of the rules around it'],
  ['178', 'the router has no navigation that fails: a screen that does not load is SL0323'],
  ['285', 'nothing here keeps a list of suffixes as text: families of uploads are data'],
  ['301-304', 'knowledge points, papers of the jinjuan bank: question banks'],
  ['309 396 400', 'exports are jobs, which have no time-out of a request'],
  ['351 352 391 392', 'the scanner helper: scanning'],
  ['353', 'there is no analytics call'],
  ['299', 'the session says whom it is about; a switch answers the target user'],
  ['393-395 397-399 401', 'recognition, audit, school lists, banks, render: their rooms'],
]

const idsOf = (ids: string): number[] =>
  ids.split(' ').flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number) as [number, number?]
    return Array.from({ length: to! - from + 1 }, (_, i) => from + i)
  })

const files = new Map(houseFiles().map((f) => [f.path, f.text]))
const tables = { ...shown, ...set }

it('names every rule of specification 1 once', () => {
  const named = [...Object.values(tables).flat(), ...elsewhere].flatMap(([ids]) => idsOf(ids))
  expect(named.filter((n, i) => named.indexOf(n) !== i)).toEqual([])
  const all = Array.from({ length: 401 }, (_, i) => i + 1)
  expect(all.filter((n) => !named.includes(n))).toEqual([])
  expect(named.filter((n) => n < 1 || n > 401)).toEqual([])
})

describe.each(Object.entries(tables))('%s', (path, lines) => {
  it.each(lines)('shows SL %s', (_, ...markers) => {
    expect(markers.filter((m) => !(files.get(path) ?? '').includes(m))).toEqual([])
  })
})

it('shows rules by tests, and the rest in the product', () => {
  expect(Object.keys(shown).filter((path) => !path.endsWith('.test.ts'))).toEqual([])
  expect(Object.keys(set).filter((path) => path.endsWith('.test.ts'))).toEqual([])
})
