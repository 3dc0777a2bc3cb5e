import { describe, expect, it } from 'vitest'
import { admits } from '#shared/kit/userType.ts'
import { toolList } from '#shared/exam/tools/tool.rules.ts'
import { toolMounts } from '#web/exam/exam.paths.ts'
import { toolPaths } from '#web/exam/tools/tool.paths.ts'
import { aboveOf } from '#web/kit/route.types.ts'
import { routes } from './routes.ts'

describe('routes', () => {
  it('declares each path once', () => {
    const paths = routes.flatMap((r) => [r.path, ...(r.also ?? [])])
    expect(paths.filter((p, i) => paths.indexOf(p) !== i)).toEqual([])
  })
  it('stand under one that is there, and that leads to no circle', () => {
    for (const route of routes.filter((r) => r.under !== undefined)) {
      const above = aboveOf(route, routes)
      expect([route.path, above.at(-1)?.path]).toEqual([route.path, route.under])
      expect(above.map((a) => a.path)).not.toContain(route.path)
    }
  })
  it('are within what their address names, and only the topmost of a way says so', () => {
    for (const route of routes.filter((r) => r.within !== undefined)) {
      expect([route.path, aboveOf(route, routes)]).toEqual([route.path, []])
      const named = route.path.includes(`:${route.within!}`) || ['schoolId', 'card'].includes(route.within!)
      expect([route.path, named]).toEqual([route.path, true])
    }
  })
  it("holds every screen's user types within each of its calls' types", () => {
    const beyond = routes
      .filter((r) => !r.white)
      .flatMap((r) =>
        r.calls
          .filter((c) => c.userTypes.length > 0)
          .filter((c) => r.userTypes.length === 0 || r.userTypes.some((t) => t !== -1 && !c.userTypes.includes(t)))
          .map((c) => `${r.path} → ${c.path}`),
      )
    expect(beyond).toEqual([])
  })
  it('holds at a university the types of a screen within each of its calls', () => {
    const beyond = routes.flatMap((r) =>
      r.white || (r.stages && !r.stages.includes(4))
        ? []
        : (r.universityTypes ?? []).flatMap((userType) =>
            r.calls
              .filter((c) => !admits(c.universityTypes ?? c.userTypes, userType) || (c.stages && !c.stages.includes(4)))
              .map((c) => `${r.path} of ${userType} → ${c.path}`),
          ),
    )
    expect(beyond).toEqual([])
  })
  it('has a screen for every tool of an exam, where the tool leads and in each of the three mounts', () => {
    const paths = routes.flatMap((r) => [r.path, ...(r.also ?? [])])
    const leads = (address: string): boolean =>
      paths.some((p) => new RegExp(`^${p.replace(/:\w+/g, '[^/]+')}$`).test(address))
    const nowhere = toolList.flatMap(({ code }) =>
      [toolPaths[code]({ examId: 'ex_1', paperId: 'pa_1' }), ...toolMounts.map((m) => `${m}/${code}`)].filter(
        (address) => !leads(address),
      ),
    )
    expect(nowhere).toEqual([])
  })
  it.each([
    ['/', '/login', '/third-party-login', '/contact', '/studentInfo', '/tool', '/test-vue'],
    ['/dong-honey', '/dong-teacher', '/dong-student', '/dong-cooperation', '/dong-us', '/dong-ability'],
    ['/v2/system/login', '/v2/system/reg', '/v2/system/agreement'],
    ['/v2/system/reset-password', '/v2/system/reset-password-third-party'],
    ['/v2/error/401', '/v2/error/404', '/v2/error/auth-failed'],
    ['/auth/sso', '/auth/dingtalk', '/auth/jwt', '/auth/tencent', '/auth/redirect', '/auth/:partnerId'],
  ])('has the public pages of spec 1 §2: %s …', (...paths) => {
    const white = routes.filter((r) => r.white).flatMap((r) => [r.path, ...(r.also ?? [])])
    expect(paths.filter((p) => !white.includes(p))).toEqual([])
  })
  it('has all of the product under /v2, but for what the specification puts elsewhere', () => {
    const elsewhere = routes
      .flatMap((r) => [r, ...(r.also ?? []).map((path) => ({ ...r, path }))])
      .filter((r) => !r.white && !r.path.startsWith('/v2/'))
    expect(elsewhere.map((r) => r.path)).toEqual(['/subject-list-test'])
  })
})
