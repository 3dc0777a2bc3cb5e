/**
 * Names that must not come twice (a class in its grade, a course in its school, a year of enrolment): a row of the name
 * itself is written in the same transaction, so that two who add the same at once cannot both succeed.
 */
import * as z from 'zod'
import { classKey } from '#shared/school/roster.rules.ts'
import { stays } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'

const Name = z.object({ schema: z.literal(1), scope: z.string(), name: z.string(), of: z.string() })

const names = rows({
  table: 'TABLE_SCHOOL',
  schema: Name,
  hangsOn: stays('a name is freed by what bore it'),
  personal: 'nothing',
  key: (of: { scope: string; name: string }) => ({ pk: `name#${of.scope}`, sk: of.name }),
})

type Named = { scope: string; name: string }
export const className = (of: { gradeId: string; className: string }): Named => ({
  scope: of.gradeId,
  name: classKey(of.className),
})
export const courseName = (of: { schoolId: string; courseName: string }): Named => ({
  scope: of.schoolId,
  name: `course#${of.courseName}`,
})
export const gradeYear = (of: { schoolId: string; stage: number; enrolmentYear: number }): Named => ({
  scope: of.schoolId,
  name: `grade#${of.stage}#${of.enrolmentYear}`,
})

/** A register's code: one school's of the whole platform. */
export const schoolCode = (code: string): Named => ({ scope: 'schools', name: `code#${code}` })

/** Whose these codes are: a school's id by code. */
export const codeOwners = async (codes: readonly string[]): Promise<Map<string, string>> => {
  const of = new Map(codes.map((code) => [schoolCode(code).name, code]))
  const taken = await names.getMany([...of.values()].map(schoolCode))
  return new Map(taken.map((n) => [of.get(n.name)!, n.of]))
}

/** Takes a name for an object: fails where another has it. Rows of before this guard are found by reading. */
export const takingName = (named: Named, of: string): WriteItem => names.creating({ schema: 1, ...named, of })
/** Gives a name free, whether it was guarded or not. */
export const freeingName = (named: Named): WriteItem => ({
  Delete: { TableName: names.tableName(), Key: names.keyOf(named) },
})
