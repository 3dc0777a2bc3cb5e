import { Button, Link, ProgressBar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowUpload24Regular } from '@fluentui/react-icons/svg/arrow-upload'
import { useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { pace } from '#shared/kit/pace.ts'
import type { Sample } from '#shared/kit/pace.ts'
import { fileExist } from '#shared/platform/file.calls.ts'
import { grantUpload } from '#shared/platform/platform.calls.ts'
import { uploadBar, uploadRules } from '#shared/platform/platform.rules.ts'
import type { UploadFamily, UploadGrant } from '#shared/platform/platform.types.ts'
import { ask } from '../ask.ts'
import { localStore, now, serverNow } from '../ports.ts'
import { Refusal, Trouble, words } from '../refusals.ts'
import { UploadRefused, uploadFile } from '../upload.ts'
import { knownUser } from '../viewer.ts'
import { begunUploads, inOrder, markOf } from '../begun.ts'
import type { Begun } from '../begun.ts'
import { sizeText, uploadText } from '../progress.ts'
import { FollowJob } from './followJob.ts'

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
    boxSizing: 'border-box',
    justifyContent: 'center',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // Another button is the next step: one line of tools, not the screen's middle.
  low: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    justifyContent: 'flex-start',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    textAlign: 'left',
    '& > p': { order: 1, flexBasis: '100%' },
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
  inLine: {
    width: 'auto',
    flex: '1 1 240px',
    minWidth: 0,
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    '& > [role=progressbar]': { flex: '1 1 120px', width: 'auto' },
  },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
})

export type Uploaded = {
  uploadId: string
  files: { key: string; fileName: string; size: number; sha256: string }[]
}
export type UploadBoxProps = {
  family: UploadFamily
  /** All files are there: their keys, names, sizes and sha256. Starts the work; its refusal is shown here. */
  onUploaded?: (uploaded: Uploaded) => void | Promise<unknown>
  /** The same, where the work is a job: it stands in the corner then. */
  job?: (uploaded: Uploaded) => Promise<{ uuid: string }>
  /** What to drop here. */
  hint?: string
  /** Another button of the screen is the next step: a line of tools. */
  quiet?: boolean
  /** Whether choosing files is the next step; where it is not said, that of a box that is no line of tools is. */
  primary?: boolean
  /** Another place that files come from, under the box: it hands them to `add`. */
  source?: (add: (files: File[]) => void, busy: boolean) => ReactNode
  /** Told when files begin to go, and when they have ended or stopped. */
  onBusy?: (busy: boolean) => void
  barred?: string | null | false
}

type State =
  | { kind: 'idle' }
  | { kind: 'going'; sent: number; total: number; files: number; done: number }
  | { kind: 'stopped'; message: string; files: File[] }

const uploads = begunUploads(localStore, now)
/** Uploads that are on their way in this tab, also where their screen was left. */
const underWay = new Set<string>()

/** So long before they end, credentials are asked for anew. */
const renewMs = 300_000
/** Every part is a change of what is kept; it is written down this often. */
const keepMs = 1000

const quiet = { hideMessage: true } as const
const there = async (key: string): Promise<boolean> => (await ask(fileExist, { keys: [key] }, quiet))[0] === true

/** What was uploaded before may be gone: it is sent again. Files on their way are S3's own matter. */
const forgetWhatIsGone = async ({ trails }: Begun, grant: UploadGrant, signal: AbortSignal): Promise<void> => {
  const sent = trails.flatMap((t, i) => (t.sha256 ? [i] : []))
  if (sent.length === 0) return
  const keys = sent.map((i) => grant.files[i]!.key)
  const found = await ask(fileExist, { keys }, { ...quiet, signal })
  sent.forEach((i, n) => {
    if (!found[n]) trails[i] = {}
  })
}

