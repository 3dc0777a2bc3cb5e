import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { domains } from '#infra/domains.ts'
import { changes } from '#shared/kit/call.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { admits, userTypes } from '#shared/kit/userType.ts'
import { root } from '../root.ts'
import { screenCalls } from './screenCalls.testing.ts'
import { houseFiles } from './sources.ts'

type Route = {
  path: string
  also?: readonly string[]
  userTypes: readonly number[]
  universityTypes?: readonly number[]
  stages?: readonly number[]
  white?: boolean
  calls: readonly AnyCall[]
  acts?: readonly AnyCall[]
  load?: () => Promise<unknown>
}
/** Routes are data; they are loaded by path so that the types of the browser stay out of this folder. */
const { routes } = (await import(pathToFileURL(join(root, 'web', 'app', 'routes.ts')).href)) as {
  routes: readonly Route[]
}

const stages = [1, 2, 3, 4]
/** Whether a list of this shape lets a type of a stage in: the same reading for screens and calls. */
const lets = (
  of: Pick<Route, 'userTypes' | 'universityTypes' | 'stages'>,
  { userType, stage }: { userType: number; stage: number },
  universityNeedsList: boolean,
): boolean => {
  if (userType === -1) return true
  if (of.stages && !of.stages.includes(stage)) return false
  if (stage === 4 && (of.universityTypes || universityNeedsList)) return admits(of.universityTypes ?? [-1], userType)
  return admits(of.userTypes, userType)
}

/** Who sees the screen and is refused by one of its calls. */
const refusedOn = (route: Route): string[] =>
  route.calls
    .filter((c) => c.scope.kind !== 'public')
    .flatMap((c) => {
      const refused = userTypes
        .flatMap((userType) => stages.map((stage) => ({ userType, stage })))
        .filter((who) => lets(route, who, true) && !lets(c, who, false))
      const types = [...new Set(refused.map((w) => `${w.userType}${w.stage === 4 ? ' (university)' : ''}`))]
      return types.length > 0 ? [`${route.path} calls ${c.method} ${c.path}, which refuses ${types.join(', ')}`] : []
    })

const web = houseFiles().filter(({ path }) => path.startsWith('web/'))
const texts = new Map(web.map(({ path, text }) => [path, text]))
const made = screenCalls(web)
const nameOf = (c: AnyCall): string => `${c.method} ${c.path}`
const isCall = (value: unknown): value is AnyCall =>
  // A scanner's own program on the school's machine answers /local: no room does.
  typeof value === 'object' && value !== null && 'scope' in value && !(value as AnyCall).path.startsWith('/local/')

