import { makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import { showTime } from '#shared/kit/time.ts'
import { viewPath } from '../card.paths.ts'
import type { CardData } from './useDesigner.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, fontSize: tokens.fontSizeBase200 },
  link: { color: tokens.colorBrandForegroundLink },
})

/** What was published of this card, newest first. */
export const Versions = ({ card }: { card: CardData }) => {
  const styles = useStyles()
  return (
    <ul className={styles.list}>
      {card.versions.map((v) => (
        <li key={v.publishedVersion}>
          <Link className={styles.link} to={viewPath(card.code, v.publishedVersion)}>
            第{v.publishedVersion}版
          </Link>
          ，{v.pageCount}面，{v.publishedBy} {showTime(v.publishedAt)}
        </li>
      ))}
    </ul>
  )
}
