import { tokens } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import {
  deleteExamTemplate,
  examTemplate,
  examTemplates,
  saveExamTemplate,
  templateClasses,
  templatePlan,
  templateTeachers,
} from '#shared/exam/creation/template.calls.ts'
import type { TemplateRow } from '#shared/exam/creation/template.calls.ts'
import { singleSchoolExamTypes } from '#shared/exam/exam.types.ts'
import { takeable } from '#shared/exam/creation/like.rules.ts'
import type { Like } from '#shared/exam/creation/like.rules.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { InputOf, OutputOf } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Field, FieldCell } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { addLike, examPaths, templatePath } from '../exam.paths.ts'
import { typeField } from './factFields.ts'
import { ClassesField, sittable } from './ClassesField.tsx'
import { TakesField } from '../roster/TakesField.tsx'
import { examTypeName } from '../states.ts'

const noSchool = { title: '当前身份不属于学校', text: '考试模板是学校的，请切换到学校身份。' }

const remove = async ({ schoolId, examTemplateId, templateName }: TemplateRow): Promise<void> => {
  await act(deleteExamTemplate, { schoolId, examTemplateId })
  undoable(`已删除模板“${templateName}”`, () => act(deleteExamTemplate, { schoolId, examTemplateId, undo: true }))
}

/** The exam templates of a school. */
export const TemplatesScreen = () => {
  const { data: user } = useAsk(sessionUser, {}, { freshMs: 300_000 })
  if (!user?.schoolId)
    return <Page title="考试模板">{user ? <EmptyState empty={noSchool} /> : <Bars rows={6} height={32} />}</Page>
  const add = { name: '新建模板', to: templatePath(), primary: true }
  return (
    <ListScreen
      title="考试模板"
      call={examTemplates}
      input={{ schoolId: user.schoolId }}
      rowKey={(t) => t.examTemplateId}
      rowTo={(t) => templatePath({ template: t.examTemplateId })}
      columns={[
        { key: 'templateName', name: '模板', value: (t) => t.templateName },
        { key: 'examType', name: '类型', value: (t) => examTypeName(t.examType) },
        { key: 'gradeTypeName', name: '年级', value: (t) => t.gradeTypeName },
        { key: 'courses', name: '科目', value: (t) => t.courses.join('、') },
        { key: 'likeName', name: '沿用', value: (t) => (t.like ? (t.likeName ?? '考试已删除') : '不沿用') },
        { key: 'creatorName', name: '创建人', value: (t) => t.creatorName },
        { key: 'createdAt', name: '创建时间', value: (t) => t.createdAt, cell: (t) => <DateCell ms={t.createdAt} /> },
      ]}
      filters={[{ field: 'name', label: '查找', mode: 'search', placeholder: '模板名称' }]}
      actions={[add]}
      rowActions={(t) => [
        { name: '用它新建', to: addLike({ template: t.examTemplateId }) },
        {
          name: '删除',
          danger: true,
          barred: t.mayChange ? null : '只有创建人和学校管理人员可以删除',
          run: () => remove(t),
        },
      ]}
      empty={{
        title: '还没有考试模板',
        text: '把年级、科目、班级和试题结构存成模板，下次直接用它新建；也可以在一场考试里“存为模板”。',
        action: add,
      }}
    />
  )
}

type Source = InputOf<typeof templatePlan>

const list = { margin: 0, paddingInlineStart: tokens.spacingHorizontalL }
const quiet = { margin: 0, color: tokens.colorNeutralForeground3 }

