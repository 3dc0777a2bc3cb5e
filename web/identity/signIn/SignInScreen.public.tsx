import { Suspense, lazy, useEffect, useState } from 'react'
import { ownPath } from '#shared/platform/flag.rules.ts'
import { brand } from '#web/kit/brand.ts'
import { arriving } from '#web/kit/chunks.ts'
import { endingOf } from '#web/kit/drafts.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { Mark } from '#web/kit/parts/Mark.tsx'
import { identityPaths } from '../identity.paths.ts'
import { idle } from '../slices.ts'
import './signIn.css'

// Each part in an idle moment of its own: the session's calls with their schemas, then the form.
const SignInBox = lazy(() =>
  arriving(async () => {
    await idle()
    await import('../identity.session.ts')
    await idle()
    return { default: (await import('./SignInBox.tsx')).SignInBox }
  }),
)

// A visitor from another platform needs no form: its buttons come in an idle moment too.
const PartnerButtons = lazy(() =>
  arriving(async () => {
    await idle()
    await idle()
    return { default: (await import('../partners/PartnerButtons.public.tsx')).PartnerButtons }
  }),
)

const endings = {
  expired: '登录状态已失效，请重新登录。没有保存的内容会为您保留。',
  elsewhere: '您已在另一个页面退出登录。',
} as const

/** The frame of the sign-in page, painted before the form's own script is there. */
export const SignInScreen = ({ onSignedIn }: { onSignedIn?: () => void }) => {
  useEffect(() => {
    document.title = `登录 - ${brand.title}`
  }, [])
  const query = new URLSearchParams(location.search)
  const from = ownPath(query.get('from') ?? undefined)
  const [ended] = useState(endingOf)
  const [demo, setDemo] = useState<HTMLElement | null>(null)
  return (
    <main className="sign-in">
      <section className="sign-in-about" aria-label={brand.name}>
        <div className="sign-in-brand">
          <Mark mark={brand.mark} />
          {brand.name}
        </div>
        <p className="sign-in-line">{brand.line}</p>
        <Sheet />
      </section>
      <section className="sign-in-panel">
        <h1 className="sign-in-title">登录</h1>
        {query.has('signedOut') && (
          <p className="sign-in-said" role="status">
            您已安全退出。
          </p>
        )}
        {ended && (
          <p className="sign-in-said" role="status">
            {endings[ended]}
          </p>
        )}
        <Suspense fallback={<FormShape />}>
          <SignInBox onSignedIn={onSignedIn ?? (() => location.assign(homePaths.centre))} demo={demo} />
        </Suspense>
        <Suspense fallback={null}>
          <PartnerButtons title="快捷登录" {...(from ? { redirectUrl: from } : {})} />
        </Suspense>
        <nav className="sign-in-ways" aria-label="其他">
          <a href={identityPaths.reset}>忘记密码</a>
          <a href={identityPaths.register}>开通账号</a>
          <a href={identityPaths.thirdParty}>从其他平台登录</a>
          <a href="/dong-honey">了解{brand.name}</a>
        </nav>
        <div ref={setDemo} />
      </section>
    </main>
  )
}

/** The form's shape before it is there. */
const FormShape = () => (
  <div className="sign-in-shape" role="status" aria-busy="true" aria-label="正在加载">
    <i />
    <b />
    <i />
    <b />
    <b />
  </div>
)

/** An answer card in outline: rows of four cells, one filled in each. */
const Sheet = () => (
  <svg className="sign-in-sheet" viewBox="0 0 240 300" aria-hidden="true">
    <rect x="1" y="1" width="238" height="298" rx="6" />
    <path d="M18 18h8v8h-8zM214 18h8v8h-8zM18 274h8v8h-8zM214 274h8v8h-8z" className="full" />
    <path d="M80 24h80M96 34h48" />
    {Array.from({ length: 20 }, (_, i) => {
      const [x, y] = [i < 10 ? 28 : 132, 58 + (i % 10) * 20]
      return (
        <g key={i}>
          {[0, 1, 2, 3].map((c) => (
            <rect
              key={c}
              x={x + c * 21}
              y={y}
              width="14"
              height="9"
              rx="2"
              className={c === (i * 7 + 2) % 4 ? 'full' : undefined}
            />
          ))}
        </g>
      )
    })}
  </svg>
)
