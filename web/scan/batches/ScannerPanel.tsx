import { foldDigits } from '#shared/kit/score.ts'
import {
  Button,
  Field,
  Input,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Radio,
  RadioGroup,
  Select,
  Spinner,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { currentTemplate } from '#shared/card/card.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { countProblem, scanModeFor } from '#shared/scan/uploading/sheetCount.rules.ts'
import type { ScanMode } from '#shared/scan/helper/sheetCount.types.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { FedDraft } from './FedField.tsx'
import { awaitUpgrade, fetchHeld, findHelper, noteUploaded, scanAll } from '../helper/scannerHelper.ts'
import type { Found, Held, Helper, Run, Scanned } from '../helper/scannerHelper.ts'
import { ScannerHeld } from './ScannerHeld.tsx'
import { ScannerSuspects } from './ScannerSuspects.tsx'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, textAlign: 'left', width: '100%' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalL },
  count: { fontVariantNumeric: 'tabular-nums' },
})

type State =
  | { kind: 'closed' | 'looking' | 'upgrading' }
  | { kind: 'looked'; found: Found }
  | { kind: 'scanning'; helper: Helper; run: Run; pages: number; mode: ScanMode }
  | { kind: 'scanned'; helper: Helper; scanned: Scanned; mode: ScanMode }

const endings = {
  done: null,
  cancelled: '扫描已停止，已扫的页面保留在这里。',
  jammed: '扫描仪卡纸了：取出卡住的纸，核对已扫的页面后，可以先上传，再接着扫描剩下的。',
  lost: '扫描中断了，已扫的页面保留在这里。',
} as const

/** The scanner beside this computer: find it, scan what lies in the feeder, count it, and hand it to the upload. */
export const ScannerPanel = (props: {
  paperId: PaperId
  /** Whose pages these will be: what was scanned and never uploaded is found again by it. */
  whose: string
  busy: boolean
  onPages: (files: File[]) => void
  /** Whether it is open: then its own button is the next step. */
  onOpen?: (open: boolean) => void
  /** How many sheets were put in, as was said at the scanner. */
  onCounted: (fed: FedDraft) => void
}) => {
  const styles = useStyles()
  const [state, setState] = useState<State>({ kind: 'closed' })
  const open = state.kind !== 'closed'
  const { onOpen } = props
  useEffect(() => onOpen?.(open), [open, onOpen])
  const pageCount = useAsk(currentTemplate, open ? { paperId: props.paperId } : undefined, { quiet: true }).data
    ?.geometry.pages.length
  const look = async (find: () => Promise<Found>, kind: 'looking' | 'upgrading'): Promise<void> => {
    setState({ kind })
    setState({ kind: 'looked', found: await find() })
  }
  const counted = (pages: number): void => setState((s) => (s.kind === 'scanning' ? { ...s, pages } : s))
  const fetchAgain = async (helper: Helper, held: Held): Promise<void> => {
    const whole = fetchHeld(helper, held, counted)
    const mode = scanModeFor(pageCount ?? 2)
    setState({ kind: 'scanning', helper, run: { cancel: () => undefined, whole }, pages: 0, mode })
    setState({ kind: 'scanned', helper, scanned: await whole, mode })
  }
  const scan = async (helper: Helper, order: { deviceId: string; mode: ScanMode }): Promise<void> => {
    const wanted = { ...order, examUploaderId: props.whose }
    const run = scanAll(helper, wanted, counted)
    setState({ kind: 'scanning', helper, run, pages: 0, mode: order.mode })
    setState({ kind: 'scanned', helper, scanned: await run.whole, mode: order.mode })
  }

  if (state.kind === 'closed')
    return (
      <Button disabledFocusable={props.busy} onClick={() => void look(findHelper, 'looking')}>
        用本机扫描仪扫描
      </Button>
    )
  return (
    <div className={styles.all} role="group" aria-label="本机扫描仪">
      {(state.kind === 'looking' || state.kind === 'upgrading') && (
        <Spinner
          size="tiny"
          labelPosition="after"
          label={state.kind === 'looking' ? '正在连接本机的扫描程序…' : '正在等待新版扫描程序…'}
        />
      )}
      {state.kind === 'looked' && state.found.kind !== 'found' && (
        <Missing
          found={state.found}
          again={() => void look(findHelper, 'looking')}
          upgraded={() => void look(awaitUpgrade, 'upgrading')}
        />
      )}
      {state.kind === 'looked' && state.found.kind === 'found' && (
        <>
          <ScannerHeld
            helper={state.found.helper}
            whose={props.whose}
            onFetch={(held) => void fetchAgain((state.found as { helper: Helper }).helper, held)}
          />
          <Ready
            key={pageCount}
            helper={state.found.helper}
            mode={scanModeFor(pageCount ?? 2)}
            onScan={(order) => void scan((state.found as { helper: Helper }).helper, order)}
          />
        </>
      )}
      {state.kind === 'scanning' && (
        <div className={styles.row} role="status">
          <Spinner
            size="tiny"
            labelPosition="after"
            label={<span className={styles.count}>正在扫描，已扫 {state.pages} 页</span>}
          />
          <Button size="small" onClick={state.run.cancel}>
            停止
          </Button>
        </div>
      )}
      {state.kind === 'scanned' && (
        <Counted
          helper={state.helper}
          scanned={state.scanned}
          mode={state.mode}
          busy={props.busy}
          onUpload={(sheets, files) => {
            props.onCounted({ sheets, mode: state.mode })
            props.onPages(files)
            if (state.scanned.scanId !== null) void noteUploaded(state.helper, state.scanned.scanId)
            setState({ kind: 'looked', found: { kind: 'found', helper: state.helper } })
          }}
          onAgain={() => setState({ kind: 'looked', found: { kind: 'found', helper: state.helper } })}
        />
      )}
    </div>
  )
}

