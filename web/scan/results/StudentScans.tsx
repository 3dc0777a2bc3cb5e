import { Link } from 'react-router'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { studentCards, studentPapers } from '#shared/scan/candidate.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { pagePath, studentPath } from '../scan.paths.ts'
import { pageStates, scriptStates } from '../words.ts'
import { scriptColumns, stateColumn } from '../parts/columns.tsx'

type Of = { paperId: PaperId; studentId: StudentId }

/** Every page that was scanned of one candidate, in the script or not. */
export const StudentScans = ({ of }: { of: Of }) => {
  const asked = useAsk(studentCards, of)
  const rows = asked.data
  if (!rows) return <Waiting asked={asked} rows={4} height={24} />
  return rows.length === 0 ? (
    <EmptyState empty={{ title: '没有扫描到这名考生的页面' }} />
  ) : (
    <DataTable
      label="扫描页"
      rows={rows}
      rowKey={(p) => p.scanId}
      columns={[
        {
          key: 'name',
          name: '文件',
          value: (p) => p.name,
          cell: (p) => <Link to={pagePath(of.paperId, p)}>{p.name}</Link>,
        },
        { key: 'page', name: '页', value: (p) => p.page ?? '', number: true },
        stateColumn<(typeof rows)[number]>((p) => pageStates[p.state]),
        { key: 'inScript', name: '在答卷中', value: (p) => (p.inScript ? '是' : '') },
        { key: 'uploaderName', name: '上传人', value: (p) => p.uploaderName },
        { key: 'reason', name: '原因', value: (p) => p.reason ?? '' },
      ]}
    />
  )
}

/** How one candidate's cards stand in every paper of the exam. */
export const StudentPapers = ({ of }: { of: Of }) => {
  const asked = useAsk(studentPapers, of)
  const rows = asked.data
  if (!rows) return <Waiting asked={asked} rows={4} height={24} />
  return (
    <DataTable
      label="各科答题卡"
      rows={rows}
      rowKey={(r) => r.paperId}
      columns={[
        {
          key: 'courseName',
          name: '科目',
          value: (r) => r.courseName,
          cell: (r) => <Link to={studentPath(r.paperId, of.studentId)}>{r.courseName}</Link>,
        },
        stateColumn<(typeof rows)[number]>((r) => scriptStates[r.state]),
        ...scriptColumns<(typeof rows)[number]>(),
      ]}
    />
  )
}
