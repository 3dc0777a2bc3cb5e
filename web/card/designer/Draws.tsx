import { memo, useLayoutEffect, useRef } from 'react'
import { svgOf } from '#shared/card/layout/svg.ts'
import { changedPart } from './changedPart.ts'

/** Parses elements of SVG: they belong to its namespace only inside of an `svg`. */
const elementsOf = (parts: readonly string[]): DocumentFragment => {
  const holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  holder.innerHTML = parts.join('')
  const fragment = document.createDocumentFragment()
  fragment.append(...holder.childNodes)
  return fragment
}

/**
 * What is printed, as the printer draws it. Only elements that changed are made anew: a frame that is dragged leaves
 * hundreds of cells and words above it alone.
 */
export const Draws = memo((props: { parts: readonly string[]; width: number; height: number; className: string }) => {
  const { parts, width, height } = props
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<{ parts: readonly string[]; width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const was = shown.current
    shown.current = { parts, width, height }
    const svg = box.current!.firstElementChild
    if (!svg || was?.width !== width || was.height !== height) {
      box.current!.innerHTML = svgOf({ x: 0, y: 0, w: width, h: height }, parts.join(''))
      return
    }
    const { from, removed, added } = changedPart(was.parts, parts)
    // The first element is the paper.
    const first = svg.childNodes[from + 1] ?? null
    const range = document.createRange()
    if (removed > 0) {
      range.setStartBefore(first!)
      range.setEndAfter(svg.childNodes[from + removed]!)
      range.deleteContents()
    }
    if (added.length > 0) svg.insertBefore(elementsOf(added), svg.childNodes[from + 1] ?? null)
  }, [parts, width, height])
  return <div ref={box} className={props.className} aria-hidden="true" />
})
Draws.displayName = 'Draws'
