import { useEffect, useState } from 'react'

/** A TeX formula; katex is loaded when the first one is seen, until then the source stands. */
export const Formula = ({ tex, block = false }: { tex: string; block?: boolean }) => {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([{ renderToString }]) => {
      if (!gone) setHtml(renderToString(tex, { displayMode: block, throwOnError: false, trust: false, strict: false }))
    })
    return () => {
      gone = true
    }
  }, [tex, block])
  if (html === null) return block ? <div>{tex}</div> : <span>{tex}</span>
  // katex escapes its source and trusts no commands of its own (`trust: false`).
  return block ? (
    <div dangerouslySetInnerHTML={{ __html: html }} />
  ) : (
    <span dangerouslySetInnerHTML={{ __html: html }} />
  )
}
