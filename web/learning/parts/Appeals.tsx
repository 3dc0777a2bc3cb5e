import { Text, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { ownResult } from '#shared/analysis/analysis.calls.ts'
import { askAppeal, ownAppeals } from '#shared/analysis/appeal.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { appealLine } from '../resultWords.ts'

type Result = OutputOf<typeof ownResult>
type Own = OutputOf<typeof ownAppeals>

const useStyles = makeStyles({
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  top: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  one: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    marginTop: tokens.spacingVerticalS,
    paddingTop: tokens.spacingVerticalS,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  faint: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

const states = {
  open: { text: '等待答复', meaning: 'waits' },
  kept: { text: '维持原分', meaning: 'done' },
  changed: { text: '已改分', meaning: 'done' },
  corrected: { text: '已更正', meaning: 'done' },
} as const

const isFull = ({ score, fullScore }: Result['items'][number]): boolean => score === fullScore

const Ask = ({ paperId, result, own, close }: { paperId: PaperId; result: Result; own: Own; close: () => void }) => {
  const asked = new Set(own.list.map((a) => a.questionId as string))
  return (
    <FormDialog
      close={close}
      form={{
        title: '申诉一道题的得分',
        submit: '提交申诉',
        fields: [
          {
            name: 'questionId',
            label: '题目',
            kind: 'select',
            required: true,
            // What lost something first: that is what is appealed against.
            options: result.items
              .filter((i) => !asked.has(i.questionId))
              .toSorted((a, b) => Number(isFull(a)) - Number(isFull(b)))
              .map((i) => ({
                value: i.questionId,
                label: `第${i.number}题　${showScore(i.score)}/${showScore(i.fullScore)}分`,
              })),
          },
          {
            name: 'reason',
            label: '理由',
            kind: 'textarea',
            required: true,
            maxLength: 300,
            hint: '每题只能申诉一次，请写明哪一处应当得分',
          },
        ],
        run: async (sent) => {
          const appeal = { paperId, questionId: String(sent['questionId']), reason: String(sent['reason']) }
          await act(askAppeal, appeal, { hideMessage: true })
          toast('success', '已提交，答复会显示在这里')
        },
      }}
    />
  )
}

/** Asking that a score be looked at once more, and what became of it; nothing where the exam takes no appeals. */
export const Appeals = ({ paperId, result }: { paperId: PaperId; result: Result }) => {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const own = useAsk(ownAppeals, { paperId }, { hideMessage: true }).data
  if (!own || (own.closed === 'off' && own.list.length === 0)) return null
  const may = own.closed === null && own.left > 0 && result.items.length > own.list.length
  return (
    <section aria-label="成绩申诉">
      <div className={styles.top}>
        <h2 className={styles.head}>成绩申诉</h2>
        <Text className={styles.faint}>{appealLine(own, result.items.length)}</Text>
        {may && <ActionButton action={{ name: '提出申诉', run: () => setOpen(true) }} />}
      </div>
      {open && <Ask paperId={paperId} result={result} own={own} close={() => setOpen(false)} />}
      <ul className={styles.list}>
        {own.list.map((a) => (
          <li key={a.questionId} className={styles.one}>
            <span className={styles.top}>
              <span>第{a.number}题</span>
              <StateMark {...states[a.state]} />
              {a.scoreAfter !== undefined && (
                <span>
                  {showScore(a.score)}分 → {showScore(a.scoreAfter)}分
                </span>
              )}
            </span>
            <Text className={styles.faint}>
              {a.reason}（{showTime(a.askedAt)}）
            </Text>
            {a.answer && <Text>答复：{a.answer}</Text>}
          </li>
        ))}
      </ul>
    </section>
  )
}
