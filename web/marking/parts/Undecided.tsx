import { Button, Text, ToggleButton, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { decideChoice, undecidedChoices } from '#shared/marking/choice.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Picture } from '#web/kit/parts/Picture.tsx'

type Row = OutputOf<typeof undecidedChoices>['list'][number]

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  answers: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  answer: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  picture: {
    width: '100%',
    height: 'auto',
    maxHeight: '240px',
    objectFit: 'contain',
    objectPosition: 'left top',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: '#fff',
  },
  faint: { color: tokens.colorNeutralForeground3 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

const said = (q: Row['questions'][number]): string =>
  q.score === null ? `第 ${q.number} 题` : `第 ${q.number} 题 · ${showScore(q.score)} 分`

const Choice = ({ paperId, row }: { paperId: PaperId; row: Row }) => {
  const styles = useStyles()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const decide = async (ids: readonly string[]): Promise<void> => {
    const of = row.questions.filter((q) => ids.includes(q.questionId))
    await act(decideChoice, {
      paperId,
      studentId: row.studentId,
      group: row.group,
      chosen: of.map((q) => q.questionId),
    })
    toast('success', `${row.studentName}：按第${of.map((q) => q.number).join('、')}题计分；可在“成绩更正”中再改`)
  }
  const press = (id: string): void => {
    if (row.count === 1) return void decide([id]).catch(console.warn)
    setChosen(chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id])
  }
  return (
    <section className={styles.row} aria-label={`${row.studentName}的选做题`}>
      <Text weight="semibold">
        {row.studentName}　{row.className}　{row.studentNumber}
      </Text>
      <div className={styles.answers}>
        {row.questions.map((q) => (
          <div key={q.questionId} className={styles.answer}>
            <Text className={styles.faint}>{said(q)}</Text>
            {q.images.map((i) => (
              <Picture key={i.url} src={i.url} alt={`第${q.number}题作答`} className={styles.picture} />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.buttons} role="group" aria-label={`计哪${row.count}题`}>
        {row.questions.map((q) => (
          <ToggleButton
            key={q.questionId}
            checked={chosen.includes(q.questionId)}
            disabledFocusable={!chosen.includes(q.questionId) && row.count > 1 && chosen.length >= row.count}
            onClick={() => press(q.questionId)}
          >
            计第 {q.number} 题
          </ToggleButton>
        ))}
        {row.count > 1 && (
          <Button
            appearance="primary"
            disabledFocusable={chosen.length !== row.count}
            onClick={() => void decide(chosen).catch(console.warn)}
          >
            确定（{chosen.length} / {row.count}）
          </Button>
        )}
      </div>
    </section>
  )
}

/** Students of whom it is not known which optional questions count; nothing where there are none. */
export const Undecided = ({ paperId }: { paperId: PaperId }) => {
  const styles = useStyles()
  const { data } = useAsk(undecidedChoices, { paperId }, { everyMs: 20_000 })
  if (!data || data.list.length === 0) return null
  return (
    <section className={styles.all} id="choices">
      <h2 className={styles.head}>选做题待确定（{data.total} 份）</h2>
      <Text className={styles.faint}>
        这些答卷在同一组选做题里多做了题，或没有说明选做了哪一题：确定按哪一题计分之前，这组题不计分，也不能结束阅卷。
      </Text>
      {data.list.map((row) => (
        <Choice key={`${row.studentId} ${row.group}`} paperId={paperId} row={row} />
      ))}
    </section>
  )
}
