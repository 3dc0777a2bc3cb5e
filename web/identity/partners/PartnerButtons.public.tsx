import { useEffect, useState } from 'react'
import { shownPartners } from '#shared/identity/partners/partner.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { ask } from '#web/kit/ask.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { beginWith } from './partner.session.ts'
import './partner.css'

type Rows = OutputOf<typeof shownPartners>

/**
 * The partners through which one may sign in at this address; nothing where there are none. Painted without Fluent, as
 * the sign-in page is; `redirectUrl` is where one wants to be afterwards.
 */
export const PartnerButtons = ({ redirectUrl, title = '从其他平台登录' }: { redirectUrl?: string; title?: string }) => {
  const [rows, setRows] = useState<Rows>([])
  const [going, setGoing] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    ask(shownPartners, { origin: location.origin }, { quiet: true }).then(setRows, () => undefined)
  }, [])
  if (rows.length === 0) return null
  const go = (partnerId: string): void => {
    setGoing(partnerId)
    setProblem('')
    beginWith(partnerId, redirectUrl).catch((error: unknown) => {
      setGoing('')
      setProblem(error instanceof Refusal ? error.message : '没有连接上，请稍后重试')
    })
  }
  return (
    <section className="partner-ways" aria-label={title}>
      <p>{title}</p>
      <div>
        {rows.map((row) => (
          <button
            key={row.partnerId}
            type="button"
            aria-disabled={going !== ''}
            onClick={() => going === '' && go(row.partnerId)}
          >
            {going === row.partnerId ? '正在前往…' : row.name}
          </button>
        ))}
      </div>
      {problem !== '' && <p role="alert">{problem}</p>}
    </section>
  )
}
