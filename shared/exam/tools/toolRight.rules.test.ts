/** Every tool × every user type × what was given: held against the specification's lists, written out here by hand. */
import { describe, expect, it } from 'vitest'
import { userTypes } from '#shared/kit/userType.ts'
import { toolList, toolRight } from './tool.rules.ts'
import { examTools, grantTypes } from './tool.table.ts'
import type { Grant } from './tool.rules.ts'
import type { ToolCode } from './tool.table.ts'

const exam = { examId: 'ex_1', owner: 's:1' as never, creatorId: 'us_creator' as never }
const viewer = (userType: number, more: object = {}) => ({ userId: 'us_1', userType, tenant: 's:1', ...more })

/** Who manages every exam of the school, by type; and which types use a tool of themselves (2 §2.2). */
const managers = [-1, 1, 2, 15, 18, 19]
const own: Partial<Record<ToolCode, number[]>> = {
  'unusual-paper-handle': [3, 13],
  'answer-card-upload-school': [3, 8, 9, 10, 11, 12, 13, 14, 20],
  'base-info': [3, 8, 9, 10, 11, 12, 13, 14, 20],
}
/** To whom a tool may be given: these types for every tool but those. */
const given = [3, 8, 9, 10, 11, 12, 13, 14, 20]
const otherGiven: Partial<Record<ToolCode, number[]>> = {
  'adjust-score': [],
  'maneuver-score': [],
  'miss-exam': [],
  'question-type-set': [],
  'course-manage': [],
  'exam-merge': [],
  senior: [],
  'question-conversion': [],
  'unusual-paper-handle': [3, 13],
  'answer-card-upload': [],
  'answer-card-upload-school': [],
  'base-info': [],
  'permission-setting': [],
  'teacher-manager': [],
  'evidence-pack': [],
  'exam-teacher-declare': [],
  'other-func': [],
}
const cases = toolList.flatMap(({ code }) => userTypes.map((userType) => ({ code, userType })))
const grant = (tool: string, to: string, allows: boolean): Grant => ({ tool, to, allows })

describe('the permission map', () => {
  it('by default is the specification’s: of every tool and every type', () => {
    for (const { code, userType } of cases) {
      const expected = managers.includes(userType) ? 'all' : own[code]?.includes(userType) ? 'own' : null
      expect([code, userType, toolRight(code, exam, viewer(userType), [])]).toEqual([code, userType, expected])
      expect(toolRight(code, exam, viewer(userType, { userId: 'us_creator' }), [])).toBe('all')
      expect(toolRight(code, exam, viewer(userType, { tenant: 's:2' }), [])).toBe(userType === -1 ? 'all' : null)
    }
  })

  it('of every tool and type follows what was given, the person’s over the type’s, and takes nothing from a manager', () => {
    let held = 0
    for (const { code, userType } of cases) {
      const may = (otherGiven[code] ?? given).includes(userType)
      const before = toolRight(code, exam, viewer(userType), [])
      const right = (...grants: Grant[]) => toolRight(code, exam, viewer(userType), grants)
      const [type, person] = [`t:${userType}`, 'u:us_1']
      const follows = (allows: boolean) =>
        managers.includes(userType) ? 'all' : may ? (allows ? 'all' : null) : before
      for (const allows of [true, false]) {
        expect(right(grant(code, type, allows))).toBe(follows(allows))
        expect(right(grant(code, person, allows))).toBe(follows(allows))
        expect(right(grant(code, type, !allows), grant(code, person, allows))).toBe(follows(allows))
        expect(right(grant(code, person, allows), grant(code, type, !allows))).toBe(follows(allows))
      }
      if (follows(true) !== before) held++
      // What was given is one tool’s, one type’s, one person’s, and the own school’s.
      const other = toolList.find((t) => t.code !== code)!.code
      expect(
        right(grant(other, type, true), grant(code, `t:${userType + 100}`, true), grant(code, 'u:us_2', true)),
      ).toBe(before)
      expect(toolRight(code, exam, viewer(userType, { tenant: 's:2' }), [grant(code, person, true)])).toBe(
        userType === -1 ? 'all' : null,
      )
    }
    expect(held).toBeGreaterThan(50)
  })

  it('says why a tool cannot be given, and of no other', () => {
    for (const { code, grants, kept } of toolList)
      expect([code, kept !== undefined]).toEqual([code, grants?.length === 0])
    expect(Object.keys(otherGiven).every((code) => code in examTools)).toBe(true)
    expect([...grantTypes]).toEqual(given)
  })
})
