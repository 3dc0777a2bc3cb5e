import { Authenticator } from '@aws-amplify/ui-react'
import type { AuthUser } from 'aws-amplify/auth'
import { I18n } from 'aws-amplify/utils'
import { useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { localStore } from '#web/kit/ports.ts'
import { Refusal, words } from '#web/kit/refusals.ts'
import { isSignedIn } from '#web/kit/session.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { prepareSignIn, signInWith } from '../identity.session.ts'
import { useSlide } from '../parts/useSlide.tsx'
import type { Solve } from '../parts/useSlide.tsx'

I18n.putVocabulariesForLanguage('zh', {
  'Sign in': '登录',
  'Sign In': '登录',
  'Signing in': '正在登录…',
})
I18n.setLanguage('zh')

/** Our own services behind the Authenticator's screens: no user pool stands behind them. */
const servicesWith = (solve: Solve, refused: () => void) => ({
  getAmplifyConfig: async () => ({}),
  handleSignIn: async ({ username, password }: { username: string; password?: string }) => {
    try {
      await signInWith(username.trim(), password ?? '', solve)
    } catch (error) {
      refused()
      // The specification's text for a sign-in that was not answered (spec 1 §8).
      throw error instanceof Refusal ? error : new Error('您好，目前系统繁忙，请在半小时后再尝试登录', { cause: error })
    }
    return { isSignedIn: true, nextStep: { signInStep: 'DONE' as const } }
  },
  getCurrentUser: async (): Promise<AuthUser> => {
    if (!isSignedIn()) throw new Error(words.sessionOver)
    return { userId: 'self', username: localStore.get('accountName') ?? '' }
  },
})

const formFields = () => ({
  signIn: {
    username: {
      label: '账号',
      placeholder: '请输入账号',
      isRequired: true,
      autocomplete: 'username',
      defaultValue: localStore.get('accountName') ?? '',
    },
    password: {
      label: '密码',
      placeholder: '请输入密码',
      isRequired: true,
      autocomplete: 'current-password',
      // Handed on to the field, whose own words no dictionary reaches.
      showPasswordButtonLabel: '显示密码',
      passwordIsHiddenLabel: '密码已隐藏',
      passwordIsShownLabel: '密码已显示',
    },
  },
})

type Props = {
  onSignedIn: () => void
  /** Where the demo's accounts stand: after everything else. */
  demo: HTMLElement | null
}

export const SignInBox = ({ onSignedIn, demo }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const { solve, slide } = useSlide()
  useEffect(prepareSignIn, [])
  const services = useMemo(() => servicesWith(solve, () => onceOpen(() => passwordIn(box.current))), [solve])
  /** Types an account of the demo into the form and sends it, as a person would. */
  const use = (accountName: string, password: string): void => {
    const form = box.current?.querySelector('form')
    if (!form) return
    type(form.querySelector('input[name=username]'), accountName)
    type(form.querySelector('input[name=password]'), password)
    setTimeout(() => form.requestSubmit())
  }
  return (
    <div ref={box}>
      <Authenticator
        hideSignUp
        loginMechanisms={['username']}
        formFields={formFields()}
        services={services as never}
        components={{ SignIn: { Footer: () => null } }}
      >
        {() => <Arrived onSignedIn={onSignedIn} />}
      </Authenticator>
      {slide}
      {demo && createPortal(<DemoAccounts use={use} />, demo)}
    </div>
  )
}

const Arrived = ({ onSignedIn }: { onSignedIn: () => void }) => {
  useEffect(onSignedIn, [onSignedIn])
  return <p role="status">正在进入…</p>
}

const passwordIn = (box: HTMLElement | null) => box?.querySelector<HTMLInputElement>('input[name=password]')

/** The form is shut while it is sent, and what is shut loses the focus: open again, the password has it, to be typed anew. */
const onceOpen = (field: () => HTMLInputElement | null | undefined, tries = 100): void => {
  setTimeout(() => {
    const there = field()
    if (!there || tries === 0) return
    if (there.matches(':disabled')) return onceOpen(field, tries - 1)
    if (document.activeElement !== null && document.activeElement !== document.body) return
    there.focus()
    there.select()
  }, 50)
}

/** React hears of a value only through the element's own setter and an event. */
const type = (input: HTMLInputElement | null, value: string): void => {
  if (!input) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
