/** A net of points over a surface, drawn triangle by triangle: every pixel learns what of the sheet it sees. */
import type { Camera } from './lens.ts'
import type { Space } from './surface.ts'

export type Node = {
  /** On the sheet. */
  u: number
  v: number
  x: number
  y: number
  depth: number
  /** Light that falls here, and light that the paper's gloss throws into the lens. */
  light: number
  glare: number
}

export type Mesh = { columns: number; rows: number; nodes: Node[] }

export type Lit = (at: Space, normal: Space, u: number, v: number) => { light: number; glare: number }

/** Nodes every `step` mm of the box u0…u1 × v0…v1. */
export const meshOf = (
  box: { u0: number; v0: number; u1: number; v1: number },
  step: number,
  at: (u: number, v: number) => Space,
  camera: Camera,
  lit: Lit,
): Mesh => {
  const columns = Math.max(2, Math.round((box.u1 - box.u0) / step) + 1)
  const rows = Math.max(2, Math.round((box.v1 - box.v0) / step) + 1)
  const nodes: Node[] = []
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const u = box.u0 + ((box.u1 - box.u0) * c) / (columns - 1)
      const v = box.v0 + ((box.v1 - box.v0) * r) / (rows - 1)
      const p = at(u, v)
      const e = step / 2
      const [a, b, d, f] = [at(u + e, v), at(u - e, v), at(u, v + e), at(u, v - e)]
      const du: Space = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
      const dv: Space = [d[0] - f[0], d[1] - f[1], d[2] - f[2]]
      const n = [du[1] * dv[2] - du[2] * dv[1], du[2] * dv[0] - du[0] * dv[2], du[0] * dv[1] - du[1] * dv[0]] as const
      const long = Math.hypot(...n) * (n[2] < 0 ? -1 : 1) || 1
      const [x, y, depth] = camera.project(p)
      nodes.push({ u, v, x, y, depth, ...lit(p, [n[0] / long, n[1] / long, n[2] / long], u, v) })
    }
  return { columns, rows, nodes }
}

type Draw = (pixel: number, u: number, v: number, light: number, glare: number, depth: number) => void

/** Within a triangle everything is straight: nodes are a few millimetres apart. */
const drawTriangle = (a: Node, b: Node, c: Node, width: number, height: number, draw: Draw): void => {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
  if (Math.abs(area) < 1e-9) return
  const x0 = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x)))
  const x1 = Math.min(width - 1, Math.floor(Math.max(a.x, b.x, c.x)))
  const y0 = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y)))
  const y1 = Math.min(height - 1, Math.floor(Math.max(a.y, b.y, c.y)))
  const slack = -1e-6
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const wb = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area
      const wc = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area
      const wa = 1 - wb - wc
      if (wa < slack || wb < slack || wc < slack) continue
      draw(
        y * width + x,
        wa * a.u + wb * b.u + wc * c.u,
        wa * a.v + wb * b.v + wc * c.v,
        wa * a.light + wb * b.light + wc * c.light,
        wa * a.glare + wb * b.glare + wc * c.glare,
        wa * a.depth + wb * b.depth + wc * c.depth,
      )
    }
}

/** Pixel centres are whole numbers. */
export const drawMesh = (mesh: Mesh, width: number, height: number, draw: Draw): void => {
  const { columns, rows, nodes } = mesh
  for (let r = 0; r + 1 < rows; r++)
    for (let c = 0; c + 1 < columns; c++) {
      const i = r * columns + c
      drawTriangle(nodes[i]!, nodes[i + 1]!, nodes[i + columns]!, width, height, draw)
      drawTriangle(nodes[i + 1]!, nodes[i + columns + 1]!, nodes[i + columns]!, width, height, draw)
    }
}
