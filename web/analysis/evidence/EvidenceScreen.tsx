import { useParams } from 'react-router'
import { disclosurePeople } from '#shared/exam/tools/disclosure.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { analysisPaths } from '../analysis.paths.ts'
import { packForm } from './packForm.ts'

/** The candidates of an exam, and the file of evidence of one. */
export const EvidenceScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const { classes = [] } = useAsk(disclosurePeople, { examId, pageSize: 1 }).data ?? {}
  return (
    <ListScreen
      title="成绩证据包"
      call={disclosurePeople}
      input={{ examId }}
      order="按名单中的先后"
      rowTo={{ none: 'a file is made of the candidate, in a dialogue' }}
      rowKey={(c) => c.studentId}
      columns={[
        { key: 'studentName', name: '姓名', value: (c) => c.studentName, width: 120 },
        { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber, width: 120 },
        { key: 'className', name: '班级', value: (c) => c.className, width: 96 },
      ]}
      filters={[
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号' },
        {
          field: 'classId',
          label: '班级',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: c.className })),
        },
      ]}
      rowActions={(c) => [{ name: '制作证据包', form: () => packForm(examId, c) }]}
      actions={[
        { name: '下载中心', to: pathTo(analysisPaths.downloads, { examId }) },
        { name: '核验证据包', to: analysisPaths.verifyEvidence },
      ]}
      empty={{ title: '没有符合条件的考生' }}
    />
  )
}
