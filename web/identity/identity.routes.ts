import { demoAccounts, signIn } from '#shared/identity/identity.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { identityPaths } from './identity.paths.ts'

export const identityRoutes: readonly ScreenRoute[] = [
  {
    path: identityPaths.signIn,
    also: [identityPaths.entry, '/v2/system/login'],
    name: '登录',
    userTypes: [],
    white: true,
    hideHeader: true,
    load: async () => (await import('./SignInScreen.public.tsx')).SignInScreen,
    calls: [signIn, demoAccounts],
  },
]
