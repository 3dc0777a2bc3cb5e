import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
} from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { examCards } from '#shared/card/card.calls.ts'
import { printCard } from '#shared/card/print/print.calls.ts'
import { examClasses } from '#shared/exam/exam.calls.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { refresh, useAct, useAsk } from '#web/kit/ask.ts'
import { CheckGroup } from '#web/kit/parts/CheckGroup.tsx'
import { now, randomId } from '#web/kit/ports.ts'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import type { CardData } from './useDesigner.ts'
import { PrintWays } from './PrintWays.tsx'
import type { PrintWay } from './PrintWays.tsx'
import { PrintedFiles } from './PrintedFiles.tsx'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

/** Names one wish to print: asked twice, by a double click or a line that broke, it is still one. */
const newAttempt = (): AttemptId => {
  const hex = randomId().replaceAll('-', '')
  const bytes = Uint8Array.from({ length: 10 }, (_, i) => parseInt(hex.slice(i * 2, i * 2 + 2), 16))
  return composeId('attempt', now(), bytes)
}

const toggled = (set: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> => {
  const next = new Set(set)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

/** Prints the published card, and other subjects' with it: blank, or one copy per student of the chosen classes. */
export const PrintDialog = (props: { card: CardData; unpublished: boolean; onClose: () => void }) => {
  useFocusBack()
  const { card } = props
  const [kind, setKind] = useState<'students' | 'blank'>('students')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [also, setAlso] = useState<ReadonlySet<string>>(new Set())
  const [uuid, setUuid] = useState<string | null>(null)
  const [settings, setSettings] = useState<PrintWay>({})
  /** What the finished job has to say: characters that could not be printed. */
  const [said, setSaid] = useState('')
  const [round, setRound] = useState(0)
  const classes = useAsk(examClasses, { examId: card.examId })
  const others = useAsk(examCards, { examId: card.examId, pageSize: 50 }, { hideMessage: true })
  const subjects = (others.data?.list ?? []).filter((c) => c.cardId !== card.cardId)
  const chosen = (classes.data ?? []).filter((c) => !left.has(c.classId))
  const people = chosen.reduce((n, c) => n + c.candidateCount, 0)
  const cards = 1 + also.size
  // Another wish is another attempt.
  const attempt = useMemo(newAttempt, [kind, left, also, settings, round])
  const print = useAct(printCard, {
    onDone: (answer) => {
      setSaid('')
      setUuid(answer.uuid)
    },
  })
  const { seatList, ...ways } = settings
  const start = (): void =>
    print.mutate({
      cardId: card.cardId,
      kind,
      ...ways,
      ...(kind === 'students' && seatList ? { seatList } : {}),
      attempt,
      ...(also.size > 0 ? { paperIds: subjects.filter((s) => also.has(s.paperId)).map((s) => s.paperId) } : {}),
      ...(kind === 'students' && left.size > 0 ? { classIds: chosen.map((c) => c.classId) } : {}),
    })
  const again = (): void => {
    setRound((n) => n + 1)
    setUuid(null)
  }
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
                <JobProgress
                  next
                  uuid={uuid}
                  onDone={(status) => {
                    setSaid(status.processMsg)
                    void refresh(['cardPdfs'])
                  }}
                />
                {said && (
                  <MessageBar intent="warning" layout="multiline" style={{ marginTop: 12 }}>
                    <MessageBarBody>{said}</MessageBarBody>
                  </MessageBar>
                )}
              </>
            ) : (
              <div style={{ display: 'grid', gap: 12 }}>
                <RadioGroup
                  value={kind}
                  aria-label="打印方式"
                  onChange={(_, d) => setKind(d.value === 'blank' ? 'blank' : 'students')}
                >
                  <Radio
                    value="students"
                    label={`按学生打印：印好姓名、班级、考号，每人一份${classes.data ? `，共${people * cards}份` : ''}`}
                  />
                  <Radio value="blank" label="空白答题卡：学生自己填涂考号" />
                </RadioGroup>
                {kind === 'students' && (
                  <CheckGroup
                    label="班级"
                    items={(classes.data ?? []).map((c) => ({
                      id: c.classId,
                      text: `${c.className}（${c.candidateCount}人）`,
                    }))}
                    isOn={(id) => !left.has(id)}
                    onToggle={(id, on) => setLeft((s) => toggled(s, id, !on))}
                  />
                )}
                {subjects.length > 0 && (
                  <CheckGroup
                    label="同时打印本场考试的其他学科"
                    items={subjects.map((s) => ({
                      id: s.paperId,
                      text: s.publishedVersion > 0 ? s.courseName : `${s.courseName}（未发布）`,
                      barred: s.publishedVersion === 0,
                    }))}
                    isOn={(id) => also.has(id)}
                    onToggle={(id, on) => setAlso((s) => toggled(s, id, on))}
                  />
                )}
                <PrintWays kind={kind} settings={settings} onChange={setSettings} />
                <p style={{ margin: 0 }}>
                  打印时请选择“实际大小”、{settings.oneSided ? '单面' : '双面'}打印，不要缩放。
                </p>
                <PrintedFiles cardId={card.cardId} />
              </div>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={props.onClose}>{uuid ? '关闭' : '取消'}</Button>
            {uuid ? (
              <Button onClick={again}>再打印一份</Button>
            ) : (
              <Button
                appearance="primary"
                disabledFocusable={print.isPending || (kind === 'students' && (people === 0 || seatList === null))}
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
