import { useParams } from 'react-router'
import { ownUploaders, setOwnUploader } from '#shared/scan/uploading/ownUploader.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { ownPartPath } from '#web/exam/exam.paths.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'

type Row = OutputOf<typeof ownUploaders>[number]

const scansOf = ({ papers }: Row) => papers.filter((p) => p.scans)

const setting = (examId: ExamId, row: Row): DialogForm => ({
  title: `${row.teacherName}扫描哪些科目`,
  submit: '保存',
  start: { paperIds: scansOf(row).map((p) => p.paperId) },
  fields: [
    {
      kind: 'multi',
      name: 'paperIds',
      label: '科目',
      options: row.papers.map((p) => ({ value: p.paperId, label: p.courseName })),
      hint: '在“我的扫描任务”中上传本校的答题卡；一科都不选，就不再扫描。',
    },
  ],
  run: async (sent) => {
    const paperIds = (sent['paperIds'] ?? []) as PaperId[]
    await act(setOwnUploader, { examId, teacherId: row.teacherId, paperIds }, { hideMessage: true })
    toast('success', paperIds.length > 0 ? `${row.teacherName}可以扫描本校的答题卡了` : `${row.teacherName}不再扫描`)
  },
})

/** Who of one's own school scans its cards of a joint exam. */
export const OwnUploadersScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <>
      <ListScreen
        title="扫描人员"
        call={ownUploaders}
        input={{ examId }}
        rowTo={{ none: 'what one scans is set in a dialogue' }}
        rowKey={(r) => r.teacherId}
        columns={[
          { key: 'teacherName', name: '姓名', value: (r) => r.teacherName },
          {
            key: 'papers',
            name: '扫描的科目',
            value: (r) =>
              scansOf(r)
                .map((p) => p.courseName)
                .join('、') || '—',
          },
        ]}
        rowActions={(r) => [
          {
            name: '设置',
            barred: !r.hasAccount && '这位老师还没有登录账号',
            form: () => setting(examId, r),
          },
        ]}
        empty={{
          title: '本校还没有老师',
          text: '请先在“学校管理”中添加老师。',
          action: { name: '我校的进度', to: ownPartPath(examId) },
        }}
      />
    </>
  )
}
