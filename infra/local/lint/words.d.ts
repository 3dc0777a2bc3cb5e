export type Quoted = { readonly path: string; readonly text: string; readonly why: string }
export declare const storyWords: readonly string[]
export declare const quoted: readonly Quoted[]
export declare const storyWordsIn: (
  path: string,
  text: string,
  allowed?: readonly Quoted[],
) => { word: string; index: number }[]
