declare module 'subset-font' {
  /** Cuts a font down to the characters of a text. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options?: {
      targetFormat?: 'truetype' | 'woff' | 'woff2'
      noHinting?: boolean
      noLayoutClosure?: boolean
      keepFeatures?: string[]
      dropTables?: string[]
    },
  ): Promise<Uint8Array>
}
