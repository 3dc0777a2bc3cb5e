import { describe, expect, it } from 'vitest'
import { watchPresses } from './afterPress.ts'

describe('what waits for a press to end', () => {
  it('runs at once where nothing is pressed, and after the click where something is', () => {
    const target = new EventTarget()
    const later: (() => void)[] = []
    const after = watchPresses(target, (run) => later.push(run))
    const said: string[] = []
    after(() => said.push('by the keyboard'))
    expect(said).toEqual(['by the keyboard'])
    target.dispatchEvent(new Event('pointerdown'))
    after(() => said.push('left by a click'))
    expect(said).toHaveLength(1)
    target.dispatchEvent(new Event('pointerup'))
    // The click itself comes first.
    expect(said).toHaveLength(1)
    later.forEach((run) => run())
    expect(said).toEqual(['by the keyboard', 'left by a click'])
    after(() => said.push('again at once'))
    expect(said).toHaveLength(3)
  })

  it('is not stuck when a press is taken away', () => {
    const target = new EventTarget()
    const after = watchPresses(target, (run) => run())
    target.dispatchEvent(new Event('pointerdown'))
    let ran = false
    after(() => (ran = true))
    target.dispatchEvent(new Event('pointercancel'))
    expect(ran).toBe(true)
  })
})
