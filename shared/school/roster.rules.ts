/**
 * A roster file against a school: which rows are new students, which are there already, and what is wrong with the rest.
 * Pure: the file comes as slices of text rows; what the store knows of a slice is asked between reading and settling it;
 * the ids of new students are given out later.
 */
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { cleanText } from '#shared/kit/text.ts'
import { cleanIdCard, cleanPhone, isIdCard, isPhone } from './people/personal.rules.ts'
import type { PersonalTexts } from './people/personal.types.ts'
import { keyIndex } from './settings/key.index.ts'
import { maxNewClasses, sheetReader } from './imports/sheet.rules.ts'
import type { SheetRow, TableRow } from './imports/sheet.rules.ts'

export type RosterRow = {
  row: number
  gradeId: string
  className: string
  studentName: string
  studentNumber: string
  gender?: 1 | 2
  /** ID card and phone: sealed before the row is kept anywhere. */
  personal?: PersonalTexts
}

export type RosterContext = {
  grades: readonly { gradeId: string; gradeName: string; enrolmentYear: number }[]
  classes: readonly { classId: string; gradeId: string; className: string }[]
  /** The grade that the whole file is for. */
  gradeId?: string | undefined
  createClasses: boolean
  /** What `doubledNumbers` found. */
  twice?: ReadonlyMap<string, readonly number[]>
}
/** Who has a number in the school. */
export type KnownStudent = { studentId: string; studentName: string; classId: string; deleted: boolean }

/** A row as it was read, not yet held against the store. */
export type RosterEntry = Omit<RosterRow, 'gradeId'> & {
  gradeId?: string | undefined
  /** The class that it names, where the school has it. */
  classId?: string | undefined
  problems: FileProblem[]
}

export type RosterPart = {
  rows: number
  good: RosterRow[]
  /** Students that are stored already, with an ID card or a phone to note of them. */
  fills: RosterRow[]
  /** Rows that say what is stored already. */
  existing: number
  problems: FileProblem[]
}

export const rosterColumns = ['姓名', '学号', '班级', '年级', '性别'] as const
/** May stand beside them; never exported. */
export const personalColumns = ['身份证号', '手机号'] as const
const required = ['姓名', '学号', '班级'] as const
const otherNames: Record<string, (typeof rosterColumns)[number] | (typeof personalColumns)[number]> = {
  身份证: '身份证号',
  身份证号码: '身份证号',
  证件号码: '身份证号',
  手机: '手机号',
  手机号码: '手机号',
  联系电话: '手机号',
  电话: '手机号',
  学生姓名: '姓名',
  名字: '姓名',
  考号: '学号',
  学生学号: '学号',
  准考证号: '学号',
  班级名称: '班级',
  行政班: '班级',
  年级名称: '年级',
}

/** Class names are compared without spaces and brackets of either width: 高一（1）班 and 高一(1)班 are one. */
export const classKey = (name: string): string => cleanText(name).replace(/[\s()（）[\]【】]/g, '')

