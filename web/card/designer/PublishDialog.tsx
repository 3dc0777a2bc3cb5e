import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  Field,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Spinner,
} from '@fluentui/react-components'
import { useEffect, useMemo, useRef, useState } from 'react'
import { publishCard } from '#shared/card/card.calls.ts'
import { drawCheck } from '#shared/card/designer/desk.calls.ts'
import { layOut, layOutAuto } from '#shared/card/layout/layOut.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { now } from '#web/kit/ports.ts'
import type { CardData, Designer } from './useDesigner.ts'
import { sheetNames } from '../parts/CardSettings.tsx'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

/** Says what publishing will do, and does it. */
export const PublishDialog = (props: { card: CardData; designer: Designer; onClose: () => void }) => {
  useFocusBack()
  const { card, designer } = props
  const { design } = designer
  const pages = useMemo(() => layOut(design).pages.length, [design])
  const auto = useMemo(() => layOutAuto(design, 2), [design])
  // What the author chose stands: another paper than the school's printer takes is asked for, never given.
  const [way, setWay] = useState<'auto' | 'keep'>('keep')
  const [busy, setBusy] = useState(false)
  const next = card.publishedVersion + 1
  /** What the server has against it: the paper may have changed since this page was opened. */
  const [against, setAgainst] = useState<readonly string[]>([])
  const [long, setLong] = useState<readonly string[]>([])
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    act(drawCheck, { cardId: card.cardId, design, pages: Math.max(2, pages) }, { quiet: true }).then(
      (answer) => {
        setAgainst(answer.warnings)
        setLong(answer.long)
      },
      // Publishing asks again.
      () => undefined,
    )
  })
  const publish = async (): Promise<void> => {
    setBusy(true)
    try {
      if (!(await designer.save())) return
      const answer = await act(publishCard, {
        cardId: card.cardId,
        version: designer.version(),
        pages: way === 'keep' ? pages : 2,
      })
      designer.take(answer.design, answer.version, now(), 2)
      toast('success', [`第${answer.publishedVersion}版已发布，可以打印了`, ...answer.notices])
      props.onClose()
    } catch {
      // The request layer has said what was refused; the dialogue stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && !busy && props.onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>发布第{next}版答题卡</DialogTitle>
          <DialogContent>
            <p style={{ marginTop: 0 }}>
              发布后这一版不再改变，可以打印和扫描。以后仍可修改并发布新的一版。
              {card.publishedVersion > 0 &&
                `已经印好的第${card.publishedVersion}版仍能识别，但请不要在一次考试中混发版式不同的答题卡。`}
            </p>
            {against.length > 0 && (
              <MessageBar intent="error" layout="multiline" style={{ marginBottom: 12 }}>
                <MessageBarBody>
                  现在还不能发布：{against.slice(0, 5).join('；')}
                  {against.length > 5 && `等${against.length}处`}。试卷可能刚刚改过，请刷新页面后同步试卷题目。
                </MessageBarBody>
              </MessageBar>
            )}
            {long.length > 0 && (
              <MessageBar intent="warning" layout="multiline" style={{ marginBottom: 12 }}>
                <MessageBarBody>{long.join('；')}。请先改“考号位数”。</MessageBarBody>
              </MessageBar>
            )}
            {pages > 2 ? (
              <Field label={`当前版式（${sheetNames[design.sheetType]}）共${pages}面，一张纸放不下`}>
                <RadioGroup value={way} onChange={(_, d) => setWay(d.value === 'keep' ? 'keep' : 'auto')}>
                  <Radio
                    value="auto"
                    disabled={'refusal' in auto}
                    label={
                      'refusal' in auto
                        ? `自动调整：${auto.refusal}`
                        : `自动调整为${sheetNames[auto.design.sheetType]}，共${auto.geometry.pages.length}面（${auto.notices.join('，')}）`
                    }
                  />
                  <Radio value="keep" label={`保持当前版式，每人${Math.ceil(pages / 2)}张纸`} />
                </RadioGroup>
              </Field>
            ) : (
              <p style={{ marginBottom: 0 }}>
                {sheetNames[design.sheetType]}，{pages === 1 ? '单面' : '双面'}一张。
              </p>
            )}
          </DialogContent>
          <DialogActions>
            <Button disabled={busy} onClick={props.onClose}>
              取消
            </Button>
            <Button
              appearance="primary"
              disabledFocusable={busy || against.length > 0}
              icon={busy ? <Spinner size="extra-tiny" /> : undefined}
              onClick={() => void publish()}
            >
              发布
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
