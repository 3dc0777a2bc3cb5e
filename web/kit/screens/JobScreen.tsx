import { MessageBar, MessageBarBody, MessageBarTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyCall, SentOf } from '#shared/kit/call.ts'
import type { CheckedFile, FileMode } from '#shared/kit/checkedFile.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { resultOf } from '#shared/kit/job.ts'
import { act, refreshAll } from '../ask.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { FieldGroup } from '../parts/FieldGroup.tsx'
import { JobProgress } from '../parts/JobProgress.tsx'
import { Facts, Page } from '../parts/Page.tsx'
import { Section } from '../parts/Section.tsx'
import { UploadBox } from '../parts/UploadBox.tsx'
import { addressOf, countsOf, outcomeOf, setIn, writingOf } from './checkedFile.ts'
import type { Field, JobScreenProps, Values } from './screen.types.ts'

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
})

const noFields: readonly Field[] = []
const noValues: Values = {}

/**
 * A file's way: upload, check, what was found by row, writing it, what was written. The file and what was set stand in
 * the address, so that a reload goes on where it was.
 */
export const JobScreen = <C extends AnyCall, R extends CheckedFile, Row = never>(props: JobScreenProps<C, R, Row>) => {
  const { fields = noFields, job, template, words } = props
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const [values, setValues] = useState(() => setIn(query, fields, props.start ?? noValues))
  const [done, setDone] = useState<{ run: string; result: R } | null>(null)
  const run = query.get('run')
  const [key, fileName] = [query.get('key'), query.get('fileName')]
  const file = key && fileName ? { key, fileName } : null
  // The result of an earlier run is not shown beside a later one's progress.
  const result = done?.run === run ? done.result : null
  const start = async (mode: FileMode, from = file): Promise<void> => {
    if (!from) return
    const sent = { ...props.input(values), ...from, mode } as unknown as SentOf<C>
    const { uuid } = (await act(props.call, sent)) as { uuid: JobId }
    setQuery(addressOf(query, fields, values, { run: uuid, ...from }), { replace: true })
  }
  const shown = fields.filter((f) => f.when?.(values) ?? true)
  return (
    <Page
      title={props.title}
      crumbs={props.crumbs}
      siblings={props.siblings}
      width="narrow"
      actions={[
        ...(props.actions ?? []),
        ...(template
          ? [
              {
                name: '下载模板',
                barred: props.templateBarred,
                run: async () => location.assign((await template()).url),
              },
            ]
          : []),
      ]}
    >
      {props.children}
      {shown.length > 0 && (
        <FieldGroup fields={shown} values={values} onChange={(patch) => setValues((all) => ({ ...all, ...patch }))} />
      )}
      <UploadBox
        family={props.family}
        hint={props.hint ?? '把文件拖到这里：先检查，确认后才导入'}
        quiet={result !== null}
        barred={props.barred}
        onUploaded={({ files: [sent] }) => start('check', { key: sent!.key, fileName: sent!.fileName })}
      />
      {run && (
        <JobProgress
          key={run}
          uuid={run}
          onDone={(status) => {
            const read = resultOf(job, status.result)
            if (!read) return
            setDone({ run, result: read })
            if (read.mode !== 'check') void refreshAll()
          }}
        />
      )}
      {run && result && (
        <section className={styles.part} aria-label="结果">
          <Found {...props} words={words} result={result} write={start} />
          {props.after?.(result, run as JobId)}
        </section>
      )}
    </Page>
  )
}

/** What a check or a writing has found: in words, in numbers, the button, the rows and what is wrong with others. */
const Found = <C extends AnyCall, R extends CheckedFile, Row>(
  props: JobScreenProps<C, R, Row> & { result: R; write: (mode: FileMode) => Promise<void> },
) => {
  const { words, preview, write, result, partly = false } = props
  const more = props.more?.(result) ?? 0
  const said = outcomeOf(result, words, more)
  const writing = writingOf(result, words, { partly, more })
  const rows = result.mode === 'check' ? (preview?.rows(result) ?? []) : []
  return (
    <>
      <MessageBar intent={said.intent} layout="multiline" role="status" data-answer>
        <MessageBarBody>
          <MessageBarTitle>{said.title}</MessageBarTitle>
          {said.text}
        </MessageBarBody>
      </MessageBar>
      <Facts facts={[...countsOf(result, words, partly), ...(props.facts?.(result) ?? [])]} />
      {writing && (
        <div>
          <ActionButton action={{ name: writing.name, primary: true, run: () => write(writing.mode) }} />
        </div>
      )}
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
      {preview && rows.length > 0 && (
        <Section title={`文件的前${rows.length}行`}>
          <DataTable label="预览" rows={rows} rowKey={preview.rowKey} columns={preview.columns} />
        </Section>
      )}
    </>
  )
}
