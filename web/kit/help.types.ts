/** What the "?" of a screen says: written beside the route, once. */
export type Help = {
  /** What is here, how it goes, what to mind: three lines, no more. */
  lines: readonly [what: string, how: string, mind: string]
  /** Keys of the screen and what each does. */
  keys?: Readonly<Record<string, string>>
}
export type HelpOf = Readonly<Record<string, Help>>
