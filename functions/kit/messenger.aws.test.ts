import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { actAs } from '#functions/kit/testing.ts'
import { deliver } from './messenger.ts'
import type { Message } from './messenger.ts'

actAs('identity-api')

type Got = { path: string; headers: IncomingMessage['headers']; body: string; signed: boolean }
let got: Got[] = []
let answers: { status: number; body: string }[] = []
let server: Server

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Whether a request bears the signature of these credentials: worked out from the documents, not by the signer. */
const isSigned = ({ method, url, headers }: IncomingMessage, body: string): boolean => {
  const found =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    )
  if (!found) return false
  const [, , day, region, service, names, signature] = found as unknown as string[]
  const canonical = [
    method,
    url,
    '',
    ...names!.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash(body),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce(
    (k: string | Buffer, part) => hmac(k, part!),
    `AWS4${process.env['AWS_SECRET_ACCESS_KEY']}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

const before = { ...process.env }
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body, signed: isSigned(request, body) })
      const answer = answers.shift() ?? { status: 200, body: '{}' }
      response.writeHead(answer.status).end(answer.body)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  got = []
  answers = []
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(process.env, {
    QINGHE_DEMO: '0',
    SMS_BY: 'sns',
    MAIL_FROM: 'exam@mail.example.com',
    AWS_ENDPOINT_URL_SNS: address,
    AWS_ENDPOINT_URL_SESV2: address,
  })
})
afterEach(() => {
  for (const name of [
    'QINGHE_DEMO',
    'SMS_BY',
    'MAIL_FROM',
    'AWS_ENDPOINT_URL_SNS',
    'AWS_ENDPOINT_URL_SESV2',
    'MESSENGER_URL',
  ])
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
})

const sms: Message = {
  id: 'm1',
  channel: 'sms',
  to: '13800000000',
  template: 'reset',
  values: {},
  text: '【青禾】码：123456 & 余',
}
const mail: Message = { ...sms, channel: 'email', to: 'li@example.cn', subject: '青禾绑定邮箱' }

it('sends to a phone by SNS, signed by the role, as a transaction', async () => {
  expect(await deliver(sms)).toBe(true)
  expect(got).toHaveLength(1)
  expect(got[0]!.signed).toBe(true)
  expect(got[0]!.headers.authorization).toContain('/sns/aws4_request')
  expect(Object.fromEntries(new URLSearchParams(got[0]!.body))).toMatchObject({
    Action: 'Publish',
    PhoneNumber: '+8613800000000',
    Message: sms.text,
    'MessageAttributes.entry.1.Value.StringValue': 'Transactional',
  })
})

it('sends a mail by SES from the one address', async () => {
  expect(await deliver(mail)).toBe(true)
  expect(got[0]).toMatchObject({ path: '/v2/email/outbound-emails', signed: true })
  expect(JSON.parse(got[0]!.body)).toEqual({
    FromEmailAddress: 'exam@mail.example.com',
    Destination: { ToAddresses: ['li@example.cn'] },
    Content: {
      Simple: {
        Subject: { Data: '青禾绑定邮箱', Charset: 'UTF-8' },
        Body: { Text: { Data: mail.text, Charset: 'UTF-8' } },
      },
    },
  })
})

it('asks once more where it is throttled, and says no where it is refused twice', async () => {
  const throttled = { status: 400, body: '<ErrorResponse><Error><Code>Throttled</Code></Error></ErrorResponse>' }
  answers = [throttled]
  expect(await deliver(sms)).toBe(true)
  expect(got).toHaveLength(2)
  answers = [throttled, throttled]
  expect(await deliver(sms)).toBe(false)
  answers = [500, 503].map((status) => ({ status, body: '' }))
  expect(await deliver(mail)).toBe(false)
})

it('goes through the HTTPS messenger where there is one, and nowhere for a channel that has none', async () => {
  delete process.env['MAIL_FROM']
  expect(await deliver(mail)).toBe(false)
  expect(got).toEqual([])
  process.env['MESSENGER_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway`
  expect(await deliver(mail)).toBe(true)
  expect(await deliver(sms)).toBe(true)
  expect(got.map((g) => g.path)).toEqual(['/gateway', '/gateway'])
})
