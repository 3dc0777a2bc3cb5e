import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Select,
  Switch,
} from '@fluentui/react-components'
import { useState } from 'react'
import { printCard } from '#shared/card/card.calls.ts'
import { examClasses } from '#shared/exam/exam.calls.ts'
import type { PrintSettings } from '#shared/card/card.jobs.ts'
import { useAct, useAsk } from '#web/kit/ask.ts'
import { JobProgress } from '#web/platform/JobProgress.public.tsx'
import { NumberField } from './NumberField.tsx'
import type { CardData } from '../designer/useDesigner.ts'

type Settings = Omit<PrintSettings, 'classIds'>

/** In which order, on which sides and in which colour. */
const PrintWays = (props: {
  kind: 'students' | 'blank'
  settings: Settings
  onChange: (settings: Settings) => void
}) => {
  const { settings, onChange } = props
  const order = settings.order ?? 'class'
  return (
    <>
      {props.kind === 'students' && (
        <Field label="顺序">
          <Select
            value={order}
            onChange={(_, d) => {
              const next = d.value as NonNullable<Settings['order']>
              const { seats: _seats, ...rest } = settings
              onChange({ ...rest, order: next, ...(next === 'room' ? { seats: 30 } : {}) })
            }}
          >
            <option value="class">按班级</option>
            <option value="number">按考号</option>
            <option value="room">按考场和座位（依考号编排）</option>
          </Select>
        </Field>
      )}
      {props.kind === 'students' && order === 'room' && (
        <NumberField
          label="每个考场"
          unit="人"
          value={settings.seats}
          min={10}
          max={100}
          onChange={(seats) => onChange({ ...settings, seats })}
        />
      )}
      <Switch
        label="单面打印"
        checked={settings.oneSided === true}
        onChange={(_, d) => onChange({ ...settings, oneSided: d.checked })}
      />
      <Switch
        label="红色印刷"
        checked={settings.red === true}
        onChange={(_, d) => onChange({ ...settings, red: d.checked })}
      />
    </>
  )
}

/** Prints the published card: blank, or one copy per student of the chosen classes. */
export const PrintDialog = (props: { card: CardData; unpublished: boolean; onClose: () => void }) => {
  const { card } = props
  const [kind, setKind] = useState<'students' | 'blank'>('students')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [uuid, setUuid] = useState<string | null>(null)
  const [settings, setSettings] = useState<Settings>({})
  /** What the finished job has to say: characters that nobody could print. */
  const [said, setSaid] = useState('')
  const classes = useAsk(examClasses, { examId: card.examId })
  const chosen = (classes.data ?? []).filter((c) => !left.has(c.classId))
  const copies = chosen.reduce((n, c) => n + c.candidateCount, 0)
  const print = useAct(printCard, {
    onDone: (answer) => {
      setSaid('')
      setUuid(answer.uuid)
    },
  })
  const start = (): void =>
    print.mutate({
      cardId: card.cardId,
      kind,
      ...settings,
      ...(kind === 'students' && left.size > 0 ? { classIds: chosen.map((c) => c.classId) } : {}),
    })
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && props.onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>打印答题卡（第{card.publishedVersion}版）</DialogTitle>
          <DialogContent>
            {props.unpublished && (
              <MessageBar intent="warning" style={{ marginBottom: 12 }}>
                <MessageBarBody>当前的修改还没有发布，打印的是已发布的第{card.publishedVersion}版。</MessageBarBody>
              </MessageBar>
            )}
            {uuid ? (
              <>
                <JobProgress uuid={uuid} onDone={(status) => setSaid(status.processMsg)} />
                {said && (
                  <MessageBar intent="warning" layout="multiline" style={{ marginTop: 12 }}>
                    <MessageBarBody>{said}</MessageBarBody>
                  </MessageBar>
                )}
              </>
            ) : (
              <>
                <RadioGroup
                  value={kind}
                  aria-label="打印方式"
                  onChange={(_, d) => setKind(d.value === 'blank' ? 'blank' : 'students')}
                >
                  <Radio
                    value="students"
                    label={`按学生打印：印好姓名、班级、考号，每人一份${classes.data ? `，共${copies}份` : ''}`}
                  />
                  <Radio value="blank" label="空白答题卡：学生自己填涂考号" />
                </RadioGroup>
                {kind === 'students' && (
                  <Field label="班级">
                    <div role="group" style={{ display: 'flex', flexWrap: 'wrap' }}>
                      {(classes.data ?? []).map((c) => (
                        <Checkbox
                          key={c.classId}
                          label={`${c.className}（${c.candidateCount}人）`}
                          checked={!left.has(c.classId)}
                          onChange={(_, d) => {
                            const next = new Set(left)
                            if (d.checked) next.delete(c.classId)
                            else next.add(c.classId)
                            setLeft(next)
                          }}
                        />
                      ))}
                    </div>
                  </Field>
                )}
                <PrintWays kind={kind} settings={settings} onChange={setSettings} />
                <p style={{ marginBottom: 0 }}>
                  打印时请选择“实际大小”、{settings.oneSided ? '单面' : '双面'}打印，不要缩放。
                </p>
              </>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={props.onClose}>{uuid ? '关闭' : '取消'}</Button>
            {uuid ? (
              <Button onClick={() => setUuid(null)}>再打印一份</Button>
            ) : (
              <Button
                appearance="primary"
                disabledFocusable={print.isPending || (kind === 'students' && copies === 0)}
                onClick={start}
              >
                生成PDF
              </Button>
            )}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
