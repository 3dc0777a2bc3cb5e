/**
 * Routes name the calls of their screens for the catalogue and the tests; the browser needs none of it, and would load
 * every room's schemas with the shell. This takes them out of `*.routes.ts` for the build: an import goes only when
 * nothing else in the file uses what it brings.
 */
export const withoutCalls = (code: string): string => {
  const bare = code.replace(/\b(calls|acts): \[[^\]]*\]/g, '$1: []')
  return bare.replace(
    /^import (?:\{([^}]*)\}|\* as (\w+)) from '#shared\/[^']*\.calls\.ts'\s*;?\n/gm,
    (line, names: string | undefined, all: string | undefined) => {
      const rest = bare.replace(line, '')
      // `calls:` is the key of a route (`acts:` too), `z.calls.ts` a file; anything else is a use, `...calls` too.
      if (all !== undefined) return new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${all}\\b(?!:)`).test(rest) ? line : ''
      const used = (names ?? '')
        .split(',')
        .map((n) => n.trim())
        .filter(Boolean)
        .some((n) => new RegExp(`\\b${n}\\b`).test(rest))
      return used ? line : ''
    },
  )
}
