/** What a template's areas mean, whether they are lawful, and the geometry that recognition works with. Pure. */
import type { CardGeometry, Cell, PageGeometry, Rect } from '../geometry/geometry.types.ts'
import { blockTypes, choiceTypes, drawTypeOf, locatingTypes, renderWidth, templateDefaults } from './template.types.ts'
import type { TemplateArea, TemplatePage } from './template.types.ts'
import type { CellGrid } from '../geometry/geometry.types.ts'

/** Options are A, B, C…; true and false are T, F as on our own cards. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const along = (area: TemplateArea) => area.along ?? (area.type === 8 ? 'columns' : 'rows')

/** How many questions (digits, bars) an area of cells has, and how many cells each. */
export const sizeOf = (area: TemplateArea): { lines: number; cells: number } => {
  const { rows = 0, columns = 0 } = area.grid ?? {}
  return along(area) === 'rows' ? { lines: rows, cells: columns } : { lines: columns, cells: rows }
}

/** What the cells of one line mean. */
export const valuesOf = (area: TemplateArea): string[] => {
  const { cells } = sizeOf(area)
  if (area.values) return area.values
  if (area.type === 14 && cells === 2) return ['T', 'F']
  if (area.type === 8 || area.type === 19) return Array.from({ length: cells }, (_, i) => String(i))
  return [...letters].slice(0, cells)
}

const cellRect = (g: CellGrid, row: number, column: number): Rect => ({
  x: g.x + column * g.stepX,
  y: g.y + row * g.stepY,
  w: g.w,
  h: g.h,
})

/** The cells of an area, line by line. */
export const linesOf = (area: TemplateArea): Cell[][] => {
  const { grid } = area
  if (!grid) return []
  const { lines, cells } = sizeOf(area)
  const values = valuesOf(area)
  return Array.from({ length: lines }, (_, line) =>
    Array.from({ length: cells }, (_unused, i) => ({
      value: values[i] ?? '?',
      rect: along(area) === 'rows' ? cellRect(grid, line, i) : cellRect(grid, i, line),
    })),
  )
}

/** The box about a grid's cells. */
export const gridBox = (g: CellGrid): Rect => ({
  x: g.x,
  y: g.y,
  w: (g.columns - 1) * g.stepX + g.w,
  h: (g.rows - 1) * g.stepY + g.h,
})

export type TemplateFault = {
  /** What is wrong: `areaId` where it is one area's fault. */
  message: string
  page?: number
  areaId?: string
  /** Of which check it is (2 §7.3): legality as a whole, locating features, page marks, features of subjective blocks. */
  check: 'legality' | 'feature' | 'pageMark' | 'subFeature'
}

const overlap = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y))

/** Types that may lie over others: what is covered, who it is, where it is found. */
const over: readonly number[] = [7, 20]

const px = (n: number) => Math.round(n)

