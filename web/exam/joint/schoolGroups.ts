/** Names as they are typed beside each other, each once. */
export const groupsTyped = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、，,;；\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** Of several schools the groups that all are in, and those that only some are in. */
export const groupsIn = (schools: readonly (readonly string[])[]): { all: string[]; some: string[] } => {
  const every = [...new Set(schools.flat())]
  const all = every.filter((g) => schools.every((own) => own.includes(g)))
  return { all, some: every.filter((g) => !all.includes(g)) }
}
