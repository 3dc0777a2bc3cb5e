/** Where on the pictures of a script its answers are, for who reads what they earned. */
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { regionsOf } from '#shared/scan/lying.rules.ts'
import type { Region } from '#shared/scan/lying.types.ts'
import { printedCardByCode } from '#functions/card/card.public.ts'

/** Of these questions alone; none on a page of which it is not known how it lies. */
export const regionsOn = async (
  { page, lies }: Pick<StudentReading['pages'][number], 'page' | 'lies'>,
  questionIds: ReadonlySet<string>,
): Promise<Region[]> => {
  const card = lies && questionIds.size > 0 ? await printedCardByCode(lies.code, lies.version) : null
  const own = card?.geometry.pages.find((p) => p.page === page)
  return lies && card && own ? regionsOf(lies, card.geometry, own, questionIds) : []
}
