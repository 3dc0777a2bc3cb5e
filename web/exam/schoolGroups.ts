/** Names as they are typed beside each other, each once. */
export const groupsTyped = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、，,;；\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]