const areaFaults = (page: TemplatePage, area: TemplateArea): TemplateFault[] => {
  const type = drawTypeOf(area.type)
  const at = { page: page.pageNumber, areaId: area.areaId }
  const faults: TemplateFault[] = []
  const say = (message: string, check: TemplateFault['check'] = 'legality') => faults.push({ ...at, message, check })
  const { rect } = area
  if (rect.w < 2 || rect.h < 2) say(`${type.name}太小`)
  if (rect.x < 0 || rect.y < 0 || rect.x + rect.w > page.naturalWidth || rect.y + rect.h > page.naturalHeight)
    say(`${type.name}超出了图像`)
  // The specification's sizes are of a page 900 wide.
  const k = page.naturalWidth / renderWidth
  const locating = locatingTypes.includes(area.type)
  const check = locating ? 'feature' : area.type === 4 ? 'pageMark' : 'legality'
  if (type.min && (rect.w < type.min.w * k - 1 || rect.h < type.min.h * k - 1))
    say(`${type.name}不能小于${px(type.min.w * k)}×${px(type.min.h * k)}`, check)
  if (type.max && (rect.w > type.max.w * k + 1 || rect.h > type.max.h * k + 1))
    say(`${type.name}不能大于${px(type.max.w * k)}×${px(type.max.h * k)}`, check)
  if (!type.grid) {
    if (blockTypes.includes(area.type) && !area.numbers?.length) say(`${type.name}没有题号`, 'subFeature')
    return faults
  }
  const { grid } = area
  if (!grid) {
    say(`${type.name}没有填涂格，请自动识别或设置行列`)
    return faults
  }
  const { lines, cells } = sizeOf(area)
  const box = gridBox(grid)
  if (
    box.x < rect.x - 2 ||
    box.y < rect.y - 2 ||
    box.x + box.w > rect.x + rect.w + 2 ||
    box.y + box.h > rect.y + rect.h + 2
  )
    say(`${type.name}的填涂格超出了区域`)
  if ((grid.columns > 1 && grid.stepX < grid.w) || (grid.rows > 1 && grid.stepY < grid.h))
    say(`${type.name}的填涂格互相重叠`)
  if (area.values && (area.values.length !== cells || new Set(area.values).size !== cells))
    say(`${type.name}每行有${cells}格，选项应为${cells}个且互不相同`)
  if (choiceTypes.includes(area.type)) {
    if (cells < 2) say(`${type.name}至少要有2个选项`)
    if ((area.numbers?.length ?? 0) !== lines) say(`${type.name}有${lines}题，题号有${area.numbers?.length ?? 0}个`)
  }
  if (area.type === 8) {
    if (cells !== 10) say(`考号填涂区每位应有10格，现为${cells}格`)
    if (lines < 4 || lines > 18) say(`考号应为4到18位，现为${lines}位`)
  }
  if ((area.type === 18 || area.type === 19) && lines !== 1) say(`${type.name}只能有一行`)
  if (area.type === 18 && (area.numbers?.length ?? 0) !== cells) say('选做题标记的题号应与格数相同')
  if (area.type === 19 && !area.numbers?.length) say('打分框没有题号')
  if (area.type === 19 && area.values?.some((v) => !/^\d{1,3}(\.5)?$/.test(v))) say('打分框的分值应为数字')
  return faults
}

const pageFaults = (page: TemplatePage): TemplateFault[] => {
  const at = { page: page.pageNumber }
  if (page.isBlankPage)
    return page.areas.length > 0
      ? [{ ...at, check: 'legality', message: `第${page.pageNumber}页是空白页，不能有区域` }]
      : []
  const faults = page.areas.flatMap((a) => areaFaults(page, a))
  const count = (types: readonly number[]) => page.areas.filter((a) => types.includes(a.type)).length
  for (const type of new Set(page.areas.map((a) => a.type))) {
    const { most, name } = drawTypeOf(type)
    if (most !== undefined && count([type]) > most)
      faults.push({ ...at, check: 'legality', message: `第${page.pageNumber}页的${name}最多${most}个` })
  }
  const locating = count(locatingTypes)
  if (locating < 3 && !page.featureRecognition)
    faults.push({ ...at, check: 'feature', message: `第${page.pageNumber}页的定位区少于3个，请补画或启用特征定位` })
  const solid = page.areas.filter((a) => !over.includes(a.type))
  for (const [i, a] of solid.entries())
    for (const b of solid.slice(i + 1)) {
      // Score boxes and marks of optional questions stand within the block that they belong to.
      const within =
        [a, b].some((x) => x.type === 18 || x.type === 19) && [a, b].some((x) => blockTypes.includes(x.type))
      if (within || overlap(a.rect, b.rect) <= 0.02 * Math.min(a.rect.w * a.rect.h, b.rect.w * b.rect.h)) continue
      const message = `${drawTypeOf(a.type).name}与${drawTypeOf(b.type).name}重叠`
      faults.push({ ...at, areaId: b.areaId, check: 'legality', message })
    }
  return faults
}

/** Everything that keeps a template from being published, in the order of the pages. */
export const templateFaults = (pages: readonly TemplatePage[]): TemplateFault[] => {
  if (pages.length === 0) return [{ check: 'legality', message: '模板还没有图像，请先上传' }]
  const faults = pages.flatMap(pageFaults)
  const areas = pages.flatMap((p) => p.areas)
  if (!areas.some((a) => choiceTypes.includes(a.type) || blockTypes.includes(a.type)))
    faults.push({ check: 'legality', message: '模板没有客观题，也没有主观题' })
  const who = areas.filter((a) => [5, 6, 8].includes(a.type))
  if (who.length === 0)
    faults.push({ check: 'legality', message: '模板没有考号填涂区、条形码区或二维码区，无法知道是谁的答题卡' })
  if (pages.length > 1 && pages.filter((p) => !p.isBlankPage).length > 1) {
    const shown = pages.filter((p) => !p.isBlankPage && !p.featureRecognition)
    if (shown.some((p) => !p.areas.some((a) => a.type === 3 || a.type === 4)))
      faults.push({ check: 'pageMark', message: '模板有多页，每页都要有页码区或页码标记，或启用特征定位' })
  }
  const seen = new Map<string, number>()
  for (const a of areas)
    if (choiceTypes.includes(a.type)) for (const n of a.numbers ?? []) seen.set(n, (seen.get(n) ?? 0) + 1)
  const twice = [...seen].filter(([, n]) => n > 1).map(([n]) => n)
  if (twice.length > 0) faults.push({ check: 'legality', message: `第${twice.join('、')}题画了不止一次` })
  return faults
}

