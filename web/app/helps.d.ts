/** The help of every screen, by the route's path: the build reads it off the routes (`helpsOfRoutes.ts`), and it comes when it is asked for. */
declare module 'virtual:helps' {
  import type { Help } from '#web/kit/route.types.ts'

  export const helps: Readonly<Record<string, { help: Help; keys?: Readonly<Record<string, string>> }>>
}
