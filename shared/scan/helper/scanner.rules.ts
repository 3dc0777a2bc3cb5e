/** What is judged of a scan at the scanner, before anything is uploaded. */

/** Is version `a` older than `b`? Numbers are compared part by part: 3.9 is older than 3.21. */
export const isOlder = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((v) => v.split('.').map((p) => Number.parseInt(p, 10) || 0)) as [number[], number[]]
  for (let i = 0; i < Math.max(x.length, y.length); i++)
    if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) < (y[i] ?? 0)
  return false
}
