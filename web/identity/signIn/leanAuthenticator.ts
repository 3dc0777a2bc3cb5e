/**
 * What the Authenticator carries and this product does not use, left out of the build: the user pool's own services
 * (ours stand in their place), nineteen languages, the design tokens of a theme that our style sheet replaces (the
 * default theme is computed anew by every element at every render, a third of the time that the form takes to appear)
 * and the QR codes of a second factor.
 */

const amplify = /[\\/]node_modules[\\/]@aws-amplify[\\/]ui(-react|-react-core)?[\\/]/

/** Names that a module exports by a list. */
export const exportedNames = (code: string): string[] =>
  [...code.matchAll(/export \{([^}]*)\}/g)]
    .flatMap((m) => m[1]!.split(','))
    .map((n) =>
      n
        .trim()
        .split(/\s+as\s+/)
        .at(-1)!,
    )
    .filter(Boolean)

const empty = (code: string): string =>
  exportedNames(code)
    .map((name) => `export const ${name} = {}`)
    .join('\n')

/** What stands in a module's place; null: it stays as it is. */
export const leanModule = (id: string, code: string): string | null => {
  if (!amplify.test(id)) return null
  const path = id.replaceAll('\\', '/')
  if (/\/i18n\/dictionaries\/authenticator\/(?!en|zh|defaultTexts)\w+\.mjs$/.test(path)) return empty(code)
  if (path.endsWith('/theme/tokens/index.mjs')) return empty(code)
  if (path.endsWith('/theme/createTheme/createTheme.mjs'))
    return `import { breakpoints } from '../breakpoints.mjs'
const theme = { name: 'plain', breakpoints, tokens: {}, cssText: '', containerProps: () => ({}) }
export const createTheme = () => theme`
  return null
}

/** Modules that are replaced whole, by who asks for them. */
export const leanImport = (source: string, importer: string | undefined): 'noPool' | 'noCode' | null => {
  if (!importer || !amplify.test(importer)) return null
  return source === 'aws-amplify/auth' ? 'noPool' : source === 'qrcode' ? 'noCode' : null
}
