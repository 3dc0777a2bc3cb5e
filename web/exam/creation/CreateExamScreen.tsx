import { useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { createExam, mostCourses } from '#shared/exam/exam.calls.ts'
import { singleSchoolExamTypes } from '#shared/exam/exam.types.ts'
import type { Like } from '#shared/exam/creation/like.rules.ts'
import { templatePlan } from '#shared/exam/creation/template.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { randomId, serverNow } from '#web/kit/ports.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { examPath, examPaths, paperPath } from '../exam.paths.ts'
import { factFields } from './factFields.ts'
import { ClassesField, sittable } from './ClassesField.tsx'
import { TakesField } from '../roster/TakesField.tsx'

const PlanSource = templatePlan.input()

const day = 86_400_000
/** The start of today in Asia/Shanghai, UTC ms. */
const today = (): number => Math.floor((serverNow() + day / 3) / day) * day - day / 3

type Plan = OutputOf<typeof templatePlan>

/** What of the former exam is taken: sent only with something in it. */
const likeField = ({ examId, examName }: NonNullable<Plan['like']>): Field => ({
  name: 'like',
  label: `从“${examName}”沿用`,
  kind: 'custom',
  wide: true,
  hint: '不需要的取消勾选；试题和答案建好后都可以再改',
  render: ({ value, onChange }) => <TakesField examId={examId} value={value as Like | undefined} onChange={onChange} />,
})

const startOf = ({ examName, examType, gradeId, classIds, courseIds, like }: Plan) => ({
  examName,
  examType,
  courseIds,
  // Without its grade the form's own is chosen, with the classes of that.
  ...(gradeId ? { gradeId, classIds } : {}),
  ...(like ? { like: { examId: like.examId, takes: like.takes } } : {}),
})

const Form = ({ schoolId, many, plan }: { schoolId: SchoolId; many: boolean; plan?: Plan | undefined }) => {
  const grades = useAsk(listGrades, { schoolId })
  const classes = useAsk(listClasses, { schoolId })
  const courses = useAsk(listCourses, { schoolId })
  const [at] = useState(today)
  const [requestId] = useState(randomId)
  const current = useMemo(() => grades.data?.filter((g) => !g.graduated && g.classCount > 0), [grades.data])
  const error = grades.error ?? classes.error ?? courses.error
  if (!current || !classes.data || !courses.data)
    return (
      <Page title="新建考试" width="narrow">
        {error ? <ErrorState error={error} /> : <Bars rows={8} height={32} />}
      </Page>
    )
  if (current.length === 0)
    return (
      <NoticeScreen
        title="新建考试"
        width="narrow"
        empty={{ title: '学校还没有班级和学生', text: '请学校管理员先在“学校管理”中导入学生名单。' }}
      />
    )
  const usual = {
    examType: 2,
    gradeId: current[0]!.gradeId,
    // Of several courses none is chosen before its maker chooses: one more would be an exam of two.
    courseIds: many || courses.data.length === 1 ? courses.data.slice(0, mostCourses).map((c) => c.courseId) : [],
    classIds: sittable(classes.data, current[0]!.gradeId).map((c) => c.classId),
  }
  return (
    <FormScreen
      title="新建考试"
      call={createExam}
      fixed={{ schoolId, requestId }}
      actions={plan ? [] : [{ name: '用模板新建', to: examPaths.templates }]}
      start={{ ...usual, examDate: at, ...(plan ? startOf(plan) : {}) }}
      submit={plan ? '新建考试' : '新建并设置试题'}
      doneText="考试已新建"
      // A large exam is there when its job is done: the list shows it then.
      done={({ examId, paperIds: [paperId, ...others], uuid }) =>
        uuid ? examPaths.list : paperId && others.length === 0 ? paperPath(examId, paperId) : examPath(examId)
      }
      fields={[
        ...factFields(singleSchoolExamTypes, '如 高一上学期期中考试'),
        {
          name: 'gradeId',
          label: '年级',
          kind: 'select',
          required: true,
          options: current.map((g) => ({ value: g.gradeId, label: g.gradeName })),
        },
        {
          name: 'courseIds',
          label: '科目',
          kind: 'multi',
          required: true,
          wide: true,
          options: courses.data.map((c) => ({ value: c.courseId, label: c.courseName })),
        },
        {
          name: 'classIds',
          label: '班级',
          kind: 'custom',
          required: true,
          hint: plan?.gone.length
            ? `注意：${plan.gone.join('；')}`
            : '名单按现在的班级复制；之后调班，可在考试的“考生”中更新',
          render: ({ value, onChange, values }) => (
            <ClassesField
              classes={classes.data}
              gradeId={values['gradeId']}
              value={(value || []) as string[]}
              onChange={onChange}
            />
          ),
        },
        ...(plan?.like ? [likeField(plan.like)] : []),
      ]}
    />
  )
}

/** An exam of one subject or several for classes of a grade; begun like a former one, or by a template. */
export const CreateExamScreen = () => {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const { data: user } = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const [examId, examTemplateId] = [query.get('like'), query.get('template')].map((id) => id ?? undefined)
  const source = PlanSource.safeParse({ schoolId: user?.schoolId, examId, examTemplateId }).data
  const begun = examId !== undefined || examTemplateId !== undefined
  const plan = useAsk(templatePlan, begun ? source : undefined)
  if (!user || (begun && source && !plan.data && !plan.error)) return <NoticeScreen title="新建考试" width="narrow" />
  if (!user.schoolId)
    return (
      <NoticeScreen
        title="新建考试"
        empty={{ title: '当前身份不属于学校', text: '考试由学校的教师或教务新建，请切换到学校身份。' }}
      />
    )
  if (plan.error) return <NoticeScreen title="新建考试" width="narrow" error={plan.error} />
  return <Form schoolId={user.schoolId} many={pathname === examPaths.addMany} plan={plan.data} />
}
