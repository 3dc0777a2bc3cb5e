import { useRef, useState } from 'react'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import type { Rubric } from '#shared/marking/rubric/rubric.types.ts'
import { undoesItself, useKeys } from '#web/kit/parts/useKeys.ts'
import type { Looking } from '../parts/AnswerPicture.tsx'
import { plainLook, zoomed } from '../parts/AnswerPicture.tsx'
import { reasons } from '../parts/ScorePad.tsx'
import { pointKeys, rubricKey } from '../rubric/rubricKeys.ts'
import { nothingTyped, typed } from './typing.ts'
import type { Typed } from './typing.ts'

/** Keys that act once however long they are held. */
const held = /^([0-9.fbsrcxwlgvnz]|Enter|Backspace|Escape|ArrowLeft|ArrowRight)$/
const isHeld = (key: string): boolean => held.test(key) || pointKeys.some((k) => k === key)

/** What stands typed, and what is chosen of a rubric: null until something is. */
type Standing = { standing: Typed; chosen: string | null }
const nothing: Standing = { standing: nothingTyped, chosen: null }

type Keys = {
  /** The answer in sight. */
  of: string
  /** The next answer is on its way: what is typed until then is of no answer. */
  waits: boolean
  choices: readonly number[]
  /** Points in the place of numbers; `before`: those that the answer's mark chose. */
  rubric: { rubric: Pick<Rubric, 'kind' | 'points'>; before: string } | null
  full: number
  /** The answer in sight has a mark: Enter goes on. Without one it stays, so that an Enter after a digit skips nothing. */
  marked: boolean
  give: (value: MarkValue) => void
  back: () => void
  next: () => void
  look: Looking
  onLook: (look: Looking) => void
  /** The whole sheet was asked for and is in sight. */
  whole: boolean
  /** The whole sheet, or back from it; the list of the own marks. */
  onSheet: () => void
  onList: () => void
  /** The standards beside the answer, or away. */
  onExamples: () => void
  /** The own answers before it beside the answer, or away. */
  onOwn: () => void
  /** The pen's tools, or away; the last note is taken back. Without crops there is nothing to write on. */
  onPen: (() => void) | null
  onUndo: (() => void) | null
}

/** The keyboard of the marking screen. Answers what stands typed, and whether a problem's reason is asked for. */
export const useMarkKeys = (keys: Keys) => {
  const [asking, setAsking] = useState(false)
  const [kept, hold] = useState<Standing & { of: string }>({ ...nothing, of: keys.of })
  // What was typed or chosen for one answer is not carried to another, however that came in sight.
  const { standing, chosen }: Standing = kept.of === keys.of ? kept : nothing
  const stand = (now: Partial<Standing>): void =>
    hold({ standing: latest.current.standing, chosen: latest.current.chosen, ...now, of: latest.current.of })
  const latest = useRef({ ...keys, standing, asking, chosen })
  latest.current = { ...keys, standing, asking, chosen }

  const give = (value: MarkValue): void => {
    stand(nothing)
    setAsking(false)
    latest.current.give(value)
  }
  const type = (key: string): void => {
    const now = typed(latest.current.choices, latest.current.standing, key)
    if (now.give !== null) give({ kind: 'score', score: now.give })
    stand({ standing: now })
  }
  const go = (move: () => void): void => {
    stand(nothing)
    move()
  }
  const press = (key: string, e?: KeyboardEvent): boolean => {
    const now = latest.current
    // A key that is held is one press: nothing is given, skipped or taken back by it again.
    if (e?.repeat && isHeld(key)) return true
    if (now.asking) {
      const reason = reasons.find((r) => r.key === key)
      if (reason) give(reason.value)
      if (key === 'Escape') setAsking(false)
      return reason !== undefined || key === 'Escape'
    }
    const points = now.rubric && rubricKey({ ...now.rubric, full: now.full }, now.chosen, now.rubric.before, key)
    if (now.waits && (points || /^([0-9.fbswrcx+=-]|Enter|ArrowRight)$/.test(key))) return true
    if (points) {
      if ('give' in points) give(points.give)
      else stand({ chosen: points.chosen })
      return true
    }
    if (/^[0-9.]$/.test(key)) type(key)
    else if (key === 'Enter' && now.standing.score !== null) give({ kind: 'score', score: now.standing.score })
    else if (key === 'Enter') {
      if (now.marked && now.standing.text === '') now.next()
    } else if (key === 'ArrowRight') go(now.next)
    else if (key === 'Backspace' && now.standing.text !== '') {
      stand({ standing: nothingTyped })
    } else if (key === 'Backspace' || key === 'ArrowLeft') go(now.back)
    else if (key === 'f') give({ kind: 'score', score: now.full })
    else if (key === 'b') give({ kind: 'noAnswer' })
    else if (key === 's') setAsking(true)
    else if (key === 'w' || (key === 'Escape' && now.whole)) now.onSheet()
    else if (key === 'n' && now.onPen) now.onPen()
    else if (key === 'z' && now.onUndo) now.onUndo()
    else if (key === 'l') now.onList()
    else if (key === 'g') now.onExamples()
    else if (key === 'v') now.onOwn()
    else if (key === '+' || key === '=') now.onLook(zoomed(now.look, 0.25))
    else if (key === '-') now.onLook(zoomed(now.look, -0.25))
    else if (key === 'r') now.onLook({ ...now.look, turns: (now.look.turns + 1) % 4 })
    else if (key === 'c') now.onLook({ ...now.look, contrast: !now.look.contrast })
    else if (key === 'x') now.onLook(plainLook)
    else return false
    return true
  }
  useKeys(press)
  useKeys(
    (key, e) => {
      const undo = key === 'z' && !undoesItself(e.target) ? latest.current.onUndo : null
      undo?.()
      return undo !== null
    },
    { control: true },
  )
  return { standing, chosen, asking, setAsking, give, press: (key: string) => void press(key) }
}
