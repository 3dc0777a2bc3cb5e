/** True and false: T and F in keys and readings, 对 and 错 wherever a person reads them. */
export const judgedLetters = ['T', 'F'] as const

export const judgedWords = (letters: string): string => letters.replaceAll('T', '对').replaceAll('F', '错')

/** What a person writes for them, as letters. */
export const judgedTyped = (text: string): string => text.replace(/[对√✓]/g, 'T').replace(/[错×✗]/g, 'F')