/** Why an upload has stopped, and what of it is lost: nothing. */
const whyStopped = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  if (error instanceof UploadRefused) return '上传没有被接受，已传的部分不会丢失，请点继续上传。'
  if (error instanceof DOMException && error.name === 'AbortError') return '上传已暂停，已传的部分不会丢失。'
  if (error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name))
    return '有文件读不出来：可能被改动、移走，或存储卡已拔出。重新选择文件后接着传，已传的部分不会丢失。'
  // Who is asked to wait is on the line.
  if (error instanceof Trouble && error.code === 429) return `${words.busy}。已传的部分不会丢失。`
  return '网络中断，上传已停下，已传的部分不会丢失。'
}

/** Drop or choose files: each is judged by the one rule, then goes straight to S3; a broken upload goes on where it stopped. */
export const UploadBox = (props: UploadBoxProps) => {
  const styles = useStyles()
  const follow = useContext(FollowJob)
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  // As high as it was: what is below stays where it is while files go.
  const [kept, setKept] = useState(0)
  const stop = useRef<AbortController | null>(null)
  const samples = useRef<Sample[]>([])
  const [over, setOver] = useState(false)
  const [barred, setBarred] = useState<readonly { name: string; why: string }[]>([])
  const [state, setState] = useState<State>({ kind: 'idle' })
  const busy = state.kind === 'going'
  const { onBusy } = props
  useEffect(() => onBusy?.(busy), [onBusy, busy])
  const rule = uploadRules[props.family]
  const owner = `${knownUser()?.userId ?? ''}:${props.family}`
  // What was broken off when the page was left; shown until something is uploaded or it is given up.
  const [broken, setBroken] = useState(() => {
    const found = uploads.broken(owner)
    return found && !underWay.has(found.mark) ? found : null
  })

  const start = async (chosen: readonly File[]): Promise<void> => {
    if (props.barred || chosen.length === 0) return
    const judged = chosen.slice(0, rule.maxFiles).map((file) => ({ file, why: uploadBar(props.family, file) }))
    const refused = judged.flatMap(({ file, why }) => (why ? [{ name: file.name, why }] : []))
    if (chosen.length > rule.maxFiles)
      refused.push({ name: `其余${chosen.length - rule.maxFiles}个文件`, why: `一次最多上传${rule.maxFiles}个文件` })
    setBarred(refused)
    const files = inOrder(judged.filter((j) => !j.why).map((j) => j.file))
    if (files.length > 0) await go(files)
  }

  const go = async (files: File[]): Promise<void> => {
    const mark = markOf(owner, files)
    if (underWay.has(mark)) {
      setState({ kind: 'stopped', files, message: '这些文件正在上传，传完后自动继续，请稍候。' })
      return
    }
    underWay.add(mark)
    setKept(box.current?.offsetHeight ?? 0)
    setBroken(null)
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
    let begun: Begun | null = null
    try {
      const names = files.map((f) => ({ name: f.name, size: f.size }))
      const granted = (again?: Begun['uploadId']) =>
        ask(grantUpload, { family: props.family, files: names, ...(again ? { again } : {}) }, { ...quiet, signal })
      const before = uploads.find(mark)
      let grant = await granted(before?.uploadId)
      // Another id: what was begun is no more, or was not one's own.
      if (before?.uploadId === grant.uploadId) await forgetWhatIsGone(before, grant, signal)
      const fresh = { owner, at: now(), uploadId: grant.uploadId, name: files[0]!.name }
      const upload: Begun = before?.uploadId === grant.uploadId ? before : { ...fresh, trails: files.map(() => ({})) }
      begun = upload
      const { bucket, region, endpoint, tagging, files: places } = grant
      let renewing: Promise<UploadGrant> | null = null
      const credentials = async () => {
        if ((grant.credentials?.expiration ?? 0) <= serverNow() + renewMs) {
          renewing ??= granted(grant.uploadId).finally(() => (renewing = null))
          grant = await renewing
        }
        if (!grant.credentials) throw new UploadRefused('these files come by form')
        return grant.credentials
      }
      let keptAt = 0
      const keep = (): void => {
        if (now() < keptAt + keepMs) return
        keptAt = now()
        uploads.keep(mark, upload)
      }
      keep()
      const hashes: string[] = []
      let next = 0
      let done = 0
      const worker = async (): Promise<void> => {
        for (let i = next++; i < files.length; i = next++) {
          const { key, form } = places[i]!
          hashes[i] = await uploadFile(
            { bucket, region, endpoint, tagging, credentials, form: form && (() => Promise.resolve(form)) },
            files[i]!,
            key,
            upload.trails[i]!,
            {
              sent: (bytes) => {
                sent[i] = bytes
                tell(done)
              },
              kept: keep,
              there: () => there(key),
              signal,
            },
          )
          tell(++done)
        }
      }
      await Promise.all([worker(), worker(), worker()])
      uploads.keep(mark, upload)
      const uploaded: Uploaded = {
        uploadId: grant.uploadId,
        files: files.map((f, i) => ({ key: places[i]!.key, fileName: f.name, size: f.size, sha256: hashes[i]! })),
      }
      await props.onUploaded?.(uploaded)
      const started = await props.job?.(uploaded)
      if (started) follow(started.uuid)
      uploads.forget(mark)
      setState({ kind: 'idle' })
    } catch (error) {
      stop.current?.abort()
      if (begun) uploads.keep(mark, begun)
      setState({ kind: 'stopped', files, message: whyStopped(error) })
    } finally {
      underWay.delete(mark)
    }
  }

  const giveUp = (mark: string): void => {
    uploads.forget(mark)
    setBroken(null)
    setState({ kind: 'idle' })
  }
  const going = state.kind === 'going'
  useEffect(() => {
    if (!going) return
    const stay = (e: BeforeUnloadEvent): void => e.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [going])
  return (
    <div
      ref={box}
      className={mergeClasses(styles.box, props.quiet && styles.low, over && styles.over)}
      style={going ? { minHeight: kept } : undefined}
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
        <div className={mergeClasses(styles.progress, props.quiet && styles.inLine)} role="status">
          <span>{uploadText(state, pace(samples.current, state.total))}</span>
          <ProgressBar aria-label="上传进度" value={state.sent} max={Math.max(1, state.total)} thickness="large" />
          <Link as="button" onClick={() => stop.current?.abort()}>
            暂停
          </Link>
        </div>
      ) : (
        <>
          {!props.quiet && <ArrowUpload24Regular aria-hidden />}
          <span>{props.hint ?? '把文件拖到这里'}</span>
          <Button
            appearance={(props.primary ?? !props.quiet) ? 'primary' : 'secondary'}
            disabledFocusable={Boolean(props.barred)}
            onClick={() => input.current?.click()}
          >
            选择文件
          </Button>
          <p className={styles.hint}>
            {props.barred || `支持 ${rule.suffixes.join('、')}，单个不超过 ${sizeText(rule.maxBytes)}`}
          </p>
        </>
      )}
      {!props.barred && props.source?.((files) => void start(files), busy)}
      {state.kind === 'stopped' && (
        <div role="alert">
          <p className={styles.bad}>{state.message}</p>
          <div className={styles.buttons}>
            <Button onClick={() => void go(state.files)}>继续上传</Button>
            <Button appearance="subtle" onClick={() => giveUp(markOf(owner, state.files))}>
              放弃
            </Button>
          </div>
        </div>
      )}
      {broken && state.kind === 'idle' && !props.barred && (
        <div role="status">
          <p className={styles.hint}>
            上次的上传没有传完（{broken.name}
            {broken.count > 1 && `等${broken.count}个文件，已传完${broken.done}个`}），重新选择同样的文件会接着传。
          </p>
          <Button size="small" appearance="subtle" onClick={() => giveUp(broken.mark)}>
            不再提示
          </Button>
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
