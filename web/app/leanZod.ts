/**
 * What zod carries and no browser of ours asks for, left out of the build: the writing of JSON schemas, which every
 * schema of the classic entry names and only the OpenAPI document uses, on the server; and its English messages, which
 * no person here should read: what a person may get wrong has its own words in the schema.
 */
const jsonSchema = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/

/** Names that a module exports, each on its own or by a list. */
export const namesOf = (code: string): string[] => [
  ...[...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map((m) => m[1]!),
  ...[...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap((m) =>
    m[1]!
      .split(',')
      .map((n) =>
        n
          .trim()
          .split(/\s+as\s+/)
          .at(-1)!,
      )
      .filter(Boolean),
  ),
]

const english = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/

/** What stands in a module's place; null: it stays as it is. */
export const leanZod = (id: string, code: string): string | null => {
  if (english.test(id)) return "export default () => ({ localeError: () => '输入有误' })"
  return jsonSchema.test(id)
    ? [
        "const none = () => { throw new Error('JSON schemas are not written in a browser') }",
        ...namesOf(code).map((name) =>
          // A schema takes its method when it is made, and calls it only when asked.
          name.startsWith('create') ? `export const ${name} = () => none` : `export const ${name} = none`,
        ),
      ].join('\n')
    : null
}
