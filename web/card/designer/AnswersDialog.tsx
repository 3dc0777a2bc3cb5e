import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import { answerFile, answerTemplate, importAnswers } from '#shared/card/designer/desk.calls.ts'
import { examPaper } from '#shared/exam/exam.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import type { CardData } from './useDesigner.ts'
import { CardDialog } from '../parts/CardDialog.tsx'

type Read = OutputOf<typeof importAnswers> & { key: string; fileName: string }

/** The answers of a paper from a workbook: looked at first, taken over when nothing is wrong with it. */
export const AnswersDialog = ({ card, onClose }: { card: CardData; onClose: () => void }) => {
  const { paperId } = card
  const paper = useAsk(examPaper, { paperId }, { hideMessage: true, freshMs: 0 })
  const [read, setRead] = useState<Read | null>(null)
  const download = async (call: typeof answerTemplate): Promise<void> => {
    const { url } = await act(call, { paperId })
    window.open(url, '_blank', 'noopener')
  }
  const look = async (key: string, fileName: string): Promise<void> => {
    const version = (await paper.refetch()).data!.version
    const answer = await act(importAnswers, { paperId, version, key, fileName, check: true }, { hideMessage: true })
    setRead({ ...answer, key, fileName })
  }
  const take = async (): Promise<void> => {
    const { key, fileName, version } = read!
    const { changed } = await act(importAnswers, { paperId, version, key, fileName })
    toast('success', `已导入答案，改动了${changed}道题`)
    onClose()
  }
  const good = read !== null && read.problems.length === 0
  const barred = !read ? '请先上传填好的表格' : !good ? '请改好表格后重新上传' : read.changed === 0 && '答案没有改动'
  return (
    <CardDialog title="导入答案" onClose={onClose} actions={[{ name: '导入', primary: true, barred, run: take }]}>
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        <ActionButton action={{ name: '下载答案模板', run: () => download(answerTemplate) }} />
        <ActionButton action={{ name: '下载现有答案', run: () => download(answerFile as typeof answerTemplate) }} />
      </div>
      <UploadBox
        family="paperAnswer"
        hint="把填好答案的表格拖到这里"
        onUploaded={({ files: [file] }) => look(file!.key, file!.fileName)}
      />
      {read && (
        <MessageBar intent={good ? 'success' : 'error'} layout="multiline">
          <MessageBarBody>
            {good
              ? `表格有${read.rows}道题，导入后有${read.changed}道题的答案改动。`
              : `表格有${read.problems.length}处问题，没有导入：`}
            {!good && (
              <ul aria-label="问题" style={{ margin: 0, paddingLeft: 18, maxHeight: 180, overflowY: 'auto' }}>
                {read.problems.map((p, i) => (
                  <li key={i}>{p.row > 0 ? `第${p.row}行“${p.column}”：${p.text}` : p.text}</li>
                ))}
              </ul>
            )}
          </MessageBarBody>
        </MessageBar>
      )}
    </CardDialog>
  )
}
