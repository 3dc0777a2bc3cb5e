import { makeStyles, tokens } from '@fluentui/react-components'
import { useNavigate } from 'react-router'
import type { AnyCall } from '#shared/kit/call.ts'
import { ActForm } from '../parts/Forms.tsx'
import { Page } from '../parts/Page.tsx'
import { useCrumbs } from '../parts/useCrumbs.ts'
import type { FormScreenProps } from './screen.types.ts'

const useStyles = makeStyles({
  columns: { display: 'flex', gap: tokens.spacingHorizontalXXL, alignItems: 'flex-start', flexWrap: 'wrap' },
  card: {
    flex: '1 1 480px',
    minWidth: 0,
    padding: tokens.spacingHorizontalXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalM },
  },
  // What is sticky is a layer of its own: an answer shown there lies over the watermark with it.
  aside: { flex: '0 1 320px', position: 'sticky', top: tokens.spacingVerticalL, zIndex: 5 },
})

/** A form over a call as a page of its own: done or given up, one is back where one came from. */
export const FormScreen = <C extends AnyCall>(props: FormScreenProps<C>) => {
  const styles = useStyles()
  const navigate = useNavigate()
  const { title, siblings, actions, aside, tools, done, ...form } = props
  const crumbs = useCrumbs(title)
  /** Where one came from; of a form that was opened by its address, the place that it belongs to. */
  const leaveForm = async (): Promise<void> => {
    const behind = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
    const up = crumbs.findLast((c) => c.to)?.to
    await (behind || !up ? navigate(-1) : navigate(up))
  }
  return (
    <Page
      title={title}
      crumbs={crumbs}
      siblings={siblings}
      tools={tools}
      actions={actions}
      width={aside ? undefined : 'narrow'}
    >
      <ActForm
        {...form}
        cancel={form.follow ? undefined : { name: '取消', run: () => void leaveForm() }}
        done={async (output) => {
          const to = done?.(output)
          if (to) await navigate(to)
          else if (!done && !form.follow) await leaveForm()
        }}
        frame={(body, values) => (
          <div className={styles.columns}>
            <div className={styles.card}>{body}</div>
            {aside && <aside className={styles.aside}>{aside(values)}</aside>}
          </div>
        )}
      />
    </Page>
  )
}
