import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { studentCards, studentPapers } from '#shared/scan/candidate.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { pagePath, studentPath } from '../scan.paths.ts'
import { pageStates, scriptStates } from '../stateWords.ts'
import { scriptColumns, stateColumn } from '../parts/columns.tsx'

type Of = { paperId: PaperId; studentId: StudentId }
type Card = OutputOf<typeof studentCards>[number]
type Script = OutputOf<typeof studentPapers>[number]

/** Every page that was scanned of one candidate, in the script or not. */
export const StudentScans = ({ of }: { of: Of }) => (
  <ListPart
    label="扫描页"
    call={studentCards}
    input={of}
    rowKey={(p) => p.scanId}
    rowTo={(p) => pagePath(of.paperId, p)}
    columns={[
      { key: 'name', name: '文件', value: (p) => p.name },
      { key: 'page', name: '页', value: (p) => p.page ?? '', number: true },
      stateColumn<Card>((p) => pageStates[p.state]),
      { key: 'inScript', name: '在答卷中', value: (p) => (p.inScript ? '是' : '') },
      { key: 'uploaderName', name: '上传人', value: (p) => p.uploaderName },
      { key: 'reason', name: '原因', value: (p) => p.reason ?? '' },
    ]}
    empty={{ title: '没有扫描到这名考生的页面' }}
  />
)

/** How one candidate's cards stand in every paper of the exam. */
export const StudentPapers = ({ of }: { of: Of }) => (
  <ListPart
    label="各科答题卡"
    call={studentPapers}
    input={of}
    rowKey={(r) => r.paperId}
    rowTo={(r) => studentPath(r.paperId, of.studentId)}
    columns={[
      { key: 'courseName', name: '科目', value: (r) => r.courseName },
      stateColumn<Script>((r) => scriptStates[r.state]),
      ...scriptColumns<Script>(),
    ]}
    empty={{ title: '这场考试没有这名考生的试卷' }}
  />
)
