/** The module of all screens' help, for the build: routes carry it, and the shell does not load it with them (`withoutCalls`). */
import { pathToFileURL } from 'node:url'
import type { ScreenRoute } from '#web/kit/route.types.ts'

export const helpsModule = 'virtual:helps'

export const helpsOf = (routes: readonly ScreenRoute[]): string => {
  const helped = routes.flatMap(({ path, help, keys }) => (help ? [[path, { help, keys }]] : []))
  return `export const helps = ${JSON.stringify(Object.fromEntries(helped))}`
}

/** As Node reads them, not the bundler. */
export const helpsOfRoutes = async (): Promise<string> => {
  const { routes } = (await import(pathToFileURL(`${import.meta.dirname}/routes.ts`).href)) as {
    routes: readonly ScreenRoute[]
  }
  return helpsOf(routes)
}
