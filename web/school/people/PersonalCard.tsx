import { makeStyles, tokens } from '@fluentui/react-components'
import { personalOf } from '#shared/school/people/personal.calls.ts'
import { personalFields } from '#shared/school/people/personal.types.ts'
import type { PersonOf } from '#shared/school/people/personal.types.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { useUserType } from '../useSchool.ts'
import { changing, fieldNames, revealing } from '../parts/personalBulk.ts'

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL}`,
    alignItems: 'center',
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  field: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  name: { color: tokens.colorNeutralForeground3 },
  text: { fontVariantNumeric: 'tabular-nums' },
})

/** ID card and phone of a person, masked; a look at the whole asks why and is on record. */
export const PersonalCard = ({ of, name }: { of: PersonOf; name: string }) => {
  const styles = useStyles()
  const asked = useAsk(personalOf, of)
  const barred = whyBarred('personal', useUserType())
  const { data } = asked
  if (!data) return asked.error ? <ErrorState error={asked.error} again={() => void asked.refetch()} /> : <Bars />
  return (
    <section className={styles.card} aria-label="证件与电话">
      {personalFields.map((field) => (
        <div key={field} className={styles.field}>
          <span className={styles.name}>{fieldNames[field]}</span>
          <span className={styles.text}>{data[field] ?? '未登记'}</span>
          {data[field] && (
            <ActionButton
              size="small"
              appearance="subtle"
              action={{ name: '查看', barred, form: () => revealing(of, field, name, data.guarded) }}
            />
          )}
        </div>
      ))}
      <ActionButton size="small" action={{ name: '修改', barred, form: () => changing(of, name, data.version) }} />
    </section>
  )
}
