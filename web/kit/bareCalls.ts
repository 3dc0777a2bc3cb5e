/**
 * The frame around every screen asks four calls before there is a form, and a client judges no answer: for these importers a
 * module of calls is built without its schemas, so that no screen waits for the library that they are made of.
 */
import ts from 'typescript'

const bareFor = /\/web\/(kit\/viewer\.ts|app\/wireKit\.ts|identity\/signIn\/refreshTokens\.public\.tsx)$/

/** Whether what this module imports there is built bare. */
export const isBare = (source: string, importer: string | undefined): boolean =>
  source.endsWith('.calls.ts') && importer !== undefined && bareFor.test(importer)

const namesOf = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((d) => d.name.getText())
  if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [statement.name.text]
  if (!ts.isImportDeclaration(statement)) return []
  const { importClause } = statement
  const bindings = importClause?.namedBindings
  return bindings && ts.isNamespaceImport(bindings)
    ? [bindings.name.text]
    : (bindings?.elements.map((e) => e.name.text) ?? [])
}

const wordsOf = (node: ts.Node, into = new Set<string>()): Set<string> => {
  if (ts.isIdentifier(node)) into.add(node.text)
  // The name of a field is no use of what is called so.
  else if (ts.isPropertyAssignment(node)) wordsOf(node.initializer, into)
  else if (ts.isPropertyAccessExpression(node)) wordsOf(node.expression, into)
  else node.forEachChild((child) => void wordsOf(child, into))
  return into
}

/** A module of calls as JavaScript, each without what it takes and answers; what is made of schemas is gone. */
export const bareCalls = (code: string): string => {
  const read = (text: string) => ts.createSourceFile('x.calls.ts', text, ts.ScriptTarget.Latest, true)
  let bare = code
  const schemas: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && /^(input|output)$/.test(node.name.getText())) schemas.push(node.initializer)
    else node.forEachChild(visit)
  }
  visit(read(code))
  for (const schema of schemas.reverse()) bare = `${bare.slice(0, schema.getStart())}none${bare.slice(schema.end)}`
  const { statements } = read(bare)
  const gone = new Set(['z'])
  // A later one may stand on an earlier one that went.
  const kept = statements.filter((s) => {
    if (ts.isImportDeclaration(s)) return true
    const goes = ts.isTypeAliasDeclaration(s) || [...wordsOf(s)].some((word) => gone.has(word))
    if (goes) for (const name of namesOf(s)) gone.add(name)
    return !goes
  })
  const used = new Set(kept.flatMap((s) => (ts.isImportDeclaration(s) ? [] : [...wordsOf(s)])))
  const left = kept.filter((s) => !ts.isImportDeclaration(s) || namesOf(s).some((name) => used.has(name)))
  const none = "const none = () => { throw new Error('built without its schemas') }"
  return ts.transpileModule([none, ...left.map((s) => s.getText())].join('\n'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText
}
