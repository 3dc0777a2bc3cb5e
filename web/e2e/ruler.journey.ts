/**
 * What a ruler tells of a screen as it stands: one look into the open page a size, no further load. Each line names the
 * point of the guide's checklist that it breaks.
 */
import type { Page } from 'playwright'

/** Where a screen is looked at: a laptop's window, the same in dark, at 200 % of its size, a phone. */
export type Place = 'desk' | 'dark' | 'zoomed' | 'phone'

/** px from the top of the page. */
export const lastStart = 190
const limits = {
  /** A window of 683 × 384, which is 1366 × 768 at 200 %: four rows of a list stand in it. */
  zoomedStart: 384 - 4 * 33,
  /** A column is as wide as twice what it says and the widest that is fixed (a time, progress: 144 px). */
  wider: 2,
  spare: 144,
  /** Colours of one chart, but black, white and greys. */
  colours: 4,
  /** Text on what lies under it; axe-core asks for more where a journey looks. */
  contrast: 3,
}

export const rulerOf = (page: Page, place: Place): Promise<string[]> =>
  page.evaluate(
    ({ at, lastStart: start, limits: of }) => {
      const main = document.querySelector('main')
      if (!main || !document.querySelector('header nav')) return []
      const wrong: string[] = []
      const say = (point: number, text: string): number => wrong.push(`§12.${point} ${text}`)
      const seen = (e: Element): boolean => {
        const { width, height } = e.getBoundingClientRect()
        return width > 1 && height > 1 && getComputedStyle(e).visibility === 'visible'
      }
      const all = (query: string, under: ParentNode = main): HTMLElement[] =>
        [...under.querySelectorAll<HTMLElement>(query)].filter(seen)
      const words = (e: Element): string => (e.textContent ?? '').trim()
      const short = (e: Element): string => `${words(e).slice(0, 16)} <${e.outerHTML.slice(0, 80)}>`
      const colourOf = (token: string): string => {
        const probe = main.appendChild(document.createElement('i'))
        probe.style.color = `var(${token})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }
      type Rgb = [number, number, number, number]
      const rgb = (text: string): Rgb | null => {
        const n = [...text.matchAll(/[\d.]+/g)].map(([d]) => Number(d))
        if (n.length < 3) return null
        const scale = text.startsWith('color(') ? 255 : 1
        return [n[0]! * scale, n[1]! * scale, n[2]! * scale, n[3] ?? 1]
      }
      const light = ([r, g, b]: Rgb): number => {
        const [x, y, z] = [r, g, b].map((v) => (v <= 10.3 ? v / 3295 : ((v / 255 + 0.055) / 1.055) ** 2.4))
        return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!
      }
      const box = (e: Element): DOMRect => e.getBoundingClientRect()
      const top = (e: Element): number => box(e).top + scrollY
      const barred = ':disabled, [aria-disabled=true]'
      const head = main.querySelector('h1')
      const content = main.querySelector<HTMLElement>('[data-content]')

      const tables = all('table')
      const rowsOf = (t: Element): HTMLElement[] => all('tbody > tr', t).filter((r) => r.ariaHidden !== 'true')
      // What a page answers with is measured; what has a heading, a form, a picture or an answer before it has its own place.
      const before = all('h2, [data-answer], [role=img], [data-content] > * input, [data-content] > * textarea')
      const first = tables.find(
        (t) =>
          rowsOf(t).length > 0 &&
          t.closest('[data-list], [data-rows]') &&
          !before.some(
            (b) =>
              !t.contains(b) &&
              !b.closest('[data-head]') &&
              b.compareDocumentPosition(t) === Node.DOCUMENT_POSITION_FOLLOWING,
          ),
      )
      const row = first && rowsOf(first)[0]!
      if (at === 'desk' && row && top(row) > start) say(1, `the first row begins at ${top(row)}`)
      if (at === 'zoomed' && row && top(row) > of.zoomedStart) say(1, `at 200 % the first row begins at ${top(row)}`)

      if (at === 'desk') {
        const brand = new Set([colourOf('--colorBrandBackground'), colourOf('--colorCompoundBrandBackground')])
        const inWords = (under: ParentNode): string[] =>
          all('button, a', under)
            // What is barred is led to by no press.
            .filter((b) => words(b) !== '' && !brand.has(getComputedStyle(b).backgroundColor) && !b.matches(barred))
            .map(words)
        const others = main.querySelector('[data-acts]')
        const named = others ? inWords(others) : []
        if (named.length > 1) say(3, `other buttons in words: ${named.join('、')}`)
        const ofRow = all('td[data-place=acts]').map((td) => inWords(td))
        const many = ofRow.find((acts) => acts.length > 1)
        if (many) say(3, `a row's buttons in words: ${many.join('、')}`)
        if (all('h1').length !== 1) say(3, `headings of the page: ${all('h1').length}`)

        if (head) {
          const edge = box(head).left
          const railed = main.querySelector('[data-rail]') !== null
          if (content && ![railed ? 216 : 24].includes(Math.round(edge))) say(4, `the title begins at ${edge}`)
          const parts = (e: Element): Element[] =>
            [...e.children].flatMap((c) => (getComputedStyle(c).display === 'contents' ? parts(c) : seen(c) ? [c] : []))
          for (const part of content ? parts(content) : [])
            if (getComputedStyle(part).position !== 'fixed' && Math.abs(box(part).left - edge) > 1)
              say(4, `begins at ${box(part).left}, the title at ${edge}: ${short(part)}`)
        }

        for (const table of tables) {
          const widest: { cell: number; text: number; name: string }[] = []
          for (const tr of all('tr', table)) {
            if ([...tr.children].some((c) => (c as HTMLTableCellElement).colSpan > 1)) continue
            ;[...tr.children].forEach((c, i) => {
              const range = document.createRange()
              range.selectNodeContents(c)
              const said = [...range.getClientRects()].filter(({ width }) => width > 0)
              const text = Math.max(0, ...said.map((b) => b.right)) - Math.min(Infinity, ...said.map((b) => b.left))
              const here = (widest[i] ??= { cell: 0, text: 0, name: '' })
              here.cell = Math.max(here.cell, box(c).width)
              if (said.length > 0) here.text = Math.max(here.text, text)
              here.name ||= words(c)
            })
          }
          const wide = widest.filter(({ cell, text }) => cell > of.wider * text + of.spare)
          if (wide.length > 0)
            say(5, `wide: ${wide.map((c) => `${c.name} ${Math.round(c.cell)} for ${Math.round(c.text)}`).join(', ')}`)
        }

        // Numbers of one column that are compared with each other. What names something (a number of a person) is text.
        const numeral = /^[−+-]?\d[\d,]*(\.\d+)?(%|分)?$/
        for (const table of tables) {
          const heads = [...(table.querySelector('thead tr:last-child') ?? table).children]
          const columns = new Map<number, HTMLElement[]>()
          for (const tr of rowsOf(table)) {
            if ([...tr.children].some((c) => (c as HTMLTableCellElement).colSpan > 1)) continue
            ;[...tr.children].forEach((c, i) => columns.set(i, [...(columns.get(i) ?? []), c as HTMLElement]))
          }
          for (const [i, cells] of columns) {
            const name = words(heads[i] ?? table)
            const full = cells.filter((c) => !['', '—', '–'].includes(words(c)))
            if (full.length < 2 || !full.every((c) => numeral.test(words(c)))) continue
            const said = full.map((c) => words(c))
            // A state's word beside its glyph, and what a bar tells, begin at the left.
            const isState = full.some((c) => c.querySelector('[role=progressbar], svg'))
            if (/号|电话|手机/.test(name) || isState) continue
            // They end where their head ends, and all at one place.
            const ends = [heads[i] ?? table, ...full].map((c) => {
              const range = document.createRange()
              range.selectNodeContents(c)
              return range.getBoundingClientRect().right
            })
            const [head, ...own] = ends
            if (Math.max(...own) - Math.min(...own) > 2 || Math.abs(head! - Math.max(...own)) > 24)
              say(9, `not to the right: ${name} ${said.slice(0, 3).join(' ')}`)
            const decimals = new Set(said.map((n) => n.replace(/[%分]$/, '').split('.')[1]?.length ?? 0))
            if (decimals.size > 1) say(9, `decimals differ: ${name} ${said.slice(0, 4).join(' ')}`)
            if (new Set(said.map((n) => /[%分]$/.test(n))).size > 1)
              say(9, `units differ: ${name} ${said.slice(0, 4).join(' ')}`)
          }
        }

        const states = new Map(
          [
            '--colorPaletteBlueBorderActive',
            '--colorStatusWarningForeground3',
            '--colorStatusDangerForeground1',
            '--colorStatusSuccessForeground1',
          ].map((t) => [colourOf(t), t]),
        )
        const inks = new Set([...brand, colourOf('--colorBrandForeground1')])
        const acts =
          'a, button, [role=button], [role=tab], [role=option], [role=radio], [role=checkbox], [role=switch], [role=progressbar], input, label, [aria-current], [data-paper]'
        for (const glyph of all('svg')) {
          if (glyph.closest('[_echarts_instance_], svg svg')) continue
          const { color } = getComputedStyle(glyph)
          const around = glyph.parentElement
          const told = [glyph, around, around?.parentElement].some((e) => e?.ariaLabel || e?.getAttribute('title'))
          if (states.has(color) && !told && (!around || words(around.parentElement ?? around) === ''))
            say(6, `${states.get(color)} without a word: ${short(around ?? glyph)}`)
          if (inks.has(color) && !glyph.closest(acts))
            say(7, `a glyph in the brand's colour: ${short(around ?? glyph)}`)
        }
        for (const badge of all('.fui-Badge, .fui-CounterBadge')) {
          if (words(badge) === '' && !badge.ariaLabel) say(6, `a badge without a word: ${short(badge)}`)
          if (inks.has(getComputedStyle(badge).backgroundColor))
            say(7, `a badge in the brand's colour: ${short(badge)}`)
        }
        const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
        while (walk.nextNode()) {
          const e = walk.currentNode.parentElement!
          if (words(e) === '' || !seen(e) || e.closest(`${acts}, svg`)) continue
          if (inks.has(getComputedStyle(e).color)) say(7, `words in the brand's colour: ${short(e)}`)
        }

        for (const svg of all('[_echarts_instance_] svg')) {
          const used = new Set<string>()
          for (const shape of svg.querySelectorAll('path, rect, circle, polyline, polygon'))
            for (const name of ['fill', 'stroke']) {
              const value = shape.getAttribute(name)
              if (!value || value === 'none') continue
              const probe = main.appendChild(document.createElement('i'))
              probe.style.color = value
              const c = rgb(getComputedStyle(probe).color)
              probe.remove()
              if (c && c[3] > 0.05 && Math.max(c[0], c[1], c[2]) - Math.min(c[0], c[1], c[2]) > 24) used.add(value)
            }
          if (used.size > of.colours) say(11, `${used.size} colours: ${[...used].join(' ')}`)
        }

        const low = all('*')
          .filter((e) => e.childElementCount === 0 || e.tagName === 'SVG' || e.tagName === 'IMG')
          .reduce((y, e) => Math.max(y, box(e).bottom), 0)
        // Rows that are all there, a form or one step to take is all that such a screen has to say.
        const told =
          all('[data-empty-state], tbody > tr, li, input, textarea, [role=combobox]').filter((e) => !e.closest('nav'))
            .length > 0
        const steps = all('button, a').filter((b) => !b.closest('nav') && !b.matches(barred))
        if (low < innerHeight / 2 && !told && steps.length === 0)
          say(12, `ends at ${Math.round(low)} of ${innerHeight}`)

        const mark = document.querySelector<SVGElement>('[data-watermark]')
        const hit = (x: number, y: number, marked: boolean): Element | null => {
          if (mark) mark.style.pointerEvents = marked ? 'all' : 'none'
          const found = document.elementFromPoint(x, y)
          if (mark) mark.style.pointerEvents = 'none'
          return found
        }
        for (const paper of all('[data-paper]')) {
          const { left, top: y, width, height } = box(paper)
          const shares = [0.1, 0.5, 0.9]
          const points = shares.flatMap((h) => shares.map((v) => [left + width * h, y + height * v] as const))
          // Where it is in sight, and not scrolled out of its pane.
          const inSight = points.filter(([px, py]) => paper.contains(hit(px, py, false)))
          if (inSight.some(([px, py]) => !paper.contains(hit(px, py, true))))
            say(13, `lies under the watermark: ${short(paper)}`)
          const picture = paper instanceof HTMLImageElement ? paper : paper.querySelector('img')
          if (picture?.naturalWidth && picture.clientWidth > picture.naturalWidth * 1.02)
            say(13, `${picture.clientWidth} px for ${picture.naturalWidth}: ${short(paper)}`)
        }
      }

      if (at === 'phone' && first) {
        const second = rowsOf(first)[1]
        if (second && box(second).bottom + scrollY > innerHeight)
          say(14, `the second row ends at ${Math.round(box(second).bottom + scrollY)} of ${innerHeight}`)
      }

      if (at === 'dark') {
        const grounds = (e: Element | null): Rgb => {
          for (let under = e; under; under = under.parentElement) {
            const c = rgb(getComputedStyle(under).backgroundColor)
            if (c && c[3] > 0.9) return c
          }
          return [255, 255, 255, 1]
        }
        for (const e of all('*')) {
          if (e.closest('[data-paper], svg, img, canvas')) continue
          const c = rgb(getComputedStyle(e).backgroundColor)
          const { width, height } = box(e)
          if (c && c[3] > 0.5 && light(c) > 0.5 && width * height > 2000) say(15, `glares: ${short(e)}`)
        }
        const lines = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
        while (lines.nextNode()) {
          const e = lines.currentNode.parentElement!
          if (
            !lines.currentNode.textContent?.trim() ||
            !seen(e) ||
            e.closest(`[data-paper], svg, ${barred}`) ||
            e.closest('label')?.control?.matches(barred)
          )
            continue
          const ink = rgb(getComputedStyle(e).color)
          if (!ink || ink[3] < 0.9) continue
          const [a, b] = [light(ink), light(grounds(e))].sort((x, y) => y - x)
          if ((a! + 0.05) / (b! + 0.05) < of.contrast) say(15, `is lost: ${short(e)}`)
        }
      }
      return [...new Set(wrong)]
    },
    { at: place, lastStart, limits },
  )
