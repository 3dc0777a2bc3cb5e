/**
 * Patterns that take no longer than their length times the text's: all places that a pattern may stand at go on together,
 * so that none explodes (Thompson 1968). Letters, ., [abc] [^a-z], \d \w \s, * + ?, |, ( ). A text fits as a whole. Pure.
 */
type Node =
  | { is: 'sign'; fits: (c: string) => boolean }
  | { is: 'then'; of: Node[] }
  | { is: 'or'; of: Node[] }
  | { is: 'times'; of: Node; least: 0 | 1; most: 1 | null }

const mostLength = 100
const classes: Record<string, (c: string) => boolean> = {
  d: (c) => c >= '0' && c <= '9',
  w: (c) => /^[\p{L}\p{N}_]$/u.test(c),
  s: (c) => /^\s$/.test(c),
}

class Fault extends Error {}

const parsed = (pattern: string): Node => {
  const signs = [...pattern]
  let at = 0
  const escaped = (): ((c: string) => boolean) => {
    const c = signs[at++]
    if (c === undefined) throw new Fault('\\ 后面还缺一个字符')
    return classes[c] ?? ((x) => x === c)
  }
  const set = (): ((c: string) => boolean) => {
    const not = signs[at] === '^'
    if (not) at++
    const any: ((c: string) => boolean)[] = []
    while (at < signs.length && signs[at] !== ']') {
      const c = signs[at++]!
      if (c === '\\') any.push(escaped())
      else if (signs[at] === '-' && signs[at + 1] !== undefined && signs[at + 1] !== ']') {
        const to = signs[at + 1]!
        at += 2
        any.push((x) => x >= c && x <= to)
      } else any.push((x) => x === c)
    }
    if (signs[at++] !== ']') throw new Fault('[ 没有对应的 ]')
    return (c) => any.some((f) => f(c)) !== not
  }
  const one = (): Node => {
    const c = signs[at++]!
    if (c === '(') {
      const of = either()
      if (signs[at++] !== ')') throw new Fault('( 没有对应的 )')
      return of
    }
    if (c === '*' || c === '+' || c === '?') throw new Fault(`${c} 前面要有内容`)
    if (c === '[') return { is: 'sign', fits: set() }
    if (c === '\\') return { is: 'sign', fits: escaped() }
    return { is: 'sign', fits: c === '.' ? () => true : (x) => x === c }
  }
  const many = (): Node => {
    let of = one()
    for (let c = signs[at]; c === '*' || c === '+' || c === '?'; c = signs[++at])
      of = { is: 'times', of, least: c === '+' ? 1 : 0, most: c === '?' ? 1 : null }
    return of
  }
  const row = (): Node => {
    const of: Node[] = []
    while (at < signs.length && signs[at] !== '|' && signs[at] !== ')') of.push(many())
    return { is: 'then', of }
  }
  const either = (): Node => {
    const of = [row()]
    while (signs[at] === '|') {
      at++
      of.push(row())
    }
    return of.length === 1 ? of[0]! : { is: 'or', of }
  }
  if (signs.length > mostLength) throw new Fault(`最多${mostLength}个字符`)
  const whole = either()
  if (at < signs.length) throw new Fault(') 没有对应的 (')
  return whole
}

/** A place: what it takes, and where it leads; one that takes nothing leads on at once. */
type Place = { fits: ((c: string) => boolean) | null; to: number[] }

const machineOf = (node: Node): { places: Place[]; begin: number; end: number } => {
  const places: Place[] = []
  const place = (fits: Place['fits'] = null, ...to: number[]): number => places.push({ fits, to }) - 1
  /** Where one begins that leads to `next`. */
  const build = (of: Node, next: number): number => {
    switch (of.is) {
      case 'sign':
        return place(of.fits, next)
      case 'then':
        return of.of.reduceRight((to, n) => build(n, to), next)
      case 'or':
        return place(null, ...of.of.map((n) => build(n, next)))
      case 'times': {
        if (of.most === 1) return place(null, build(of.of, next), next)
        const again = place(null)
        const inner = build(of.of, again)
        places[again]!.to = [inner, next]
        return of.least === 1 ? inner : again
      }
      default:
        return of satisfies never
    }
  }
  const end = place()
  return { places, begin: build(node, end), end }
}

/** What is wrong with a pattern; null: nothing. */
export const patternFault = (pattern: string): string | null => {
  try {
    parsed(pattern)
    return null
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}

export const fitsPattern = (pattern: string, text: string): boolean => {
  if (patternFault(pattern) !== null) return false
  const { places, begin, end } = machineOf(parsed(pattern))
  const reached = (from: readonly number[]): Set<number> => {
    const all = new Set<number>()
    const open = [...from]
    for (let p = open.pop(); p !== undefined; p = open.pop()) {
      if (all.has(p)) continue
      all.add(p)
      if (places[p]!.fits === null) open.push(...places[p]!.to)
    }
    return all
  }
  let now = reached([begin])
  for (const c of text) {
    now = reached([...now].flatMap((p) => (places[p]!.fits?.(c) ? places[p]!.to : [])))
    if (now.size === 0) return false
  }
  return now.has(end)
}
