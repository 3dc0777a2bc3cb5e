import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  Field,
  Input,
  Radio,
  RadioGroup,
  Select,
} from '@fluentui/react-components'
import { useState } from 'react'
import { htmlToPdf, renderTicket } from '#shared/card/print/render.calls.ts'
import type { RenderKind } from '#shared/card/print/render.types.ts'
import { examClasses } from '#shared/exam/exam.calls.ts'
import type { ClassId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import type { CardData } from './useDesigner.ts'
import { NumberField } from '../parts/NumberField.tsx'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

const kinds: Record<RenderKind, string> = {
  render: '空白答题卡',
  file: '一个班的答题卡（印好姓名、考号）',
  template: '标出识别区域的答题卡',
  image: '其中一面',
  score: '一个班批阅后的答题卡（作答、对错和得分，成绩发布后）',
}

/** Makes a link that opens one thing once, or prints that thing as PDF. */
export const LinkDialog = ({ card, onClose }: { card: CardData; onClose: () => void }) => {
  useFocusBack()
  const [kind, setKind] = useState<RenderKind>('render')
  const [classId, setClassId] = useState('')
  const [page, setPage] = useState(1)
  const [link, setLink] = useState<{ url: string; expiresAt: number } | null>(null)
  const [uuid, setUuid] = useState<string | null>(null)
  const classes = useAsk(examClasses, { examId: card.examId })
  const chosenClass = classId || classes.data?.[0]?.classId
  const ofClass = kind === 'file' || kind === 'score'
  const pages = card.versions.find((v) => v.publishedVersion === card.publishedVersion)?.pageCount ?? 1
  const ticket = () =>
    act(renderTicket, {
      cardId: card.cardId,
      kind,
      ...(kind === 'image' ? { page } : {}),
      ...(ofClass && chosenClass ? { classId: chosenClass as ClassId } : {}),
    })
  const make = async (): Promise<void> => {
    const { path, expiresAt } = await ticket()
    setLink({ url: `${location.origin}${path}`, expiresAt })
  }
  const print = async (): Promise<void> => {
    const made = await ticket()
    setUuid((await act(htmlToPdf, { ticket: made.ticket })).uuid)
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link!.url)
      toast('success', '复制成功')
    } catch {
      toast('info', '浏览器不允许复制，请手工选择链接')
    }
  }
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>打印链接（第{card.publishedVersion}版）</DialogTitle>
          <DialogContent>
            {uuid ? (
              <JobProgress next uuid={uuid} />
            ) : link ? (
              <Field
                label="链接"
                hint={`${showTime(link.expiresAt)}前有效，打开一次以后失效；不用登录，只能看到所选的内容`}
              >
                <Input readOnly value={link.url} onFocus={(e) => e.currentTarget.select()} />
              </Field>
            ) : (
              <div style={{ display: 'grid', gap: 12 }}>
                <p style={{ margin: 0 }}>发给打印店或在另一台电脑上打开。链接十分钟内有效，只能打开一次。</p>
                <RadioGroup value={kind} aria-label="内容" onChange={(_, d) => setKind(d.value as RenderKind)}>
                  {Object.entries(kinds).map(([value, label]) => (
                    <Radio key={value} value={value} label={label} />
                  ))}
                </RadioGroup>
                {ofClass && (
                  <Field label="班级">
                    <Select value={chosenClass ?? ''} onChange={(_, d) => setClassId(d.value)}>
                      {(classes.data ?? []).map((c) => (
                        <option key={c.classId} value={c.classId}>
                          {c.className}（{c.candidateCount}人）
                        </option>
                      ))}
                    </Select>
                  </Field>
                )}
                {kind === 'image' && <NumberField label="第几面" value={page} min={1} max={pages} onChange={setPage} />}
              </div>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>关闭</Button>
            {link && !uuid && <Button onClick={() => void copy()}>复制链接</Button>}
            {!link && !uuid && <Button onClick={() => void print()}>生成PDF</Button>}
            {!link && !uuid && (
              <Button appearance="primary" onClick={() => void make()}>
                生成链接
              </Button>
            )}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
