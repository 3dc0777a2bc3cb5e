import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalL, maxWidth: '900px' },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  faint: {
    marginLeft: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  crop: {
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    contentVisibility: 'auto',
    '& > svg, & > canvas': { display: 'block', width: '100%', height: 'auto' },
  },
})

export type Crop = { key: string; name: string; about: string; picture: { html: string } | { node: ReactNode } }

/** What a piece of a card is called: its questions, and which part of them it is. */
export const cropName = (
  { questionIds, part }: { questionIds: readonly string[]; part: number },
  numbers: ReadonlyMap<string, string>,
): string => `第${questionIds.map((id) => numbers.get(id)).join('、')}题${part > 0 ? `（续${part}）` : ''}`

/** Pieces of a card, one below the other. */
export const CropList = ({ crops }: { crops: readonly Crop[] }) => {
  const styles = useStyles()
  return (
    <ul className={styles.list}>
      {crops.map(({ key, name, about, picture }) => (
        <li key={key}>
          <p className={styles.name}>
            {name}
            <span className={styles.faint}>{about}</span>
          </p>
          {'html' in picture ? (
            <div
              className={styles.crop}
              role="img"
              aria-label={`${name}的裁切`}
              dangerouslySetInnerHTML={{ __html: picture.html }}
            />
          ) : (
            <div className={styles.crop} role="img" aria-label={`${name}的裁切`}>
              {picture.node}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
