/**
 * What is doubtful of the answers on the page of a candidate who was absent (print that shows through, dust) decides nothing
 * and is set aside. Nothing is settled by that: the answers stay in doubt, and their doubts come back with the candidate. Pure.
 */
import { bars } from './scan.rules.ts'
import type { PageStanding, SheetDoubt, SheetDoubtKind } from './sheet.types.ts'

const ofWholePage: readonly SheetDoubtKind[] = ['likelyBlank', 'paperType', 'pick', 'scoreBox']
const isOfAnswers = (d: SheetDoubt): boolean => !bars(d) && (d.questionId !== undefined || ofWholePage.includes(d.kind))

const waitsWith = (of: PageStanding, doubts: readonly SheetDoubt[]): boolean => of.state === 'open' || doubts.length > 0

/** The page of an absent candidate; null where nothing of it changes. */
export const putAside = (of: PageStanding): PageStanding | null => {
  const aside = of.doubts.filter(isOfAnswers)
  if (of.state !== 'matched' || aside.length === 0) return null
  const doubts = of.doubts.filter((d) => !isOfAnswers(d))
  return { ...of, doubts, aside: [...(of.aside ?? []), ...aside], waits: waitsWith(of, doubts) }
}

/** The page of a candidate who was there: what a person has settled since stays settled. null where nothing changes. */
export const bringBack = (of: PageStanding): PageStanding | null => {
  const { aside = [], ...rest } = of
  if (aside.length === 0) return null
  const known = new Set(of.doubts.map((d) => `${d.kind}#${d.questionId ?? ''}`))
  const back = aside.filter(
    (d) => !known.has(`${d.kind}#${d.questionId ?? ''}`) && !(d.questionId !== undefined && d.questionId in of.settled),
  )
  const doubts = [...of.doubts, ...back]
  return { ...rest, doubts, waits: waitsWith(of, doubts) }
}
