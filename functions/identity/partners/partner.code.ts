/** Code exchange as regional platforms do it: a declarative mapping of two requests and of where the subject stands. */
import { filled, textAt } from '#shared/identity/partners/partner.rules.ts'
import type { Holes } from '#shared/identity/partners/partner.rules.ts'
import { outsideHosts } from '#shared/identity/partners/partner.types.ts'
import type { CodeSettings, Exchange } from '#shared/identity/partners/partner.types.ts'
import { askJson, askOutside } from './outside.ts'
import type { Asked, Way } from './partner.way.ts'
import { Unproved } from './partner.way.ts'

const fieldsOf = (templates: Readonly<Record<string, string>>, holes: Holes): Record<string, string> =>
  Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, filled(template, holes)]))

const withQuery = (address: string, fields: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

const exchanged = (of: Exchange, holes: Holes, hosts: readonly string[]): Promise<Record<string, unknown>> => {
  const fields = fieldsOf(of.fields, holes)
  const headers = fieldsOf(of.headers, holes)
  if (Object.values(headers).some((value) => !/^[\x20-\x7e]*$/.test(value)))
    throw new Unproved('untrusted', 'a value that no header holds')
  if (of.method === 'GET') return askJson(withQuery(of.url, fields), { headers, hosts })
  const form = of.body === 'form'
  return askJson(of.url, {
    method: 'POST',
    headers: { ...headers, 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: form ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    hosts,
  })
}

/** That a place answers at all: what it says of a request without a code is its own affair. */
const answers = async (url: string, settings: CodeSettings): Promise<string> => {
  await askOutside(url, { hosts: outsideHosts(settings) })
  return '可以连接'
}

export const codeWay: Way<CodeSettings> = {
  stateful: true,
  trials: [
    { name: '连接换取令牌的地址', run: ({ settings }) => answers(settings.token.url, settings) },
    {
      name: '连接读取用户的地址',
      run: ({ settings }) =>
        settings.profile ? answers(settings.profile.url, settings) : Promise.resolve('没有这一步'),
    },
  ],
  begin: async ({ settings, redirectUri }, state) => ({
    url: withQuery(
      settings.authorize.url,
      fieldsOf(settings.authorize.fields, { clientId: settings.clientId, redirectUri, state }),
    ),
  }),
  prove: async ({ settings, secret, redirectUri }: Asked<CodeSettings>, { params }) => {
    const code = params[settings.codeParameter]
    // Some of them say a refusal by leaving the code out.
    if (!code) throw new Unproved('denied', `no ${settings.codeParameter}`)
    const hosts = outsideHosts(settings)
    const holes = { code, clientId: settings.clientId, clientSecret: secret, redirectUri }
    const token = await exchanged(settings.token, holes, hosts)
    let answer = token
    if (settings.profile) {
      const kept = Object.entries(settings.token.keep).map(([hole, at]) => [hole, textAt(token, at, 4000)] as const)
      const missing = kept.find(([, value]) => value === null)
      if (missing) throw new Unproved('untrusted', `no ${missing[0]} in the answer`)
      answer = await exchanged(settings.profile, { ...holes, ...(Object.fromEntries(kept) as Holes) }, hosts)
    }
    const subject = textAt(answer, settings.subjectAt)
    if (subject === null) throw new Unproved('untrusted', 'no subject in the answer')
    const name = settings.nameAt ? textAt(answer, settings.nameAt) : null
    return { issuer: settings.issuer, subject, ...(name === null ? {} : { name }) }
  },
}