/** 0 awaiting edit, 1 awaiting publish. */
export const draftStatus = (pages: readonly TemplatePage[]): 0 | 1 => (templateFaults(pages).length > 0 ? 0 : 1)

/** Every question that a template reads or cuts, by its printed number. */
export const numbersOf = (pages: readonly TemplatePage[]): { number: string; objective: boolean; options: number }[] =>
  pages.flatMap((p) =>
    p.areas.flatMap((a) =>
      choiceTypes.includes(a.type) || blockTypes.includes(a.type)
        ? (a.numbers ?? []).map((number) => {
            const objective = choiceTypes.includes(a.type)
            return { number, objective, options: objective ? sizeOf(a).cells : 0 }
          })
        : [],
    ),
  )

/** Cells are this high (mm) on a card; a sheet of unknown size is taken to have them so. */
const cellHeight = { low: 2.2, high: 4.5, usual: 3 }
const longSide = 297

/**
 * Millimetres a pixel. A sheet is taken for A4 by its longer side; where that would make its bubbles smaller or larger
 * than bubbles are, they decide: what measures ink is made for cells of about 3 mm.
 */
const millimetresOf = (pages: readonly TemplatePage[]): number => {
  const first = pages[0]!
  const nominal = longSide / Math.max(first.naturalWidth, first.naturalHeight)
  const heights = pages.flatMap((p) => p.areas.flatMap((a) => (a.grid ? [a.grid.h] : []))).sort((a, b) => a - b)
  const middle = heights[heights.length >> 1]
  if (middle === undefined) return nominal
  const height = middle * nominal
  return height >= cellHeight.low && height <= cellHeight.high ? nominal : cellHeight.usual / middle
}

/** The page of a template's geometry in mm: the first page's. */
export const pageSizeOf = (pages: readonly TemplatePage[]): { width: number; height: number } => {
  const k = millimetresOf(pages)
  const mm = (v: number) => Math.round(v * k * 1000) / 1000
  return { width: mm(pages[0]!.naturalWidth), height: mm(pages[0]!.naturalHeight) }
}

type IdOf = (number: string) => string

