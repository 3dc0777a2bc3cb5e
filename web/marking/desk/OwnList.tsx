import { useState } from 'react'
import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  Text,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { ownMarks } from '#shared/marking/own.calls.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import type { MarkingDesk } from './markingDesk.ts'
import { valueText } from '../parts/ScorePad.tsx'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  all: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    maxHeight: '60dvh',
    overflowY: 'auto',
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    paddingBottom: tokens.spacingVerticalXS,
  },
  // A blank is seen whole, of a longer answer its beginning.
  picture: {
    display: 'block',
    width: '100%',
    height: 'auto',
    maxHeight: '120px',
    objectFit: 'cover',
    objectPosition: 'left top',
    backgroundColor: '#fff',
  },
  side: { display: 'flex', flexDirection: 'column', alignItems: 'flex-end' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

type Props = {
  paperId: PaperId
  questionId: QuestionId
  desk: MarkingDesk
  /** Marks on their way to the server are not in the list yet. */
  waiting: number
  onClose: () => void
}

/** Some of them, and where the list goes on the next. */
const Some = ({ before, ...props }: Props & { before?: number }) => {
  const styles = useStyles()
  const { paperId, questionId } = props
  const { data, error, refetch } = useAsk(ownMarks, {
    paperId,
    questionId,
    ...(before === undefined ? {} : { before }),
  })
  const [goesOn, goOn] = useState(false)
  if (!data) return error ? <ErrorState error={error} again={() => void refetch()} /> : <Bars rows={4} height={64} />
  if (data.list.length === 0 && before === undefined && data.next === undefined)
    return <EmptyState empty={{ title: '您还没有评过这道题' }} />
  // What was given again here is newer than what the server had answered.
  const givenHere = new Map(
    props.desk.state().entries.map((e) => [`${e.bundle.bundleId} ${e.answer.studentId}`, e.value] as const),
  )
  return (
    <>
      <ol className={styles.list}>
        {data.list.map((m) => (
          <li key={`${m.bundle.bundleId} ${m.answer.studentId}`} className={styles.row}>
            {m.answer.images[0] ? (
              <Picture src={m.answer.images[0].url} alt="作答图像" className={styles.picture} />
            ) : (
              <Text className={styles.faint}>没有单独的图像</Text>
            )}
            <span className={styles.side}>
              <Text weight="semibold">
                {valueText(givenHere.get(`${m.bundle.bundleId} ${m.answer.studentId}`) ?? m.answer.mine.value)}
              </Text>
              <Text className={styles.faint}>{showTime(m.at)}</Text>
            </span>
            <Button
              size="small"
              disabledFocusable={m.decided || m.published === true}
              title={m.decided ? '仲裁已经给分' : m.published ? markingProblems.published.message : undefined}
              onClick={() => {
                props.desk.reopen(data.question, m)
                props.onClose()
              }}
            >
              {m.decided ? '已仲裁' : m.published ? '已发布' : '重新给分'}
            </Button>
          </li>
        ))}
      </ol>
      {data.next !== undefined &&
        (goesOn ? (
          <Some {...props} before={data.next} />
        ) : (
          <Button appearance="subtle" onClick={() => goOn(true)}>
            更早的
          </Button>
        ))}
    </>
  )
}

/** The own marks of a question, from the newest; each can be given again until the paper closes. */
export const OwnList = (props: Props) => {
  useFocusBack()
  const styles = useStyles()
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && props.onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>我评过的答卷</DialogTitle>
          <DialogContent>
            {props.waiting > 0 && (
              <Text className={styles.faint}>还有 {props.waiting} 个评分正在提交，稍后出现在这里。</Text>
            )}
            <div className={styles.all}>
              <Some {...props} />
            </div>
          </DialogContent>
          <DialogActions>
            <Button onClick={props.onClose}>关闭</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
