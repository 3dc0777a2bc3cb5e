/** The help of every screen, by the route's path. The build writes this module whole (`helpsOfRoutes.ts`): its routes are without. */
import type { Help } from '#web/kit/route.types.ts'
import { routes } from './routes.ts'

type Helped = { help: Help; keys?: Readonly<Record<string, string>> | undefined }

export const helps: Readonly<Record<string, Helped>> = Object.fromEntries(
  routes.flatMap(({ path, help, keys }) => (help ? [[path, { help, keys }]] : [])),
)
