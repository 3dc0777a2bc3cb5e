/**
 * What nothing uses: files that no file imports and exported names that no file reads.
 * `node infra/local/house/deadCode.ts` prints them; `--freeze` writes them down as the ones that are known.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { functionKinds, domains, entryOf } from '#infra/domains.ts'
import { root } from '../root.ts'
import { houseFiles, isCode, isTest } from './sources.ts'
import type { Source } from './sources.ts'

export type Dead = {
  /** `path` of a file that no file imports, or `path#name` of an export. */
  what: string
  /**
   * file: no file imports it; unused: no file reads the name, its own neither; testsOnly: only tests read it, and its
   * own file does not.
   */
  kind: 'file' | 'unused' | 'testsOnly'
}

type Read = {
  exports: Map<string, { local: string }>
  /** Per imported file: names, '*' for all of them. */
  imports: Map<string, Set<string>>
  /** How often each identifier stands in the file. */
  identifiers: Map<string, number>
}

/** The file that a specifier means, from the root; null for a package. */
const fileOf = (from: string, specifier: string): string | null =>
  specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier))
      : null

const exported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((m) => m.kind === ts.SyntaxKind.ExportKeyword)

const namesBound = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((e) => (ts.isOmittedExpression(e) ? [] : namesBound(e.name)))

const read = ({ path, text }: Source): Read => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const result: Read = { exports: new Map(), imports: new Map(), identifiers: new Map() }
  const note = (specifier: string, ...names: string[]): void => {
    const to = fileOf(path, specifier)
    if (to === null) return
    const known = result.imports.get(to) ?? new Set()
    for (const name of names) known.add(name)
    result.imports.set(to, known)
  }
  const offer = (name: string, local = name): void => void result.exports.set(name, { local })
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) result.identifiers.set(node.text, (result.identifiers.get(node.text) ?? 0) + 1)
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const bindings = node.importClause?.namedBindings
      if (!bindings) note(node.moduleSpecifier.text, ...(node.importClause ? ['default'] : []))
      else if (ts.isNamespaceImport(bindings)) note(node.moduleSpecifier.text, '*')
      else note(node.moduleSpecifier.text, ...bindings.elements.map((e) => (e.propertyName ?? e.name).text))
    } else if (ts.isExportDeclaration(node)) {
      const names = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : []
      for (const e of names) offer(e.name.text, (e.propertyName ?? e.name).text)
      if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
        note(
          node.moduleSpecifier.text,
          ...(node.exportClause ? names.map((e) => (e.propertyName ?? e.name).text) : ['*']),
        )
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      if (specifier && ts.isStringLiteralLike(specifier)) note(specifier.text, '*')
    } else if (ts.isNewExpression(node) && node.getText().includes('import.meta.url')) {
      // Workers and child processes: new URL('./x.ts', import.meta.url)
      const [specifier] = node.arguments ?? []
      if (specifier && ts.isStringLiteralLike(specifier)) note(specifier.text, '*')
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      note(node.argument.literal.text, '*')
    } else if (exported(node)) {
      if (ts.isVariableStatement(node))
        for (const d of node.declarationList.declarations) for (const name of namesBound(d.name)) offer(name)
      else if (
        (ts.isFunctionDeclaration(node) ||
          ts.isClassDeclaration(node) ||
          ts.isTypeAliasDeclaration(node) ||
          ts.isInterfaceDeclaration(node)) &&
        node.name
      )
        offer(node.name.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return result
}

/** Files that something outside the imports begins with: Lambdas, commands, tests, configuration. */
const isEntry = (path: string, entries: ReadonlySet<string>): boolean =>
  entries.has(path) ||
  isTest(path) ||
  /^infra\/local\/commands\/[^/]+\.ts$|^infra\/local\/house\/deadCode\.ts$|\.config\.(ts|js)$/.test(path) ||
  [
    'infra/app.ts',
    'infra/local/bootstrap.mjs',
    'infra/demo/paper/samples.ts',
    'infra/local/runtime.ts',
    'web/app/main.tsx',
  ].includes(path)

/** Names that a runtime or a loader takes without an import. */
const takenByName = new Set(['handler', 'setup', 'teardown'])

/** All that is dead in shared, functions, web and infra. Schema and type of one name count as one. */
export const deadCode = (files: readonly Source[] = houseFiles()): Dead[] => {
  const code = files.filter((f) => isCode(f.path))
  const known = new Map(code.map((f) => [f.path, read(f)]))
  const entries = new Set<string>([...domains.flatMap((d) => functionKinds(d).map((kind) => entryOf(d.room, kind)))])
  // A file named whole in some text is begun by path (a worker, a child process, a script of the HTML page).
  const texts = files.filter((f) => /\.(ts|tsx|mjs|html|json)$/.test(f.path))
  const byName = (path: string): boolean =>
    texts.some(
      (t) =>
        t.path !== path &&
        (t.text.includes(`'${path}'`) || t.text.includes(`"/${path.replace(/^web\/(public\/)?/, '')}"`)),
    )
  const users = (path: string, name: string | null): { code: boolean; tests: boolean } => {
    const found = { code: false, tests: false }
    for (const [from, of] of known) {
      if (from === path) continue
      const names = of.imports.get(path)
      if (!names || (name !== null && !names.has(name) && !names.has('*'))) continue
      found[isTest(from) ? 'tests' : 'code'] = true
    }
    return found
  }
  const dead: Dead[] = []
  for (const [path, of] of known) {
    if (!/^(shared|functions|web|infra)\//.test(path) || isEntry(path, entries)) continue
    const file = users(path, null)
    if (!file.code && !file.tests && !byName(path)) {
      dead.push({ what: path, kind: 'file' })
      continue
    }
    for (const [name, { local }] of of.exports) {
      if (takenByName.has(name)) continue
      const by = users(path, name)
      // A declaration and its type are two identifiers of one name: more than those is a use in the own file.
      const declared = new RegExp(
        String.raw`export (?:declare )?(?:const|type|interface|function|class|async function) ${name}\b`,
        'g',
      )
      const source = code.find((f) => f.path === path)!.text
      const own =
        (of.identifiers.get(local) ?? 0) >
        Math.max(1, [...source.matchAll(declared)].length + typeofItself(source, name))
      if (by.code || own) continue
      dead.push({ what: `${path}#${name}`, kind: by.tests ? 'testsOnly' : 'unused' })
    }
  }
  return dead.sort((a, b) => (a.what < b.what ? -1 : 1))
}

/** `export type X = z.infer<typeof X>` reads X only to name its type. */
const typeofItself = (source: string, name: string): number =>
  [...source.matchAll(new RegExp(String.raw`export type ${name} = [^\n]*typeof ${name}\b`, 'g'))].length

/** The findings that are known and wait for their owners: one line each. */
export const frozenFile = join(root, 'infra', 'local', 'house', 'deadCode.frozen.json')

if (import.meta.main) {
  const dead = deadCode()
  if (process.argv.includes('--freeze'))
    writeFileSync(
      frozenFile,
      `${JSON.stringify(
        dead.map((d) => d.what),
        null,
        2,
      )}\n`,
    )
  for (const d of dead) console.log(`${d.kind.padEnd(10)} ${d.what}`)
  console.log(`${dead.length} found${existsSync(frozenFile) ? '' : ', none frozen'}`)
}
