/** `npm run -s catalogue`: every call and every screen, as JSON. */
import { domains } from '#infra/domains.ts'
import { routes } from '#web/app/routes.ts'

const calls = domains.flatMap((d) =>
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
  [r.path, ...(r.alsoAt ?? [])].map((path) => ({
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
