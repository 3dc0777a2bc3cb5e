import { tokens } from '@fluentui/react-components'
import { useParams, useSearchParams } from 'react-router'
import * as z from 'zod'
import { disclosure, disclosurePeople, setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import { isCompulsory } from '#shared/exam/tools/disclosure.rules.ts'
import { LeaderShows, OwnShows, TeacherShows } from '#shared/exam/tools/disclosure.types.ts'
import { AreaId, ExamId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { OfSchool } from './OfSchool.tsx'
import { examPaths } from '../exam.paths.ts'

type Policy = OutputOf<typeof disclosure>

const siblings = (examId: ExamId, here: 'student' | 'teacher' | 'school' | 'person') => ({
  label: '谁看到',
  here,
  items: [
    { key: 'student', name: '学生和家长', to: pathTo(examPaths.visibility, { examId }) },
    { key: 'teacher', name: '老师', to: pathTo(examPaths.teacherVisibility, { examId }) },
    { key: 'school', name: '学校', to: pathTo(examPaths.schoolVisibility, { examId }) },
    { key: 'person', name: '按人查看', to: pathTo(examPaths.personVisibility, { examId }) },
  ],
})

const whenShown: readonly Field[] = [
  { name: 'visible', label: '可以查看成绩', kind: 'switch', hint: '成绩发布后' },
  {
    name: 'from',
    label: '从何时起',
    kind: 'time',
    when: (v) => v['visible'] === true,
    hint: '不填：一发布就能看到',
  },
]

/** What is shown to a student or a parent, as far as it may be in this stage. */
const ownFields = (stage: number): Field[] => {
  const shown = (v: Values): boolean => v['visible'] === true
  const scored = (v: Values): boolean => shown(v) && v['score'] === true
  const barred = isCompulsory(stage) && '义务教育阶段不公布'
  return [
    ...whenShown,
    { name: 'score', label: '分数', kind: 'switch', when: shown },
    { name: 'level', label: '等级', kind: 'switch', when: shown },
    { name: 'questions', label: '各题得分', kind: 'switch', when: scored },
    { name: 'key', label: '答案', kind: 'switch', when: (v) => scored(v) && v['questions'] === true },
    { name: 'paper', label: '答卷图片', kind: 'switch', when: shown },
    {
      name: 'notes',
      label: '老师的批注',
      kind: 'switch',
      when: (v) => scored(v) && v['questions'] === true && v['paper'] === true,
      hint: '评阅时写在答卷上的勾、叉、线和字',
    },
    { name: 'rates', label: '全体得分率', kind: 'switch', when: scored, barred },
    { name: 'mean', label: '本班平均分', kind: 'switch', when: scored, barred, hint: '本班到考不足5人的不显示' },
    { name: 'rank', label: '名次', kind: 'switch', when: scored, barred, hint: '发布时允许公布名次的试卷' },
    {
      name: 'rankBand',
      label: '名次段',
      kind: 'switch',
      when: (v) => scored(v) && v['rank'] !== true,
      barred,
      hint: '不公布名次，只说在哪一段，如“前50名”；发布时允许公布名次的试卷',
    },
  ]
}

/** A switch that is not shown says nothing: it stays as it was. */
const partOf = <S extends z.ZodObject>(schema: S, start: Values) =>
  z.preprocess((typed) => {
    const { from, ...rest } = Object.fromEntries(Object.entries(typed as Values).filter(([, v]) => v !== ''))
    return { ...start, ...rest, from: typeof from === 'number' ? from : undefined }
  }, schema)

const useDisclosure = (schoolId?: SchoolId) => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  return { examId, ...useAsk(disclosure, examId ? { examId, ...(schoolId ? { schoolId } : {}) } : undefined) }
}

const Waits = ({ title, error }: { title: string; error: Error | null | undefined }) => (
  <Page title={title} width="narrow">
    {error ? <ErrorState error={error} /> : <Bars rows={6} height={32} />}
  </Page>
)

const save = async (examId: ExamId, version: number, part: object): Promise<void> => {
  await act(setDisclosure, { examId, version, ...part })
  toast('success', '已保存，立即生效')
}

const OwnPart = ({ examId, policy, as }: { examId: ExamId; policy: Policy; as: 'student' | 'parent' }) => (
  <Section title={as === 'student' ? '学生看到' : '家长看到'}>
    <ValueForm
      schema={partOf(OwnShows, policy[as])}
      fields={ownFields(policy.stage)}
      start={policy[as]}
      submit={as === 'student' ? '保存学生所见' : '保存家长所见'}
      second={as === 'parent'}
      version={policy.version}
      onSubmit={(part, version) => save(examId, version, { [as]: part })}
    />
  </Section>
)

const beside = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
  gap: tokens.spacingHorizontalXXL,
}

export const OwnVisibilityScreen = () => {
  const { examId, data, error } = useDisclosure()
  if (!examId || !data) return <Waits title="成绩可见范围" error={error} />
  return (
    <Page title="成绩可见范围" width="narrow" siblings={siblings(examId, 'student')}>
      <div style={beside}>
        {/* Saved by itself: what is typed in the other stays. */}
        <OwnPart examId={examId} policy={data} as="student" />
        <OwnPart examId={examId} policy={data} as="parent" />
      </div>
    </Page>
  )
}

const Teachers = z.object({ teacher: TeacherShows, leader: LeaderShows, extra: z.array(UserId) })

