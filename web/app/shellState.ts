/** What the shell hands to its screens: the menu, and whether a flag is on. */
import { createContext, useCallback, useContext } from 'react'
import { settledExpiry } from '#shared/identity/signIn/guard.rules.ts'
import type { Expiry } from '#shared/identity/signIn/guard.rules.ts'
import type { Start } from '#shared/identity/signIn/start.types.ts'
import type { Flag } from '#shared/platform/flag.rules.ts'
import { may } from '#web/kit/sessionConfig.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { useSession } from '#web/kit/viewer.ts'

/** The menu's routes for who is signed in; given by the shell. */
export const MenuContext = createContext<readonly ScreenRoute[]>([])
export const useMenu = (): readonly ScreenRoute[] => useContext(MenuContext)

/** `can(flag)` with what the start-up knows of the school's modules and the system's configuration. */
export const useMay = (): ((flag: Flag) => boolean) => {
  const { start } = useSession()
  return useCallback((flag) => may(flag, start?.systemConfig), [start])
}

/** The checks of the start-up as the menu reads them; undefined until they have answered. */
export const expiryOf = (userType: number, start: Start | undefined): Expiry | undefined =>
  start &&
  settledExpiry(userType, {
    jyeoo: start.expiry.jyeooExpireStatus,
    xueke: start.expiry.xuekeExpireStatus,
    yiqi: start.expiry.yiqiExpireStatus,
    wusan: start.expiry.wusanExpireStatus,
    jinjuan: start.expiry.jinjuanExpireStatus,
  })
