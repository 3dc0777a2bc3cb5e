/**
 * What a PDF draws, by reading its own operators: rectangles, lines and filled areas of each page in millimetres from its
 * upper left corner. A second reading of the format, written without the printer's code.
 */
import { inflateSync } from 'node:zlib'

type Matrix = readonly [number, number, number, number, number, number]
type Box = { x: number; y: number; w: number; h: number }
export type Drawn = Box & { how: 'fill' | 'stroke'; kind: 'rectangle' | 'line' | 'curve'; width: number }
export type DrawnPage = { width: number; height: number; drawn: Drawn[]; texts: number }

const mm = 25.4 / 72

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]

type Thing = { head: string; body: Buffer | null }

const thingsOf = (pdf: Buffer): Map<number, Thing> => {
  const text = pdf.toString('latin1')
  const found = new Map<number, Thing>()
  for (const m of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = m.index + m[0].length
    const end = text.indexOf('endobj', from)
    const stream = text.indexOf('stream\n', from)
    const streamed = stream > 0 && stream < end
    const head = text.slice(from, streamed ? stream : end)
    const length = Number(/\/Length (\d+)(?! \d+ R)/.exec(head)?.[1] ?? 0)
    const raw = streamed ? pdf.subarray(stream + 7, stream + 7 + length) : null
    found.set(Number(m[1]), { head, body: raw && /\/FlateDecode/.test(head) ? inflateSync(raw) : raw })
  }
  return found
}

const refOf = (head: string, name: string): number => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? 0)
const dictionaryOf = (things: Map<number, Thing>, head: string, name: string): string => {
  const own = new RegExp(`/${name} <<([\\s\\S]*?)>>`).exec(head)
  return own ? own[1]! : (things.get(refOf(head, name))?.head ?? '')
}

type State = { at: Matrix; width: number }

const run = (content: string, resources: string, things: Map<number, Thing>, start: State, out: DrawnPage): void => {
  const forms = dictionaryOf(things, resources, 'XObject')
  let state = start
  const kept: State[] = []
  let operands: string[] = []
  let path: { points: [number, number][]; kind: Drawn['kind'] }[] = []
  const numbers = (): number[] => operands.map(Number)
  const place = (x: number, y: number): [number, number] => {
    const [a, b, c, d, e, f] = state.at
    return [a * x + c * y + e, b * x + d * y + f]
  }
  const paint = (how: Drawn['how']): void => {
    for (const { points, kind } of path) {
      const xs = points.map((p) => p[0] * mm)
      const ys = points.map((p) => out.height - p[1] * mm)
      const [x, y] = [Math.min(...xs), Math.min(...ys)]
      const width = state.width * Math.sqrt(Math.abs(state.at[0] * state.at[3] - state.at[1] * state.at[2])) * mm
      out.drawn.push({ x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y, how, kind, width })
    }
    path = []
  }
  let inText = false
  for (const token of content.split(/[\s]+/)) {
    if (token === '') continue
    if (/^[-+.\d]/.test(token) || token.startsWith('/') || /[<>[\]()]/.test(token)) {
      operands.push(token)
      continue
    }
    const n = numbers()
    switch (token) {
      case 'q':
        kept.push(state)
        break
      case 'Q':
        state = kept.pop() ?? state
        break
      case 'cm':
        state = { ...state, at: times(n as unknown as Matrix, state.at) }
        break
      case 'w':
        state = { ...state, width: n[0]! }
        break
      case 're': {
        const [x, y, w, h] = n as [number, number, number, number]
        path.push({
          points: [place(x, y), place(x + w, y), place(x + w, y + h), place(x, y + h)],
          kind: 'rectangle',
        })
        break
      }
      case 'm':
        path.push({ points: [place(n[0]!, n[1]!)], kind: 'line' })
        break
      case 'l':
        path.at(-1)!.points.push(place(n[0]!, n[1]!))
        break
      case 'c':
        path.at(-1)!.kind = 'curve'
        path.at(-1)!.points.push(place(n[4]!, n[5]!))
        break
      case 'f':
        paint('fill')
        break
      case 'S':
        paint('stroke')
        break
      case 'n':
        path = []
        break
      case 'BT':
        inText = true
        break
      case 'ET':
        inText = false
        break
      case 'Tj':
        if (inText) out.texts++
        break
      case 'Do': {
        const name = operands.at(-1)!.slice(1)
        const form = things.get(refOf(forms, name))
        if (!form?.body) throw new Error(`no form ${name}`)
        run(form.body.toString('latin1'), form.head, things, { ...state, width: 1 }, out)
        break
      }
      default:
    }
    operands = []
  }
}

/** Every page of a PDF as what it draws. */
export const drawnPages = (pdf: Buffer): DrawnPage[] => {
  const things = thingsOf(pdf)
  const pages = [...things.values()].filter((t) => /\/Type \/Page\b(?!s)/.test(t.head))
  return pages.map((page) => {
    const box = /\/MediaBox \[([^\]]*)\]/.exec(page.head)![1]!.split(' ').map(Number)
    const out: DrawnPage = { width: box[2]! * mm, height: box[3]! * mm, drawn: [], texts: 0 }
    const content = things.get(refOf(page.head, 'Contents'))!.body!.toString('latin1')
    const resources = things.get(refOf(page.head, 'Resources'))!.head
    run(content, resources, things, { at: [1, 0, 0, 1, 0, 0], width: 1 }, out)
    return out
  })
}
