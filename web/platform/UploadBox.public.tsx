import { Button, Link, ProgressBar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowUpload24Regular } from '@fluentui/react-icons/svg/arrow-upload'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { fileExist } from '#shared/platform/file.calls.ts'
import { grantUpload } from '#shared/platform/platform.calls.ts'
import { uploadBar, uploadRules } from '#shared/platform/platform.rules.ts'
import type { UploadFamily, UploadGrant } from '#shared/platform/platform.types.ts'
import { ask } from '#web/kit/ask.ts'
import { now, tabStore } from '#web/kit/ports.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { UploadRefused, uploadFile } from '#web/kit/upload.ts'
import type { FileTrail } from '#web/kit/upload.ts'
import { durationText, pace, sizeText } from './progress.ts'
import type { Sample } from './progress.ts'

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalXXL,
    textAlign: 'center',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  over: { border: `1px dashed ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  bad: { margin: 0, color: tokens.colorPaletteRedForeground1, textAlign: 'left' },
  barred: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalL,
    textAlign: 'left',
    maxHeight: '160px',
    overflowY: 'auto',
  },
  progress: {
    width: '100%',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    fontVariantNumeric: 'tabular-nums',
  },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
})

export type Uploaded = {
  uploadId: string
  files: { key: string; fileName: string; size: number; sha256: string }[]
}
export type UploadBoxProps = {
  family: UploadFamily
  /** All files are there: their keys, names, sizes and sha256. May start the work; its refusal is shown here. */
  onUploaded: (uploaded: Uploaded) => void | Promise<unknown>
  /** What to drop here. */
  hint?: string
  /** Another place that files come from, under the box: it hands them to `add`. */
  source?: (add: (files: File[]) => void, busy: boolean) => ReactNode
  barred?: string | null | false
}

type Kept = { grant: UploadGrant; trails: FileTrail[] }
type State =
  | { kind: 'idle' }
  | { kind: 'going'; sent: number; total: number; files: number; done: number }
  | { kind: 'stopped'; message: string; files: File[] }

const markOf = (family: string, files: readonly File[]): string =>
  `upload:${family}:${files.map((f) => `${f.name}|${f.size}|${f.lastModified}`).join(';')}`

/** A grant with half an hour of life left and what was uploaded under it, for the very same files. */
const keptFor = (mark: string): Kept | null => {
  try {
    const kept = JSON.parse(tabStore.get(mark) ?? 'null') as Kept | null
    return kept && kept.grant.credentials.expiration > now() + 60_000 ? kept : null
  } catch {
    return null
  }
}

/** What was uploaded an hour ago may be gone: it is sent again. Files on their way are S3's own matter. */
const forgetWhatIsGone = async ({ grant, trails }: Kept, signal: AbortSignal): Promise<void> => {
  const sent = trails.flatMap((t, i) => (t.sha256 ? [i] : []))
  if (sent.length === 0) return
  const keys = sent.map((i) => grant.files[i]!.key)
  const there = await ask(fileExist, { keys }, { hideMessage: true, signal })
  sent.forEach((i, n) => {
    if (!there[n]) trails[i] = {}
  })
}

/** Drop or choose files: each is judged by the one rule, then goes straight to S3; a broken upload goes on where it stopped. */
export const UploadBox = (props: UploadBoxProps) => {
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController | null>(null)
  const samples = useRef<Sample[]>([])
  const [over, setOver] = useState(false)
  const [barred, setBarred] = useState<readonly { name: string; why: string }[]>([])
  const [state, setState] = useState<State>({ kind: 'idle' })
  const rule = uploadRules[props.family]

  const start = async (chosen: readonly File[]): Promise<void> => {
    if (props.barred || chosen.length === 0) return
    const judged = chosen.slice(0, rule.maxFiles).map((file) => ({ file, why: uploadBar(props.family, file) }))
    const refused = judged.flatMap(({ file, why }) => (why ? [{ name: file.name, why }] : []))
    if (chosen.length > rule.maxFiles)
      refused.push({ name: `其余${chosen.length - rule.maxFiles}个文件`, why: `一次最多上传${rule.maxFiles}个文件` })
    setBarred(refused)
    const files = judged.filter((j) => !j.why).map((j) => j.file)
    if (files.length > 0) await go(files)
  }

  const go = async (files: File[]): Promise<void> => {
    const mark = markOf(props.family, files)
    const total = files.reduce((n, f) => n + f.size, 0)
    const sent = files.map(() => 0)
    samples.current = []
    stop.current = new AbortController()
    const { signal } = stop.current
    const tell = (done: number): void => {
      const now_ = sent.reduce((a, b) => a + b, 0)
      samples.current = [...samples.current.slice(-30), { at: now(), done: now_ }]
      setState({ kind: 'going', sent: now_, total, files: files.length, done })
    }
    tell(0)
    try {
      const before = keptFor(mark)
      if (before) await forgetWhatIsGone(before, signal)
      const kept: Kept = before ?? {
        grant: await ask(
          grantUpload,
          { family: props.family, files: files.map((f) => ({ name: f.name, size: f.size })) },
          { hideMessage: true, signal },
        ),
        trails: files.map(() => ({})),
      }
      const keep = (): void => tabStore.set(mark, JSON.stringify(kept))
      keep()
      const hashes: string[] = []
      let next = 0
      let done = 0
      const worker = async (): Promise<void> => {
        for (let i = next++; i < files.length; i = next++) {
          hashes[i] = await uploadFile(kept.grant, files[i]!, kept.grant.files[i]!.key, kept.trails[i]!, {
            sent: (bytes) => {
              sent[i] = bytes
              tell(done)
            },
            kept: keep,
            signal,
          })
          tell(++done)
        }
      }
      await Promise.all([worker(), worker(), worker()])
      await props.onUploaded({
        uploadId: kept.grant.uploadId,
        files: files.map((f, i) => ({
          key: kept.grant.files[i]!.key,
          fileName: f.name,
          size: f.size,
          sha256: hashes[i]!,
        })),
      })
      tabStore.remove(mark)
      setState({ kind: 'idle' })
    } catch (error) {
      stop.current?.abort()
      if (error instanceof UploadRefused) tabStore.remove(mark)
      setState({
        kind: 'stopped',
        files,
        message:
          error instanceof Refusal
            ? error.message
            : error instanceof DOMException && error.name === 'AbortError'
              ? '上传已暂停，已传的部分不会丢失。'
              : error instanceof UploadRefused
                ? '上传凭证已失效，请重新上传。'
                : '网络中断，上传已停下，已传的部分不会丢失。',
      })
    }
  }

  const speed = state.kind === 'going' ? pace(samples.current, state.total) : null
  return (
    <div
      className={mergeClasses(styles.box, over && styles.over)}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault()
        setOver(false)
        if (state.kind !== 'going') void start([...e.dataTransfer.files])
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择文件"
        multiple={rule.maxFiles > 1}
        accept={rule.suffixes.map((s) => `.${s}`).join(',')}
        onChange={(e) => {
          const files = [...(e.target.files ?? [])]
          e.target.value = ''
          void start(files)
        }}
      />
      {state.kind === 'going' ? (
        <div className={styles.progress} role="status">
          <span>
            正在上传 {state.done} / {state.files} 个文件，{sizeText(state.sent)} / {sizeText(state.total)}
            {speed && `，每秒 ${sizeText(speed.perSecond)}，约剩 ${durationText(speed.leftMs)}`}
          </span>
          <ProgressBar aria-label="上传进度" value={state.sent} max={Math.max(1, state.total)} thickness="large" />
          <Link as="button" onClick={() => stop.current?.abort()}>
            暂停
          </Link>
        </div>
      ) : (
        <>
          <ArrowUpload24Regular aria-hidden />
          <span>{props.hint ?? '把文件拖到这里'}</span>
          <Button appearance="primary" disabledFocusable={Boolean(props.barred)} onClick={() => input.current?.click()}>
            选择文件
          </Button>
          <p className={styles.hint}>
            {props.barred || `支持 ${rule.suffixes.join('、')}，单个不超过 ${sizeText(rule.maxBytes)}`}
          </p>
        </>
      )}
      {!props.barred && props.source?.((files) => void start(files), state.kind === 'going')}
      {state.kind === 'stopped' && (
        <div role="alert">
          <p className={styles.bad}>{state.message}</p>
          <div className={styles.buttons}>
            <Button onClick={() => void go(state.files)}>继续上传</Button>
            <Button appearance="subtle" onClick={() => setState({ kind: 'idle' })}>
              放弃
            </Button>
          </div>
        </div>
      )}
      {barred.length > 0 && (
        <div role="alert">
          <p className={styles.bad}>这些文件没有上传，其余文件不受影响：</p>
          <ul className={styles.barred}>
            {barred.map((b) => (
              <li key={b.name}>
                {b.name}：{b.why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
