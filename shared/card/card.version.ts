/** Versions of the designer (spec 2 §9): a card keeps the one that made it and is laid out as that one did. */
export const cardVersion = '1.5.5'
/** Versions from which a card's behaviour changes. What each of them changed is known for 1.4.4 and 1.4.8 alone. */
export const versionGates = [
  '1.3',
  '1.3.6',
  '1.3.7',
  '1.3.8',
  '1.4.1',
  '1.4.3',
  '1.4.4',
  '1.4.8',
  '1.4.9',
  '1.5',
  '1.5.1',
  '1.5.2',
  '1.5.3',
  '1.5.4',
  cardVersion,
] as const

const rank = (version: string): number => {
  const [a = 0, b = 0, c = 0] = version.split('.').map(Number)
  return (a * 100 + b) * 100 + c
}
/** A layout asks for them thousands of times. */
const gates = new Map<string, number>(versionGates.map((gate) => [gate, rank(gate)]))
const rankOf = (version: string): number => gates.get(version) ?? rank(version)

/** Whether a card's version has reached a gate. A card without a version is older than every gate. */
export const reaches = (version: string | undefined, gate: (typeof versionGates)[number]): boolean =>
  version !== undefined && rankOf(version) >= rankOf(gate)

/** Whether a card is laid out as 1.5.4 does: every place says what it is for, and a copy says what it bears. */
export const tells = (design: { cardVersion?: string | undefined }): boolean => reaches(design.cardVersion, '1.5.4')

/** Whether a card is laid out as 1.5.5 does: rests become rows and lines, one system of score boxes, even groups. */
export const evens = (design: { cardVersion?: string | undefined }): boolean => reaches(design.cardVersion, '1.5.5')

/** Why a card cannot be opened or saved here: it was made by a newer designer. */
export const versionProblem = (design: { cardVersion?: string | undefined }): string | undefined =>
  design.cardVersion !== undefined && rank(design.cardVersion) > rank(cardVersion)
    ? `这张答题卡由更新版本（${design.cardVersion}）的设计器制作，请刷新页面后再打开`
    : undefined

/** How a subjective score is given on paper (2 §5): 1, one box a score; 3, tens and units. Points. */
export const scoringTemplate = (
  design: { cardVersion?: string | undefined; templateType?: number | undefined; sheetType: 0 | 1 | 2 | 3 },
  fullPoints: number,
): 1 | 3 => {
  const newer = reaches(design.cardVersion, '1.4.4') && design.templateType === 1
  // Sheet type 0 has no threshold of its own: it takes type 3's, and from 1.5.4 on what its width holds on one line.
  const threshold = newer
    ? { 0: tells(design) ? 18 : 9, 1: 100, 2: 30, 3: 9 }[design.sheetType]
    : design.sheetType === 2
      ? 12
      : 20
  return fullPoints < threshold ? 1 : 3
}
