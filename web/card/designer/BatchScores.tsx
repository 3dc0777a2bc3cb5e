import { Button, DialogActions, DialogBody, DialogContent, DialogTitle, Field, Input } from '@fluentui/react-components'
import { useState } from 'react'
import { matchPaper } from '#shared/card/card.match.ts'
import { defaultHalfScore } from '#shared/card/card.rules.ts'
import type { CardUnit } from '#shared/card/card.types.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { examPaper, savePaper } from '#shared/exam/exam.calls.ts'
import { showScore } from '#shared/kit/score.ts'
import { CheckGroup } from '#web/kit/parts/CheckGroup.tsx'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { ask, refresh, useAct } from '#web/kit/ask.ts'
import { batchScores } from './edits.ts'
import type { CardData, Designer } from './useDesigner.ts'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

/** Points as typed, in hundredths; undefined for what is no score. */
const pointsOf = (typed: string): number | undefined => {
  const value = Number(typed)
  return typed.trim() !== '' && value >= 0 && value <= 1000 && Number.isInteger(value * 2)
    ? Math.round(value * 100)
    : undefined
}

const rangeOf = (unit: CardUnit): string => {
  const [first, last] = [unit.questions[0]!.number, unit.questions.at(-1)!.number]
  return first === last ? `第${first}题` : `第${first}–${last}题`
}

/** One score for all questions of the chosen units. Scores are the paper's: they are set there, and the card follows. */
export const BatchScores = (props: {
  card: CardData
  designer: Designer
  chosen: string | null
  onClose: () => void
}) => {
  useFocusBack()
  const { card, designer } = props
  const units = designer.design.units.filter((u) => u.questions.length > 0)
  const [on, setOn] = useState<ReadonlySet<string>>(new Set(props.chosen ? [props.chosen] : []))
  const [full, setFull] = useState('')
  const [half, setHalf] = useState('')
  const picked = units.filter((u) => on.has(u.unitId))
  const multiple = picked.some((u) => u.unitType === 2)
  const fullScore = pointsOf(full)
  const halfScore = half.trim() === '' ? undefined : pointsOf(half)
  const wrong =
    full !== '' && !fullScore
      ? '分值应大于0，可以带半分'
      : half.trim() !== '' && (halfScore === undefined || halfScore > (fullScore ?? 0))
        ? '部分得分不能超过满分'
        : undefined
  const save = useAct(savePaper, {
    onDone: (paper) => {
      designer.edit((d) => matchPaper(d, paper.questions))
      void refresh(['card'])
      props.onClose()
    },
  })
  const start = async (): Promise<void> => {
    const paper = await ask(examPaper, { paperId: card.paperId })
    const ids = new Set(picked.flatMap((u) => u.questions.map((q) => q.questionId)))
    save.mutate({
      paperId: card.paperId,
      questions: batchScores(paper.questions, ids, fullScore!, multiple ? halfScore : undefined),
      version: paper.version,
    })
  }
  const count = picked.reduce((n, u) => n + u.questions.length, 0)
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && props.onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>批量设置分值</DialogTitle>
          <DialogContent>
            <CheckGroup
              label="题组"
              rows
              items={units.map((u) => ({
                id: u.unitId,
                text: `${u.title?.trim() || unitTypes[u.unitType as 1]}（${rangeOf(u)}）`,
              }))}
              isOn={(id) => on.has(id)}
              onToggle={(id, ticked) => setOn(new Set(ticked ? [...on, id] : [...on].filter((x) => x !== id)))}
            />
            <Field label="每题分值（分）" required validationMessage={wrong}>
              <Input inputMode="decimal" value={full} onChange={(_, d) => setFull(d.value)} />
            </Field>
            {multiple && (
              <Field label="多选题选对但不全的得分（分）">
                <Input
                  inputMode="decimal"
                  value={half}
                  placeholder={fullScore ? showScore(defaultHalfScore(fullScore)) : '满分的一半'}
                  onChange={(_, d) => setHalf(d.value)}
                />
              </Field>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={props.onClose}>取消</Button>
            <Button
              appearance="primary"
              disabled={count === 0 || !fullScore || wrong !== undefined || save.isPending}
              onClick={() => void start()}
            >
              {count > 0 ? `设置${count}题` : '设置'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
