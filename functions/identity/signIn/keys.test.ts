import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { accountState } from '#shared/identity/accounts/support.calls.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { accessTokenMs, authenticate, issuer, keyPeriodMs, signingKeys } from '#functions/kit/session.ts'
import { stays } from '#functions/kit/kinds.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'

actAs('identity-api')
const { handler } = await import('../identity.api.ts')

describe('a signing key', () => {
  const tokenUnder = async (createdAt: number): Promise<string> => {
    const { caller } = await testCaller({ userType: 2, tenant: 'p' })
    const kid = newId<string>('attempt').slice(3, 20)
    const pair = await generateKeyPair('ES256', { extractable: true })
    const publicJwk = { ...(await exportJWK(pair.publicKey)) }
    await signingKeys.create({ schema: 1, kid, publicJwk, wrapped: '-', createdAt, version: 1 })
    // Fresh by its own words: who stole an old key signs today.
    return new SignJWT({ who: caller })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt(Math.floor(now() / 1000))
      .setExpirationTime(Math.floor(now() / 1000) + accessTokenMs / 1000)
      .sign(pair.privateKey)
  }
  it.each([
    ['is good while it signs', 0, true],
    ['and while the last token that it signed may live', keyPeriodMs + accessTokenMs - 5_000, true],
    ['and never again', keyPeriodMs + accessTokenMs + 61_000, false],
    ['however old it is', 3 * keyPeriodMs, false],
  ])('%s', async (_, age, good) => {
    const token = await tokenUnder(now() - age)
    expect((await authenticate(`Bearer ${token}`)) !== null).toBe(good)
  })
})

describe('the edge', () => {
  it('is told by its secret, by the one before while that is being changed, and by no other', async () => {
    const { caller: _caller, token } = await testCaller({ userType: 2, tenant: 'p' })
    const asked = async (sent: string) => {
      const before = process.env['EDGE_SECRET']
      // `send` speaks as the edge does: with the secret that stands in the environment then.
      process.env['EDGE_SECRET'] = sent
      const event = send(
        (e, c) => {
          process.env['EDGE_SECRET'] = 'n'.repeat(32)
          return handler(e, c)
        },
        sessionUser,
        {},
        token,
      )
      const { http } = await event
      if (before === undefined) delete process.env['EDGE_SECRET']
      else process.env['EDGE_SECRET'] = before
      return http
    }
    process.env['EDGE_SECRET_BEFORE'] = 'o'.repeat(32)
    try {
      expect(await asked('n'.repeat(32))).not.toBe(403)
      expect(await asked('o'.repeat(32))).not.toBe(403)
      expect(await asked('x'.repeat(32))).toBe(403)
      process.env['EDGE_SECRET_BEFORE'] = ''
      expect(await asked('o'.repeat(32))).toBe(403)
    } finally {
      delete process.env['EDGE_SECRET_BEFORE']
    }
  })
})

describe('the key that wraps', () => {
  it('opens for identity what identity wrapped, and no room’s fields', async () => {
    const { DecryptCommand, GenerateDataKeyCommand } = await import('@aws-sdk/client-kms')
    const { kms } = await import('#functions/kit/kms.ts')
    const { sealField } = await import('#functions/kit/fields.ts')
    const { rows } = await import('#functions/kit/table.ts')
    const { env } = await import('#functions/kit/clients.ts')
    const z = await import('zod')
    await asFunction('school-api', () => sealField('a place', 'a text'))
    // Identity reads the school's table, and so its wrapped key: it must not open it.
    const keys = rows({
      table: 'TABLE_SCHOOL',
      hangsOn: stays('of this test alone'),
      personal: 'nothing',
      schema: z.object({ keyId: z.string(), wrapped: z.string() }),
      key: (of: { keyId: string }) => ({ pk: `fieldKey#${of.keyId}`, sk: 'fieldKey' }),
    })
    const { wrapped } = (await keys.get({ keyId: 'k1' }))!
    const refusedAs = (purpose?: string): Promise<string> => {
      const context = purpose === undefined ? {} : { EncryptionContext: { purpose } }
      const asked = new DecryptCommand({ CiphertextBlob: Buffer.from(wrapped, 'base64'), ...context })
      return kms()
        .send(asked)
        .then(
          () => 'opened',
          (e: Error) => e.name,
        )
    }
    expect(await refusedAs('qinghe-fields-school')).toBe('AccessDeniedException')
    expect(await refusedAs()).toBe('AccessDeniedException')
    expect(await asFunction('school-api', () => refusedAs('qinghe-fields-school'))).toBe('opened')
    const making = kms().send(
      new GenerateDataKeyCommand({
        KeyId: env('KEY_ID'),
        NumberOfBytes: 32,
        EncryptionContext: { purpose: 'qinghe-fields-school' },
      }),
    )
    await expect(making).rejects.toMatchObject({ name: 'AccessDeniedException' })
    // Its own goes on.
    expect(await sealField('a place', 'a text')).toMatch(/^k1\./)
  })
})

describe('what names a person', () => {
  it('is heard beside the address, and in it from an older page', async () => {
    const { token } = await testCaller({ userType: 2, tenant: 'p' })
    const asked = (header: string, input: Partial<{ accountName: string }>) =>
      send(
        (event, context) => handler({ ...event, headers: { ...event.headers, 'x-qinghe-query': header } }, context),
        accountState,
        input as never,
        token,
      )
    expect((await asked('', {})).message).toBe('请输入账号')
    // No account has that name, in the query or in the header: both are read.
    const known = await asked('', { accountName: 'no account 1' })
    expect(known.message).toBe('没有这个身份')
    expect(await asked('accountName=no%20account%201', {})).toEqual(known)
  })
})
