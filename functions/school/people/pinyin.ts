/** How names sound. The dictionary is 750 KB: it is loaded by the calls that write a name, never by those that read. */

const bare = (parts: readonly string[]): string =>
  parts
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Full pinyin and initials, lower case: 张三 → "zhangsan zs". A family name's own reading is used; 吕 is typed lv. */
export const pinyinOf = async (name: string): Promise<string> => {
  const { pinyin } = await import('pinyin-pro')
  const full = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'consecutive', v: true })
  return `${bare(full)} ${bare(full.map((s) => s.slice(0, 1)))}`
}

/** The initials of a school's name: what its students' account names begin with. */
export const initialsOf = async (name: string): Promise<string> => {
  const { pinyin } = await import('pinyin-pro')
  return bare(pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' })).slice(0, 12)
}
