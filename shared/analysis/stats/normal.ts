/* Coefficients of algorithm AS 241 (PPND16): M. J. Wichura, The Percentage Points of the Normal Distribution,
   Applied Statistics 37 (1988) 477-484. Highest power first; about 1 part in 10^16. */
const MIDDLE = {
  over: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  under: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
}
const OUTER = {
  over: [
    7.745450142783414e-4, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  under: [
    1.0507500716444169e-9, 5.475938084995345e-4, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
}
const FAR = {
  over: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  under: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 7.868691311456133e-4, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
}

const horner = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((value, coefficient) => value * x + coefficient, 0)

/** Φ⁻¹(p), the standard normal quantile; ∓Infinity at 0 and 1, RangeError outside [0, 1]. */
export const inverseNormal = (p: number): number => {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability, not ${p}`)
  if (p === 0 || p === 1) return p ? Infinity : -Infinity
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    return (q * horner(MIDDLE.over, r)) / horner(MIDDLE.under, r)
  }
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p))
  const tail =
    r <= 5
      ? horner(OUTER.over, r - 1.6) / horner(OUTER.under, r - 1.6)
      : horner(FAR.over, r - 5) / horner(FAR.under, r - 5)
  return q < 0 ? -tail : tail
}
