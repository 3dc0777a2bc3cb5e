import { Declaration } from '#shared/scan/uploading/declaration.calls.ts'
import { cleaned, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

/** The latest are read first. */
export const orderOf = (d: Declaration): string => `${d.declaredAt}#${d.declarationId}`

export const declarations = rows({
  table: 'TABLE_SCAN',
  schema: Declaration,
  hangsOn: under('paper', ({ paperId }) => ({ index: 'gsi1', pk: `declarations#${paperId}` })),
  personal: cleaned,
  key: (of: { paperId: string; declarationId: string }) => ({
    pk: `declarations#${of.paperId}#${of.declarationId}`,
    sk: 'declaration',
  }),
  index: (d) => ({
    gsi1pk: `declarations#${d.paperId}`,
    gsi1sk: orderOf(d),
    gsi2pk: `declarations#${d.paperId}#${d.state}`,
    gsi2sk: orderOf(d),
  }),
})
