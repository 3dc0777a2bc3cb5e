/** How a name sounds, cut where one may begin to type it: 王小明 is found by 小明, xiaoming and xm as well. */

const syllable = /^(?:[zcs]h|[bpmfdtnlgkhjqxzcsryw])?[aeiouv]{1,3}(?:ng|n|r)?$|^(?:ng|n|m|hm|hng)$/

/** The syllables of "zhaoziyi zzy": each begins with its initial. Null where they are none (names in letters). */
export const syllablesOf = (pinyin: string): string[] | null => {
  const [full = '', initials = ''] = pinyin.split(' ')
  const cut = (at: number, n: number): string[] | null => {
    if (n === initials.length) return at === full.length ? [] : null
    if (full[at] !== initials[n]) return null
    // The longest first: 西安 is xi and an only where the initials say so.
    for (let end = Math.min(full.length, at + 6); end > at; end--) {
      if (!syllable.test(full.slice(at, end))) continue
      const rest = cut(end, n + 1)
      if (rest) return [full.slice(at, end), ...rest]
    }
    return null
  }
  return initials === '' ? null : cut(0, 0)
}

export type SoundEnd = { text: string; full: string; initials: string }
/** At most so many beginnings of a name beside its own: what a student costs is bounded. */
const mostEnds = 4

/** The name and its ends, as they are written and as they sound. */
export const nameEnds = (name: string, pinyin: string): [SoundEnd, ...SoundEnd[]] => {
  const letters = [...name]
  const sounds = syllablesOf(pinyin)
  const spoken = sounds?.length === letters.length ? sounds : null
  const [full = '', initials = ''] = pinyin.split(' ')
  const ends = letters.slice(1, mostEnds + 1).map((_, i) => ({
    text: letters.slice(i + 1).join(''),
    full: spoken?.slice(i + 1).join('') ?? '',
    initials: spoken ? initials.slice(i + 1) : '',
  }))
  return [{ text: name, full, initials }, ...ends]
}

/** Whether what was typed stands in the sound from a syllable on, or in the initials. */
export const soundsLike = (typed: string, pinyin: string): boolean => {
  const [full = '', initials = ''] = pinyin.split(' ')
  if (full.startsWith(typed) || initials.includes(typed)) return true
  const sounds = syllablesOf(pinyin) ?? []
  return sounds.some((_, i) => sounds.slice(i).join('').startsWith(typed))
}
