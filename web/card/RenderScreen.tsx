import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useMemo, useRef, useState } from 'react'
import { openRender } from '#shared/card/print/render.calls.ts'
import type { RenderContent } from '#shared/card/print/render.types.ts'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import type { Draw, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { pageSvg } from '#shared/card/layout/svg.ts'
import { copyOf } from '#shared/card/print/prefilled.rules.ts'
import { useAct } from '#web/kit/ask.ts'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import { pictureKept } from '#web/kit/picture/pictures.ts'
import { qrOf } from './designer/qr.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    '@media print': { display: 'none' },
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, overflowWrap: 'anywhere' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  pages: {
    display: 'grid',
    justifyItems: 'center',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalM,
    '@media print': { display: 'block', padding: 0 },
  },
  page: {
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    width: 'min(100%, var(--sheet-width))',
    contentVisibility: 'auto',
    '& > svg': { display: 'block', width: '100%', height: 'auto' },
    '@media print': {
      width: 'var(--sheet-width)',
      height: 'var(--sheet-height)',
      boxShadow: 'none',
      contentVisibility: 'visible',
      breakAfter: 'page',
      overflow: 'hidden',
    },
  },
})

const own = (page: PageGeometry, draws: readonly Draw[]): PageGeometry => {
  const said = copyOf(page, 'named')
  return { ...said, draws: [...said.draws, ...draws] }
}

/** Every sheet of it: of a file one copy after another, each with its own words and QR. */
const sheetsOf = ({ card, copies, pictures }: RenderContent) => {
  const urls = new Map(pictures?.map((p) => [p.sha256, p.url]))
  return (copies ?? [null]).flatMap((copy, c) =>
    card.geometry.pages.map((page, i) => ({
      key: `${c} ${page.page}`,
      label: `${copy ? `${copy.name}，` : ''}第${page.page}面`,
      svg: pageSvg(copy ? own(page, copy.draws[i] ?? []) : page, card.geometry, {
        qr: qrOf(qrPayload({ ...card, hash: card.geometry.hash }, page.page, copy?.studentNumber)),
        pictures: copy?.pictures?.[i] ?? [],
        marks: copy?.marks?.[i] ?? [],
        urls,
      }),
    })),
  )
}

const picturesIn = ({ copies, pictures }: RenderContent): string[] => [
  ...(pictures ?? []).map((p) => p.url),
  ...(copies ?? []).flatMap((c) => (c.pictures ?? []).flatMap((page) => page.map((p) => p.url))),
]

/** With pictures that a drawing can show by their address alone. One that cannot be had is left to the browser's own sign. */
const withPictures = async (content: RenderContent): Promise<RenderContent> => {
  if (!content.copies) return content
  const here = async <T extends { url: string }>(p: T): Promise<T> => ({
    ...p,
    url: await pictureKept(p.url).catch(() => p.url),
  })
  const copies = await Promise.all(
    content.copies.map(async (c) =>
      c.pictures ? { ...c, pictures: await Promise.all(c.pictures.map((page) => Promise.all(page.map(here)))) } : c,
    ),
  )
  return { ...content, copies }
}

const loaded = (url: string): Promise<void> => {
  const picture = new Image()
  picture.src = url
  return picture.decode()
}

const Sheets = ({ content }: { content: RenderContent }) => {
  const styles = useStyles()
  const { width, height } = content.card.geometry
  const sheets = useMemo(() => sheetsOf(content), [content])
  // A printer without eyes waits for this: pictures are there, or will never be.
  useEffect(() => {
    let left = false
    void Promise.allSettled(picturesIn(content).map(loaded)).then(() => {
      if (!left) document.documentElement.dataset['rendered'] = String(sheets.length)
    })
    return () => {
      left = true
      delete document.documentElement.dataset['rendered']
    }
  }, [sheets, content])
  return (
    <>
      <style>{`@page{size:${width}mm ${height}mm;margin:0}`}</style>
      <header className={styles.bar}>
        <h1 className={styles.title}>{content.title}</h1>
        <span className={styles.faint}>
          第{content.card.version}版，共{sheets.length}面。打印时请选择“实际大小”，不要缩放。
        </span>
        <Button appearance="primary" onClick={() => window.print()}>
          打印
        </Button>
      </header>
      <div
        className={styles.pages}
        style={{ '--sheet-width': `${width}mm`, '--sheet-height': `${height}mm` } as React.CSSProperties}
      >
        {sheets.map((s) => (
          <div
            key={s.key}
            className={styles.page}
            role="img"
            aria-label={s.label}
            dangerouslySetInnerHTML={{ __html: s.svg }}
          />
        ))}
      </div>
    </>
  )
}

const ticketIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('ticket') ?? ''

/** What a ticket shows: to a printer without a session, to a copy shop without an account. It opens once. */
export const RenderScreen = () => {
  const styles = useStyles()
  const opened = useAct(openRender, { quiet: true })
  const [content, setContent] = useState<RenderContent>()
  const { data } = opened
  useEffect(() => {
    if (data) void withPictures(data).then(setContent)
  }, [data])
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const ticket = ticketIn(location.hash)
    // The secret does not stay in the address bar or the history.
    history.replaceState(history.state, '', location.pathname)
    opened.mutate({ ticket })
  })
  if (content) return <Sheets content={content} />
  if (!opened.error)
    return (
      <div className={styles.pages}>
        <Bars rows={12} height={28} />
      </div>
    )
  return (
    <EmptyState
      empty={{
        title: '打不开这个链接',
        text: '链接只能打开一次，十分钟内有效。请让发链接的老师在答题卡设计器的“更多”里重新生成。',
      }}
    />
  )
}
