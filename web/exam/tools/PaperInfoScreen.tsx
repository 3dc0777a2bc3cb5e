import { DialogBody, DialogContent, DialogTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  addPaperFile,
  deletePaperFile,
  mostPaperFiles,
  paperFileKinds,
  paperInfo,
  takePaperFile,
} from '#shared/exam/tools/paperFile.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { act, undoDelete } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import { randomId } from '#web/kit/ports.ts'
import { sizeText } from '#web/kit/progress.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { paperPath } from '../exam.paths.ts'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

type Info = OutputOf<typeof paperInfo>[number]
type File = Info['files'][number]
type Kind = File['kind']

const kinds = Object.entries(paperFileKinds).map(([value, label]) => ({ value, label }))

const useStyles = makeStyles({
  about: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
  },
  link: { color: tokens.colorBrandForegroundLink, textDecorationLine: 'none' },
})

/** Which kind the files are, then the files. */
const Add = ({ paper, close }: { paper: Info; close: () => void }) => {
  useFocusBack()
  const [kind, setKind] = useState<Kind>('paper')
  return (
    <Dialog open onOpenChange={(_, d) => !d.open && close()}>
      <DialogSurface style={{ maxWidth: '520px' }}>
        <DialogBody>
          <DialogTitle>{paper.courseName}添加文件</DialogTitle>
          <DialogContent>
            <FieldGroup
              fields={[{ name: 'kind', label: '是什么', kind: 'radio', options: kinds }]}
              values={{ kind }}
              errors={{}}
              onChange={(patch) => setKind(patch['kind'] as Kind)}
            />
            <UploadBox
              family="examPaper"
              hint="把文件拖到这里（PDF、Word、图片、MP3 或 ZIP，最大50MB）"
              onUploaded={async ({ files }) => {
                const { paperId } = paper
                for (const { key, fileName } of files)
                  await act(addPaperFile, { paperId, fileId: randomId(), kind, key, fileName }, { hideMessage: true })
                close()
                toast('success', files.length === 1 ? `已添加“${files[0]!.fileName}”` : `已添加${files.length}个文件`)
              }}
            />
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

const take = async ({ paperId }: Info, { fileId }: File): Promise<void> =>
  location.assign((await act(takePaperFile, { paperId, fileId })).url)

const remove = ({ paperId }: Info, { fileId, fileName }: File): Promise<void> =>
  undoDelete(deletePaperFile, { paperId, fileId }, `已删除“${fileName}”`)

/** One paper: what it holds, and its files. */
const Paper = ({ examId, paper }: { examId: ExamId; paper: Info }) => {
  const styles = useStyles()
  const [adding, setAdding] = useState(false)
  const { courseName, questions, objective, fullScore, files } = paper
  const about = questions === 0 ? '还没有题目' : `${questions}题（客观${objective}题），满分${showScore(fullScore)}分`
  return (
    <Section title={courseName}>
      <div className={styles.about}>
        <span>
          {about}
          {files.length === 0 && '，还没有文件'}
        </span>
        <ActionButton
          action={{
            name: '添加文件',
            run: () => setAdding(true),
            barred: files.length >= mostPaperFiles && `一科最多保存${mostPaperFiles}个文件`,
          }}
        />
        <Link className={styles.link} to={paperPath(examId, paper.paperId)}>
          设置试题
        </Link>
      </div>
      {files.length > 0 && (
        <DataTable
          label={`${courseName}的文件`}
          rows={files}
          rowKey={(f) => f.fileId}
          columns={[
            { key: 'fileName', name: '文件', value: (f) => f.fileName, width: 280 },
            { key: 'kind', name: '是什么', value: (f) => paperFileKinds[f.kind], width: 96 },
            { key: 'size', name: '大小', value: (f) => sizeText(f.size), number: true, width: 72 },
            { key: 'byName', name: '上传人', value: (f) => f.byName, width: 120 },
            { key: 'at', name: '时间', value: (f) => showTime(f.at), width: 144 },
          ]}
          rowActions={(f) => (
            <RowActions
              actions={[
                { name: '下载', run: () => take(paper, f) },
                { name: '删除', danger: true, run: () => remove(paper, f) },
              ]}
            />
          )}
        />
      )}
      {adding && <Add paper={paper} close={() => setAdding(false)} />}
    </Section>
  )
}

/** The papers of an exam, and the files that belong to each. */
export const PaperInfoScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <DetailScreen
      call={paperInfo}
      input={{ examId }}
      title={() => '试卷信息'}
      facts={(papers) => [
        { name: '科目', value: `${papers.length}个` },
        { name: '文件', value: `${papers.reduce((n, p) => n + p.files.length, 0)}个` },
      ]}
    >
      {(papers) =>
        papers.length === 0 ? (
          <EmptyState empty={{ title: '这场考试没有科目' }} />
        ) : (
          papers.map((p) => <Paper key={p.paperId} examId={examId} paper={p} />)
        )
      }
    </DetailScreen>
  )
}
