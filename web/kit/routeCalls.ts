/**
 * Routes name the calls of their screens for the catalogue and the tests, and the help for its panel (`web/app/helps.ts`); the
 * shell needs none of it, and would load every room's schemas. This takes them out of `*.routes.ts` for the build: an import
 * goes only when nothing else in the file uses what it brings.
 */
export const withoutCalls = (code: string): string => {
  const bare = withoutFields(code)
  return bare.replace(
    /^import (?:\{([^}]*)\}|\* as (\w+)) from (?:'[^']*')\s*;?\n/gm,
    (line, names: string | undefined, all: string | undefined) => {
      // A name in a remark or a text is none, as in the path of a screen's file.
      const rest = bare.replace(line, '').replace(/\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'/g, "''")
      const isUsed = (name: string): boolean =>
        // `calls:` is the key of a route (`acts:` too), `paths.calls` another's; anything else is a use, `...calls` too.
        new RegExp(`(?<![\\w/]|(?<!\\.\\.)\\.)${name}\\b(?!:)`).test(rest)
      const brought = (all ?? names ?? '')
        .split(',')
        .map((n) => n.trim().split(' ').at(-1)!)
        .filter(Boolean)
      return brought.some(isUsed) ? line : ''
    },
  )
}

const opens = '([{'
const closes = ')]}'
/** Where the value that begins here ends: before the comma or the bracket that follows it. */
const endOf = (code: string, from: number): number => {
  let depth = 0
  for (let i = from; i < code.length; i++) {
    const c = code[i]!
    // A text is stepped over; what a template is filled with has its brackets in pairs.
    if (c === "'" || c === '"' || c === '`') i = code.indexOf(c, i + 1)
    else if (opens.includes(c)) depth++
    else if (depth === 0 && (c === ',' || closes.includes(c))) return code.slice(0, i).trimEnd().length
    else if (closes.includes(c)) depth--
  }
  return code.length
}

const emptied = { calls: '[]', acts: '[]', help: '[]', keys: '{}' } as const
const withoutFields = (code: string): string => {
  let bare = ''
  let rest = 0
  for (const { 0: match, 1: name, index } of code.matchAll(/(?<!\w)(calls|acts|help|keys): (?=\S)/g)) {
    if (index < rest) continue
    bare += code.slice(rest, index) + match + emptied[name as keyof typeof emptied]
    rest = endOf(code, index + match.length)
  }
  return bare + code.slice(rest)
}
