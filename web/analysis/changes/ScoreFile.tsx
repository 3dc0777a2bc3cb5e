import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { changeFile } from '#shared/analysis/change.calls.ts'
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, maxHeight: '220px', overflowY: 'auto' },
  faint: { margin: 0, color: tokens.colorNeutralForeground3 },
})

type Read = OutputOf<typeof changeFile> & { fileName: string }

const placeOf = ({ row, column }: Read['problems'][number]): string =>
  row === 0 ? '' : `第${row}行${column === '' ? '' : `“${column}”`}：`

/** Corrected scores from a file: taken whole, or what is wrong with it by row and column. */
export const ScoreFile = ({
  paperId,
  onRead,
}: {
  paperId: PaperId
  onRead: (edits: readonly ChangeWish[]) => void
}) => {
  const styles = useStyles()
  const [read, setRead] = useState<Read | null>(null)
  const look = async (key: string, fileName: string): Promise<void> => {
    const answer = await act(changeFile, { paperId, key, fileName }, { hideMessage: true })
    setRead({ ...answer, fileName })
    if (answer.problemCount === 0) onRead(answer.edits)
  }
  return (
    <div className={styles.all}>
      <p className={styles.faint}>
        第一行是“考号”和各题题号，可以有“姓名”“班级”“总分”；下面每名考生一行，不改的格子空着。有一处不对就一个也不加入；再上传的代替前一个表格。
      </p>
      <UploadBox
        family="scores"
        hint="把表格拖到这里（.xlsx 或 .csv）"
        quiet
        onUploaded={({ files: [file] }) => look(file!.key, file!.fileName)}
      />
      {read && (
        <MessageBar intent={read.problemCount === 0 ? 'success' : 'error'} layout="multiline">
          <MessageBarBody>
            {read.problemCount === 0
              ? `“${read.fileName}”里有${read.students}名考生（名单中${read.candidates}名，其余不变），要改${read.edits.length}个得分，已加入改动${read.unchanged > 0 ? `；另有${read.unchanged}个和现在一样` : ''}。`
              : `“${read.fileName}”有${read.problemCount}处不对，没有加入：`}
            {read.problemCount > 0 && (
              <ul className={styles.list} aria-label="表格中的问题">
                {read.problems.map((p) => (
                  <li key={`${p.row} ${p.column} ${p.text}`}>
                    {placeOf(p)}
                    {p.text}
                  </li>
                ))}
                {read.problemCount > read.problems.length && <li>还有{read.problemCount - read.problems.length}处</li>}
              </ul>
            )}
          </MessageBarBody>
        </MessageBar>
      )}
    </div>
  )
}
