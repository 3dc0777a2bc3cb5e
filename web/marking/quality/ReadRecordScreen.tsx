import { useParams, useSearchParams } from 'react-router'
import type { ExamId, PaperId, QuestionId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { exportRecord, readRecord } from '#shared/marking/quality/record.calls.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { useTools, useManages } from '#web/exam/tools/useTool.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { monitorPath, recordPath, remarkPath, resetReadPath, fixPath } from '../marking.paths.ts'
import { formerIn, givenIn, standingIn } from '#shared/marking/quality/record.words.ts'

type Row = OutputOf<typeof readRecord>['list'][number]

const lastAt = (r: Row): number | null => r.marks.at(-1)?.at ?? null

/** The bare address asks for a paper. */
export const ReadRecordScreen = () => {
  const { examId, paperId } = useParams()
  if (!examId || !paperId) return <ChoosePaper title="阅卷记录" pathOf={(exam, paper) => recordPath(exam, paper)} />
  return <Recorded examId={examId as ExamId} paperId={paperId as PaperId} />
}

const Recorded = ({ examId, paperId }: { examId: ExamId; paperId: PaperId }) => {
  const [query] = useSearchParams()
  const courseName = useCourseName(paperId)
  const questionId = (query.get('questionId') ?? undefined) as QuestionId | undefined
  const about = useAsk(readRecord, { paperId, pageSize: 1, ...(questionId ? { questionId } : {}) }).data
  const ofMarker = query.has('userId')
  const tools = useTools(examId)
  const manages = useManages(examId)
  const [asked, userId, schoolId] = [questionId ?? about?.questionId, query.get('userId'), query.get('schoolId')]
  const here = { ...(asked ? { questionId: asked } : {}), ...(userId ? { userId } : {}) }
  const points = about?.points ?? []
  const several = (about?.schools.length ?? 0) > 1
  return (
    <ListScreen
      title={courseName ? `${courseName} 阅卷记录` : '阅卷记录'}
      call={readRecord}
      input={{ paperId }}
      order="按名单中的先后"
      rowTo={(r) => (manages ? fixPath(examId, paperId, r.studentNumber) : undefined)}
      rowKey={(r) => r.studentId}
      facts={(data) => {
        const q = data.questions.find((x) => x.questionId === data.questionId)
        return q
          ? [
              { name: '题目', value: `第 ${q.number} 题` },
              { name: '满分', value: `${showScore(q.fullScore)} 分` },
              { name: '阅卷老师', value: `${data.markers.length} 人` },
            ]
          : []
      }}
      columns={[
        { key: 'studentNumber', name: '考号', width: 112, value: (r) => r.studentNumber },
        ...(several ? [{ key: 'schoolName', name: '学校', width: 152, value: (r: Row) => r.schoolName }] : []),
        { key: 'className', name: '班级', width: 96, value: (r) => r.className },
        ...markRoles.map((role) => ({
          key: role,
          name: roleNames[role],
          width: 152,
          // All of them are exported; on the screen the former ones lie behind a mark, so that the score stays in sight.
          value: (r: Row) => givenIn(r.marks, role, points),
          cell: (r: Row) => standingIn(r.marks, role, points),
          hint: (r: Row) => formerIn(r.marks, role, points),
        })),
        {
          key: 'score',
          name: '得分',
          unit: '分',
          number: true,
          width: 80,
          value: (r) => (r.score !== null ? showScore(r.score) : r.takes ? '—' : '不选考'),
        },
        {
          key: 'at',
          name: '最后评分',
          width: 136,
          value: lastAt,
          cell: (r) => (lastAt(r) ? showTime(lastAt(r)!) : '—'),
        },
      ]}
      filters={[
        {
          field: 'questionId',
          label: '题目',
          mode: 'radio',
          start: about?.questionId ? [about.questionId] : [],
          options: (about?.questions ?? []).map((q) => ({ value: q.questionId as string, label: `第 ${q.number} 题` })),
        },
        {
          field: 'userId',
          label: '阅卷老师',
          mode: 'dropdown',
          options: (about?.markers ?? []).map((m) => ({
            value: m.userId as string,
            label: `${m.markerName}（${m.marked}份）`,
          })),
        },
        ...(several && !ofMarker
          ? [
              {
                field: 'schoolId',
                label: '学校',
                mode: 'dropdown' as const,
                options: about!.schools.map((s) => ({ value: s.schoolId as string, label: s.schoolName })),
              },
            ]
          : []),
        ...(ofMarker ? [] : [{ field: 'number', label: '考号', mode: 'search' as const, placeholder: '考号开头' }]),
      ]}
      actions={[
        { name: '阅卷进度', to: monitorPath(examId, paperId) },
        // The whole question, or what one marker gave; the file goes to the download centre.
        ...(asked
          ? [
              {
                name: '导出Excel',
                job: () =>
                  act(exportRecord, {
                    ...{ paperId, questionId: asked },
                    ...(userId ? { userId: userId as UserId } : {}),
                    ...(schoolId && !userId ? { schoolId: schoolId as SchoolId } : {}),
                  }),
              },
            ]
          : []),
        ...(tools?.['reset-read'] ? [{ name: '退回重新评阅', to: resetReadPath(examId, paperId, here) }] : []),
        ...(tools?.remark ? [{ name: '请其他老师重评', to: remarkPath(examId, paperId, here) }] : []),
      ]}
      empty={{
        title: '没有阅卷记录',
        text: '这一科没有主观题，或没有这样的考生。',
        action: { name: '阅卷进度', to: monitorPath(examId, paperId) },
      }}
    />
  )
}
