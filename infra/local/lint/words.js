/**
 * Words of a story: they hide who or what is meant. A comment, a title, an error and a name say the noun
 * (infra/decisions/glossary.md): the caller, an operator, no account, at any number, since it was read.
 * @type {readonly string[]}
 */
export const storyWords = [
  'whoever',
  'whomever',
  'whatever',
  'whichever',
  'somebody',
  'everybody',
  'anybody',
  'nobody',
  'someone',
  'everyone',
  'anyone',
  'meanwhile',
  'thereby',
  'whence',
]
const pattern = new RegExp(storyWords.join('|'), 'gi')

/**
 * Where one of them is right, because it is quoted: the file, the text that it stands in, and why.
 * @type {readonly { path: string; text: string; why: string }[]}
 */
export const quoted = []

/**
 * The words of a story in a file's text, by their place in it; its path is from the root, with forward slashes.
 * @param {string} path @param {string} text @returns {{ word: string; index: number }[]}
 */
export const storyWordsIn = (path, text, allowed = quoted) => {
  const spared = allowed
    .filter((entry) => entry.path === path)
    .flatMap((entry) => [...text.matchAll(new RegExp(RegExp.escape(entry.text), 'g'))])
  return [...text.matchAll(pattern)]
    .filter(({ index }) => !spared.some((quote) => quote.index <= index && index < quote.index + quote[0].length))
    .map(({ 0: word, index }) => ({ word, index }))
}
