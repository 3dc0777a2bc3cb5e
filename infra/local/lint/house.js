/**
 * Who may import whom, as one table and one ESLint rule. A path is judged by its folders alone.
 */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Why `from` may not import `to` (both relative to the root, with forward slashes), or null.
 * @param {string} from @param {string} to @returns {string | null}
 */
export const barred = (from, to) => {
  const [top, room = ''] = from.split('/')
  const [toTop, toRoom = ''] = to.split('/')
  const file = to.split('/').at(-1) ?? ''
  // A test makes the rows of other rooms that its own room's handlers will meet.
  const inTests = /\.(test|fixtures|testing|journey)\.tsx?$/.test(from)
  switch (top) {
    case 'shared':
      if (toTop !== 'shared') return 'shared imports only shared'
      if (toRoom === 'kit' || toRoom === room) return null
      if (room === 'kit') return 'shared/kit imports only itself'
      return /\.types\.ts$/.test(file) || (inTests && /\.fixtures\.ts$/.test(file))
        ? null
        : `shared/${room} may import only the types of another room`
    case 'functions':
      if (toTop === 'shared') return room === 'kit' && toRoom !== 'kit' ? 'functions/kit imports only shared/kit' : null
      if (toTop !== 'functions') return 'functions never import web or infra'
      if (toRoom === 'kit' || toRoom === room) return null
      if (room === 'kit') return 'functions/kit imports no room'
      return /\.public\.ts$/.test(file) || inTests
        ? null
        : `functions/${room} may import only another room's *.public.ts`
    case 'web':
      if (toTop === 'shared') {
        // The kit's own calls (jobs, uploads, sessions) are the platform's and identity's: every screen stands on them.
        if (room === 'kit')
          return ['kit', 'platform', 'identity'].includes(toRoom) ? null : 'web/kit imports only shared/kit'
        return null
      }
      if (toTop !== 'web') return 'web never imports functions or infra'
      if (toRoom === 'kit' || toRoom === room) return null
      // The build is configuration, not a room: a room may say how its packages are built.
      if (room === 'vite.config.ts') return null
      if (room === 'kit') return 'web/kit imports no room'
      if (room === 'e2e') return /\.paths\.ts$/.test(file) ? null : 'web/e2e imports shared and the paths'
      if (room === 'app')
        return /\.(routes|paths)\.ts$|\.public\.tsx$/.test(file) ? null : 'web/app imports the routes of a room'
      return /\.paths\.ts$|\.public\.tsx$/.test(file)
        ? null
        : `web/${room} may import only another room's paths and public parts`
    case 'infra':
      if (toTop === 'shared' || toTop === 'infra') {
        if (from.startsWith('infra/demo/paper/') && toTop === 'shared' && to !== 'shared/card/card.types.ts')
          return "the paper simulator shares only the card's types"
        // The second generator is worth something only while it knows neither the first nor what reads its pages.
        if (from.startsWith('infra/demo/camera/')) {
          if (toTop === 'shared' && !/^shared\/card\/(card|template)\.types\.ts$/.test(to))
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
      const why = to === null ? null : barred(from, to)
      if (why) context.report({ node, messageId: 'barred', data: { why, from, to } })
    }
    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
    }
  },
}

export const houseRules = { rules: { imports } }
