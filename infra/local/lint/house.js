/**
 * Who may import whom, as one table and one ESLint rule. A path is judged by its folders alone.
 */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mayUse, placeOf } from './rooms.js'
import { storyWordsIn } from './words.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What the makers of test pages know of a card: what it says, and where things are. */
const cardTypes = /^shared\/card\/(card|geometry\/geometry)\.types\.ts$/
/** Where something is asked for, and nothing of how it is done. */
const address = /\.(calls|jobs|paths)\.ts$/
/** The entry of a function: what it runs is put together here. */
const entry = /^functions\/(\w+)\/\1\.(api|work|stream|projector|canary)\.ts$/

/**
 * Why `from` may not import `to` (both relative to the root, with forward slashes), or null.
 * @param {string} from @param {string} to @returns {string | null}
 */
export const barred = (from, to) => {
  const [top, room = ''] = from.split('/')
  const [toTop, toRoom = ''] = to.split('/')
  const file = to.split('/').at(-1) ?? ''
  // A test makes the rows of other rooms that its own room's handlers will meet.
  const inTests = /\.(test|fixtures?|testing|journey)\.tsx?$/.test(from)
  // An entry puts a function together, of rooms above its own too.
  const order =
    inTests || entry.test(from) || address.test(to) || mayUse(from, to)
      ? null
      : `${placeOf(from)} stands below ${placeOf(to)}, or does not use it (lint/rooms.js)`
  switch (top) {
    case 'shared':
      if (toTop !== 'shared') return 'shared imports only shared'
      if (toRoom === 'kit' || toRoom === room) return order
      if (room === 'kit') return 'shared/kit imports only itself'
      return /\.types\.ts$/.test(file) || (inTests && /\.fixtures\.ts$/.test(file))
        ? order
        : `shared/${room} may import only the types of another room`
    case 'functions':
      if (toTop === 'shared')
        return room === 'kit' && toRoom !== 'kit' ? 'functions/kit imports only shared/kit' : order
      if (toTop !== 'functions') return 'functions never import web or infra'
      // What several handlers do, or a job too, is a command: it knows no call.
      if (/\.handlers\.ts$/.test(file) && !entry.test(from) && !inTests)
        return 'only the entry of a function imports handlers: what they share is in *.commands.ts or *.read.ts'
      if (toRoom === 'kit' || toRoom === room) return order
      if (room === 'kit') return 'functions/kit imports no room'
      // What is gathered of all rooms is handed to a function where it is put together, and known nowhere else.
      if (toRoom === 'app')
        return entry.test(from) || inTests ? null : 'only the entry of a function imports functions/app'
      // The kinds of all rows are gathered as they are declared.
      if (from === 'functions/app/kinds.ts') return null
      return /\.public\.ts$/.test(file) || inTests
        ? order
        : `functions/${room} may import only another room's *.public.ts`
    case 'web':
      if (toTop === 'shared') {
        // The kit's own calls (jobs, uploads, sessions) are the platform's and identity's: every screen stands on them.
        if (room === 'kit')
          return ['kit', 'platform', 'identity'].includes(toRoom) ? null : 'web/kit imports only shared/kit'
        return order
      }
      if (toTop !== 'web') return 'web never imports functions or infra'
      if (toRoom === 'kit' || toRoom === room) return order
      // The build is configuration, not a room: a room may say how its packages are built.
      if (room === 'vite.config.ts') return null
      if (room === 'kit') return 'web/kit imports no room'
      if (room === 'e2e') return /\.paths\.ts$/.test(file) ? null : 'web/e2e imports shared and the paths'
      if (room === 'app')
        return /\.(routes|paths|help)\.ts$|\.public\.tsx$/.test(file) ? null : 'web/app imports the routes of a room'
      return /\.paths\.ts$|\.public\.tsx$/.test(file)
        ? order
        : `web/${room} may import only another room's paths and public parts`
    case 'infra':
      if (toTop === 'shared' || toTop === 'infra') {
        if (from.startsWith('infra/demo/paper/') && toTop === 'shared' && !cardTypes.test(to))
          return "the paper simulator shares only the card's types"
        // The second generator is worth something only while it knows neither the first nor what reads its pages.
        if (from.startsWith('infra/demo/camera/')) {
          if (toTop === 'shared' && !cardTypes.test(to) && to !== 'shared/card/template/template.types.ts')
            return "the camera shares only the card's and the template's types"
          if (toTop === 'infra' && !to.startsWith('infra/demo/camera/')) return 'the camera knows nothing of the demo'
        }
        if (from.startsWith('infra/demo/paper/') && to.startsWith('infra/demo/camera/'))
          return 'the paper simulator knows nothing of the camera'
        return null
      }
      if (from.startsWith('infra/demo/camera/')) return "the camera shares only the card's and the template's types"
      if (room === 'local' || room === 'demo') return null
      return 'only infra/local and infra/demo reach functions and web'
    default:
      return null
  }
}

/** Packages that one module stands for; tests may look at its work by the package itself. */
const only = { yauzl: 'functions/kit/zip.reader.ts' }

/**
 * Why `from` may not import the package `name`, or null.
 * @param {string} from @param {string} name @returns {string | null}
 */
export const barredPackage = (from, name) => {
  const place = only[name]
  if (!place || from === place || /\.(test|bench|journey)\.tsx?$/.test(from)) return null
  return `${name} is imported by ${place} alone: use that`
}

