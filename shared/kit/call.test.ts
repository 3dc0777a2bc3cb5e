import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { call, callsOf, changes, holesOf, on } from './call.ts'
import type { InputOf } from './call.ts'

const close = call('POST /api/exam//close/:examId', {
  summary: 'close',
  userTypes: [1],
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: z.string(), n: z.int().default(1) }),
  output: () => z.object({ done: z.boolean() }),
})

describe('call', () => {
  it('infers the input of its scope, and cleans double slashes', () => {
    const input: InputOf<typeof close> = { examId: 'a', n: 1 }
    expect(close.scope.kind === 'on' && close.scope.ids(input)).toBe('a')
    expect(close.path).toBe('/api/exam/close/:examId')
    expect(holesOf(close.path)).toEqual(['examId'])
    expect(changes(close)).toBe(true)
    expect(callsOf({ close, other: 3 }).map(([n]) => n)).toEqual(['close'])
  })
})
