/** Words of an answer's place: text, blanks (runs of three or more underscores, 2 §5) and formulas between dollars. */
export type Piece =
  { kind: 'text'; text: string } | { kind: 'blank'; length: number } | { kind: 'formula'; tex: string }

/** `\$` is a dollar sign. A dollar without its partner stands for itself. */
export const piecesOf = (content: string): Piece[] => {
  const pieces: Piece[] = []
  for (const m of content.matchAll(/\$((?:\\.|[^$\\])+)\$|(_{3,})|(\\\$|[^$_\\]+|[$_\\])/gs)) {
    const [, tex, blank, text] = m
    const last = pieces.at(-1)
    if (tex !== undefined) pieces.push({ kind: 'formula', tex: tex.trim() })
    else if (blank !== undefined) pieces.push({ kind: 'blank', length: blank.length })
    else if (last?.kind === 'text') last.text += text === '\\$' ? '$' : text!
    else pieces.push({ kind: 'text', text: text === '\\$' ? '$' : text! })
  }
  return pieces
}

/** How many places to write on a content has. */
export const blankCount = (content: string): number => piecesOf(content).filter((p) => p.kind === 'blank').length

const signs: Readonly<Record<string, string>> = {
  times: '×',
  div: '÷',
  pm: '±',
  mp: '∓',
  cdot: '·',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  approx: '≈',
  equiv: '≡',
  sim: '∼',
  infty: '∞',
  angle: '∠',
  triangle: '△',
  perp: '⊥',
  parallel: '∥',
  circ: '°',
  degree: '°',
  in: '∈',
  notin: '∉',
  subset: '⊂',
  subseteq: '⊆',
  cup: '∪',
  cap: '∩',
  emptyset: '∅',
  varnothing: '∅',
  forall: '∀',
  exists: '∃',
  because: '∵',
  therefore: '∴',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  Rightarrow: '⇒',
  Leftrightarrow: '⇔',
  sum: '∑',
  prod: '∏',
  int: '∫',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
  sin: 'sin',
  cos: 'cos',
  tan: 'tan',
  log: 'log',
  ln: 'ln',
  lg: 'lg',
  lim: 'lim',
  max: 'max',
  min: 'min',
  quad: '　',
  qquad: '　　',
  ldots: '…',
  cdots: '…',
  prime: '′',
  left: '',
  right: '',
  displaystyle: '',
  limits: '',
  mathrm: '',
  text: '',
  mathbf: '',
  rm: '',
}
const raised: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  n: 'ⁿ',
  '°': '°',
  '′': '′',
}
const lowered: Readonly<Record<string, string>> = {
  '0': '₀',
  '1': '₁',
  '2': '₂',
  '3': '₃',
  '4': '₄',
  '5': '₅',
  '6': '₆',
  '7': '₇',
  '8': '₈',
  '9': '₉',
  '+': '₊',
  '-': '₋',
}

class BrokenFormula extends Error {}

/** Reads a formula on one line: a/b, √(x), x², x₁. Throws BrokenFormula, in Chinese, where it is not one. */
const readTex = (tex: string): string => {
  let position = 0
  const compound = (s: string) => (/^[\p{L}\p{N}.²³]*$/u.test(s) ? s : `(${s})`)
  const group = (): string => {
    while (tex[position] === ' ') position++
    const c = tex[position]
    if (c === undefined) throw new BrokenFormula('公式不完整')
    if (c === '{') {
      position++
      return run('}')
    }
    if (c === '\\') return command()
    position++
    return c
  }
  const script = (table: Readonly<Record<string, string>>, sign: string): string => {
    const body = group()
    const mapped = [...body].map((ch) => table[ch])
    return mapped.every((ch) => ch !== undefined) ? mapped.join('') : `${sign}${compound(body)}`
  }
  const command = (): string => {
    position++
    const name = /^[A-Za-z]+/.exec(tex.slice(position))?.[0]
    if (name === undefined) {
      const c = tex[position++]
      if (c === undefined) throw new BrokenFormula('公式不完整')
      return c === ',' || c === ';' || c === '!' || c === ':' || c === '\\' ? ' ' : c
    }
    position += name.length
    if (['frac', 'dfrac', 'tfrac'].includes(name)) return `${compound(group())}/${compound(group())}`
    if (name === 'sqrt') {
      let degree = ''
      if (tex[position] === '[') {
        const end = tex.indexOf(']', position)
        if (end < 0) throw new BrokenFormula('方括号没有配对')
        degree = [...tex.slice(position + 1, end)].map((c) => raised[c] ?? c).join('')
        position = end + 1
      }
      return `${degree}√${compound(group())}`
    }
    if (name === 'overline' || name === 'vec' || name === 'hat' || name === 'bar') return group()
    const sign = signs[name]
    if (sign === undefined) throw new BrokenFormula(`不认识的命令\\${name}`)
    return sign
  }
  const run = (until?: string): string => {
    let out = ''
    while (position < tex.length) {
      const c = tex[position]!
      if (c === until) {
        position++
        return out
      }
      if (c === '}') throw new BrokenFormula('花括号没有配对')
      if (c === '\\') out += command()
      else if (c === '^' || c === '_') {
        position++
        out += c === '^' ? script(raised, '^') : script(lowered, '_')
      } else if (c === '{') out += group()
      else {
        out += c
        position++
      }
    }
    if (until !== undefined) throw new BrokenFormula('花括号没有配对')
    return out
  }
  return run().replace(/ {2,}/g, ' ').trim()
}

/** A formula as it is printed on the card: on one line. What cannot be read stands as it was written. */
export const formulaText = (tex: string): string => {
  try {
    return readTex(tex)
  } catch (error) {
    if (error instanceof BrokenFormula) return tex
    throw error
  }
}

/** What is wrong with a content, in words for its author; undefined when nothing is. */
export const contentProblem = (content: string): string | undefined => {
  // Pasted from a paper: its picture would not be there when the card is printed.
  if (/<img\b|!\[[^\]]*\]\(/i.test(content)) return '答题卡上不能印图片，请删去文字中的图片'
  for (const p of piecesOf(content)) {
    if (p.kind !== 'formula') continue
    try {
      readTex(p.tex)
    } catch (error) {
      if (!(error instanceof BrokenFormula)) throw error
      return `公式“${p.tex.slice(0, 40)}”有误：${error.message}`
    }
  }
  // A lone dollar: a formula that was begun and not ended.
  if (/\$/.test(content.replace(/\\\$/g, '').replace(/\$(?:\\.|[^$\\])+\$/gs, ''))) return '公式的“$”没有配对'
  return undefined
}
