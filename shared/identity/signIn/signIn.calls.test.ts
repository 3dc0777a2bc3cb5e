import { expect, it } from 'vitest'
import { signIn } from '../identity.calls.ts'

it('waits ten seconds for a sign-in and not the usual minute', () => expect(signIn.timeoutMs).toBe(10_000))
