/** Hands a file made here to the browser. */
export const download = (name: string, content: Blob | string, type = 'text/csv;charset=utf-8'): void => {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  const a = document.createElement('a')
  a.href = url
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
