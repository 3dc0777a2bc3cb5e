import { useEffect, useState } from 'react'
import type { CardDesign } from '#shared/card/card.types.ts'
import { drawCheck } from '#shared/card/designer/desk.calls.ts'
import { act } from '#web/kit/ask.ts'
import { useLatest } from '#web/kit/parts/useLatest.ts'
import type { Mistake } from '../designer/mistakes.ts'
import type { CardData } from '../designer/useDesigner.ts'

/** Whose numbers have no room on the card: the roster knows, so it is asked where the number's columns are others. */
export const useLongNumbers = (cardId: CardData['cardId'], design: CardDesign): readonly Mistake[] => {
  const { mode, length } = design.studentNumber
  const columns = `${mode} ${length}`
  const latest = useLatest(design)
  const [told, setTold] = useState<{ columns: string; long: readonly string[] }>()
  useEffect(() => {
    let wanted = true
    act(drawCheck, { cardId, design: latest.current, pages: 2 }, { quiet: true }).then(
      ({ long }) => {
        if (wanted) setTold({ columns, long })
      },
      // Publishing asks again.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [cardId, columns, latest])
  return told?.columns === columns ? told.long.map((text) => ({ text: `${text}，请改“考号位数”`, grave: false })) : []
}
