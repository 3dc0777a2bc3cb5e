import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import { dropCrest, offeredCrests, takeCrest } from '#shared/card/designer/picture.calls.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, width: '100%' },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  // Paper is white, in the dark too.
  shown: { width: '24px', height: '24px', objectFit: 'contain', backgroundColor: '#fff', flexShrink: 0 },
})

type Offered = OutputOf<typeof offeredCrests>[number]

/** What stood beside the title of the school's other cards, one press away from this one's. */
export const Crests = (props: {
  cardId: CardId
  /** Pictures that the card shows already. */
  used: readonly string[]
  onTake: (of: Omit<Offered, 'url'>) => void
}) => {
  const styles = useStyles()
  const { cardId } = props
  const { data } = useAsk(offeredCrests, { cardId }, { quiet: true })
  const offered = (data ?? []).filter((c) => !props.used.includes(c.sha256))
  if (offered.length === 0) return null
  return (
    <div className={styles.list} role="group" aria-label="本校用过的图片">
      {offered.map(({ sha256, name, url }) => (
        <div key={sha256} className={styles.line}>
          <ActionButton
            size="small"
            icon={<img className={styles.shown} src={url} alt="" />}
            action={{
              name: `使用${name}`,
              run: async () => {
                const { url: _, ...taken } = await act(takeCrest, { cardId, sha256 })
                props.onTake(taken)
              },
            }}
          />
          <Button
            size="small"
            appearance="subtle"
            icon={<Dismiss16Regular />}
            aria-label={`不再提供${name}`}
            title="不再提供，已用它的答题卡不变"
            onClick={() => void act(dropCrest, { cardId, sha256 }).catch(console.warn)}
          />
        </div>
      ))}
    </div>
  )
}
