/** `npm run -s catalogue`: every call and every screen, as JSON. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callsOf } from '#shared/kit/call.ts'
import * as scannerCalls from '#shared/scan/helper/scanner.calls.ts'
import { domains } from '#infra/domains.ts'
import { root } from '../root.ts'

/** Routes are data; they are loaded by path so that the types of the browser stay out of this folder. */
type Route = {
  path: string
  also?: readonly string[]
  name: string
  userTypes: readonly number[]
  universityTypes?: readonly number[]
  stages?: readonly number[]
  white?: boolean
  hideHeader?: boolean
  hide?: boolean
}
const { routes } = (await import(pathToFileURL(join(root, 'web', 'app', 'routes.ts')).href)) as {
  routes: readonly Route[]
}

const scanner = { room: 'scan', calls: callsOf(scannerCalls) }
const calls = [...domains, scanner].flatMap((d) =>
  d.calls.map(([name, c]) => ({
    method: c.method,
    path: c.path,
    name,
    domain: d.room,
    summary: c.summary,
    userTypes: c.userTypes,
    ...(c.host ? { host: c.host } : {}),
  })),
)
const screens = routes.flatMap((r) =>
  [r.path, ...(r.also ?? [])].map((path) => ({
    path,
    name: r.name,
    userTypes: r.userTypes,
    ...(r.universityTypes ? { universityTypes: r.universityTypes } : {}),
    ...(r.stages ? { stages: r.stages } : {}),
    ...(r.white ? { white: true } : {}),
    ...(r.hideHeader ? { hideHeader: true } : {}),
    ...(r.hide ? { hide: true } : {}),
  })),
)
console.log(JSON.stringify({ calls, screens }, null, 1))
