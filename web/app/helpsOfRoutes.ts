/** What `helps.ts` is in the build: routes carry the help of their screens, and the shell does not load it with them (`withoutCalls`). */
import { pathToFileURL } from 'node:url'

export const helpsOfRoutes = async (): Promise<string> => {
  // As Node reads it, not the bundler.
  const { helps } = (await import(pathToFileURL(`${import.meta.dirname}/helps.ts`).href)) as { helps: object }
  return `export const helps = ${JSON.stringify(helps)}`
}