const Missing = (props: { found: Exclude<Found, { kind: 'found' }>; again: () => void; upgraded: () => void }) => {
  const { found } = props
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {found.kind === 'absent' &&
          '没有找到本机的扫描程序。请在连接扫描仪的电脑上启动扫描程序后重试，也可以直接上传扫描件。'}
        {found.kind === 'outdated' &&
          `扫描程序版本过低（${found.version}）。请用浏览器登录，在考试管理的答题扫描页的待办中下载新版。`}
        {found.kind === 'trouble' && found.message}
      </MessageBarBody>
      <MessageBarActions>
        {found.kind === 'outdated' ? (
          <Button onClick={props.upgraded}>已安装新版</Button>
        ) : (
          <Button onClick={props.again}>重试</Button>
        )}
      </MessageBarActions>
    </MessageBar>
  )
}

const Ready = (props: {
  helper: Helper
  mode: ScanMode
  onScan: (order: { deviceId: string; mode: ScanMode }) => void
}) => {
  const styles = useStyles()
  const { devices } = props.helper
  const [deviceId, setDeviceId] = useState(devices[0]?.id ?? '')
  const [mode, setMode] = useState(props.mode)
  if (devices.length === 0)
    return (
      <MessageBar intent="warning">
        <MessageBarBody>扫描程序已连接（{props.helper.pcName}），但没有找到扫描仪，请检查电源和连线。</MessageBarBody>
      </MessageBar>
    )
  return (
    <div className={styles.row}>
      <Field label="扫描仪">
        <Select value={deviceId} onChange={(_, d) => setDeviceId(d.value)}>
          {devices.map((d) => (
            <option key={d.id} value={d.id}>
              {d.name}（{d.pcName}）
            </option>
          ))}
        </Select>
      </Field>
      <Field label="扫描方式">
        <RadioGroup layout="horizontal" value={mode} onChange={(_, d) => setMode(d.value as ScanMode)}>
          <Radio value="SINGLE" label="单面" />
          <Radio value="DOUBLE" label="双面" />
        </RadioGroup>
      </Field>
      <Button appearance="primary" onClick={() => props.onScan({ deviceId, mode })}>
        开始扫描
      </Button>
    </div>
  )
}

const Counted = (props: {
  helper: Helper
  scanned: Scanned
  mode: ScanMode
  busy: boolean
  onUpload: (sheets: string, files: File[]) => void
  onAgain: () => void
}) => {
  const styles = useStyles()
  const [sheets, setSheets] = useState('')
  const { end, message, scanId, suspects } = props.scanned
  const [apart, setApart] = useState<readonly string[]>(suspects.filter((s) => s.apart).map((s) => s.name))
  const files = props.scanned.files.filter((f) => !apart.includes(f.name))
  const typed = /^\d{1,5}$/.test(sheets.trim()) ? Number(sheets) : null
  const bar = typed === null ? null : countProblem({ sheets: typed, mode: props.mode }, files.length)
  const said = [endings[end], message].filter(Boolean).join('')
  return (
    <>
      {said && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{said}</MessageBarBody>
        </MessageBar>
      )}
      {scanId !== null && suspects.length > 0 && (
        <ScannerSuspects
          helper={props.helper}
          scanId={scanId}
          files={props.scanned.files}
          of={suspects}
          apart={apart}
          onChange={setApart}
        />
      )}
      <div className={styles.row}>
        <Field
          label={`共扫 ${files.length} 页。放入了几张纸？`}
          hint="与页数核对，粘连和漏扫当场就能发现"
          validationMessage={bar ?? (typed === null ? undefined : '张数与页数相符')}
          validationState={bar ? 'warning' : typed === null ? 'none' : 'success'}
        >
          <Input inputMode="numeric" value={sheets} onChange={(_, d) => setSheets(foldDigits(d.value))} />
        </Field>
        <Button
          appearance="primary"
          disabledFocusable={props.busy || files.length === 0 || typed === null}
          onClick={() => props.onUpload(sheets.trim(), files)}
        >
          上传 {files.length} 页
        </Button>
        <Button onClick={props.onAgain}>放弃，重新扫描</Button>
      </div>
    </>
  )
}