/** @type {import('eslint').Rule.RuleModule} */
const imports = {
  meta: { type: 'problem', schema: [], messages: { barred: '{{ why }}: {{ from }} → {{ to }}' } },
  create(context) {
    const from = relative(root, context.filename).replaceAll('\\', '/')
    const judge = (node) => {
      const source = node.source?.value
      if (typeof source !== 'string') return
      const to = source.startsWith('#')
        ? source.slice(1)
        : source.startsWith('.')
          ? relative(root, join(dirname(context.filename), source)).replaceAll('\\', '/')
          : null
      const why = to === null ? barredPackage(from, source) : barred(from, to)
      if (why) context.report({ node, messageId: 'barred', data: { why, from, to: to ?? source } })
    }
    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
    }
  },
}

/** All nodes of a tree, as the parser gives them. */
function* nodesOf(node) {
  yield node
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue
    for (const child of Array.isArray(value) ? value : [value]) if (child?.type) yield* nodesOf(child)
  }
}
const comparisons = /^[<>=!]=?=?$/
const waits = /^(pause|jittered|wait|sleep|delay)/

/** Whether a counter says which one it is, and not only how often: an index, a name, an argument. */
const pointsAt = (name, body) =>
  [...nodesOf(body)].some((node) => {
    if (node.type !== 'Identifier' || node.name !== name) return false
    const { parent } = node
    if (parent.type === 'BinaryExpression') return !comparisons.test(parent.operator)
    if (parent.type === 'CallExpression') return !waits.test(parent.callee.name ?? parent.callee.property?.name ?? '')
    return parent.type !== 'UpdateExpression'
  })

/** Whether a loop is left after so many rounds, done or not: its rounds are tries. */
const triesAgain = (loop) => {
  const { id } = loop.init?.declarations?.[0] ?? {}
  // A round that only looks has nothing to win: its counter says so.
  if (id?.name === 'look') return false
  if (id && !pointsAt(id.name, loop.body)) {
    const counted = [loop.test, loop.update, loop.body].flatMap((part) => (part ? [...nodesOf(part)] : []))
    return counted.some((n) => n.type === 'UpdateExpression' && n.argument.name === id.name)
  }
  if (loop.test && loop.test.type !== 'Literal') return false
  // Endless: a reader goes through its pages so, a writer only until it wins.
  return [...nodesOf(loop.body)].some(
    (n) =>
      n.type === 'CallExpression' &&
      /^(save|create|update|amend|transact|audited|place)$/.test(n.callee.name ?? n.callee.property?.name ?? ''),
  )
}

/** Whether what a function counts on by itself is its own argument, and never says which one it is. */
const triesOf = (call, own) => {
  const [at, counted] = [...call.arguments.entries()].find(([, a]) => a.type === 'BinaryExpression') ?? []
  const name = counted?.left?.name
  const argument = own.params[at]
  const isIts = argument && (argument.name ?? argument.left?.name) === name
  return (
    Boolean(name) &&
    isIts &&
    [...nodesOf(own.body)].some((n) => n.type === 'AwaitExpression') &&
    !indexes(name, own.body)
  )
}
/** Whether a name is used as a place: of an array, or of anything but a comparison and its own successor. */
const indexes = (name, body) =>
  [...nodesOf(body)].some(
    (n) =>
      n.type === 'Identifier' &&
      n.name === name &&
      !(n.parent.type === 'BinaryExpression' && (comparisons.test(n.parent.operator) || n.parent.operator === '+')) &&
      !(n.parent.type === 'CallExpression' && waits.test(n.parent.callee.name ?? n.parent.callee.property?.name ?? '')),
  )

/**
 * A loop that awaits and counts its tries. What others change as well is changed by the kit's `edit`, which waits between
 * its tries and says that it gave up. A loop that only looks again counts its `look`s.
 * @type {import('eslint').Rule.RuleModule}
 */
const edit = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { loop: 'a loop that tries again by hand: use edit() of functions/kit/edit.ts, or rows.edit()' },
  },
  create(context) {
    const judge = (loop) => {
      const awaits = [...nodesOf(loop.body)].some((n) => n.type === 'AwaitExpression')
      if (awaits && triesAgain(loop)) context.report({ node: loop, messageId: 'loop' })
    }
    /** A function that asks itself again, one try further. */
    const again = (call) => {
      const { name } = call.callee
      const counts = call.arguments.some(
        (a) => a.type === 'BinaryExpression' && a.operator === '+' && a.right.type === 'Literal' && a.right.value === 1,
      )
      if (!name || !counts) return
      for (let up = call.parent; up; up = up.parent) {
        const own = up.type === 'FunctionDeclaration' ? up : up.type === 'VariableDeclarator' ? up.init : null
        if (own?.async && up.id?.name === name && triesOf(call, own)) context.report({ node: call, messageId: 'loop' })
      }
    }
    return { ForStatement: judge, WhileStatement: judge, DoWhileStatement: judge, CallExpression: again }
  },
}

/**
 * Comments, strings and names in plain words. The whole text is looked at once, before its tree.
 * @type {import('eslint').Rule.RuleModule}
 */
const words = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { story: "'{{ word }}' hides who or what is meant: say the noun (infra/decisions/glossary.md)" },
  },
  create(context) {
    const path = relative(root, context.filename).replaceAll('\\', '/')
    const { sourceCode } = context
    return {
      Program() {
        for (const { word, index } of storyWordsIn(path, sourceCode.text)) {
          const loc = { start: sourceCode.getLocFromIndex(index), end: sourceCode.getLocFromIndex(index + word.length) }
          context.report({ loc, messageId: 'story', data: { word } })
        }
      },
    }
  },
}

export const houseRules = { rules: { imports, edit, words } }
