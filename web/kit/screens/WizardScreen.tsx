import {
  Button,
  MessageBar,
  MessageBarBody,
  Spinner,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { Checkmark16Filled } from '@fluentui/react-icons/svg/checkmark'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Page } from '../parts/Page.tsx'
import { tabStore } from '../ports.ts'
import { Refusal } from '../refusals.ts'
import type { WizardScreenProps } from './screen.types.ts'

const useStyles = makeStyles({
  steps: {
    display: 'flex',
    gap: tokens.spacingHorizontalXS,
    listStyle: 'none',
    margin: 0,
    padding: 0,
    overflowX: 'auto',
  },
  step: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    flex: '1 1 0',
    minWidth: 'max-content',
    paddingBlock: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground3,
    borderBottom: `2px solid ${tokens.colorNeutralStroke2}`,
  },
  reached: { color: tokens.colorNeutralForeground1, borderBottomColor: tokens.colorBrandStroke2 },
  now: {
    fontWeight: tokens.fontWeightSemibold,
    borderBottomColor: tokens.colorBrandStroke1,
    color: tokens.colorBrandForeground1,
  },
  mark: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '20px',
    height: '20px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    border: '1px solid currentColor',
  },
  link: { font: 'inherit', color: 'inherit', background: 'none', border: 'none', padding: 0, cursor: 'pointer' },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalM },
  },
  foot: {
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalM,
    backgroundColor: tokens.colorNeutralBackground2,
  },
})

/** Steps one after another, the present one in the address; what is typed is kept in the tab until the end. */
export const WizardScreen = <D extends object>(props: WizardScreenProps<D>) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const key = `wizard:${props.draftKey}`
  const [draft, setDraft] = useState<D>(() => ({ ...props.start, ...kept<D>(key) }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)

  // No further than the first step that is not yet right, whatever the address says.
  const stuck = props.steps.findIndex((s) => Object.keys(s.check?.(draft) ?? {}).length > 0)
  const reach = stuck < 0 ? props.steps.length - 1 : stuck
  const wanted = Math.max(
    0,
    props.steps.findIndex((s) => s.key === query.get('step')),
  )
  const at = Math.min(wanted, reach)
  const step = props.steps[at]
  if (!step) return null
  const last = at === props.steps.length - 1

  const set = (patch: Partial<D>): void => {
    const next = { ...draft, ...patch }
    setDraft(next)
    tabStore.set(key, JSON.stringify(next))
    if (Object.keys(errors).length) setErrors(step.check?.(next) ?? {})
  }
  const goTo = (i: number): void => {
    setErrors({})
    setQuery({ ...Object.fromEntries(query), step: props.steps[i]!.key })
    window.scrollTo({ top: 0 })
  }
  const next = async (): Promise<void> => {
    const wrong = step.check?.(draft) ?? {}
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || busy) return
    setBusy(true)
    try {
      const patch = await step.leave?.(draft)
      const now = patch ? { ...draft, ...patch } : draft
      if (patch) set(patch)
      if (!last) return goTo(at + 1)
      const to = await props.finish.run(now)
      tabStore.remove(key)
      if (to) await navigate(to)
    } catch (error) {
      if (error instanceof Refusal) setErrors({ '': error.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page title={props.title} crumbs={props.crumbs}>
      <ol className={styles.steps} aria-label="步骤">
        {props.steps.map((s, i) => (
          <li
            key={s.key}
            aria-current={i === at ? 'step' : undefined}
            className={mergeClasses(styles.step, i < at && styles.reached, i === at && styles.now)}
          >
            <span className={styles.mark}>{i < at ? <Checkmark16Filled /> : i + 1}</span>
            {i <= reach && i !== at ? (
              <button type="button" className={styles.link} onClick={() => goTo(i)}>
                {s.name}
              </button>
            ) : (
              <span>{s.name}</span>
            )}
          </li>
        ))}
      </ol>
      {step.hint && <p className={styles.hint}>{step.hint}</p>}
      <div className={styles.content}>
        {step.content(draft, set, errors)}
        {errors[''] && (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{errors['']}</MessageBarBody>
          </MessageBar>
        )}
      </div>
      <div className={styles.foot}>
        {at > 0 && <Button onClick={() => goTo(at - 1)}>上一步</Button>}
        <Button
          appearance="primary"
          disabledFocusable={busy}
          icon={busy ? <Spinner size="extra-tiny" /> : undefined}
          onClick={() => void next()}
        >
          {last ? props.finish.name : (step.next ?? '下一步')}
        </Button>
      </div>
    </Page>
  )
}

const kept = <D extends object>(key: string): Partial<D> => {
  try {
    return JSON.parse(tabStore.get(key) ?? '{}') as Partial<D>
  } catch {
    return {}
  }
}
