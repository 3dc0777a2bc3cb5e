export declare const parts: readonly string[]
export declare const uses: Readonly<Record<string, readonly string[]>>
export declare const placeOf: (path: string) => string
export declare const usedBy: (place: string) => string[]
export declare const mayUse: (from: string, to: string) => boolean
