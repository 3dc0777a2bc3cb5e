/** Formulas that are the same by value: at eight points that are chosen once for all. Pure. */
type Value = (at: Readonly<Record<string, number>>) => number

const mostLength = 200
const functions: Record<string, (x: number) => number> = {
  sqrt: Math.sqrt,
  '√': Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  ln: Math.log,
  lg: Math.log10,
  abs: Math.abs,
}
const token = /sqrt|sin|cos|tan|ln|lg|abs|√|π|pi|\d+(?:\.\d+)?|\.\d+|[a-zA-Zα-ω]|[-+*/^()=]/y

const tokensOf = (text: string): string[] | null => {
  if (text === '' || text.length > mostLength) return null
  const found: string[] = []
  token.lastIndex = 0
  for (let at = 0; at < text.length; at = token.lastIndex) {
    const [t] = token.exec(text) ?? []
    if (t === undefined) return null
    found.push(t)
  }
  return found
}

/** Nested deeper than this it is no answer. */
const deepest = 40

const parsed = (text: string): { value: Value; names: Set<string> } | null => {
  const tokens = tokensOf(text)
  if (!tokens || tokens.includes('=')) return null
  const names = new Set<string>()
  let at = 0
  let depth = 0
  const begins = (t: string | undefined): boolean => t !== undefined && !/^[-+*/^)]$/.test(t)
  const primary = (): Value | null => {
    const t = tokens[at++]
    if (t === undefined) return null
    if (t === '(') {
      if (++depth > deepest) return null
      const of = sum()
      depth--
      return tokens[at++] === ')' ? of : null
    }
    const f = functions[t]
    if (f) {
      if (++depth > deepest) return null
      // sin(x)^2 is the square of sin(x).
      const of = tokens[at] === '(' ? primary() : power()
      depth--
      return of && ((x) => f(of(x)))
    }
    if (t === 'π' || t === 'pi') return () => Math.PI
    if (/^[\d.]/.test(t)) return () => Number(t)
    if (!/^[a-zA-Zα-ω]$/.test(t)) return null
    names.add(t)
    return (x) => x[t]!
  }
  const power = (): Value | null => {
    const base = primary()
    if (!base || tokens[at] !== '^') return base
    at++
    const by = signed()
    return by && ((x) => base(x) ** by(x))
  }
  const signed = (): Value | null => {
    const sign = tokens[at]
    if (sign !== '-' && sign !== '+') return power()
    at++
    if (++depth > deepest) return null
    const of = signed()
    depth--
    return of && (sign === '-' ? (x) => -of(x) : of)
  }
  const product = (): Value | null => {
    let left = signed()
    while (left && (tokens[at] === '*' || tokens[at] === '/' || begins(tokens[at]))) {
      const by = tokens[at] === '*' || tokens[at] === '/' ? tokens[at++] : '*'
      const [a, b] = [left, by === '*' && begins(tokens[at]) ? power() : signed()]
      left = b && (by === '/' ? (x) => a(x) / b(x) : (x) => a(x) * b(x))
    }
    return left
  }
  const sum = (): Value | null => {
    let left = product()
    while (left && (tokens[at] === '+' || tokens[at] === '-')) {
      const by = tokens[at++]
      const [a, b] = [left, product()]
      left = b && (by === '+' ? (x) => a(x) + b(x) : (x) => a(x) - b(x))
    }
    return left
  }
  const value = sum()
  return value && at === tokens.length ? { value, names } : null
}

export const valueFault = (text: string): string | null =>
  parsed(text) ? null : '“式”后面写一个算式，如 2x+1；不带等号'

/** Points that no one writes, so that two formulas which meet at some do not meet at these. */
const points = Array.from(
  { length: 8 },
  (_, i) =>
    (name: string): number =>
      0.37 + 1.618 * i + ((name.codePointAt(0)! * 0.7548776662) % 1),
)

export const sameValue = (one: string, other: string): boolean => {
  const [a, b] = [parsed(one), parsed(other)]
  if (!a || !b) return false
  const names = new Set([...a.names, ...b.names])
  let there = 0
  for (const point of points) {
    const at = Object.fromEntries([...names].map((n) => [n, point(n)]))
    const [x, y] = [a.value(at), b.value(at)]
    if (Number.isNaN(x) !== Number.isNaN(y)) return false
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue
    if (Math.abs(x - y) > 1e-9 * Math.max(1, Math.abs(x), Math.abs(y))) return false
    there++
  }
  // Where neither has a value anywhere nothing says that they are the same.
  return there >= 3
}
