import { Text, makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { Picture } from '#web/kit/parts/Picture.tsx'

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    minWidth: 0,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  crops: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    maxHeight: '260px',
    overflowY: 'auto',
    backgroundColor: '#fff',
    borderRadius: tokens.borderRadiusMedium,
  },
  crop: { width: '100%', height: 'auto', display: 'block' },
  faint: { color: tokens.colorNeutralForeground3 },
  foot: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginTop: 'auto' },
})

export type Crops = readonly { url: string; width: number; height: number }[]

/** An answer as it was written. */
export const AnswerCrops = ({ images }: { images: Crops }) => {
  const styles = useStyles()
  if (images.length === 0) return <Text className={styles.faint}>没有这道题的图像</Text>
  return (
    <div className={styles.crops} tabIndex={0} role="group" aria-label="学生的作答" data-paper>
      {images.map((i, n) => (
        <Picture
          key={i.url}
          src={i.url}
          alt={`作答 ${n + 1}`}
          width={i.width}
          height={i.height}
          className={styles.crop}
          loading="lazy"
        />
      ))}
    </div>
  )
}

type Card = { key: string; name: string; images: Crops; text: ReactNode; foot: ReactNode }

/** Answers beside each other, each with what is said of it and what may be done with it. */
export const AnswerCards = ({ label, cards }: { label: string; cards: readonly Card[] }) => {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label={label}>
      {cards.map((c) => (
        <li key={c.key} className={styles.card} aria-label={c.name}>
          <AnswerCrops images={c.images} />
          {c.text}
          <div className={styles.foot}>{c.foot}</div>
        </li>
      ))}
    </ul>
  )
}
