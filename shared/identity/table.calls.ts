/** How a user likes to see the product's tables: it follows from computer to computer. */
import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { HiddenColumns } from './config.types.ts'
import { identityProblems as p } from './identity.problems.ts'

const tableName = () => z.string().min(1).max(120)

export const tableConfig = call('GET /api/dynamic/table/config/detail', {
  summary: 'The columns that this user hides in a table; null where none were chosen',
  userTypes: [],
  scope: self,
  input: () => z.object({ tableName: tableName() }),
  output: () => z.object({ hidden: HiddenColumns }).nullable(),
})

export const saveTableConfig = call('POST /api/dynamic/table/config/save', {
  summary: 'Keep the columns that this user hides in a table; null takes the choice back',
  userTypes: [],
  scope: self,
  input: () => z.object({ tableName: tableName(), hidden: HiddenColumns.nullable() }),
  output: () => z.object({}),
  problems: [p.tooOften],
})
