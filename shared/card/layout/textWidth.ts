/**
 * How wide a text is, without a font at hand: the advances of Noto Sans SC (thousandths of the size), so that the
 * layout engine, the screen and the printer agree. Everything outside ASCII is taken as one full square.
 */
const regular = [
  224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555, 555, 555,
  555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293, 535, 646, 543, 812,
  723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555, 559, 606, 563, 618, 510, 620,
  554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338,
  270, 338, 555,
]
const bold = [
  227, 370, 574, 590, 590, 963, 740, 325, 378, 378, 507, 590, 325, 370, 325, 387, 590, 590, 590, 590, 590, 590, 590,
  590, 590, 590, 325, 325, 590, 590, 590, 514, 1007, 641, 681, 656, 714, 615, 585, 717, 757, 330, 568, 686, 578, 853,
  749, 770, 667, 770, 682, 624, 625, 748, 619, 915, 627, 580, 613, 378, 387, 378, 590, 567, 626, 591, 644, 527, 644,
  581, 372, 597, 640, 304, 306, 604, 315, 964, 641, 626, 644, 644, 437, 495, 421, 637, 576, 863, 562, 574, 511, 378,
  296, 378, 590,
]

/** The baseline lies this share of the size below the middle of a text's box (half a capital's height, 0.733 / 2). */
export const baselineShift = 0.3665

/** Width in mm of a text of `size` mm. */
export const textWidth = (text: string, size: number, heavy = false): number => {
  const table = heavy ? bold : regular
  let sum = 0
  for (const ch of text) {
    const code = ch.codePointAt(0)!
    sum += code >= 32 && code < 127 ? table[code - 32]! : 1000
  }
  return (sum * size) / 1000
}

/** The largest size up to `size` at which the text fits into `width`; never below `least`. */
export const fitSize = (text: string, width: number, size: number, heavy = false, least = size * 0.4): number => {
  const full = textWidth(text, size, heavy)
  return full <= width ? size : Math.max(least, Math.floor(((size * width) / full) * 100) / 100)
}

/** The text, cut short with … where it does not fit. */
export const clipText = (text: string, width: number, size: number, heavy = false): string => {
  if (textWidth(text, size, heavy) <= width) return text
  const kept = [...text]
  while (kept.length && textWidth(`${kept.join('')}…`, size, heavy) > width) kept.pop()
  return `${kept.join('')}…`
}

/** What may not begin a line. */
const noStart = new Set([...'，。；：、？！）】》”’%,.;:?!)]'])

const counted = /[!-~]*\d(?:小?题|[分个行字名])|[!-~]+|\s+|[^!-~\s]/gu
const apart = /[!-~]+|\s+|[^!-~\s]/gu

/** A card is laid out some fifty times with the same words until it is as it stays. */
const wrapped = new Map<string, readonly string[]>()
const mostWrapped = 500

/**
 * Breaks a text into lines of at most `width` mm: between any two Chinese characters, never inside a Latin word. `whole`
 * (cards from 1.5.1 on): nor between a number and what it counts.
 */
export const wrapText = (
  text: string,
  width: number,
  size: number,
  heavy = false,
  whole = false,
  tokens = whole ? counted : apart,
): string[] => {
  const key = `${width} ${size} ${heavy} ${whole} ${tokens === wholeTokens} ${text}`
  const known = wrapped.get(key)
  if (known) return [...known]
  const lines = linesOf(text, width, size, heavy, whole, tokens)
  if (wrapped.size >= mostWrapped) wrapped.clear()
  wrapped.set(key, lines)
  return [...lines]
}

const linesOf = (
  text: string,
  width: number,
  size: number,
  heavy: boolean,
  whole: boolean,
  tokens: RegExp,
): string[] => {
  const lines: string[] = []
  let line = ''
  let used = 0
  let last = ''
  for (const token of text.match(tokens) ?? []) {
    const pieces = textWidth(token, size, heavy) > width ? [...token] : [token]
    for (const piece of pieces) {
      const w = textWidth(piece, size, heavy)
      if (used + w > width && line) {
        // A closing mark takes what stands before it along.
        const before = whole ? last : ([...line].at(-1) ?? '')
        const kept = noStart.has(piece) && line.length > before.length ? before : ''
        lines.push(line.slice(0, line.length - kept.length).trimEnd())
        line = kept
        used = textWidth(kept, size, heavy)
      }
      if (!line && /^\s+$/.test(piece)) continue
      line += piece
      used += w
      last = whole && noStart.has(piece) ? last + piece : piece
    }
  }
  if (line.trim()) lines.push(line.trimEnd())
  return lines
}

/** Words of the notices that no line's end cuts: from 1.5.4 on. */
export const wholeWords = [
  ...['0.5毫米', '2B铅笔', '非选择题', '选择题', '签字笔', '涂改液', '修正带', '刮纸刀', '草稿纸', '试题卷', '答题卡'],
  ...['答题区域', '答题前', '密封线', '条形码', '虚线框', '橡皮', '擦干净', '工整', '准确', '无效', '填写', '填涂'],
  ...['清楚', '考场', '座号', '姓名', '班级', '考号', '学校', '考生', '必须', '均须写清', '使用', '不准', '不要'],
  ...[
    '修改',
    '书写',
    '作答',
    '题号',
    '顺序',
    '按照',
    '题目',
    '超出',
    '答案',
    '卡面',
    '保持',
    '清洁',
    '折叠',
    '弄破',
    '弄皱',
  ],
  ...['黑色', '字迹', '字体', '笔迹', '自己', '核对', '印好', '答题'],
]
const wholeTokens = new RegExp(`${wholeWords.join('|')}|[!-~]*\\d(?:小?题|[分个行字名])|[!-~]+|\\s+|[^!-~\\s]`, 'gu')

/** A last line has no fewer characters. */
const fewest = 4

/** Full lines that cut no word; a last line of a few characters takes a word from the one before (from 1.5.4 on). */
export const wrapWhole = (text: string, width: number, size: number): string[] => {
  const lines = wrapText(text, width, size, false, true, wholeTokens)
  const [before, last] = lines.slice(-2)
  if (last === undefined || [...last].length >= fewest) return lines
  const tokens = before!.match(wholeTokens) ?? []
  let words = last
  while (tokens.length > 1 && ([...words].length < fewest || noStart.has([...words][0]!))) words = tokens.pop()! + words
  return [...lines.slice(0, -2), tokens.join(''), words]
}

/** Where a title may be parted without cutting a word. */
const titleParts = /.+?(?:[　\s]+|学年度?|学期|年级|考试|测试|检测|监测|联考|模拟|[）》】]|(?=暨|（|《)|$)/gsu

/** A title in two lines of nearly one length, between its parts where they allow; in more where two do not hold it. */
export const inTwo = (title: string, width: number, size: number): string[] => {
  const parts = (title.match(titleParts) ?? []).filter((p) => p !== '')
  const ways = parts.slice(1).map((_, i) => {
    const lines = [parts.slice(0, i + 1), parts.slice(i + 1)].map((p) => p.join('').trim())
    return { lines, longest: Math.max(...lines.map((l) => textWidth(l, size, true))) }
  })
  const best = ways.reduce<(typeof ways)[number] | undefined>(
    (a, b) => (a && a.longest <= b.longest ? a : b),
    undefined,
  )
  return best && best.longest <= width ? best.lines : wrapText(title, width, size, true)
}
