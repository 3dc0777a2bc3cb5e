import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { storyWords, storyWordsIn } from './words.js'

const path = 'web/exam/Story.tsx'
const refused = async (text: string): Promise<string[]> => {
  const [result] = await new ESLint().lintText(text, { filePath: path })
  return result!.messages.filter((m) => m.ruleId === 'house/words').map((m) => `${m.line}:${m.column}`)
}
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

describe('words of a story', () => {
  it('are each refused in a comment, a string, a template, an element and a name', async () => {
    for (const word of storyWords) {
      const lines = [
        `// ${capital(word)} asks.`,
        `export const text = '${word} asks'`,
        `export const line = \`\${text} ${word}\``,
        `export const Part = () => <p>${word} asks</p>`,
        `export const is${capital(word)} = 1`,
      ]
      expect(await refused(lines.join('\n') + '\n')).toEqual(['1:4', '2:22', '3:30', '4:30', '5:16'])
    }
  })

  it('are not seen in plain words, nor in Chinese', async () => {
    expect(await refused("// The caller asks once, at any number.\nexport const text = '没有人'\n")).toEqual([])
  })

  it('are spared where they are quoted: in that file and that text alone', () => {
    const [word] = storyWords
    const text = `${word} signs\n${word} asks\n`
    const allowed = [{ path, text: `${word} signs`, why: 'a quotation' }]
    expect(storyWordsIn(path, text, allowed)).toEqual([{ word, index: `${word} signs\n`.length }])
    expect(storyWordsIn('web/exam/Other.tsx', text, allowed)).toHaveLength(2)
  })
})