/** Digits of any width, without the blanks and the ".0" or leading quote that spreadsheets leave. */
export const cleanNumber = (text: string): string => {
  const bare = cleanText(text).replace(/\s/g, '').replace(/^'/, '')
  return /^\d+\.0+$/.test(bare) ? bare.replace(/\.0+$/, '') : bare
}

type Say = (column: string, text: string) => unknown
/** What the cells of ID card and phone say; the numbers themselves stand in no message. */
export const personalIn = (cell: (column: string) => string, say: Say): PersonalTexts => {
  const texts: PersonalTexts = {}
  const [idCard, phone] = [cleanIdCard(cell('身份证号')), cleanPhone(cell('手机号'))]
  if (/E\+/.test(idCard)) say('身份证号', '身份证号被表格改成了科学计数法，请把该列设为文本后重填')
  else if (idCard !== '' && !isIdCard(idCard)) say('身份证号', '身份证号码不正确')
  else if (idCard !== '') texts.idCard = idCard
  if (phone !== '' && !isPhone(phone)) say('手机号', '手机号码不正确')
  else if (phone !== '') texts.phone = phone
  return texts
}

const genders: Readonly<Record<string, 1 | 2>> = { 男: 1, '1': 1, 男生: 1, 女: 2, '2': 2, 女生: 2 }

/**
 * The rows of each number that a file has more than once, read before any row is judged: which of them is meant, only the
 * school knows, so none is offered. Holds the numbers of the whole file.
 */
export const doubledNumbers = () => {
  const sheet = sheetReader({ columns: [...rosterColumns, ...personalColumns], otherNames, tell: ['姓名', '学号'] })
  const rows = new Map<string, number[]>()
  let begun = false
  return {
    take: (slice: readonly TableRow[]): void => {
      if (!begun && !sheet.begin(slice)) return
      begun = true
      for (const { row, cell } of sheet.rows(slice, rosterColumns)) {
        const number = cleanNumber(cell('学号'))
        if (number !== '') rows.set(number, [...(rows.get(number) ?? []).slice(0, 1), row])
      }
    },
    end: (): Map<string, number[]> => new Map([...rows].filter(([, of]) => of.length > 1)),
  }
}

/** Judges a file slice by slice: `begin` with the first, then `read` and `settle` each, `end` when there are no more. */
export const rosterPlanner = (context: RosterContext) => {
  const sheet = sheetReader({
    columns: [...rosterColumns, ...personalColumns],
    otherNames,
    tell: ['姓名', '学号'],
  })
  const classNames = new Map(context.classes.map((c) => [c.classId, c.className]))
  const classesByName = new Map(context.classes.map((c) => [`${c.gradeId}/${classKey(c.className)}`, c]))
  const opened = new Map<string, { gradeId: string; className: string; used: boolean }>()
  const [firstRow, firstCard] = [keyIndex(), keyIndex()]
  let rows = 0

  const readNumber = (text: string, row: number, say: Say): string => {
    const studentNumber = cleanNumber(text)
    const other = context.twice?.get(studentNumber)?.find((r) => r !== row) ?? firstRow.get(studentNumber)
    if (studentNumber === '') say('学号', '学号为空')
    else if (/e\+/i.test(studentNumber))
      say('学号', `学号“${studentNumber}”被表格改成了科学计数法，请把该列设为文本后重填`)
    else if (!/^\d{4,18}$/.test(studentNumber)) say('学号', `学号“${studentNumber}”应为4到18位数字`)
    else if (other !== undefined) say('学号', `学号“${studentNumber}”与第${other}行重复`)
    else firstRow.set(studentNumber, row)
    return studentNumber
  }

  const readGrade = (gradeText: string, say: Say): RosterContext['grades'][number] | undefined => {
    const grade =
      gradeText === ''
        ? context.grades.find((g) => g.gradeId === context.gradeId)
        : context.grades.find((g) => [g.gradeName, `${g.enrolmentYear}级`].includes(gradeText))
    if (!grade)
      say('年级', gradeText === '' ? '没有填写年级，也没有选择年级' : `学校没有“${gradeText}”，请先添加该年级`)
    else if (context.gradeId !== undefined && grade.gradeId !== context.gradeId)
      say('年级', `“${gradeText}”不是所选的年级`)
    return grade
  }

  /** The class as the school, or an earlier row of the file, has it. */
  const readClass = (className: string, grade: ReturnType<typeof readGrade>, say: Say) => {
    if (className === '') say('班级', '班级为空')
    if (className === '' || !grade) return { className }
    const key = `${grade.gradeId}/${classKey(className)}`
    const known = classesByName.get(key)
    if (known) return { className: known.className, classId: known.classId }
    if (!context.createClasses)
      say('班级', `${grade.gradeName}没有班级“${className}”，请先添加班级，或勾选“自动创建班级”`)
    else if (className.length > 40) say('班级', '班级名称不能超过40个字')
    else if (!opened.has(key) && opened.size >= maxNewClasses) say('班级', `一次最多自动创建${maxNewClasses}个班级`)
    else if (!opened.has(key)) opened.set(key, { gradeId: grade.gradeId, className, used: false })
    return { className: opened.get(key)?.className ?? className }
  }

  const readRow = ({ row, cell }: SheetRow): RosterEntry => {
    const problems: FileProblem[] = []
    const say: Say = (column, text) => problems.push({ row, column, text })
    const studentName = cell('姓名')
    if (studentName === '') say('姓名', '姓名为空')
    else if (studentName.length > 40) say('姓名', '姓名不能超过40个字')
    const studentNumber = readNumber(cell('学号'), row, say)
    const grade = readGrade(cell('年级'), say)
    const place = readClass(cell('班级'), grade, say)
    const genderText = cell('性别')
    const gender = genders[genderText]
    if (genderText !== '' && gender === undefined) say('性别', `性别“${genderText}”应为男或女`)
    const personal = personalIn(cell, say)
    const card = personal.idCard
    const first = card === undefined ? undefined : firstCard.get(card)
    if (first !== undefined) say('身份证号', `身份证号与第${first}行相同`)
    else if (card !== undefined) firstCard.set(card, row)
    return {
      row,
      gradeId: grade?.gradeId,
      ...place,
      studentName,
      studentNumber,
      ...(gender === undefined ? {} : { gender }),
      ...(Object.keys(personal).length > 0 ? { personal } : {}),
      problems,
    }
  }

  /** What the stored student of the number says against the row: nothing where it is the same one. */
  const against = (entry: RosterEntry, stored: KnownStudent): FileProblem[] => {
    const { row, studentNumber, studentName, classId } = entry
    if (stored.studentName !== studentName)
      return [{ row, column: '学号', text: `学号“${studentNumber}”已被“${stored.studentName}”使用` }]
    if (stored.classId === classId) return []
    const where = classNames.get(stored.classId) ?? '其他班级'
    return [{ row, column: '班级', text: `该学生已在“${where}”，如需调班请在学生列表中操作` }]
  }

  return {
    /** What is wrong with the file as a whole, or null. */
    begin: (first: readonly TableRow[]): string | null => {
      if (!sheet.begin(first)) return `没有找到表头，第一行应有：${required.join('、')}`
      const lacking = required.filter((c) => !sheet.has(c))
      return lacking.length > 0 ? `缺少列：${lacking.join('、')}` : null
    },
    /** Rows that are empty in every column of the roster are passed over. */
    read: (slice: readonly TableRow[]): RosterEntry[] => {
      const entries = sheet.rows(slice, rosterColumns).map(readRow)
      rows += entries.length
      return entries
    },
    /** `stored` by number; `cardOwners`: whose the ID cards of the slice are, by card. */
    settle: (
      entries: readonly RosterEntry[],
      stored: ReadonlyMap<string, KnownStudent>,
      cardOwners: ReadonlyMap<string, string>,
    ): RosterPart => {
      const part: RosterPart = { rows: entries.length, good: [], fills: [], existing: 0, problems: [] }
      for (const entry of entries) {
        const { problems, classId: _class, gradeId, ...rest } = entry
        const there = stored.get(entry.studentNumber)
        const live = there && !there.deleted && problems.length === 0 ? there : undefined
        const wrong = live ? against(entry, live) : problems
        part.problems.push(...wrong)
        if (wrong.length > 0 || gradeId === undefined) continue
        if (live) part.existing++
        const owner = entry.personal?.idCard === undefined ? undefined : cardOwners.get(entry.personal.idCard)
        if (owner !== undefined && owner !== there?.studentId)
          part.problems.push({ row: entry.row, column: '身份证号', text: '身份证号已登记在另一名学生名下' })
        else if (live && entry.personal) part.fills.push({ ...rest, gradeId })
        else if (!live) {
          part.good.push({ ...rest, gradeId })
          const opening = opened.get(`${gradeId}/${classKey(entry.className)}`)
          if (opening) opening.used = true
        }
      }
      return part
    },
    /** The classes that good rows want; or, of a file without rows, what to say. */
    end: (): { refusal: string | null; newClasses: { gradeId: string; className: string }[] } => ({
      refusal: rows === 0 ? '文件里没有学生，请按模板填写后再上传' : null,
      newClasses: [...opened.values()].flatMap(({ used, ...c }) => (used ? [c] : [])),
    }),
  }
}