export const TeacherVisibilityScreen = () => {
  const [query] = useSearchParams()
  const schoolId = SchoolId.safeParse(query.get('schoolId')).data
  const { examId, data, error } = useDisclosure(schoolId)
  if (!examId || !data) return <Waits title="成绩可见范围" error={error} />
  const { teacher, leader, extra, available, schools } = data
  const shown = (v: Values): boolean => v['visible'] === true
  return (
    <Page
      title="成绩可见范围"
      width="narrow"
      siblings={siblings(examId, 'teacher')}
      tools={<OfSchool schools={schools} />}
    >
      <ValueForm
        schema={z.preprocess((typed) => {
          const {
            leaderTotal,
            extra: named,
            from,
            ...rest
          } = Object.fromEntries(Object.entries(typed as Values).filter(([, v]) => v !== ''))
          return {
            teacher: { ...teacher, ...rest, from: typeof from === 'number' ? from : undefined },
            leader: { total: leaderTotal },
            extra: named ?? [],
          }
        }, Teachers)}
        start={{ ...teacher, leaderTotal: leader.total, extra }}
        fields={[
          ...whenShown.map((f) => (f.name === 'visible' ? { ...f, label: '任课老师可以查看本班成绩' } : f)),
          { name: 'totalRank', label: '看到全体名次', kind: 'switch', when: shown, hint: '关闭后只有班级名次' },
          { name: 'total', label: '任课老师看到总分', kind: 'switch', when: shown, hint: '班主任总能看到' },
          { name: 'leaderTotal', label: '校长和主任看到总分', kind: 'switch' },
          {
            name: 'extra',
            label: '另外可见的账号',
            kind: 'multi',
            options: available.map(({ userId, name }) => ({ value: userId, label: name })),
            hint:
              schools.length > 0 && !schoolId
                ? '看到全部班级的成绩、名次和总分；先在上面选择老师来自哪所学校'
                : '看到全部班级的成绩、名次和总分',
          },
        ]}
        submit="保存"
        version={data.version}
        onSubmit={(part, version) => save(examId, version, part)}
      />
    </Page>
  )
}

const Schools = z.object({ areas: z.array(AreaId), schools: z.array(SchoolId) })

/** Of a joint exam: from whom results are kept. */
export const SchoolVisibilityScreen = () => {
  const { examId, data, error } = useDisclosure()
  if (!examId || !data) return <Waits title="成绩可见范围" error={error} />
  const { hidden, schools, areas } = data
  // What was hidden and has left the exam is no choice any more.
  const start = {
    areas: areas.flatMap(({ areaId }) => (hidden?.areas.includes(areaId) ? [areaId] : [])),
    schools: schools.flatMap(({ schoolId }) => (hidden?.schools.includes(schoolId) ? [schoolId] : [])),
  }
  return (
    <Page title="成绩可见范围" width="narrow" siblings={siblings(examId, 'school')}>
      {schools.length === 0 ? (
        <EmptyState empty={{ title: '这是本校自己的考试', text: '联考才可以不让部分区域或学校看到成绩。' }} />
      ) : (
        <ValueForm
          schema={z.preprocess((typed) => {
            const { areas: left, schools: named } = typed as Values
            return { areas: left || [], schools: named || [] }
          }, Schools)}
          start={start}
          fields={[
            {
              name: 'areas',
              label: '不可见的区域',
              kind: 'multi',
              options: areas.map((a) => ({ value: a.areaId, label: a.areaName })),
              hint: '这些区域的学校、老师、学生和家长都看不到本场考试的成绩',
            },
            {
              name: 'schools',
              label: '不可见的学校',
              kind: 'multi',
              options: schools.map((s) => ({ value: s.schoolId, label: s.schoolName })),
              hint: '成绩仍计入全体统计，组织者仍能看到',
            },
          ]}
          submit="保存"
          version={data.version}
          onSubmit={(part, version) => save(examId, version, { hidden: part })}
        />
      )}
    </Page>
  )
}

/** One candidate, found, and the own result as that student or a parent sees it. */
export const PersonVisibilityScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const [query] = useSearchParams()
  const { papers = [], classes = [] } = useAsk(disclosurePeople, { examId, pageSize: 1 }).data ?? {}
  const paperId = papers.find((p) => p.paperId === query.get('paperId'))?.paperId ?? papers[0]?.paperId
  const shown = (studentId: string): string => pathTo(examPaths.resultAs, { examId, paperId: paperId ?? '', studentId })
  return (
    <ListScreen
      title="成绩可见范围"
      siblings={siblings(examId, 'person')}
      call={disclosurePeople}
      input={{ examId }}
      order="按名单中的先后"
      rowKey={(c) => c.studentId}
      rowTo={(c) => shown(c.studentId)}
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
        ...(papers.length > 1
          ? [
              {
                field: 'paperId',
                label: '看哪一科',
                mode: 'radio' as const,
                options: papers.map((p) => ({ value: p.paperId, label: p.courseName })),
                start: [papers[0]!.paperId],
              },
            ]
          : []),
      ]}
      rowActions={(c) => [
        { name: '学生所见', to: shown(c.studentId) },
        { name: '家长所见', to: `${shown(c.studentId)}?as=parent` },
      ]}
      empty={{ title: '没有符合条件的考生' }}
    />
  )
}
