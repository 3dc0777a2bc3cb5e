/** Many short texts by their number, as bytes in one buffer: a string object each would weigh five times as much. */
export type TextTable = { add: (text: string) => void; get: (at: number) => string }

export const textTable = (): TextTable => {
  let bytes = Buffer.allocUnsafe(65_536)
  let ends = new Uint32Array(4096)
  let [count, used] = [0, 0]
  return {
    add: (text) => {
      const size = Buffer.byteLength(text)
      if (used + size > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, used + size))
        bytes.copy(larger, 0, 0, used)
        bytes = larger
      }
      if (count === ends.length) {
        const more = new Uint32Array(count * 2)
        more.set(ends)
        ends = more
      }
      used += bytes.write(text, used)
      ends[count++] = used
    },
    get: (at) => (at >= 0 && at < count ? bytes.toString('utf8', at === 0 ? 0 : ends[at - 1], ends[at]) : ''),
  }
}
