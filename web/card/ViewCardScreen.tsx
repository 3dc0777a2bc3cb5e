import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { templateByCode } from '#shared/card/card.calls.ts'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import { pageSvg } from '#shared/card/layout/svg.ts'
import { showTime } from '#shared/kit/time.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { qrOf } from './designer/qr.ts'
import { drawsPictures, usePictureUrls } from './parts/usePictureUrls.ts'

const useStyles = makeStyles({
  ask: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-start', flexWrap: 'wrap' },
  page: {
    maxWidth: '900px',
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    '& > svg': { display: 'block', width: '100%', height: 'auto' },
  },
})

type Template = OutputOf<typeof templateByCode>

const Sheets = ({ card }: { card: Template }) => {
  const styles = useStyles()
  const { pages } = card.geometry
  const urls = usePictureUrls(card.cardId, drawsPictures(pages))
  return pages.map((p) => (
    <div
      key={p.page}
      className={styles.page}
      data-paper
      role="img"
      aria-label={`第${p.page}面，共${pages.length}面`}
      dangerouslySetInnerHTML={{
        __html: pageSvg(p, card.geometry, {
          qr: qrOf(qrPayload({ ...card, hash: card.geometry.hash }, p.page)),
          urls,
        }),
      }}
    />
  ))
}

/** Asks for the code that stands on a sheet. */
const CodeField = ({ code, good }: { code: string; good: boolean }) => {
  const styles = useStyles()
  const [, setQuery] = useSearchParams()
  const [typed, setTyped] = useState(code)
  return (
    <form
      className={styles.ask}
      onSubmit={(e) => {
        e.preventDefault()
        setQuery({ code: typed.trim().toUpperCase() })
      }}
    >
      <Field validationMessage={code && !good ? '编号应为八位数字和字母' : undefined}>
        <Input
          data-code=""
          aria-label="答题卡编号"
          placeholder="答题卡编号，八位数字和字母"
          value={typed}
          maxLength={8}
          onChange={(_, d) => setTyped(d.value)}
        />
      </Field>
      <Button type="submit">查看</Button>
    </form>
  )
}

/** A published version as it was printed, found by the eight characters of its code. */
export const ViewCardScreen = () => {
  const [query] = useSearchParams()
  const code = (query.get('code') ?? '').toUpperCase()
  const version = Number(query.get('version')) || undefined
  const good = /^[0-9A-Z]{8}$/.test(code)
  return (
    <DetailScreen
      // Another code is another sheet: nothing of the one before is shown until it is there.
      key={`${code} ${version}`}
      call={templateByCode}
      input={good ? { code, version } : undefined}
      title={(card) => `${card.title}（第${card.version}版）`}
      untitled="查看答题卡"
      facts={(card) => [
        { name: '编号', value: card.code },
        { name: '版本', value: `第${card.version}版` },
        { name: '页数', value: `${card.geometry.pages.length}面` },
        { name: '发布时间', value: showTime(card.publishedAt) },
      ]}
      tools={<CodeField code={code} good={good} />}
    >
      {(card) => <Sheets card={card} />}
    </DetailScreen>
  )
}
