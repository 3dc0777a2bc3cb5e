/**
 * What registers know of schools: code, place on the map, order. A file of them against the schools that the caller
 * sees: a cell left empty leaves what is stored. Pure, as `roster.rules.ts`.
 */
import * as z from 'zod'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { cleanText } from '#shared/kit/text.ts'
import { cleanNumber } from './roster.rules.ts'
import { sheetReader } from './imports/sheet.rules.ts'
import type { SheetRow, TableRow } from './imports/sheet.rules.ts'

export const cleanCode = (text: string): string => cleanText(text).replace(/\s/g, '').replace(/^'/, '').toUpperCase()
const isCode = (text: string): boolean => /^[0-9A-Z][0-9A-Z-]{3,19}$/.test(text)

export const schoolCodeText = () =>
  z
    .string()
    .transform(cleanCode)
    .pipe(z.string().refine((t) => t === '' || isCode(t), '学校代码应为4到20位字母、数字或短横线'))

export const degrees = (name: string, most: number) =>
  z
    .number(`${name}应为数字`)
    .min(-most, `${name}应在-${most}到${most}之间`)
    .max(most, `${name}应在-${most}到${most}之间`)
export const mostSort = 99_999

export const placeColumns = ['学校名称', '区域', '学校代码', '纬度', '经度', '排序号'] as const

export type Location = { latitude: number; longitude: number }
type KnownSchool = {
  schoolId: string
  schoolName: string
  areaName: string
  schoolCode?: string | undefined
  location?: Location | undefined
  sort?: number | undefined
  version: number
}
export type PlaceContext = {
  /** Those that the caller sees. */
  schools: readonly KnownSchool[]
  /** Whose a code is, seen or not: a school's id by code. */
  codes: ReadonlyMap<string, string>
}
/** What a row changes of a school, at the version that it was judged against. */
export type PlaceRow = {
  schoolId: string
  version: number
  schoolCode?: string
  location?: Location
  sort?: number
}
export type PlacePlan = { rows: number; good: PlaceRow[]; existing: number; problems: FileProblem[] }

type Say = (column: string, text: string) => unknown

/** Degrees as people write them: digits of any width, with or without the sign °. */
const readDegrees = (column: '纬度' | '经度', text: string, say: Say): number | undefined => {
  const bare = cleanText(text).replace(/[\s°]/g, '').replace(/^'/, '')
  if (bare === '') return undefined
  const most = column === '纬度' ? 90 : 180
  if (!/^[+-]?\d{1,3}(\.\d+)?$/.test(bare)) {
    say(column, `${column}“${text.slice(0, 30)}”应为小数度数，如${column === '纬度' ? '30.25' : '120.17'}`)
    return undefined
  }
  // A tenth of a metre; what spreadsheets append by their own arithmetic goes.
  const value = Math.round(Number(bare) * 1e6) / 1e6
  if (Math.abs(value) <= most) return value
  const swapped = column === '纬度' && Math.abs(value) <= 180 ? '，是否与经度填反了' : ''
  say(column, `${column}应在-${most}到${most}之间${swapped}`)
  return undefined
}

const readSort = (text: string, say: Say): number | undefined => {
  const bare = cleanNumber(text)
  if (bare === '') return undefined
  if (/^\d{1,5}$/.test(bare)) return Number(bare)
  say('排序号', `排序号“${text.slice(0, 30)}”应为0到${mostSort}的整数`)
  return undefined
}

const readCode = (text: string, say: Say): string | undefined => {
  const code = cleanCode(text)
  if (code === '') return undefined
  if (isCode(code)) return code
  say(
    '学校代码',
    /^\d(\.\d+)?E\+/.test(code)
      ? `学校代码“${code}”被表格改成了科学计数法，请把该列设为文本后重填`
      : `学校代码“${code.slice(0, 30)}”应为4到20位字母、数字或短横线`,
  )
  return undefined
}

const sheetColumns = {
  columns: placeColumns,
  otherNames: {
    学校: '学校名称',
    校名: '学校名称',
    学校全称: '学校名称',
    所属区域: '区域',
    区县: '区域',
    代码: '学校代码',
    学校编码: '学校代码',
    学校标识码: '学校代码',
    标识码: '学校代码',
    北纬: '纬度',
    latitude: '纬度',
    东经: '经度',
    longitude: '经度',
    排序: '排序号',
  },
  tell: ['学校名称'],
}

/** The codes that a file names: asked of the store before it is judged. */
export const codesIn = (table: readonly TableRow[]): string[] => {
  const sheet = sheetReader(sheetColumns)
  if (!sheet.begin(table)) return []
  return [...new Set(sheet.rows(table).map(({ cell }) => cleanCode(cell('学校代码'))))].filter(isCode)
}

/** Judges a file of codes and places. What is stored already is no change. */
export const planPlaces = (table: readonly TableRow[], { schools, codes }: PlaceContext): PlacePlan => {
  const plan: PlacePlan = { rows: 0, good: [], existing: 0, problems: [] }
  const fail = (text: string): PlacePlan => ({ ...plan, problems: [{ row: 0, column: '', text }] })
  const sheet = sheetReader(sheetColumns)
  if (!sheet.begin(table)) return fail('没有找到表头，第一行应有：学校名称')
  const said = placeColumns.slice(2)
  if (!said.some((c) => sheet.has(c))) return fail(`缺少列：至少应有${said.join('、')}中的一列`)
  if (sheet.has('纬度') !== sheet.has('经度')) return fail('缺少列：纬度和经度应同时提供')
  const named = Map.groupBy(schools, (s) => cleanText(s.schoolName))
  const [firstOf, firstCode] = [new Map<string, number>(), new Map<string, number>()]

  const schoolOf = ({ cell }: SheetRow, say: Say): KnownSchool | undefined => {
    const [name, area] = [cell('学校名称'), cell('区域')]
    if (name === '') return void say('学校名称', '学校名称为空')
    const found = named.get(name) ?? []
    if (found.length === 0) return void say('学校名称', `没有名为“${name.slice(0, 60)}”的学校，或不在您的管理范围内`)
    const there = area === '' ? found : found.filter((s) => cleanText(s.areaName) === area)
    if (there.length === 0) return void say('区域', `“${name}”不在区域“${area.slice(0, 40)}”`)
    if (there.length > 1)
      return void say('区域', `有${there.length}所名为“${name}”的学校，${area === '' ? '请填写区域' : '无法区分'}`)
    return there[0]
  }

  const judge = (row: SheetRow): void => {
    const before = plan.problems.length
    const say: Say = (column, text) => plan.problems.push({ row: row.row, column, text })
    const school = schoolOf(row, say)
    const first = school && firstOf.get(school.schoolId)
    if (first !== undefined) say('学校名称', `与第${first}行是同一所学校`)
    else if (school) firstOf.set(school.schoolId, row.row)
    const code = readCode(row.cell('学校代码'), say)
    const sameCode = code === undefined ? undefined : firstCode.get(code)
    const owner = code === undefined ? undefined : codes.get(code)
    if (sameCode !== undefined) say('学校代码', `学校代码“${code}”与第${sameCode}行重复`)
    else if (code !== undefined) firstCode.set(code, row.row)
    if (school && owner !== undefined && owner !== school.schoolId) {
      const name = schools.find((s) => s.schoolId === owner)?.schoolName
      say('学校代码', `学校代码“${code}”已被${name ? `“${name}”` : '另一所学校'}使用`)
    }
    const [latitude, longitude] = [
      readDegrees('纬度', row.cell('纬度'), say),
      readDegrees('经度', row.cell('经度'), say),
    ]
    const halves = [row.cell('纬度'), row.cell('经度')].filter((t) => t !== '').length
    if (halves === 1) say(row.cell('纬度') === '' ? '纬度' : '经度', '请同时填写纬度和经度')
    const sort = readSort(row.cell('排序号'), say)
    if (plan.problems.length > before || !school) return
    const moved =
      latitude !== undefined &&
      longitude !== undefined &&
      (latitude !== school.location?.latitude || longitude !== school.location.longitude)
    const change = {
      ...(code !== undefined && code !== school.schoolCode ? { schoolCode: code } : {}),
      ...(moved ? { location: { latitude, longitude } } : {}),
      ...(sort !== undefined && sort !== school.sort ? { sort } : {}),
    }
    if (Object.keys(change).length === 0) plan.existing++
    else plan.good.push({ schoolId: school.schoolId, version: school.version, ...change })
  }

  for (const row of sheet.rows(table)) {
    plan.rows++
    judge(row)
  }
  return plan.rows === 0 ? fail('文件里没有学校，请按模板填写后再上传') : plan
}
