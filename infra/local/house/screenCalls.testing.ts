/** Which calls a screen can make: what its component reaches, declaration by declaration, outside the kit. */
import { posix } from 'node:path'
import ts from 'typescript'
import type { Source } from './sources.ts'

type Declared = { uses: ReadonlySet<string>; members: ReadonlySet<string> }
type Module = { imports: ReadonlyMap<string, { from: string; name: string }>; declared: ReadonlyMap<string, Declared> }

const namesOf = (statement: ts.Statement): string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((d) => (ts.isIdentifier(d.name) ? [d.name.text] : []))
  if (ts.isFunctionDeclaration(statement) && statement.name) return [statement.name.text]
  return []
}

/** Identifiers in values, and `x.y` of them: what stands in a type alone makes no call. */
const usesIn = (statement: ts.Statement): Declared => {
  const uses = new Set<string>()
  const members = new Set<string>()
  const walk = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      members.add(`${node.expression.text}.${node.name.text}`)
    if (ts.isIdentifier(node)) uses.add(node.text)
    ts.forEachChild(node, walk)
  }
  walk(statement)
  return { uses, members }
}

const moduleOf = ({ path, text }: Source): Module => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  const imports = new Map<string, { from: string; name: string }>()
  const declared = new Map<string, Declared>()
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause
      const spec = (statement.moduleSpecifier as ts.StringLiteral).text
      const from = spec.startsWith('#') ? spec.slice(1) : posix.join(posix.dirname(path), spec)
      if (!clause || clause.isTypeOnly || !clause.namedBindings) continue
      if (ts.isNamespaceImport(clause.namedBindings)) imports.set(clause.namedBindings.name.text, { from, name: '*' })
      else
        for (const e of clause.namedBindings.elements)
          if (!e.isTypeOnly) imports.set(e.name.text, { from, name: (e.propertyName ?? e.name).text })
    } else for (const name of namesOf(statement)) declared.set(name, usesIn(statement))
  }
  // What is loaded where it is wanted: `(await import('./x.tsx')).y`.
  return { imports, declared }
}

export type MadeCall = { module: string; name: string; by: string }

/** Of a component in a file: each call of a `*.calls.ts` that it reaches, and the file that names it. */
export const screenCalls = (sources: readonly Source[]): ((file: string, component: string) => MadeCall[]) => {
  const texts = new Map(sources.map((s) => [s.path, s]))
  const modules = new Map<string, Module>()
  const of = (path: string): Module | undefined => {
    const source = texts.get(path)
    if (!source) return undefined
    const known = modules.get(path) ?? moduleOf(source)
    modules.set(path, known)
    return known
  }
  return (file, component) => {
    const made = new Map<string, MadeCall>()
    const seen = new Set<string>()
    const follow = (path: string, name: string): void => {
      if (seen.has(`${path} ${name}`)) return
      seen.add(`${path} ${name}`)
      const module = of(path)
      const declared = module?.declared.get(name)
      if (!module || !declared) return
      for (const use of declared.uses) {
        const from = module.imports.get(use)
        if (!from) follow(path, use)
        else if (from.from.endsWith('.calls.ts')) {
          const called =
            from.name === '*'
              ? [...declared.members].flatMap((m) => (m.startsWith(`${use}.`) ? [m.slice(use.length + 1)] : []))
              : [from.name]
          for (const c of called) made.set(`${from.from} ${c}`, { module: from.from, name: c, by: path })
        } else if (from.from.startsWith('web/') && !from.from.startsWith('web/kit/')) follow(from.from, from.name)
      }
    }
    follow(file, component)
    return [...made.values()]
  }
}
