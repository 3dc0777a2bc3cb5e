import { Button, MessageBar, MessageBarBody, MessageBarTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ImportMode } from '#shared/school/school.jobs.ts'
import type { RosterProblem } from '#shared/school/roster.rules.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Facts } from '#web/kit/parts/Page.tsx'
import { JobProgress } from '#web/platform/JobProgress.public.tsx'
import { UploadBox } from '#web/platform/UploadBox.public.tsx'
import type * as z from 'zod'

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

type Mode = z.infer<typeof ImportMode>
export type ImportFile = { key: string; fileName: string }
/** What every import says of its file. */
export type Imported = {
  mode: Mode
  rows: number
  good: number
  existing: number
  problemCount: number
  newClasses: number
  added: number
  problems: readonly RosterProblem[]
}
export type Outcome = { intent: 'success' | 'warning' | 'error' | 'info'; title: string; text: string }

/** A file that is checked first and written when one says so: upload, progress, what was found, and the button. */
export const ImportPanel = <R extends Imported>(props: {
  hint: string
  /** 名学生 */
  unit: string
  /** The unit of the button over the good rows alone: 名. */
  goodUnit: string
  known: string
  start: (mode: Mode, file: ImportFile) => Promise<{ uuid: JobId }>
  read: (result: unknown) => R | null
  outcome: (result: R) => Outcome
  done: (result: R) => void
  /** What can be done with what was written. */
  after?: (result: R, importId: JobId) => ReactNode
}) => {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const [file, setFile] = useState<ImportFile | null>(null)
  const [result, setResult] = useState<R | null>(null)
  const [busy, setBusy] = useState(false)
  const uuid = query.get('job')

  const start = async (mode: Mode, from = file): Promise<void> => {
    if (!from || busy) return
    setBusy(true)
    try {
      const started = await props.start(mode, from)
      setResult(null)
      const next = new URLSearchParams(query)
      next.set('job', started.uuid)
      setQuery(next, { replace: true })
    } finally {
      setBusy(false)
    }
  }
  const said = result && props.outcome(result)
  return (
    <>
      <UploadBox
        family="roster"
        hint={props.hint}
        quiet={result !== null}
        onUploaded={async ({ files }) => {
          const uploaded = { key: files[0]!.key, fileName: files[0]!.fileName }
          setFile(uploaded)
          await start('check', uploaded)
        }}
      />
      {uuid && (
        <JobProgress
          key={uuid}
          uuid={uuid}
          onDone={(status) => {
            const read = props.read(status.result)
            if (!read) return
            setResult(read)
            props.done(read)
          }}
        />
      )}
      {result && said && (
        <section className={styles.part} aria-label="结果">
          <MessageBar intent={said.intent} layout="multiline" role="status">
            <MessageBarBody>
              <MessageBarTitle>{said.title}</MessageBarTitle>
              {said.text}
            </MessageBarBody>
          </MessageBar>
          <Facts
            facts={[
              { name: '文件中', value: `${result.rows}行` },
              { name: '可导入', value: `${result.good}${props.unit}` },
              { name: props.known, value: `${result.existing}${props.unit}` },
              { name: '问题', value: `${result.problemCount}处` },
            ]}
          />
          {file && result.mode === 'check' && result.good + result.newClasses > 0 && (
            <div className={styles.buttons}>
              <Button
                appearance="primary"
                disabledFocusable={busy}
                onClick={() => void start(result.problemCount > 0 ? 'good' : 'all').catch(() => undefined)}
              >
                {result.problemCount > 0
                  ? `只导入没有问题的${result.good}${props.goodUnit}`
                  : `导入${result.good}${props.unit}`}
              </Button>
            </div>
          )}
          {uuid && props.after?.(result, uuid as JobId)}
          {result.problems.length > 0 && (
            <DataTable
              label="问题"
              rows={result.problems.map((p, i) => ({ ...p, i }))}
              rowKey={(p) => String(p.i)}
              columns={[
                { key: 'row', name: '行', value: (p) => p.row || '文件', number: true, width: 56 },
                { key: 'column', name: '列', value: (p) => p.column || '—', width: 64 },
                { key: 'text', name: '问题', value: (p) => p.text },
              ]}
            />
          )}
          {result.problemCount > result.problems.length && <span>其余问题在上面的问题清单文件中。</span>}
        </section>
      )}
    </>
  )
}