/** Where the component of a route is, by what it loads. */
const componentOf = (route: Route): { file: string; name: string } => {
  const [, from, name] = /\(["'`]([^"'`]+)["'`]\)\)\.(\w+)/.exec(String(route.load)) ?? []
  const file = [...texts.keys()].find((path) => from?.endsWith(`/${path}`))
  if (!file || !name) throw new Error(`${route.path}: no component in ${String(route.load)}`)
  return { file, name }
}

/** Calls that the screen's code makes and its route does not name. */
const unnamed = async (route: Route, calls = made): Promise<string[]> => {
  const named = new Set([...route.calls, ...(route.acts ?? [])].map(nameOf))
  const { file, name } = componentOf(route)
  const found: string[] = []
  for (const call of calls(file, name)) {
    const value = ((await import(pathToFileURL(join(root, call.module)).href)) as Record<string, unknown>)[call.name]
    if (isCall(value) && !named.has(nameOf(value))) found.push(`${route.path} ${name}: ${call.name}, by ${call.by}`)
  }
  return found
}

/** By the file of the screen: what keeps its acts from those who are refused. A home shows each card to its own people. */
const guards: Record<string, string> = {
  'web/app/CentreScreen.tsx': 'admits(',
  'web/exam/ExamListScreen.tsx': 'e.mayManage ? [{ name: ',
  'web/exam/ExamScreen.tsx': 'if (!mayManage)',
  'web/exam/PaperScreen.tsx': 'useManages(paper.examId)',
  'web/exam/joint/ApplicationDoorScreens.tsx': 'if (ofArea) return',
  'web/exam/joint/ApplicationScreens.tsx': 'applications.public.tsx',
  'web/exam/roster/TeachingClassScreen.tsx': 'isJoint(exam.exam) && organises',
  'web/exam/setting/SettingTaskScreen.tsx': 't.mayManage',
  // Of the session that it has begun.
  'web/identity/registration/RegisterScreen.tsx': 'await signInWith(',
  'web/identity/signIn/AuthScreen.tsx': 'arrive(',
  'web/identity/accounts/SupportScreen.tsx': 'u.mayPretend &&',
  'web/scan/uploading/absentApplications.tsx': 'applications.public.tsx',
  'web/school/people/LeadersScreen.tsx': "whyBarred('staff'",
  'web/school/people/StudentScreen.tsx': "whyBarred('erase'",
  'web/school/people/TeachersScreen.tsx': "whyBarred('password'",
  'web/school/settings/SettingScreens.tsx': "whyBarred('settings'",
}

const tried = 'what is typed is looked up again by a press, and nothing of it is kept'
const looked = 'a look at what is sealed: the rows themselves do not change'
/** Screens that show nothing of what an act of theirs changes, or read it by themselves. */
const otherwise: Record<string, string> = {
  '/v2/answer-card/third-party/draw/:templateId': 'what is drawn is not read anew under the pen',
  '/v2/center/student-num': tried,
  '/v2/exam-management/detail/:examId/exam-monitoring': 'a board that asks every few seconds',
  '/v2/school/list/add': 'makes a school, of which nothing is shown before',
  '/v2/school/manage/student-manage/detail/:studentId': looked,
  '/v2/school/manage/student-manage/number': tried,
  '/v2/school/manage/student-manage/parents': looked,
  '/v2/school/manage/student-manage/parents/add/:studentId': 'takes back what the form has just made',
  '/v2/school/manage/teacher-manage/base-info': looked,
}

describe('every screen', () => {
  it('is shown only to those whom all of its calls admit', () => {
    expect(routes.filter((r) => !r.white).flatMap(refusedOn)).toEqual([])
  })

  it('would be found when it is shown to others', () => {
    const call = domains.flatMap((d) => d.calls.map(([, c]) => c)).find((c) => c.userTypes.includes(3))!
    const admitted = { userTypes: [3], universityTypes: [3] }
    const narrow = { ...call, userTypes: [3], universityTypes: [3] }
    expect(refusedOn({ path: '/a', ...admitted, calls: [narrow] })).toEqual([])
    expect(refusedOn({ path: '/a', userTypes: [3, 4], calls: [narrow] })).toHaveLength(1)
    expect(refusedOn({ path: '/a', userTypes: [], calls: [narrow] })).toHaveLength(1)
    expect(refusedOn({ path: '/a', userTypes: [3], universityTypes: [3, 15], calls: [narrow] })).toHaveLength(1)
  })

  it('asks only calls that a deployed room answers', () => {
    const known = new Set(domains.flatMap((d) => d.calls.map(([, c]) => `${c.method} ${c.path}`)))
    const unknown = routes.flatMap((r) =>
      r.calls.filter((c) => !known.has(`${c.method} ${c.path}`)).map((c) => `${r.path}: ${c.method} ${c.path}`),
    )
    expect(unknown).toEqual([])
  })

  it('names all calls that its code makes, outside the kit', async () => {
    expect((await Promise.all(routes.map((r) => unnamed(r)))).flat()).toEqual([])
    const [first] = routes.filter((r) => r.calls.length > 0)
    expect(await unnamed({ ...first!, calls: [], acts: [] })).not.toEqual([])
  })

  it('keeps what some of its people may not do from them, by a guard that is known', () => {
    const acting = routes.filter((r) => r.acts?.length)
    const files = [...new Set(acting.map((r) => componentOf(r).file))].sort()
    expect(files).toEqual(Object.keys(guards).sort())
    for (const file of files) expect(texts.get(file), file).toContain(guards[file])
    // What admits all of a screen's people is one of its calls.
    const needless = acting.flatMap((r) =>
      r.white
        ? []
        : r.acts!.filter((c) => refusedOn({ ...r, calls: [c] }).length === 0).map((c) => `${r.path}: ${nameOf(c)}`),
    )
    expect(needless).toEqual([])
  })

  it('reads again what it shows where another user was faster', () => {
    const blind = routes.filter((r) => {
      const all = [...r.calls, ...(r.acts ?? [])]
      const fed = new Set(all.flatMap((c) => c.feeds ?? []))
      return all
        .filter((c) => changes(c) && c.problems?.includes(commonProblems.stale) && c.refreshes)
        .some((c) => !c.refreshes!.some((name) => fed.has(name)))
    })
    expect(blind.map((r) => r.path).sort()).toEqual(Object.keys(otherwise).sort())
  })

  it('without an account makes only public calls', () => {
    const secret = routes
      .filter((r) => r.white)
      .flatMap((r) => r.calls.filter((c) => c.scope.kind !== 'public').map((c) => `${r.path}: ${c.path}`))
    expect(secret).toEqual([])
  })

  it('has an address of its own', () => {
    const paths = routes.flatMap((r) => [r.path, ...(r.also ?? [])])
    expect(paths.filter((p, i) => paths.indexOf(p) !== i)).toEqual([])
  })
})