/** What the template makes of the school as it is now: classes that sit, teachers of each course, what is gone. */
const Now = ({ source, gone }: { source: Source; gone: readonly string[] }) => {
  const asked = [useAsk(templateClasses, source), useAsk(templateTeachers, source)] as const
  const [{ data: classes }, { data: teachers }] = asked
  if (!classes || !teachers) {
    const error = asked[0].error ?? asked[1].error
    const again = (): void => asked.forEach((a) => void a.refetch())
    return (
      <Section title="按现在的名单">{error ? <ErrorState error={error} again={again} /> : <Bars rows={3} />}</Section>
    )
  }
  const sitting = classes.filter((c) => c.chosen)
  const students = sitting.reduce((n, c) => n + c.studentCount, 0)
  const barred = classes.filter((c) => c.bar !== null)
  return (
    <Section title="按现在的名单">
      {gone.map((line) => (
        <p key={line} style={{ margin: 0, color: tokens.colorPaletteDarkOrangeForeground1 }}>
          {line}
        </p>
      ))}
      <p style={{ margin: 0 }}>
        {sitting.length}个班、{students}名学生参加
        {barred.length > 0 && `；${barred.map((c) => c.className).join('、')}没有学生，不参加`}。
      </p>
      {teachers.length === 0 ? (
        <p style={quiet}>没有科目。</p>
      ) : (
        <ul style={list}>
          {teachers.map((t) => (
            <li key={t.courseId}>
              {t.courseName}：{t.teachers.map((x) => x.teacherName).join('、') || '没有任课老师'}
              {t.teachers.length > 0 && t.without.length > 0 && `（${t.without.join('、')}没有）`}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type Loaded = {
  schoolId: SchoolId
  template?: TemplateRow | undefined
  plan?: OutputOf<typeof templatePlan> | undefined
  source: Source | undefined
}

const Form = ({ schoolId, template, plan, source }: Loaded) => {
  const title = template ? template.templateName : '新建考试模板'
  const grades = useAsk(listGrades, { schoolId })
  const classes = useAsk(listClasses, { schoolId })
  const courses = useAsk(listCourses, { schoolId })
  const error = grades.error ?? classes.error ?? courses.error
  if (!grades.data || !classes.data || !courses.data)
    return <Page title={title}>{error ? <ErrorState error={error} /> : <Bars rows={8} height={32} />}</Page>
  const current = grades.data.filter((g) => !g.graduated && g.gradeType !== null)
  const gradeOf = (gradeType: unknown) => current.find((g) => String(g.gradeType) === String(gradeType))?.gradeId
  const gradeType =
    template?.gradeType ??
    current.find((g) => g.gradeId === plan?.gradeId)?.gradeType ??
    current[0]?.gradeType ??
    undefined
  const like = template?.like ?? plan?.like
  const likeName = template?.likeName ?? plan?.like?.examName ?? '考试已删除'
  const fields: Field[] = [
    {
      name: 'templateName',
      label: '模板名称',
      kind: 'text',
      required: true,
      maxLength: 40,
      wide: true,
      placeholder: '如 高一月考',
    },
    typeField(singleSchoolExamTypes),
    {
      name: 'gradeType',
      label: '年级',
      kind: 'select',
      number: true,
      required: true,
      options: current.map((g) => ({ value: String(g.gradeType), label: g.gradeName })),
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
      wide: true,
      hint: '全选时，明年按新的班级全部参加',
      render: ({ value, onChange, values, disabled }) => {
        const gradeId = gradeOf(values['gradeType'])
        const open = sittable(classes.data, gradeId).map((c) => c.classId as string)
        return (
          <ClassesField
            classes={classes.data}
            gradeId={gradeId}
            disabled={disabled}
            // A field that was never filled is empty text.
            value={Array.isArray(value) && value.length > 0 ? (value as string[]) : open}
            // All are those of the year in which it is used.
            onChange={(ids) => onChange(ids.length === open.length ? [] : ids)}
          />
        )
      },
    },
    ...(like
      ? [
          {
            name: 'like',
            label: `从“${likeName}”沿用`,
            kind: 'custom' as const,
            wide: true,
            render: ({ value, onChange, disabled }: FieldCell) => (
              <TakesField
                examId={like.examId}
                value={value as Like | undefined}
                onChange={onChange}
                disabled={disabled}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <FormScreen
      key={template?.examTemplateId ?? 'new'}
      title={title}
      call={saveExamTemplate}
      fixed={{
        schoolId,
        ...(template ? { examTemplateId: template.examTemplateId } : {}),
        version: template?.version ?? 0,
      }}
      start={{
        templateName: template?.templateName ?? '',
        examType: template?.examType ?? plan?.examType ?? 2,
        gradeType,
        courseIds: template?.courseIds ?? plan?.courseIds ?? courses.data.map((c) => c.courseId),
        classIds: template?.classIds ?? [],
        ...(like ? { like: { examId: like.examId, takes: like.takes } } : {}),
      }}
      submit="保存"
      actions={template ? [{ name: '用它新建', to: addLike({ template: template.examTemplateId }) }] : []}
      doneText="模板已保存"
      done={() => examPaths.templates}
      aside={() =>
        source ? (
          <Now source={source} gone={plan?.gone ?? []} />
        ) : (
          <Section title="会怎样">
            <p style={quiet}>保存后可以“用它新建”考试；在一场考试里“存为模板”，还能沿用{takeable.structure}等。</p>
          </Section>
        )
      }
      fields={fields}
      barred={template?.mayChange === false && '只有创建人和学校管理人员可以修改'}
    />
  )
}

/** One template: what it makes, and what it would make today. */
export const TemplateScreen = () => {
  const [query] = useSearchParams()
  const { data: user } = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const [examTemplateId, examId] = [query.get('template'), query.get('like')].map((id) => id ?? undefined)
  const of = examTemplate.input().safeParse({ schoolId: user?.schoolId, examTemplateId }).data
  const source = templatePlan.input().safeParse({ schoolId: user?.schoolId, examTemplateId, examId }).data
  const begun = examTemplateId !== undefined || examId !== undefined
  const template = useAsk(examTemplate, of)
  const plan = useAsk(templatePlan, begun ? source : undefined)
  const error = template.error ?? plan.error
  if (user && !user.schoolId) return <NoticeScreen title="考试模板" empty={noSchool} />
  if (error) return <NoticeScreen title="考试模板" error={error} />
  if (!user?.schoolId || (of && !template.data) || (begun && source && !plan.data))
    return <NoticeScreen title="考试模板" />
  return <Form schoolId={user.schoolId} template={template.data} plan={plan.data} source={begun ? source : undefined} />
}
