/** Names as they are sorted and searched, account names, first passwords. */
import { pinyin } from 'pinyin-pro'
import { randomOf } from '#functions/kit/ports.ts'

const bare = (parts: readonly string[]): string =>
  parts
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Full pinyin and initials, lower case: 张三 → "zhangsan zs". A family name's own reading is used. */
export const pinyinOf = (name: string): string => {
  const full = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'consecutive' })
  return `${bare(full)} ${bare(full.map((s) => s.slice(0, 1)))}`
}

/** The initials of a school's name: what its students' account names begin with. */
export const initialsOf = (name: string): string =>
  bare(pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' })).slice(0, 12)

/** Whether what was typed (Chinese, pinyin, initials, digits) finds this person. */
export const matches = (typed: string, person: { pinyin: string; names: readonly string[] }): boolean => {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  return (
    text === '' ||
    person.names.some((n) => n.toLowerCase().includes(text)) ||
    (/^[a-z]+$/.test(text) && person.pinyin.split(' ').some((p) => p.startsWith(text)))
  )
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Ten characters that are told apart on paper. */
export const firstPassword = (): string => [...randomOf(10)].map((b) => letters[b % letters.length]!).join('')
