import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { OutputOf } from '#shared/kit/call.ts'
import type { BatchId } from '#shared/kit/ids.ts'
import type { pageDetail } from '#shared/scan/uploading/sheetCount.calls.ts'
import { drawAbsent, drawNumber, questionBlock } from '#shared/scan/uploading/piece.calls.ts'
import type { DrawnPiece } from '#shared/scan/uploading/piece.calls.ts'
import { ask } from '#web/kit/ask.ts'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { ChoiceTable } from '../parts/ChoiceTable.tsx'
import { DrawnPieceView } from './DrawnPieceView.tsx'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

type Of = OutputOf<typeof pageDetail>
type Shown = { name: string; piece: DrawnPiece; judged: boolean }

/** What was read of a page, and where on it: each question, the number and the mark of absence as they were seen. */
export const PageProof = ({ of, at }: { of: Of; at: { batchId: BatchId; no: string } }) => {
  const styles = useStyles()
  const [shown, setShown] = useState<Shown | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const look = async (name: string, piece: () => Promise<DrawnPiece>, judged = false): Promise<void> => {
    setBusy(name)
    try {
      setShown({ name, piece: await piece(), judged })
    } catch {
      // What cannot be shown is told by the call's own message.
      setShown(null)
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className={styles.all}>
      {of.page !== undefined && of.imageUrl && (
        <div className={styles.row}>
          <Button
            size="small"
            disabledFocusable={busy !== null}
            onClick={() => void look('考号', () => ask(drawNumber, at))}
          >
            看考号填涂
          </Button>
          <Button
            size="small"
            disabledFocusable={busy !== null}
            onClick={() => void look('缺考标记', () => ask(drawAbsent, at))}
          >
            看缺考标记
          </Button>
          {busy && <Spinner size="tiny" labelPosition="after" label={`正在裁出${busy}…`} />}
        </div>
      )}
      <div aria-live="polite">
        {shown && <DrawnPieceView of={shown.piece} name={shown.name} judged={shown.judged} />}
      </div>
      <ChoiceTable
        of={of.choices}
        none="这一页没有识别出客观题。"
        rowActions={(c) => (
          <RowActions
            actions={[
              {
                name: '看填涂',
                run: () =>
                  look(`第${c.number}题`, () => ask(questionBlock, { ...at, questionId: c.questionId }), c.judged),
              },
            ]}
          />
        )}
      />
    </div>
  )
}
