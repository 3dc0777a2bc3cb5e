import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { templateByCode } from '#shared/card/card.calls.ts'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import { pageSvg } from '#shared/card/layout/svg.ts'
import { showTime } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { qrOf } from './designer/qr.ts'
import { drawsPictures, usePictureUrls } from './parts/usePictureUrls.ts'

const useStyles = makeStyles({
  ask: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-end', flexWrap: 'wrap' },
  page: {
    maxWidth: '900px',
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    '& > svg': { display: 'block', width: '100%', height: 'auto' },
  },
})

/** A published version as it was printed, found by the eight characters of its code. */
export const ViewCardScreen = () => {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const code = (query.get('code') ?? '').toUpperCase()
  const version = Number(query.get('version')) || undefined
  const [typed, setTyped] = useState(code)
  const good = /^[0-9A-Z]{8}$/.test(code)
  const template = useAsk(templateByCode, good ? { code, version } : undefined, { hideMessage: true })
  const card = good && !template.isPlaceholderData ? template.data : undefined
  const urls = usePictureUrls(card?.cardId, card !== undefined && drawsPictures(card.geometry.pages))
  return (
    <Page title={card ? `${card.title}（第${card.version}版）` : '查看答题卡'}>
      <form
        className={styles.ask}
        onSubmit={(e) => {
          e.preventDefault()
          setQuery({ code: typed.trim().toUpperCase() })
        }}
      >
        <Field
          label="答题卡编号"
          hint="八位数字和字母"
          validationMessage={code && !good ? '编号应为八位数字和字母' : undefined}
        >
          <Input data-code="" value={typed} maxLength={8} onChange={(_, d) => setTyped(d.value)} />
        </Field>
        <Button type="submit">查看</Button>
      </form>
      {template.error && good && <ErrorState error={template.error} again={() => void template.refetch()} />}
      {good && !card && !template.error && <Bars rows={10} height={28} />}
      {card && (
        <>
          <Facts
            facts={[
              { name: '编号', value: card.code },
              { name: '版本', value: `第${card.version}版` },
              { name: '页数', value: `${card.geometry.pages.length}面` },
              { name: '发布时间', value: showTime(card.publishedAt) },
            ]}
          />
          {card.geometry.pages.map((p) => (
            <div
              key={p.page}
              className={styles.page}
              data-paper
              role="img"
              aria-label={`第${p.page}面，共${card.geometry.pages.length}面`}
              dangerouslySetInnerHTML={{
                __html: pageSvg(p, card.geometry, {
                  qr: qrOf(qrPayload({ ...card, hash: card.geometry.hash }, p.page)),
                  urls,
                }),
              }}
            />
          ))}
        </>
      )}
    </Page>
  )
}
