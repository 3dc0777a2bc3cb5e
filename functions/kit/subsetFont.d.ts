declare module 'subset-font' {
  type Options = {
    targetFormat?: 'truetype' | 'woff' | 'woff2'
    noHinting?: boolean
    noLayoutClosure?: boolean
    keepFeatures?: string[]
    dropTables?: string[]
  }
  /** Cuts a font down to the characters of a text. */
  const subsetFont: (font: Uint8Array, text: string, options?: Options) => Promise<Uint8Array>
  export = subsetFont
}
