export const inTurn: <T>(file: string, work: () => Promise<T>, waits?: (holder: number) => void) => Promise<T>
