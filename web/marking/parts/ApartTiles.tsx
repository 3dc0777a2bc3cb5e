import type { ReactNode } from 'react'
import { makeStyles, tokens } from '@fluentui/react-components'
import { Picture } from '#web/kit/parts/Picture.tsx'
import type { Crops } from './StandardCards.tsx'

const useStyles = makeStyles({
  apart: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  picture: { display: 'block', width: '100%', height: 'auto', backgroundColor: '#ffffff' },
})

/** Answers that two judge differently, each with what both say of it. */
export const ApartTiles = <A extends { key: string; number: string; images: Crops }>({
  of,
  said,
}: {
  of: readonly A[]
  said: (a: A) => ReactNode
}) => {
  const styles = useStyles()
  return (
    <ul className={styles.apart}>
      {of.map((a) => (
        <li key={a.key}>
          {a.images.map((image) => (
            <Picture
              key={image.url}
              className={styles.picture}
              src={image.url}
              width={image.width}
              height={image.height}
              loading="lazy"
              alt={`第${a.number}题作答`}
            />
          ))}
          第 {a.number} 题　{said(a)}
        </li>
      ))}
    </ul>
  )
}
