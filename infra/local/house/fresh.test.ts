/** Acts of weight want the person, not only the session: which they are is written here once more, by hand. */
import { expect, it } from 'vitest'
import { domains } from '#infra/domains.ts'
import { changes } from '#shared/kit/call.ts'

it('each act of weight asks for the password, and nothing that only looks does', () => {
  const all = domains.flatMap((d) => d.calls.flatMap(([name, call]) => (call.fresh ? [{ name, call }] : [])))
  expect(all.map(({ name }) => name).sort()).toEqual(
    [
      // What guards an account.
      'bindPhone',
      'bindEmail',
      'setSecurity',
      'enableSensitive',
      'disableSensitive',
      'linkPartner',
      // Other people's accounts, and ways in.
      'resetTeacherPassword',
      'openStaff',
      'pretend',
      'savePartner',
      'revealSchoolKey',
      'renewSchoolKey',
      // What takes an exam with its results from all who read it, or gives it back.
      'forceDelete',
      'confirmForceDelete',
      'undoForceDelete',
      // What leaves students without a result, or opens their marking again.
      'cutMarking',
      'confirmCut',
      'undoCut',
      // What cannot be had back.
      'eraseStudent',
    ].sort(),
  )
  expect(all.filter(({ call }) => !changes(call) || call.scope.kind === 'public')).toEqual([])
})
