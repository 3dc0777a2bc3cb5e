import type { ESLint } from 'eslint'

/** Why `from` may not import `to` (both relative to the root), or null. */
export declare const barred: (from: string, to: string) => string | null
/** Why `from` may not import a package, or null. */
export declare const barredPackage: (from: string, name: string) => string | null
export declare const houseRules: ESLint.Plugin
