import { Suspense, lazy, useEffect } from 'react'
import { Sprout } from './Sprout.public.tsx'
import './signIn.css'

const SignInBox = lazy(async () => ({ default: (await import('./SignInBox.tsx')).SignInBox }))

/** The frame of the sign-in page, painted before the form's own script is there. */
export const SignInScreen = ({ onSignedIn }: { onSignedIn?: () => void }) => {
  useEffect(() => {
    document.title = '登录 - 青禾'
  }, [])
  return (
    <main className="sign-in">
      <section className="sign-in-about" aria-label="青禾">
        <div className="sign-in-brand">
          <Sprout />
          青禾
        </div>
        <p className="sign-in-line">一张答题卡，从设计、印制、扫描、阅卷，到一份说得清的成绩报告。</p>
      </section>
      <section className="sign-in-panel">
        <h1 className="sign-in-title">登录</h1>
        <Suspense fallback={<FormShape />}>
          <SignInBox onSignedIn={onSignedIn ?? (() => location.assign('/v2/center'))} />
        </Suspense>
      </section>
    </main>
  )
}

/** The form's shape before it is there. */
const FormShape = () => (
  <div className="sign-in-shape" aria-busy="true" aria-label="正在加载">
    <i />
    <b />
    <i />
    <b />
    <b />
  </div>
)
