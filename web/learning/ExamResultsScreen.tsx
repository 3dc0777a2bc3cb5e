import { useParams } from 'react-router'
import { ownExam } from '#shared/analysis/analysis.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showDate } from '#shared/kit/time.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { resultPath } from './learning.paths.ts'
import { amendedText, placeText, subjectScore } from './resultWords.ts'

/** The own results of one exam: its total, where one is published, and each subject. */
export const ExamResultsScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <DetailScreen
      call={ownExam}
      input={{ examId }}
      title={(exam) => exam.examName}
      untitled="考试成绩"
      above={[{ name: '考试', to: examPaths.list }]}
      width="narrow"
      freshMs={60_000}
      facts={({ examDate, studentName, className }) => [
        { name: '日期', value: showDate(examDate) },
        { name: '考生', value: `${className} ${studentName}` },
      ]}
      empty={({ subjects }) =>
        subjects.length > 0
          ? null
          : {
              title: '没有您参加的科目',
              text: '如有疑问请联系老师。',
              action: { name: '返回考试列表', to: examPaths.list },
            }
      }
      refused={({ message }) => ({
        title: message,
        text: '成绩发布后会在这里看到，请过些时候再来。',
        action: { name: '返回考试列表', to: examPaths.list },
      })}
    >
      {({ subjects }) => (
        <DataTable
          label="各科成绩"
          rows={subjects}
          rowKey={(s) => s.paperId}
          isWhole={(s) => s.ofTotal === true}
          linkOf={(s) => (s.result ? resultPath(s.paperId) : undefined)}
          columns={[
            { key: 'courseName', name: '科目', value: (s) => s.courseName, width: 140 },
            { key: 'score', name: '成绩', value: subjectScore, lead: true, width: 140 },
            // What the policy keeps back has no column.
            ...(subjects.some((s) => placeText(s))
              ? [{ key: 'place', name: '等级、名次', value: placeText, width: 140 }]
              : []),
            ...(subjects.some((s) => amendedText(s))
              ? [{ key: 'amended', name: '更正', value: amendedText, width: 120 }]
              : []),
          ]}
        />
      )}
    </DetailScreen>
  )
}
