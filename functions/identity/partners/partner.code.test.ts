import type { RequestListener } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { answering, clientId, clientSecret, outsideServer, redirectOrigin } from './partner.fixtures.ts'
import { partnerWorld } from './partner.testing.ts'

const { partnerOf, personIn, begin, finish, linkTo, refused, schoolOne } = await partnerWorld()
const { address, routes, close } = await outsideServer()
afterAll(close)

describe('a partner of code exchange', () => {
  const dingtalk = (): object => ({
    kind: 'code',
    issuer: 'dingtalk',
    clientId,
    authorize: {
      url: `${address}/oauth2/auth`,
      fields: { client_id: '{clientId}', redirect_uri: '{redirectUri}', state: '{state}', prompt: 'consent' },
    },
    codeParameter: 'authCode',
    token: {
      url: `${address}/v1.0/oauth2/userAccessToken`,
      method: 'POST',
      fields: {
        clientId: '{clientId}',
        clientSecret: '{clientSecret}',
        code: '{code}',
        grantType: 'authorization_code',
      },
      keep: { token: '/accessToken' },
    },
    profile: {
      url: `${address}/v1.0/contact/users/me`,
      method: 'GET',
      headers: { 'x-acs-dingtalk-access-token': '{token}' },
    },
    subjectAt: '/unionId',
    nameAt: '/nick',
  })
  const good = (): void => {
    const bodies: string[] = []
    routes['/v1.0/oauth2/userAccessToken'] = (request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        bodies.push(body)
        const { clientSecret: secret, code } = JSON.parse(body) as Record<string, string>
        if (secret !== clientSecret || code !== 'good-code') return response.writeHead(400).end('{"code":"invalid"}')
        return response.writeHead(200).end('{"accessToken":"user-token","expireIn":7200}')
      })
    }
    routes['/v1.0/contact/users/me'] = (request, response) =>
      request.headers['x-acs-dingtalk-access-token'] === 'user-token'
        ? response.writeHead(200).end('{"unionId":"union-1","nick":"李老师"}')
        : response.writeHead(401).end('{}')
  }
  const arrive = async (id: string, params: Record<string, string>) => {
    const begun = await begin(id)
    const query = new URL(begun.data.url).searchParams
    expect(query.get('redirect_uri')).toBe(`${redirectOrigin}/auth/${id}`)
    return finish(id, { state: query.get('state')!, ...params }, { kept: begun.data.kept })
  }

  it('exchanges, maps and links', async () => {
    good()
    const id = await partnerOf(dingtalk())
    const teacher = await personIn(schoolOne)
    const first = await arrive(id, { authCode: 'good-code' })
    expect(first.data).toMatchObject({ name: '李老师' })
    expect((await linkTo(first, teacher.token)).status).toBe(0)
    expect(await arrive(id, { authCode: 'good-code' })).toMatchObject({
      status: 0,
      data: { user: { accountId: teacher.caller.accountId } },
    })
    expect(await arrive(id, { authCode: 'used-code' })).toMatchObject(refused(p.partnerUntrusted))
    expect(await arrive(id, {})).toMatchObject(refused(p.partnerDenied))
    expect(await arrive(id, { error: 'access_denied' })).toMatchObject(refused(p.partnerDenied))
    expect(await arrive(id, { error: 'server_error', authCode: 'good-code' })).toMatchObject(
      refused(p.partnerUntrusted),
    )
  })

  it('takes a GET with the subject in its answer, as Tencent has it', async () => {
    let asked = ''
    routes['/sns/oauth2/access_token'] = (request, response) => {
      asked = request.url ?? ''
      answering({ access_token: 'x', openid: 'open-1', unionid: 'union-1' })(request, response)
    }
    const id = await partnerOf({
      kind: 'code',
      issuer: 'tencent',
      clientId: 'wx1',
      authorize: {
        url: `${address}/q`,
        fields: { appid: '{clientId}', redirect_uri: '{redirectUri}', state: '{state}' },
      },
      token: {
        url: `${address}/sns/oauth2/access_token`,
        method: 'GET',
        fields: { appid: '{clientId}', secret: '{clientSecret}', code: '{code}', grant_type: 'authorization_code' },
      },
      subjectAt: '/unionid',
    })
    expect(await arrive(id, { code: 'a&b=c' })).toMatchObject(refused(p.partnerUnlinked))
    expect(new URL(asked, address).searchParams.get('code')).toBe('a&b=c')
    routes['/sns/oauth2/access_token'] = answering({ errcode: 40029, errmsg: 'invalid code' })
    expect(await arrive(id, { code: 'x' })).toMatchObject(refused(p.partnerUntrusted))
  })

  it.each<[string, RequestListener]>([
    ['no subject', answering({ nick: '无名' })],
    ['a subject of blanks', answering({ unionId: '  ' })],
    ['a number beyond exactness', answering({ unionId: 2 ** 53 })],
    ['a list', answering(['union-1'])],
    ['nothing', (_, response) => response.writeHead(200).end()],
    [
      'a redirect to this cloud',
      (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
    ],
  ])('is not believed with %s', async (_, listener) => {
    good()
    routes['/v1.0/contact/users/me'] = listener
    const id = await partnerOf(dingtalk())
    expect(await arrive(id, { authCode: 'good-code' })).toMatchObject(refused(p.partnerUntrusted))
  })

  it('never puts a line break into a header', async () => {
    good()
    routes['/v1.0/oauth2/userAccessToken'] = answering({ accessToken: 'a\r\nx-evil: 1' })
    const id = await partnerOf(dingtalk())
    expect(await arrive(id, { authCode: 'good-code' })).toMatchObject(refused(p.partnerUntrusted))
  })
})