/** The geometry of a template: the same as that of a card of ours, in millimetres. `idOf` names questions by their number. */
export const templateGeometry = (pages: readonly TemplatePage[], hash: string, idOf: IdOf = (n) => n): CardGeometry => {
  const { width, height } = pageSizeOf(pages)
  const parts = new Map<string, number>()
  const geometry = pages.map((page): PageGeometry => {
    // Pages of another size are laid on the first one's, as scanners deliver them.
    const fx = width / page.naturalWidth
    const fy = height / page.naturalHeight
    const rect = (r: Rect): Rect => ({ x: r.x * fx, y: r.y * fy, w: r.w * fx, h: r.h * fy })
    const cells = (line: readonly Cell[]): Cell[] => line.map((c) => ({ value: c.value, rect: rect(c.rect) }))
    const areasOf = (...types: number[]) => page.areas.filter((a) => types.includes(a.type))
    const one = (type: number) => page.areas.find((a) => a.type === type)
    const number = one(8)
    const absent = one(10)
    const paper = one(11)
    const code = one(6) ?? one(5)
    const name = one(7)
    const unitType = { 12: 1, 13: 2, 14: 3 } as const
    return {
      page: page.pageNumber,
      anchors: [],
      qr: { x: 0, y: 0, w: 0, h: 0 },
      pageMark: [],
      ...(number
        ? { studentNumber: { rect: rect(number.rect), columns: linesOf(number).map((l) => ({ cells: cells(l) })) } }
        : {}),
      ...(absent ? { absent: { value: 'absent', rect: rect(absent.rect) } } : {}),
      ...(paper ? { paperType: cells(linesOf(paper).flat()) } : {}),
      ...(code ? { barcode: rect(code.rect) } : {}),
      ...(name ? { nameBox: rect(name.rect) } : {}),
      choices: areasOf(12, 13, 14).flatMap((a) =>
        linesOf(a).map((line, i) => ({
          questionId: idOf(a.numbers?.[i] ?? ''),
          number: a.numbers?.[i] ?? '',
          unitType: unitType[a.type as 12 | 13 | 14],
          cells: cells(line),
        })),
      ),
      blocks: areasOf(15, 16, 17).map((a) => {
        const questionIds = (a.numbers ?? []).map(idOf)
        const key = questionIds.join(' ')
        const part = parts.get(key) ?? 0
        parts.set(key, part + 1)
        return {
          blockId: `${a.areaId}.${part}`,
          questionIds,
          unitType: a.type === 15 ? 4 : a.type === 16 ? 5 : 7,
          part,
          rect: rect(a.rect),
        }
      }),
      draws: [],
      ...(areasOf(18).length > 0
        ? {
            picks: areasOf(18).map((a) => ({
              questionIds: (a.numbers ?? []).map(idOf),
              cells: cells(linesOf(a).flat()).map((c, i) => ({ ...c, value: idOf(a.numbers?.[i] ?? c.value) })),
            })),
          }
        : {}),
      ...(areasOf(19).length > 0
        ? {
            scoreRows: areasOf(19).map((a) => ({
              questionIds: (a.numbers ?? []).map(idOf),
              template: 1 as const,
              cells: cells(linesOf(a).flat()),
            })),
          }
        : {}),
    }
  })
  return { schema: 1, width, height, pages: geometry, hash }
}

/** A new area of a type where its author clicked or dragged, as large as the specification says. */
export const newArea = (areaId: string, type: number, page: TemplatePage, drawn: Rect): TemplateArea => {
  const { size, min, max, grid } = drawTypeOf(type)
  const k = page.naturalWidth / renderWidth
  const clicked = drawn.w < 6 || drawn.h < 6
  const w0 = clicked ? (size?.w ?? 120) * k : drawn.w
  const h0 = clicked ? (size?.h ?? 40) * k : drawn.h
  const w = Math.min(Math.max(w0, (min?.w ?? 0) * k), (max?.w ?? Infinity) * k, page.naturalWidth)
  const h = Math.min(Math.max(h0, (min?.h ?? 0) * k), (max?.h ?? Infinity) * k, page.naturalHeight)
  const rect = {
    x: Math.round(Math.min(Math.max(0, drawn.x), page.naturalWidth - w)),
    y: Math.round(Math.min(Math.max(0, drawn.y), page.naturalHeight - h)),
    w: Math.round(w),
    h: Math.round(h),
  }
  const rows =
    type === 8 ? 10 : type === 14 || type === 11 || type === 18 || type === 19 ? 1 : templateDefaults.optionCount
  const columns = type === 8 ? templateDefaults.digits : type === 14 || type === 11 ? 2 : templateDefaults.optionsPerRow
  return { areaId, type, rect, ...(grid ? { grid: gridIn(rect, rows, columns) } : {}) }
}

/** Cells spread evenly over a rectangle. */
export const gridIn = (r: Rect, rows: number, columns: number): CellGrid => {
  const stepX = r.w / columns
  const stepY = r.h / rows
  const w = stepX * 0.68
  const h = stepY * 0.62
  return { x: r.x + (stepX - w) / 2, y: r.y + (stepY - h) / 2, w, h, stepX, stepY, rows, columns }
}

/** An area moved and stretched to another rectangle, its cells with it. */
export const fitted = (area: TemplateArea, rect: Rect): TemplateArea => {
  const { grid, rect: old } = area
  if (!grid) return { ...area, rect }
  const fx = rect.w / old.w
  const fy = rect.h / old.h
  return {
    ...area,
    rect,
    grid: {
      ...grid,
      x: rect.x + (grid.x - old.x) * fx,
      y: rect.y + (grid.y - old.y) * fy,
      w: grid.w * fx,
      h: grid.h * fy,
      stepX: grid.stepX * fx,
      stepY: grid.stepY * fy,
    },
  }
}
