/**
 * The network that an address belongs to, as limits count it. An IPv4 address is one network: a school or a carrier stands
 * behind it. An IPv6 host chooses freely among the 2^64 addresses of its /64, so those are one.
 */
export const networkOf = (address: string): string => {
  const plain = address
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain)?.[1]
  if (v4 !== undefined) return v4
  const groups = groupsOf(plain)
  // What is no address is a network of its own.
  if (groups === null) return plain
  // An IPv4 address written in hexadecimal.
  if (groups.slice(0, 5).every((g) => g === 0) && groups[5] === 0xffff)
    return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((g) => g.toString(16))
    .join(':')}::/64`
}

const groupsOf = (text: string): number[] | null => {
  // The last two groups may be written as an IPv4 address.
  const dotted = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  const whole = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : text
  const halves = whole.split('::')
  if (halves.length > 2 || !/^[0-9a-f:]+$/.test(whole)) return null
  const parts = halves.map((half) => (half === '' ? [] : half.split(':')))
  const given = parts.flat()
  if (given.some((g) => !/^[0-9a-f]{1,4}$/.test(g))) return null
  if (halves.length === 1 ? given.length !== 8 : given.length > 7) return null
  const [front = [], back = []] = parts
  const zeros = Array.from({ length: 8 - given.length }, () => '0')
  return [...front, ...zeros, ...back].map((g) => parseInt(g, 16))
}
