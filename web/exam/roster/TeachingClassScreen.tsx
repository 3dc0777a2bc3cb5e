import { useParams, useSearchParams } from 'react-router'
import { examDetail, examStudents } from '#shared/exam/exam.calls.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { examTeachingClassList, moveTeachingClass } from '#shared/exam/roster/teachingClass.calls.ts'
import type { ExamTeachingClassRow } from '#shared/exam/roster/teachingClass.calls.ts'
import type { ClassId, ExamId, PaperId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { inSchool } from '#web/school/school.paths.ts'
import { examPaths, rosterPath } from '../exam.paths.ts'
import { pathTo } from '#web/kit/route.types.ts'

const none = 'none'

const moving = (
  of: { examId: ExamId; schoolId?: SchoolId | undefined; version: number },
  studentIds: StudentId[],
  classes: readonly ExamTeachingClassRow[],
): DialogForm => {
  const papers = [...new Map(classes.map((c) => [c.paperId as string, c.courseName]))]
  return {
    title: `调整${studentIds.length}名考生的教学班`,
    submit: '调整',
    fields: [
      {
        name: 'into',
        label: '教学班',
        kind: 'select',
        required: true,
        placeholder: '请选择教学班',
        options: [
          ...classes.map((c) => ({ value: `${c.paperId}/${c.classId}`, label: `${c.courseName} ${c.className}` })),
          ...papers.map(([paperId, name]) => ({
            value: `${paperId}/${none}`,
            label: `${name} 不在教学班（按行政班统计）`,
          })),
        ],
        hint: '只改这场考试；成绩不变，报告在下次发布后按新的教学班统计',
      },
    ],
    check: (sent): Wrong => (sent['into'] ? {} : { into: '请选择教学班' }),
    run: async (sent) => {
      const [paperId, classId] = String(sent['into']).split('/') as [PaperId, ClassId | typeof none]
      const wish = { ...of, paperId, classId: classId === none ? null : classId, studentIds }
      const { moved } = await act(moveTeachingClass, wish, { hideMessage: true })
      toast(moved > 0 ? 'success' : 'info', moved > 0 ? `已调整${moved}名考生` : '所选考生已是这样')
    },
  }
}

/** Who sits which paper in which teaching class; the school's own stay as they are. */
export const TeachingClassScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const detail = useAsk(examDetail, { examId })
  const exam = detail.data
  const session = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const user = session.data
  const organises = user !== undefined && jointOrganisers.userTypes.includes(user.userType)
  // Who organises a joint exam looks at one of its schools at a time.
  const joint = exam?.mayManage === true && isJoint(exam.exam) && organises
  const all = useAsk(jointSchools, joint ? { examId } : undefined)
  const schools = all.data
  const [query] = useSearchParams()
  const chosen = schools?.find((s) => s.schoolId === query.get('schoolId')) ?? schools?.[0]
  const of = { examId, ...(chosen ? { schoolId: chosen.schoolId } : {}) }
  const wrong = detail.error ?? session.error ?? all.error
  const ready = exam !== undefined && user !== undefined && (!joint || schools !== undefined)
  const classes = useAsk(examTeachingClassList, ready ? of : undefined).data
  const names = new Map((classes ?? []).map((c) => [`${c.paperId}/${c.classId}`, c.className]))
  const papers = [...new Map((classes ?? []).map((c) => [c.paperId as string, c.courseName]))]
  if (!ready) return <Page title="教学班">{wrong ? <ErrorState error={wrong} /> : <Bars rows={8} height={32} />}</Page>
  return (
    <ListScreen
      title="教学班"
      call={examStudents}
      input={of}
      order="按名单中的先后"
      rowTo={(c) => inSchool('student', { schoolId: c.schoolId, studentId: c.studentId })}
      rowKey={(c) => c.studentId}
      filters={[
        ...(schools && chosen
          ? [
              {
                field: 'schoolId',
                label: `学校：${chosen.schoolName}`,
                mode: 'dropdown',
                options: schools.map((s) => ({ value: s.schoolId, label: s.schoolName })),
              } as const,
            ]
          : []),
        {
          field: 'classId',
          label: '教学班',
          mode: 'dropdown',
          options: (classes ?? []).map((c) => ({
            value: c.classId,
            label: `${c.courseName} ${c.className}（${c.candidateCount}人${c.teachers.length > 0 ? `，${c.teachers.join('、')}` : ''}）`,
          })),
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号' },
      ]}
      columns={[
        { key: 'studentName', name: '姓名', value: (c) => c.studentName },
        { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber, width: 120 },
        { key: 'className', name: '行政班', value: (c) => c.className },
        ...papers.map(([paperId, courseName]) => ({
          key: paperId,
          name: courseName,
          value: (c: { teaching?: Record<string, string> | undefined; without?: string[] | undefined }) =>
            c.without?.includes(paperId)
              ? '未选'
              : !c.teaching?.[paperId]
                ? '—'
                : (names.get(`${paperId}/${c.teaching[paperId]}`) ?? '其他教学班'),
        })),
      ]}
      actions={[{ name: '任课老师', to: pathTo(examPaths.teachings, { examId }) }]}
      {...(exam?.mayManage && classes && classes.length > 0
        ? {
            bulkActions: (keys: readonly string[]) => [
              {
                name: '调整教学班',
                barred: keys.length > 80 && '一次最多80名考生',
                form: () => moving({ ...of, version: exam.exam.version }, keys as StudentId[], classes),
              },
            ],
          }
        : {})}
      exportName="考生教学班"
      empty={{ title: '没有考生', action: { name: '打开考生名单', to: rosterPath(examId) } }}
    />
  )
}
